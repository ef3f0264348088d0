#!/usr/bin/env bash
# One collection made by several processes that real schedulers start: the scripts of docs/scale.md, as they stand there,
# under Slurm and GNU parallel. MATCHES says how many. Usage: PROGRAM=... schedulers_check.sh
. "$(dirname "$0")/../cli/lib.sh"
. "$TOP/tests/servers/slurm.sh"
trap 'slurm_end; rm -rf "$WORK"' EXIT
MATCHES=${MATCHES:-200}
export LC_ALL=C.UTF-8
PATH=$(dirname "$PROGRAM"):$PATH

# The script below a heading of docs/scale.md.
script() { awk -v heading="## $1" '$0 == heading {here = 1} /^```$/ && text {exit} text {print} here && /^```sh/ {text = 1}' "$TOP/docs/scale.md"; }
canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }
pages() { find "$1" -name '*.json' 2>/dev/null | wc -l; }

mkdir matches
for i in $(seq "$MATCHES"); do sed "s/O'Hara/O'Hara $i/" "$DEMO/semi-final.mat" >"matches/m$i.mat"; done
"$PROGRAM" analyze -q --report json --out once matches
canonical once/collection.db once.db

# shares_are_one_run NAME: all.db, merged from the shares, and its pages are those of one run.
shares_are_one_run() {
    canonical all.db "$1.db"
    same "$1.db" once.db
    run report -q --db all.db --report json --out "$1.pages"
    status_is 0
    run report -q --db once/collection.db --report json --out once.pages
    diff -r -x 'collection.db*' once.pages "$1.pages" >differences || wrong "pages differ: $(head -3 differences)"
}

test_ "Slurm: an array of four over $MATCHES matches, one task killed and requeued"
script Slurm >job.sh
if slurm_start; then
    job=$(sbatch --parsable --output task%a.log job.sh)
    until [ "$(pages part2)" -ge 3 ]; do sleep 0.1; done
    scontrol requeue "${job}_2"
    left=$(pages part2)
    [ "$left" -lt $((MATCHES / 5)) ] || wrong "task 2 was nearly done ($left pages) when it was killed"
    for _ in $(seq 1500); do
        [ -z "$(squeue -h -j "$job" 2>/dev/null)" ] && break
        sleep 0.2
    done
    equal "$(cat task?.log | grep -c 'as Slurm has it')" 5 # one of the four began twice
    grep -Eq '[1-9][0-9]* unchanged' task2.log || wrong "task 2 began from nothing: $(cat task2.log)"
    "$PROGRAM" db merge -q --db all.db part*/collection.db
    shares_are_one_run slurm
    rm -rf all.db part*
else
    wrong "Slurm does not start: $(tail -n 3 "$SLURM"/*.log)"
fi

test_ "GNU parallel: eight shares, interrupted and resumed from the job log"
script 'GNU parallel' >job.sh
setsid bash job.sh >parallel.log 2>&1 &
group=$!
until [ "$(pages part1)" -ge 3 ]; do sleep 0.1; done
kill -9 -- -$group
wait $group 2>/dev/null
run db info --db part1/collection.db
status_is 0
[ "$(sed 1d log | awk '$7 == 0' | wc -l)" -lt 8 ] || wrong "all shares were done when they were killed"
rm -f all.db
bash job.sh >parallel.log 2>&1 || wrong "the second run failed: $(tail -3 parallel.log)"
shares_are_one_run parallel

finish
