#!/usr/bin/env bash
# The page in Debian's Chromium and Firefox. $BROWSER_TOOLS holds what drives them (mk/web.mk); BROWSERS="firefox": one alone;
# CHECKS="offers": that one alone.
set -u
HERE=$(realpath "$(dirname "$0")")
PROGRAM=$(realpath "${PROGRAM:-build/release/kibitzer}") FIXTURES=$(realpath fixtures) PAGE=$(realpath build/web)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export PROGRAM FIXTURES XDG_CACHE_HOME=$PWD/build/cache XDG_CONFIG_HOME=$WORK # nobody's own settings
cp "$HERE"/*.mjs "$HERE/../../pages/tap.mjs" "$BROWSER_TOOLS/" && cd "$BROWSER_TOOLS" || exit 1
status=0
for browser in ${BROWSERS:-chromium firefox}; do
    for check in ${CHECKS:-check served offers robust hostile live_report}; do
        node $check.mjs "$browser" "$PAGE" || status=1
    done
done
exit $status
