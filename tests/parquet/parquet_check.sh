#!/usr/bin/env bash
# A collection's decisions as docs/collection.md takes them to Parquet, by DuckDB, which lies in $READER.
. "$(dirname "$0")/../cli/lib.sh"

test_ "DuckDB computes the program's ratings, and Parquet holds every row"
run analyze -q --level 0ply --report none --out club "$DEMO"
run db export --db club --decisions decisions.csv.gz
status_is 0
(cd "$READER" && node read.mjs "$WORK/decisions.csv.gz") >read 2>err || wrong "$(tail -3 err)"
run stats --json --db club
python3 - "$(zcat decisions.csv.gz | wc -l)" >expected <<'PY'
import json, sys
for player in sorted(json.load(open("out", encoding="utf-8"))["players"], key=lambda player: player["name"].encode()):
    print(player["name"], player["decisions"], "%.3f" % player["pr"], sep="\t")
print(f"{int(sys.argv[1]) - 1} rows, 0 missing, 0 added")
PY
same read expected

finish
