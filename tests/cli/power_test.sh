#!/usr/bin/env bash
# A few of the states of the disk that `make power-loss` looks at.
. "$(dirname "$0")/lib.sh"
trap - EXIT
rm -r "$WORK"
cd "$TOP" || exit 1
STATES=${POWER_STATES:-$(much 3 1)} exec tests/power/power.sh
