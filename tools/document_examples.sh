#!/usr/bin/env bash
# An answer of the program for each document that has a schema: document_examples.sh FOLDER writes FOLDER/NAME.json, as
# `make schemas` does into docs/examples. PROGRAM and BUILD say which program.
set -euo pipefail
top=$(realpath "$(dirname "$0")/..") to=$(realpath "$1")
program=$(realpath "${PROGRAM:-build/release/kibitzer}") options=$(realpath "${BUILD:-build/release}/clients/options")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export HOME=$work/ann XDG_CONFIG_HOME= XDG_CACHE_HOME=$top/build/cache
mkdir ann
id=XGID=-b----E-C---eE---c-e----B-
race=XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10

# answer NAME COMMAND ARGS...
answer() {
    "$program" "${@:2}" --quiet --json | sed "s|$work|/home|" >"$to/$1.json"
}

cp "$top"/fixtures/season/*.mat .
"$program" analyze --quiet --level 0ply --report html --out reports round-?.mat
"$program" config me "Ann Smith, ann_s"

answer bearoff bearoff show "$race"
answer bearoff-made bearoff make --two-sided 2x2 made.bd
[ -s "$to/bench.json" ] || answer bench bench --tenths 1 # its figures are of the day
answer board board --to txt "$id:0:0:1:31:0:0:3:0:10"
answer compare compare --level 0ply,1ply --above 0.1 round-1.mat
answer config config
answer cube cube --level 0ply 4HPwATDgc/ABMA
answer db db info --db reports
answer duel duel --a 0ply --b 0ply --games 2
answer errors errors --db reports --worst 2
answer eval eval --level 0ply 4HPwATDgc/ABMA
answer find find --db reports --most 2
answer formats formats
answer hint hint --level 0ply "$id:0:0:1:64:0:0:3:0:10" "$id:0:0:1:00:2:4:0:7:10" "$id:0:0:1:D:0:0:3:0:10"
answer info info round-1.mat
answer league stats --db reports --sort pr
answer levels levels
answer glossary glossary "take point" PR
answer list list round-1.mat round-2.mat
answer match analyze --level 0ply --candidates 2 "$top/fixtures/mat/truncated.mat"
answer met met show --score 3-5 --gammons 27,25
answer progress study --db reports Mira --since 2026
answer reference study --db reports Mira --reference
answer report report --db reports --out pages
answer review study --db reports Mira --event "Club league, round 1"
answer rollout rollout --trials 36 --plays 2 "$id:0:0:1:31:0:0:3:0:10"
answer scores hint --level 0ply --scores "$id:0:0:1:31:0:0:3:0:10"
answer stats stats --db reports
answer study study --db reports Mira
answer temperature hint --level 0ply --temperature "$id:0:0:1:00:0:0:3:0:10"
answer verify verify reports/round-1.html
"$program" transcribe --from-machine "$top/fixtures/bgobs/turns.bgobs" --doubts "$to/doubts.json" 2>/dev/null
"$program" transcribe --from-machine - --state "$to/watched.json" <"$top/fixtures/bgobs/turns.bgobs" 2>/dev/null
"$program" schema --format json >"$to/schemas.json"
"$options" | python3 -c 'import json, sys
print(json.dumps(next(d for d in json.load(sys.stdin) if d["command"] == "schema"), indent=1))' >"$to/options.json"

# A service answers when it ends.
port=$((20000 + RANDOM % 20000))
"$program" external --json --level 0ply --listen "127.0.0.1:$port" >answer 2>served &
service=$!
for _ in $(seq 200); do
    grep -q listening served && break
    sleep 0.05
done
"$program" duel --quiet --a 0ply --b "external:127.0.0.1:$port" --games 2 --jobs 1 >duel
kill -INT $service
wait $service || [ $? = 130 ]
sed "s/$port/1234/" answer >"$to/external.json"

"$program" serve --listen unix:"$work/socket" 2>/dev/null &
server=$!
while ! curl -s --unix-socket socket http://localhost/healthz >answer; do sleep 0.05; done
curl -s --unix-socket socket "http://localhost/v1/hint?position=4HPwATDgc/ABMA&level=9ply" >"$to/problem.json"
key=$(curl -si --unix-socket socket "http://localhost/v1/rollout?position=4HPwATDgc/ABMA&trials=36&wait=25" | tr -d '\r' | sed -n 's/^ETag: "\(.*\)"/\1/p')
curl -s --unix-socket socket "http://localhost/v1/jobs/$key" >"$to/job.json"
kill $server
wait $server
