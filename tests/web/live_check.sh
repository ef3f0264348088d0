#!/usr/bin/env bash
# A report with the engine inside, made by the native program and opened from a folder; live.mjs asks it what `kibitzer`
# is asked here. $BROWSER_TOOLS: as for tests/pages/pages_check.sh.
set -u
PROGRAM=$(realpath "${PROGRAM:-build/release/kibitzer}")
HERE=$(realpath "$(dirname "$0")")
WORK=$(mktemp -d)
export XDG_CACHE_HOME=$HERE/../../build/cache XDG_CONFIG_HOME=$WORK/settings
trap 'rm -rf "$WORK"' EXIT
kibitzer() { "$PROGRAM" "$@" || { echo "Bail out! kibitzer $*" && exit 1; }; }
ID='XGID=----b-ECC---dCa--cAe------:0:0:-1:31:0:0:0:7:10' # g1m5 of the match
kibitzer analyze -q --level 1ply --live --report html --out "$WORK" "$HERE/../../fixtures/demo/club-final.mat"
kibitzer hint --json --level 2ply "$ID" >"$WORK/hint.json"
kibitzer hint --json --level 3ply "$ID" >"$WORK/deeper.json"
kibitzer cube --json --level 1ply "${ID/:31:/:00:}" >"$WORK/cube.json"
kibitzer eval --json --level 2ply "$ID" >"$WORK/evaluate.json"
kibitzer rollout --json --trials 144 "$ID" >"$WORK/rollout.json"
cp "$HERE/live.mjs" "$HERE/../pages/tap.mjs" "$BROWSER_TOOLS/" && cd "$BROWSER_TOOLS" && node live.mjs "$WORK" "$ID"
