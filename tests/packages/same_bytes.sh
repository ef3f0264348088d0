#!/usr/bin/env bash
# Another build of the program against this machine's: every fixture converted, a match of the demo analysed, all the same
# bytes. Usage: OTHER="qemu-aarch64-static -L ROOT build/arm64/kibitzer" same_bytes.sh    (absolute paths)
. "$(dirname "$0")/../cli/lib.sh"
mkdir native other

# both FOLDER ARG...: each build in a folder of its own, where FOLDER is left, with what was printed and the exit status.
both() {
    local build folder=$1
    shift
    for build in "native $PROGRAM" "other $OTHER"; do
        (cd "${build%% *}" && ${build#* } "$@" >"$folder.out" 2>"$folder.err"; echo $? >"$folder.status")
    done
}
same_trees() { diff -rq native other >differences || wrong "$(head -5 differences)"; }

# What fuzzing kept is in no encoding, and what its bytes are taken for depends on the C library's iconv().
test_ "every fixture is read as here, with the same messages"
both dumps convert --to dump --out dumps $(find "$TOP"/fixtures -mindepth 1 -maxdepth 1 -type d ! -name fuzz | sort)
same_trees
[ "$(find native/dumps -type f | wc -l)" -ge 100 ] || wrong "only $(find native/dumps -type f | wc -l) files were written"

test_ "an analysis gives the same reports"
both reports analyze --level 1ply --report html,json,pdf,csv --out reports "$DEMO/club-final.mat"
both stats stats --json --db reports/collection.db
rm -f {native,other}/reports/collection.db*
same_trees
for file in index.html club-final.html club-final.pdf club-final.json; do file_there "native/reports/$file"; done
equal "$(cat native/stats.status)" 0

finish
