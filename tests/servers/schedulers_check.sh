#!/usr/bin/env bash
# One collection made by several processes that real schedulers start: the scripts of docs/scale.md, as they stand there,
# under Slurm and GNU parallel. MATCHES says how many. Usage: PROGRAM=... schedulers_check.sh
. "$(dirname "$0")/../cli/lib.sh"
. "$TOP/tests/servers/slurm.sh"
trap 'slurm_end; rm -rf "$WORK"' EXIT
MATCHES=${MATCHES:-120}
export LC_ALL=C.UTF-8
PATH=$(dirname "$PROGRAM"):$PATH

# The script below a heading of docs/scale.md.
script() { awk -v heading="## $1" '$0 == heading {here = 1} /^```$/ && text {exit} text {print} here && /^```sh/ {text = 1}' "$TOP/docs/scale.md"; }
canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }
pages() { find "$1" -name '*.json' 2>/dev/null | wc -l; }

mkdir matches
for i in $(seq "$MATCHES"); do sed "s/O'Hara/O'Hara $i/" "$DEMO/semi-final.mat" >"matches/m$i.mat"; done
printf 'no match\n' >matches/junk.mat
"$PROGRAM" analyze -q --bad-inputs ok --report json --out once matches
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

# Until no job is left.
slurm_wait() {
    for _ in $(seq 3000); do
        [ -z "$(squeue -h 2>/dev/null)" ] && return
        sleep 0.2
    done
    wrong "jobs are left: $(squeue)"
}

script Slurm >array.sh
if slurm_start; then
    test_ "Slurm: an array of four over $MATCHES matches, one task killed and requeued, merged by a dependent job"
    script 'Slurm: the merge as a job' >merge.sh
    . ./merge.sh >/dev/null
    until [ "$(pages part2)" -ge 3 ]; do sleep 0.1; done
    scontrol requeue "${array}_2"
    left=$(pages part2)
    [ "$left" -lt $((MATCHES / 5)) ] || wrong "task 2 was nearly done ($left pages) when it was killed"
    slurm_wait
    equal "$(cat task?.log | grep -c 'as Slurm has it')" 5 # one of the four began twice
    grep -Eq '[1-9][0-9]* unchanged' task2.log || wrong "task 2 began from nothing: $(cat task2.log)"
    grep -q ' 1 refused' task?.log || wrong "the file that is no match was not reported"
    file_there all.db
    diff -r -x 'collection.db*' <(cd once && find . -name '*.json' | sort) <(cd pages && find . -name '*.json' | sort) >/dev/null || wrong "the merge job's pages are others: $(cat merge.log)"
    shares_are_one_run slurm

    test_ "Slurm: a tree of merges"
    rm -rf all.db pages task?.log
    script 'Slurm: a tree of merges' >tree.sh
    . ./tree.sh >/dev/null
    slurm_wait
    file_there branch3.db
    grep -q '2 of 4 present; missing: 3, 4' branch1.log || wrong "branch 1 does not know its shares: $(cat branch1.log)"
    ! grep -q present merge.log || wrong "shares are missing: $(cat merge.log)"
    shares_are_one_run tree

    test_ "Slurm: arrays with gaps are refused and nothing depends on them; a missing part is named"
    for array in 1,3 3; do
        rm -f gap*.log never
        job=$(sbatch --parsable --array=$array --output gap%a.log array.sh)
        sbatch --dependency=afterok:"$job" --kill-on-invalid-dep=yes --output /dev/null --wrap "touch $PWD/never" >/dev/null
        slurm_wait
        grep -q 'name it, with N shares in all: --shard "$SLURM_ARRAY_TASK_ID/N"' gap3.log || wrong "task 3 of $array was not refused: $(cat gap3.log)"
        file_gone never
    done
    run db merge -q --db some.db part1/collection.db part2/collection.db part4/collection.db
    status_is 1
    err_has "shares of $PWD/matches: 3 of 4 present; missing: 3$"
    run db merge -q --partial --db some.db part1/collection.db
    status_is 0
    rm -rf part3
    sbatch --array=3 --export=ALL,SHARE=3/4 --output task%a.log array.sh >/dev/null
    slurm_wait
    run db merge -q --db some.db part3/collection.db
    status_is 0
    rm -rf all.db some.db part*
else
    test_ "Slurm starts"
    wrong "it does not: $(tail -n 3 "$SLURM"/*.log)"
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
