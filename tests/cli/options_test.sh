#!/usr/bin/env bash
# How the command line is understood and what it says when it is not.
. "$(dirname "$0")/lib.sh"
COMMANDS="analyze convert info list formats eval hint duel external bearoff bench board completion"

test_ "--version names the program and its version"
run --version
status_is 0
out_has '^kibitzer [0-9]*\.[0-9]*\.[0-9]*$'

test_ "no command is a usage error that shows the commands"
run
status_is 2
out_empty
err_has 'analyze'
err_has 'transcribe A.kbt'

test_ "--help lists every command on stdout"
run --help
status_is 0
for c in $COMMANDS; do out_has "^  $c "; done
err_empty

test_ "a language that there is not is a usage error also where there is no command"
for words in "--language xx --help" "--language xx" "--language=xx --version" "help PR --language xx" "--language xx formats"; do
    run $words
    status_is 2
    out_empty
    err_has '^kibitzer: --language xx: no such language, expected en, cs'
done
for words in --language --language= "--version --language" "--language de --language"; do
    run $words
    status_is 2
    out_empty
    err_has ': --language .*: LANG$'
    err_lacks 'no such language'
done
run --language de --help
status_is 0
out_has 'Aufruf'
run schema --help
out_has 'English in every language'

test_ "every command has a --help of its own with its options"
for c in $COMMANDS; do
    run "$c" --help
    status_is 0
    out_has "^usage: kibitzer $c"
    out_has '--help'
done

test_ "the manual page has every command and every option"
page=$TOP/docs/kibitzer.1
for c in $COMMANDS; do
    grep -q "^\.Ss $c" "$page" || wrong "no section on $c"
    "$PROGRAM" "$c" --help | grep -oE '^ +(-., )?--[a-z-]+' | grep -oE '[a-z][a-z-]+$|[ab]$' >options
    while read -r o; do
        grep -qE "^\.(It |Op |Cm |Pq )?.*(Fl )?-$o( |\$)" "$page" || wrong "$c: no --$o"
    done <options
done

test_ "analyse is analyze"
run analyse --help
status_is 0
out_has '^usage: kibitzer analyze'

test_ "an unknown command is a usage error that names the nearest one"
run anlyze x.mat
status_is 2
err_has 'anlyze.; did you mean analyze?'
run help hnit
status_is 2
err_has 'did you mean hint?'

test_ "nothing is suggested where nothing is near"
run frobnicate x.mat
status_is 2
err_lacks 'did you mean'

test_ "an unknown option is named with the nearest one"
run info --jsn x.mat
status_is 2
err_has '--jsn; did you mean --json?'
run analyze --thresolds=xg x.mat
status_is 2
err_has '--thresolds=xg; did you mean --thresholds?'
run analyze --plies 2 x.mat
err_has '--plies; did you mean --level?'
run list --plies 2 x.mat
err_lacks 'did you mean'
run analyze --cand 3 x.mat
err_has 'did you mean --candidates?'

test_ "an unknown match equity table is named with the nearest one"
for c in "eval 4HPwATDgc/ABMA" "analyze x.mat" "met show"; do
    run $c --met wolsey
    status_is 2
    err_has 'wolsey: .*did you mean woolsey?'
done
run eval --met woolsey 4HPwATDgc/ABMA
status_is 0
run eval --met frobnicate 4HPwATDgc/ABMA
status_is 2
err_lacks 'did you mean'
run eval --met ./nowhere.xml 4HPwATDgc/ABMA
err_has 'nowhere.xml: .*cannot be read: No such file'

test_ "an unknown format is named with the nearest one"
for c in "convert --to htlm" "analyze --report json,htlm"; do
    run $c x.mat
    status_is 2
    err_has 'htlm: .*did you mean html?'
done
for c in convert info analyze; do
    run $c --from snowipos x.mat
    status_is 2
    err_has 'did you mean snowiepos?'
done

test_ "a format that is only read, or only written, is said to be so, and what would do"
run convert --to xg x.mat
status_is 2
err_has '--to xg: xg can be read, not written; try sgf or mat'
run convert x.mat final.xg
status_is 2
err_has 'final.xg: xg can be read, not written; try sgf or mat'
run analyze --report fibsboard x.mat
err_has 'fibsboard can be read, not written; try xgid or pos'
run convert --from pdf x.mat -
status_is 2
err_has '--from pdf: pdf can be written, not read'

test_ "an extension serves as the name of a format"
run convert --to tex "$DEMO/semi-final.mat" -
status_is 0
out_has 'documentclass'
run convert --to .JSON "$DEMO/semi-final.mat" -
status_is 0
out_has '"players"'
run info --from .MAT "$DEMO/semi-final.mat"
status_is 0
run info --from txt "$DEMO/semi-final.mat"
status_is 2
err_has 'several formats have this extension (gnubgtext, xgtext, fibsboard'

test_ "an option that wants a value says so"
run analyze --level
status_is 2
err_has '--level needs a value'
run study Ann --since --out folder
status_is 2
err_has 'kibitzer study: --since needs a value: DATE; found the option --out$'
run analyze -o -q file.mat
status_is 2
err_has 'needs a value: .*; found the option -q$'
run analyze --level --jobs=2 file.mat
err_has '--level needs a value: LEVEL; found the option --jobs=2$'
run analyze --event=--out --report none --out there "$DEMO/club-final.mat"
status_is 0

test_ "a switch takes no value"
run info --json=yes x.mat
status_is 2

test_ "a number out of range is refused"
run analyze --jobs 0 x.mat
status_is 2
err_has '--jobs 0'

test_ "an unknown level is refused"
run eval --level 9ply 4HPwATDgc/ABMA
status_is 2
err_has '9ply'

test_ "unknown thresholds are refused"
run analyze --thresholds soft x.mat
status_is 2
err_has 'soft'

test_ "an unknown report format is refused before anything is done"
run analyze --report html,docx "$DEMO"
status_is 2
err_has 'docx'
file_gone kibitzer-report

test_ "--json and a folder exclude each other"
run analyze --json --out x "$DEMO"
status_is 2
err_has '--out'

test_ "a full disk is reported"
if [ -w /dev/full ]; then
    "$PROGRAM" formats >/dev/full 2>err
    status=$?
    status_is 3
    err_has 'standard output'
fi

test_ "every command that is stopped says so by its exit status and leaves no file behind"
mkfifo never
exec 8<>never
for c in "convert - x.sgf" "info -" "eval --level 0ply" "hint --level 0ply" "board -o x.svg" \
    "bearoff make --two-sided 10x6 x.bd"; do
    "$PROGRAM" $c <never >out 2>err &
    pid=$!
    at_work $pid
    kill -TERM $pid
    wait $pid
    status=$?
    [ "$status" -eq 130 ] || wrong "$c: exit status $status, expected 130"
done
exec 8>&-
equal "$(ls | grep -c '^x\.')" 0

test_ "a switch that is on is turned off with --no-, and only such a one"
run eval --level 0ply --no-cache --cache 4HPwATDgc/ABMA
status_is 0
run eval --no-header 4HPwATDgc/ABMA
status_is 2
err_has 'unknown option: --no-header'
run rollout --trials 12 --no-variance-reduction XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:0:0:0:0:10
status_is 0
out_has 'stratified dice'
! grep -q 'variance' out || wrong "luck is taken out of the results"

finish
