#!/usr/bin/env bash
# bench.mjs with what drives the browser ($BROWSER_TOOLS).
set -eu
HERE=$(realpath "$(dirname "$0")")
PROGRAM=$(realpath "${PROGRAM:-build/release/kibitzer}") FIXTURES=$(realpath fixtures) PAGE=$(realpath build/web)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export PROGRAM FIXTURES XDG_CACHE_HOME=$PWD/build/cache XDG_CONFIG_HOME=$WORK # nobody's own settings
cp "$HERE/bench.mjs" "$HERE"/browser/*.mjs "$BROWSER_TOOLS/" && cd "$BROWSER_TOOLS" && node bench.mjs "$PAGE"
