#!/usr/bin/env bash
# bench.mjs with what drives the browser ($BROWSER_TOOLS).
set -eu
HERE=$(realpath "$(dirname "$0")")
PROGRAM=$(realpath "${PROGRAM:-build/release/kibitzer}") FIXTURES=$(realpath fixtures) PAGE=$(realpath build/web)
export PROGRAM FIXTURES XDG_CACHE_HOME=$PWD/build/cache
cp "$HERE/bench.mjs" "$HERE"/browser/*.mjs "$BROWSER_TOOLS/" && cd "$BROWSER_TOOLS" && exec node bench.mjs "$PAGE"
