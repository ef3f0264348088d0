#!/usr/bin/env bash
# OGXM: what is read comes back byte for byte, and what we write is accepted by a decoder that shares nothing with us.
. "$(dirname "$0")/lib.sh"
decode() { python3 "$TOP/tests/ogxm/decode.py" "$@"; }
accepted() { decode "$1" >faults 2>&1 || wrong "$2: $(head -3 faults)"; }

test_ "the fixtures are those that make.py makes"
python3 "$TOP/tests/ogxm/make.py" made
for f in "$TOP"/fixtures/ogxm/*.ogxm "$TOP"/fixtures/bad/ogxm/*.ogxm; do same "$f" "made/${f#"$TOP"/fixtures/}"; done

test_ "a file that is read and written is the same, whatever is unknown in it"
for f in "$TOP"/fixtures/ogxm/*.ogxm; do
    case $f in */v1*) continue ;; esac
    run convert -q --to ogxm "$f" again.ogxm
    status_is 0
    same "$f" again.ogxm
    run convert -q --to dump "$f" way.dump
    run convert -q --to ogxm way.dump by-dump.ogxm
    accepted by-dump.ogxm "$f by dump"
done

test_ "what comes from other formats is accepted by the other decoder, and is the same when it is read and written"
for f in "$TOP"/fixtures/xg/*.xg "$TOP"/fixtures/sgf/gnubg*.sgf "$TOP"/fixtures/mat/jellyfish.mat \
    "$TOP"/fixtures/bgf/*.bgf "$TOP"/fixtures/dump/every-word.dump; do
    run convert -q --to ogxm "$f" made.ogxm
    status_is 0
    accepted made.ogxm "$f"
    run convert -q --to ogxm made.ogxm again.ogxm
    same made.ogxm again.ogxm
done

test_ "numbers as large as the file can hold come back"
run convert -q --to dump "$TOP/fixtures/ogxm/two-engines.ogxm" small.dump
sed 's/ trials 1296/ trials 2147483647/; s/ seed 7/ seed -9223372036854775808/' small.dump >large.dump
grep -q ' seed -9' large.dump || wrong "the fixture has no seed"
for format in ogxm dump; do
    run convert -q --to $format large.dump again.$format
    status_is 0
    run convert -q --to dump again.$format again.again
    equal "$(grep -E ' (trials|seed) ' again.again)" "$(grep -E ' (trials|seed) ' large.dump)"
done

test_ "analyses of two programs in one file, each with its decisions"
run analyze -q --level 0ply --report ogxm --out three "$TOP/fixtures/ogxm/two-engines.ogxm"
accepted three/two-engines.ogxm "three analyses"
decode --show three/two-engines.ogxm >shown
equal "$(grep -c '^ANAL' shown)" 3
grep '^ANAL' shown | head -1 | grep -q "Hedge 3" || wrong "the first is not that of Hedge 3"
grep '^ANAL' shown | tail -1 | grep -q kibitzer || wrong "the last is not ours"

test_ "a signature goes when what it covers has changed, and stays otherwise"
decode --show "$TOP/fixtures/ogxm/two-engines.ogxm" | grep -q 'section MSIG' || wrong "the fixture has no signature"
run convert -q --to dump "$TOP/fixtures/ogxm/two-engines.ogxm" signed.dump
run convert -q --to ogxm signed.dump kept.ogxm
decode --show kept.ogxm | grep -q 'section MSIG' || wrong "the signature of the match is gone"
sed 's/player 1 "Bob"/player 1 "Bert"/' signed.dump >changed.dump
run convert --to ogxm changed.dump changed.ogxm
accepted changed.ogxm "a changed match"
decode --show changed.ogxm >shown
grep -qE 'section (MSIG|SIGN)' shown && wrong "a signature of another match is there"
err_has "lost: 2 properties of other formats"
finish
