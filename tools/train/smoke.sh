#!/bin/sh
# A few seconds of training, in TAP (make check-training, and in make check-all): the loss falls to less than half of what it
# was, the dearer labels of the second stage keep it there, one thread and two give the same net to the byte, and the
# net is judged by the positions held out. Then the net of many chequers back learns alone, then that of contact, then
# that of one side past beside it: the others stay as they are.
set -eu
trainer=${BUILD:-build/release}/kibitzer-train
plan=$(dirname "$0")/smoke.txt
score=$(dirname "$0")/../score
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

report() { # report STATUS NUMBER SENTENCE
    [ "$1" -eq 0 ] && echo "ok $2 - $3" && return
    failed=1
    echo "not ok $2 - $3"
}

# The mean loss of the contact net over rounds 4..8 of the first stage, over its last four, and over the second stage.
losses() {
    awk '{ for (i = 1; i < NF; i++) if ($i == "loss") { if ($1 == "start") loss[++n] = $(i + 1); else { rise += $(i + 1); m++ } } }
         END { for (i = 4; i < 9; i++) first += loss[i] / 5
               for (i = n - 3; i <= n; i++) last += loss[i] / 4
               printf "# loss %.4f -> %.4f in %d rounds, %.4f in the next %d\n", first, last, n, rise / (m ? m : 1), m
               exit !(n >= 12 && m >= 2 && last < first / 2 && rise / m < first / 2) }' "$1"
}

for threads in 1 2; do
    mkdir "$work/$threads"
    "$trainer" --plan "$plan" --folder "$work/$threads" --seed 5 --threads $threads --save-every 1000 \
        --held-out "$score/races.tsv" >"$work/$threads.log"
done
losses "$work/2.log" && status=0 || status=$?
report $status 1 "training makes the loss fall"
cmp "$work/1/kibitzer.net" "$work/2/kibitzer.net" && status=0 || status=$?
report $status 2 "the same net from one thread and from two"
awk '/^held out races/ { found = 1; error = $6 } END { exit !(found && error > 0 && error < 0.5) }' "$work/2.log" &&
    status=0 || status=$?
report $status 3 "the net is judged by positions held out"
sed '3s/\t0\.[0-9]*\t/\tmuch\t/' "$score/races.tsv" >"$work/bad.tsv"
"$trainer" --plan "$plan" --folder "$work" --held-out "$work/bad.tsv" 2>&1 | grep -q "bad.tsv:3: error: not a position" &&
    status=0 || status=$?
report $status 4 "a damaged line of such a file is refused by its number"

# learn_alone CLASS START: two threads and one, into folders CLASS1 and CLASS2
learn_alone() {
    for threads in 1 2; do
        mkdir "$work/$1$threads"
        "$trainer" --plan "${plan%.txt}-only.txt" --folder "$work/$1$threads" --seed 5 --threads $threads --save-every 1000 \
            --only "$1" --start "$2" >"$work/$1$threads.log"
    done
    cmp "$work/${1}1/kibitzer.net" "$work/${1}2/kibitzer.net"
}

# sum_of I FILE: of the weights of the I-th net. same_net I FILE FILE: are they the same?
sum_of() { "$trainer" --sums "$2" | sed -n "$(($1 + 1))p"; }
same_net() { [ -n "$(sum_of "$1" "$2")" ] && [ "$(sum_of "$1" "$2")" = "$(sum_of "$1" "$3")" ]; }

first=$work/1/kibitzer.net back=$work/back1/kibitzer.net contact=$work/contact1/kibitzer.net
learn_alone back "$first" && status=0 || status=$?
report $status 5 "the net of many chequers back: the same from one thread and from two"
same_net 0 "$first" "$back" && same_net 1 "$first" "$back" && [ -n "$(sum_of 2 "$back")" ] &&
    [ "$(sum_of 0 "$first")" != "$(sum_of 2 "$back")" ] && status=0 || status=$?
report $status 6 "it has learnt, and the others are what they were"
learn_alone contact "$back" && status=0 || status=$?
report $status 7 "the net of contact alone: the same from one thread and from two"
! same_net 0 "$back" "$contact" && same_net 1 "$back" "$contact" && same_net 2 "$back" "$contact" && status=0 || status=$?
report $status 8 "it has learnt, and the others are what they were"
together=$work/contact,past1/kibitzer.net
learn_alone contact,past "$contact" && status=0 || status=$?
report $status 9 "two nets that learn side by side: the same from one thread and from two"
! same_net 0 "$contact" "$together" && same_net 1 "$contact" "$together" && same_net 2 "$contact" "$together" &&
    [ "$("$trainer" --sums "$together" | wc -l)" -eq 4 ] && [ "$(sum_of 0 "$contact")" != "$(sum_of 3 "$together")" ] &&
    status=0 || status=$?
report $status 10 "both have learnt, and the others are what they were"
choices=${BUILD:-build/release}/tools/score/choices
"$choices" "$first" 64 1 "$first" "$back" >"$work/choices"
awk '/pairs/ { part = $1; pairs[part] = $2; n = 0 } /lost/ { if (n++) more[part] = $9 }
     END { exit !(pairs["contact,"] > 0 && pairs["back,"] > 0 && pairs["all,"] > pairs["contact,"] + pairs["back,"] &&
                  more["contact,"] == 0 && more["back,"] != 0 && more["all,"] != 0) }' "$work/choices" && status=0 || status=$?
report $status 11 "choices are judged by class, and only that of the net that has learnt has changed"
taskset -c "$(taskset -cp $$ | sed "s,.*: *,,; s,[-\,].*,,")" "$choices" "$first" 64 1 "$first" "$back" | cmp - "$work/choices" && status=0 || status=$?
report $status 12 "the same on one processor"
"$choices" "$first" none 1 "$back" >"$work/none" 2>&1 && status=1 || { [ $? -eq 2 ] && grep -q '^usage: ' "$work/none" && status=0 || status=1; }
report $status 13 "a number of games that is none is refused"
exit $failed
