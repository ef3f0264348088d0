#!/usr/bin/env bash
# tools/measure couple: the units of a net stand in another order, and nobody sees it but the clock.
MEASURE=$(realpath "${BUILD:-build/release}/tools/measure/measure")
. "$(dirname "$0")/lib.sh"
NET=$TOP/data/kibitzer.net

couple() { # couple FROM TO
    "$MEASURE" couple 1 "$1" "$2" >out 2>err
    status=$?
}

# What the program makes of a match with a net: every evaluation of its analysis and all that follows from it, but
# not the line that names the net, nor the certificate, which names it too.
analysed() { # analysed NET OUT
    run analyze --net "$1" --level 1ply --json "$DEMO/club-final.mat"
    status_is 0
    sed -i '/^ "certificate": {$/,/^ }$/d' out
    grep -v '"version".* net ' out >"$2"
    [ "$(wc -l <out)" -eq $(($(wc -l <"$2") + 1)) ] || wrong "the net has no name in the analysis"
}

test_ "units change places"
couple "$NET" coupled.net
status_is 0
out_has '^contact .*couples on: [0-9.]* of 128, before [0-9.]*$'
out_has '^race '
file_there coupled.net
cmp -s "$NET" coupled.net && wrong "the net is what it was"

test_ "the analysis of a match is the same"
analysed "$NET" before
analysed coupled.net after
same before after
[ "$(grep -c '"equity"' before)" -gt 500 ] || wrong "hardly anything was evaluated: $(head -c 300 before)"

test_ "the same positions, the same order"
couple "$NET" again.net
same coupled.net again.net

test_ "a damaged net is refused, and nothing is written"
head -c 100000 "$NET" >damaged.net
couple damaged.net none.net
status_is 1
err_has 'error: damaged.net: damaged net file: checksum '
file_gone none.net

test_ "luck and errors of a match are set against its result"
"$MEASURE" luck 1ply 1ply "$DEMO/club-final.mat" >out 2>err
status=$?
status_is 0
out_has '^kibitzer: 1 matches, luck-adjusted result less .*: mean [-+][0-9.]* %, root mean square [0-9.]* %$'
out_has '^1 files, 0 unfinished matches, 0 money sessions'

finish
