#!/usr/bin/env bash
# A few of the states of the disk that `make power-loss` looks at.
STATES=${POWER_STATES:-3} exec "$(dirname "$0")/../power/power.sh"
