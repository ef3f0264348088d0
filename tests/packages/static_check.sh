#!/usr/bin/env bash
# The static program where nothing else is: in an empty folder, in the oldest Debian that the mirror has, and in today's.
# Usage: STATIC=FILE static_check.sh    (root)
. "$(dirname "$0")/../cli/lib.sh"

# in_root FOLDER: the program alone, put there with two matches, must analyse them.
in_root() {
    mkdir -p "$1/tmp"
    cp "$STATIC" "$1/kibitzer"
    cp -r "$DEMO" "$1/matches"
    chroot "$1" /kibitzer analyze --level 0ply --report html,json,pdf --out /reports /matches >out 2>err
    status=$?
    status_is 0
    "$PROGRAM" analyze --level 0ply --report html,json --out "$WORK/native" "$DEMO" >/dev/null 2>&1
    for page in club-final.html club-final.json semi-final.html; do same "$1/reports/$page" "$WORK/native/$page"; done
    file_there "$1/reports/club-final.pdf"
}

test_ "it runs in a folder that holds nothing else but /dev/null"
mkdir -p empty/dev
: >empty/dev/null
in_root empty

test_ "it asks for no library"
! readelf -d "$STATIC" 2>/dev/null | grep -q NEEDED || wrong "$(readelf -d "$STATIC" | grep NEEDED)"

for system in bullseye bookworm; do
    test_ "it runs in a bare Debian $system"
    mmdebstrap -q --variant=essential $system $system 2>err || wrong "no $system can be made: $(tail -3 err)"
    in_root $system
    [ "$(chroot $system /bin/sh -c '/kibitzer convert --to mat /matches/league-round-4.sgf - | /usr/bin/wc -l')" -gt 20 ] || wrong "nothing comes through a pipe"
done

finish
