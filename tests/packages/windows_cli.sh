#!/usr/bin/env bash
# The tests of the command line with the program for Windows: they pass but for those in the table of docs/windows.md, which
# fail. Usage: PROGRAM=WRAPPER windows_cli.sh [SCRIPT...]    (mk/windows.mk)
. "$(dirname "$0")/../cli/lib.sh"

# Rows are | `script` | sentence | reason |, the sentence "all" for a whole script.
left_out() { sed -n "s/^| \`$1\` | \(.*\) | [^|]*|\$/\1/p" "$TOP/docs/windows.md" | sort; }

# Runs a script for SCRIPT_LIMIT seconds at most, and ends all that it has begun and left: they have its folder for temporary
# files in their environment.
limited() {
    mkdir "$WORK/tmp"
    TMPDIR=$WORK/tmp timeout -k 5 "${SCRIPT_LIMIT:-900}" "$1" >"$WORK/said" 2>&1 3>&-
    [ $? -lt 124 ] || echo "it took more than ${SCRIPT_LIMIT:-900} seconds" >>"$WORK/said"
    for process in /proc/[0-9]*; do
        ! grep -qsz "^TMPDIR=$WORK/tmp\$" "$process/environ" || kill -KILL "${process#/proc/}"
    done 2>/dev/null
    rm -rf "$WORK/tmp"
}

# While one program of Windows is there, wine's services stay for the others, which begin in a third of the time.
exec 3> >(exec wine cmd >/dev/null 2>&1)

cd "$TOP" || exit 1
[ $# -ne 0 ] || set -- tests/cli/*_test.sh
for script in "$@"; do
    short=$(basename "$script")
    [ "$(left_out "$short")" != all ] || continue
    test_ "$short"
    limited "$script"
    sed -n 's/^not ok [0-9]* - //p' "$WORK/said" | sort >"$WORK/failed"
    left_out "$short" >"$WORK/left_out"
    grep -q '^1\.\.' "$WORK/said" || wrong "it did not end: $(tail -3 "$WORK/said")"
    cmp -s "$WORK/failed" "$WORK/left_out" || wrong "failed ( < ) or left out ( > ): $(diff "$WORK/failed" "$WORK/left_out")"
done
finish
