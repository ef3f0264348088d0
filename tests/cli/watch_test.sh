#!/usr/bin/env bash
# `analyze --watch`: files that appear while it runs. Usage: PROGRAM=... watch_test.sh
. "$(dirname "$0")/lib.sh"
brief_demo

renamed() { sed "s/O'Hara/O'Hara $1/" "$DEMO/semi-final.mat"; }
appears() { for _ in $(seq 600); do [ -f "$1" ] && return 0; sleep 0.1; done; return 1; }
says() { for _ in $(seq 600); do grep -q -e "$1" said && return 0; sleep 0.1; done; return 1; }

mkdir -p in/club
renamed 1 >in/m1.mat
echo 'no match' >in/broken.mat
"$PROGRAM" analyze --watch --level 0ply --out watched in 2>said &
pid=$!

test_ "what is there is analysed, and then what appears, in new folders too"
says '1 refused' || wrong "the first round does not end: $(cat said)"
file_there watched/m1.html
renamed 2 >in/club/m2.mat
appears watched/m2.html || wrong "a new file was not analysed"
mkdir in/later
renamed 3 >in/later/m3.mat
appears watched/m3.html || wrong "a file in a new folder was not analysed"
renamed 4 >hidden
mv hidden in/m4.mat
appears watched/m4.html || wrong "a file that was moved in was not analysed"
says ': 1 new, 3 unchanged' || wrong "the run does not say so: $(cat said)"

test_ "what could not be used is reported once, and again when it has changed"
equal "$(grep -c 'broken.mat.*error' said)" 1
echo 'still no match' >in/broken.mat
for _ in $(seq 100); do [ "$(grep -c 'broken.mat.*error' said)" = 2 ] && break; sleep 0.1; done
equal "$(grep -c 'broken.mat.*error' said)" 2

test_ "it ends cleanly on a signal, and has written what one run writes"
for _ in $(seq 600); do # the round with the second error comes to its end
    sed -n '/broken.mat.*error/,$p' said | sed '1d' | sed -n '/broken.mat.*error/,$p' | grep -q '1 refused' && break
    sleep 0.1
done
kill -TERM $pid
wait $pid
equal $? 1
"$PROGRAM" analyze -q --level 0ply --out once in 2>/dev/null
diff -r -x 'collection.db*' once watched >differences || wrong "pages differ: $(head -3 differences)"
for d in once watched; do "$PROGRAM" db merge -q --db $d.db $d/collection.db; done
same once.db watched.db

test_ "--watch wants folders and nothing else"
run analyze --watch --out none in/m1.mat
status_is 2
err_has 'name only folders'
run analyze --watch --fresh --out none in
status_is 2

finish
