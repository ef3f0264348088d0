#!/usr/bin/env bash
# hours.sh HOURS [FOLDER]: fuzzes every target in turn until the hours are over, one process at a time, each time with
# what the target has gathered so far, and goes on from the figures that stand in FOLDER. Targets that need microseconds
# get longer turns. Short inputs alternate with long ones: the first are many, the second go deep. Every crash is kept and
# the run goes on.
#     FOLDER/figures   executions, crashes and seconds of each target, then the sum
#     FOLDER/crashes   TARGET-crash-..., -timeout-..., -oom-...: inputs; beside each what the fuzzer said of it (.log)
#     FOLDER/TARGET    corpus and seeds
set -eu
cd "$(dirname "$0")/../.."
here=$PWD folder=${2:-build/fuzz/hours}
end=$(awk -v now="$(date +%s)" -v hours="$1" 'BEGIN { printf "%d", now + hours * 3600 }')
turn=${FUZZ_TURN:-10} # seconds
declare -A weight=([ids]=16 [plays]=16 [pos]=4 [bgf]=4 [bearoff]=4 [lines]=4 [met]=2)
[ "$turn" -ge 5 ] || weight=()
declare -A shortest=([xg]=20000 [xg-records]=20000) # nothing begins in fewer bytes
mkdir -p "$folder/crashes" "$folder/tmp"
folder=$(cd "$folder" && pwd)
export TMPDIR=$folder/tmp
[ -d /dev/shm ] && TMPDIR=$(mktemp -d /dev/shm/kibitzer-fuzz-XXXXXX) && trap 'rm -rf "$TMPDIR"' EXIT
export ASAN_OPTIONS=malloc_context_size=3:quarantine_size_mb=1:detect_leaks=${FUZZ_LEAKS:-1}
export TEST_CACHE=$here/build/cache/kibitzer # bearoff databases: the sanitizers would take minutes to make them
if [ "$turn" -ge 5 ]; then
    for race in XGID=-CCCBBB------------bbbccc-:0:0:1:00:0:0:0:0:10 XGID=------ECG--------gce------:0:0:1:00:0:0:0:0:10; do
        XDG_CACHE_HOME=$here/build/cache build/release/kibitzer eval --level 0ply $race >/dev/null
    done
fi
targets=$(make -s fuzz-targets)
tables=$(make -s fuzz-tables)
declare -A executions=() crashes=() seconds=()

has_word() { case " $1 " in *" $2 "*) ;; *) return 1 ;; esac; }

prepare() { # TARGET
    rm -rf "$folder/$1/seeds"
    mkdir -p "$folder/$1/corpus" "$folder/$1/seeds"
    tests/fuzz/seeds.sh "$folder/$1/seeds" "${1#any}"
    ln -sfn "$here/data" "$folder/$1/data"
}

fuzz() { # TARGET SECONDS LENGTH
    local program=fuzz_import found before
    has_word "$tables" "$1" && program=fuzz_table
    before=$(date +%s)
    (cd "$folder/$1" && FUZZ_READER=${1#any} "$here/build/asan/$program" -entropic=0 -max_total_time="$2" \
        -dict="$here/tests/fuzz/match.dict" -timeout=120 -rss_limit_mb=3000 -max_len="$3" -print_final_stats=1 -reload=0 -report_slow_units=1000 \
        -artifact_prefix="$folder/crashes/$1-" corpus seeds 2>fuzz.log >/dev/null) || {
        crashes[$1]=$((${crashes[$1]:-0} + 1))
        found=$(sed -n 's/.*Test unit written to //p' "$folder/$1/fuzz.log" | tail -1)
        tail -60 "$folder/$1/fuzz.log" >"${found:-$folder/crashes/$1-${crashes[$1]}}.log"
    }
    executions[$1]=$((${executions[$1]:-0} + $(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$1/fuzz.log" | tail -1 | grep . || echo 0)))
    seconds[$1]=$((${seconds[$1]:-0} + $(date +%s) - before))
}

write_figures() {
    local t all=0
    {
        for t in $targets; do
            printf '%-12s %12d executions %5d crashes %7d s\n' "$t" "${executions[$t]:-0}" "${crashes[$t]:-0}" "${seconds[$t]:-0}"
            all=$((all + ${executions[$t]:-0}))
        done
        printf '%-12s %12d executions\n' all $all
    } >"$folder/figures.new"
    mv "$folder/figures.new" "$folder/figures"
}

while read -r t executed _ crashed _ took _; do
    [ "$t" = all ] || executions[$t]=$executed crashes[$t]=$crashed seconds[$t]=$took
done < <(cat "$folder/figures" 2>/dev/null)
for t in $targets; do prepare "$t"; done
lengths=(400 30000 3000)
for ((round = 0; round < ${FUZZ_ROUNDS:-1000000}; round++)); do
    for t in $targets; do
        left=$((end - $(date +%s)))
        [ $left -gt 0 ] || break 2
        time=$((turn * ${weight[$t]:-1}))
        length=${lengths[round % 3]}
        [ "$length" -ge "${shortest[$t]:-0}" ] || length=${shortest[$t]}
        fuzz "$t" $((time < left ? time : left)) "$length"
        write_figures
    done
done
cat "$folder/figures"
[ -n "$(ls "$folder/crashes")" ] || exit 0
echo "crashes: see $folder/crashes"
for log in "$folder"/crashes/*.log; do # enough to see what it was where the folder is out of reach
    echo "${log##*/}:"
    grep -E '^oracle:|ERROR|SUMMARY|#[0-9]+ .* src/' "$log" | head -12
    [ ! -f "${log%.log}" ] || head -c 3000 "${log%.log}" | base64 -w 120
done
exit 1
