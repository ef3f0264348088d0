#!/usr/bin/env bash
# Targets of the Makefile: `make help` is short, every other target stands in `make help-lab`, and a target whose input is missing
# fails with one line; what is released is what the tag names.
. "$(dirname "$0")/lib.sh"
mkdir -p corpus/mat corpus/xg bench
touch corpus/mat/one.mat corpus/xg/one.xg bench/decisions-ref.tsv
unset MAKEFLAGS MAKELEVEL MFLAGS CC
make_() { # as `run`; recipes are not carried out, what is missing is found all the same
    make -C "$TOP" --no-print-directory -n "$@" >out 2>err
    status=$?
}

test_ "make help lists the usual targets, make help-lab the others"
make -C "$TOP" --no-print-directory help >usual
make -C "$TOP" --no-print-directory help-lab >groups
grep '^  make ' groups >lab
[ "$(wc -l <usual)" -ge 10 ] && [ "$(wc -l <usual)" -le 20 ] || wrong "help has $(wc -l <usual) lines"
[ "$(wc -l <lab)" -ge 60 ] || wrong "help-lab has only $(wc -l <lab) lines"
equal "$(cat usual lab | awk '{print $2}' | sort | uniq -d)" ""
for target in all check demo install bench help-lab; do
    grep -q "^  make $target " usual || wrong "make help lacks $target"
done

test_ "make help-lab has groups of a few targets each, all under a title"
equal "$(head -1 groups)" "Building and checking"
awk '/^[A-Z]/ { title = $0; next } NF { n[title]++ } END { for (t in n) print n[t], t }' groups >sizes
[ "$(wc -l <sizes)" -ge 6 ] || wrong "only $(wc -l <sizes) groups"
equal "$(awk '$1 > 30' sizes)" ""
equal "$(grep -L '^#: [A-Z]' "$TOP/Makefile" "$TOP"/mk/*.mk)" ""

test_ "make test runs the test that is named, and says what it does not know"
make_ test T=posid
equal "$status $(grep -o 'tests/run.sh .*' out)" "0 tests/run.sh build/release/tests/posid_test "
make_ test T=formats
out_has 'tests/run.sh build/release/tests/formats_test tests/cli/formats_test.sh'
make_ test T=nosuch
err_has 'no test is called "nosuch"'
make_ test
err_has 'needs the name of a test: make test T=walk'

test_ "a run of tests goes on after a failure, and names what failed at the end"
printf '#!/bin/sh\necho "not ok 1 - it fails"\nexit 1\n' >bad_test
printf '#!/bin/sh\necho "ok 1 - it works"\n' >good_test
chmod +x bad_test good_test
"$TOP/tests/run.sh" ./bad_test ./good_test >out 2>err
equal "$?" 1
equal "$(tail -2 out)" "failed: bad_test
1 passed, 1 failed"

test_ "every target is listed, but for the parts of others"
sed -n 's/^\.PHONY: *//p' "$TOP/Makefile" "$TOP"/mk/*.mk | tr ' ' '\n' | grep -v '[$(]' | sort -u >phony
cat usual lab | awk '{print $2}' | sort -u >listed
equal "$(comm -23 phony listed | tr '\n' ' ')" "FORCE asan-replay-run browser-tools fuzz-tables fuzzers release-parts server-packages test-programs tsan-run "

test_ "a target whose input is missing fails with one line that names it"
while read -r target what setting; do
    make_ "$target" $setting
    [ "$status" -eq 2 ] || wrong "$target: exit status $status, expected 2"
    equal "$target: $(wc -l <err)" "$target: 1"
    grep -q "\*\*\* $target needs .*$what" err || wrong "$target: $(cat err)"
done <<END
corpus /nowhere CORPUS=/nowhere
check-pr /nowhere/xg CORPUS=/nowhere
check-calibration /nowhere/mat CORPUS=/nowhere
evaluator-error /nowhere/decisions-ref.tsv BENCH=/nowhere
evaluator-error /nowhere/xg CORPUS=/nowhere BENCH=$PWD/bench
bench /nowhere/mat_bulk CORPUS=/nowhere
bench-collection /nowhere/mat CORPUS=/nowhere
compare-gnubg . CORPUS=/nowhere
check-met . MET_FOLDER=/nowhere
cube-fit own- CUBE_RUN=/nowhere
levels-against /nowhere/xg CORPUS=/nowhere
roundtrip /nowhere CORPUS=/nowhere
same-match /nowhere CORPUS=/nowhere
check-rollouts /nowhere BENCH=/nowhere
luck /nowhere/xg CORPUS=/nowhere
cube-bias /nowhere/xg CORPUS=/nowhere
search-bias /nowhere NET=/nowhere
search-borders /nowhere NET=/nowhere
search-filters /nowhere NET=/nowhere
score-races /nowhere EXACT=/nowhere
smart-rollouts /nowhere BENCH=/nowhere
score-chances /nowhere/backgames.tsv BENCH=/nowhere
balance-net /nowhere NET=/nowhere
levels-table /nowhere BENCH=/nowhere
train-more /nowhere START=/nowhere
train-back /nowhere START=/nowhere
train-contacts /nowhere START=/nowhere
train-sides /nowhere START=/nowhere
duel-back /nowhere START=/nowhere
score /nowhere BENCH=/nowhere
score-unlisted /nowhere BENCH=/nowhere
peer /nowhere GNUBG=/nowhere
peer-rollouts /nowhere GNUBG=/nowhere
END

test_ "the same targets run where their input is there"
for target in corpus check-pr check-calibration evaluator-error cube-bias; do
    make_ "$target" CORPUS="$PWD/corpus" BENCH="$PWD/bench"
    status_is 0
    err_empty
done

test_ "only the tag of its version, with nothing beside it, and its changes in CHANGELOG.md, is released"
git init -q tagged && cp "$TOP/tools/packages/releasable.sh" tagged
git() { command git -C tagged -c user.name=Ann -c user.email=ann@example.org -c commit.gpgsign=false -c tag.gpgsign=false "$@"; }
commit() { printf '%s\n' "$@" >tagged/CHANGELOG.md && git add . && git commit -q -m changes; }
refused() { # PATTERN
    (cd tagged && ./releasable.sh v1.2.3) >out 2>err
    status=$?
    status_is 1
    err_has "^release: .*$1"
}
commit "## Unreleased" "* new" "## 1.2.2" "* old"
refused "no tag v1.2.3"
git tag v1.2.3
refused "no section ## 1.2.3"
commit "## Unreleased" "* newer" "## 1.2.3" "* new"
refused "not that of the tag v1.2.3"
git tag -f v1.2.3 >/dev/null
refused "changes under ## Unreleased"
commit "## Unreleased" "" "## 1.2.3" "* new"
git tag -f v1.2.3 >/dev/null
touch tagged/forgotten
refused "not as in v1.2.3"
rm tagged/forgotten
(cd tagged && ./releasable.sh v1.2.3) >out 2>err
status=$?
status_is 0
err_empty

finish
