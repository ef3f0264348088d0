#!/usr/bin/env bash
# What shells complete after `kibitzer`.
. "$(dirname "$0")/lib.sh"

# complete WORDS...: what bash would offer for the last word.
complete_words() {
    bash -c 'source ./bash_completion; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _kibitzer; printf "%s\n" "${COMPREPLY[@]}"' \
        kibitzer "$@"
}
"$PROGRAM" completion bash >bash_completion

test_ "bash completes commands, options and formats"
equal "$(complete_words kibitzer anal)" "analyze
analyse"
equal "$(complete_words kibitzer analyze --thr)" "--thresholds"
equal "$(complete_words kibitzer analyse --thr)" "--thresholds"
equal "$(complete_words kibitzer convert --to sno | sort | tr '\n' ' ')" "snowiepos snowietxt "
equal "$(complete_words kibitzer convert --from ht)" ""
equal "$(complete_words kibitzer analyze --level 2)" "2ply"
equal "$(complete_words kibitzer analyze --cube-level wor)" "worldclass"
equal "$(complete_words kibitzer convert fi)" ""

test_ "every option of every command is completed"
for c in $("$PROGRAM" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    complete_words kibitzer "$c" -- | sort >offered
    "$PROGRAM" "$c" --help | grep -oE '^ +(-., |    )--[a-z-]+' | grep -oE -e '--[a-z-]+' | sort >listed
    [ -s listed ] || wrong "$c has no options"
    same offered listed
done

test_ "zsh and fish get all options too, and their syntax is sound where the shells are there"
for s in zsh fish; do
    run completion $s
    status_is 0
    cp out completion.$s
    out_has 'thresholds'
    ! command -v $s >/dev/null || $s -n completion.$s || wrong "$s does not read it"
done
equal "$(tr -d '\n' <completion.zsh | sed "s/'\\\\''//g" | tr -cd "'" | wc -c | awk '{ print $1 % 2 }')" 0

test_ "a shell that is not known is a usage error"
run completion tcsh
status_is 2
err_has 'bash, zsh or fish'

finish
