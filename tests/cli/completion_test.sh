#!/usr/bin/env bash
# What shells complete after `kibitzer`.
. "$(dirname "$0")/lib.sh"
brief_demo

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
equal "$(complete_words kibitzer analyze --level roller | sort | tr '\n' ' ')" "roller roller+ roller++ "
equal "$(complete_words kibitzer hint --level roller)" ""
equal "$(complete_words kibitzer analyze --report no)" "none"
equal "$(complete_words kibitzer convert fi)" ""

test_ "bash completes the players of the collection, whatever their names hold"
run analyze -q --level 0ply --report none --date 2024-01-01 "$DEMO"
status_is 0
offers() { PATH=$(dirname "$PROGRAM"):$PATH complete_words kibitzer "$@"; }
equal "$(offers stats --player O)" "O\\'Hara"
equal "$(offers report --bottom 'Zo' | wc -l)" 1
equal "$(offers stats --opponent 'Z' | grep -c '&')" 1
equal "$(offers errors --player Nobody)" ""
mv kibitzer-report elsewhere
equal "$(offers stats --db elsewhere --player O)" "O\\'Hara"
equal "$(offers stats --db = elsewhere/collection.db --player O)" "O\\'Hara"
equal "$(offers report --out elsewhere --bottom O)" "O\\'Hara"
equal "$(offers stats --player O)" ""

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

test_ "fish and zsh complete in the shell itself, where they are there"
PATH=$(dirname "$PROGRAM"):$PATH
if command -v fish >/dev/null; then
    fish_offers() { fish -c "source completion.fish; complete -C '$1'" | cut -f 1 | tr '\n' ' '; }
    equal "$(fish_offers 'kibitzer anal')" "analyse analyze "
    equal "$(fish_offers 'kibitzer analyze --thr')" "--thresholds "
    equal "$(fish_offers 'kibitzer convert --to sno')" "snowiepos snowietxt "
    equal "$(fish_offers 'kibitzer convert --from ht')" ""
fi
if command -v zsh >/dev/null; then # it completes on a terminal alone
    cp completion.zsh _kibitzer
    cat >ask.py <<'PY'
import os, pty, re, select, sys, time
pid, tty = pty.fork()
if pid == 0:
    os.environ["TERM"] = "dumb"
    os.execvp("zsh", ["zsh", "-f", "-i"])
def until(mark, seconds=20):
    said, end = b"", time.time() + seconds
    while mark not in said and time.time() < end:
        if select.select([tty], [], [], 0.1)[0]:
            said += os.read(tty, 65536)
    return said
os.write(tty, b"fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; PS1=rea''dy; bindkey '^X' list-choices\n")
until(b"ready")
os.write(tty, sys.argv[1].encode() + b"\t\t")
print(sys.argv[2].encode() in until(sys.argv[2].encode())) # a line that is drawn anew may hold it twice
os.kill(pid, 9)
PY
    equal "$(python3 ask.py 'kibitzer analyze --thr' 'esholds')" True
    equal "$(python3 ask.py 'kibitzer convert --to sno' 'snowiepos')" True
fi

test_ "a shell that is not known is a usage error"
run completion tcsh
status_is 2
err_has 'bash, zsh or fish'

finish
