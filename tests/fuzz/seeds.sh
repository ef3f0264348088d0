#!/usr/bin/env bash
# seeds.sh FOLDER [READER]: the fixtures of a reader (or of all) as seeds; of .xg also the unpacked records.
set -eu
to=$1 reader=${2:-}
case $reader in
'' | any | writers) from=(fixtures) ;;
dump) from=(fixtures/dump fixtures/bad/dump fixtures/xg fixtures/tmg) ;;
xg-records) from=(fixtures/xg) ;;
*) from=("fixtures/$reader" "fixtures/bad/$reader") ;;
esac
case $reader in
met | net | bearoff | external | statistics | analysis | index | hyper | rollout | collection) # targets of fuzz_table.c
    [ -d "fixtures/fuzz/$reader" ] && cp fixtures/fuzz/"$reader"/* "$to"
    case $reader in
    met) cp data/met/*.xml "$to" ;;
    bearoff)
        for size in 15x2 15x3; do build/release/kibitzer bearoff make --one-sided $size "$to/$size"; done
        for size in 2x3 3x4; do build/release/kibitzer bearoff make --two-sided $size "$to/two-$size"; done ;;
    net) for at in 0000 0400 9999; do printf "$at\\1\\0\\0\\0" >"$to/$at"; done ;;
    external) printf 'board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0\n' >"$to/opening" ;;
    statistics | analysis) cp fixtures/sgf/*.sgf fixtures/mat/*.mat fixtures/dump/*.dump "$to" ;;
    hyper | collection) for at in 0000 1400 2999 5111 8222; do printf "$at\\1\\0\\0\\0\\0" >"$to/$at"; done ;;
    rollout)
        build/release/kibitzer rollout -q --trials 72 --state "$to/kept" 'XGID=-B----------------------b-:0:0:1:00:0:0:0:0:10' >/dev/null
        sed -i '1,/^candidate double-take/d; /^check /d' "$to/kept" ;;
    index) printf 'a.mat\na.html\nAnn\nBob\nClub\n2024-01-02\n2ply\n1:1: error: <b>\n' >"$to/row" ;;
    esac
    exit 0 ;;
esac
files=()
for folder in "${from[@]}"; do
    [ -d "$folder" ] || continue
    while IFS= read -r file; do
        case $file in
        *.err | *.md | *.html) continue ;;
        *.dump) case $reader in '' | any | writers | dump) ;; *) continue ;; esac ;;
        esac
        files+=("$file")
    done < <(find "$folder" -type f -size -24k)
done
if [ "$reader" = xg-records ]; then # the first member begins behind the header
    python3 -c 'import os, sys, zlib
for n, path in enumerate(sys.argv[2:]):
    try: records = zlib.decompressobj().decompress(open(path, "rb").read()[8232:])[:17920]
    except zlib.error: continue
    open(os.path.join(sys.argv[1], str(n)), "wb").write(records)' "$to" "${files[@]}"
else
    cp --parents "${files[@]}" "$to"
fi
