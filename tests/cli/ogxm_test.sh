#!/usr/bin/env bash
# OGXM: what is read comes back byte for byte, and what we write is accepted by a decoder that shares nothing with us.
. "$(dirname "$0")/lib.sh"
decode() { python3 "$TOP/tests/ogxm/decode.py" "$@"; }
accepted() { decode "$1" >faults 2>&1 || wrong "$2: $(head -3 faults)"; }

test_ "the fixtures are those that make.py makes"
python3 "$TOP/tests/ogxm/make.py" made
for f in "$TOP"/fixtures/ogxm/*.ogxm* "$TOP"/fixtures/bad/ogxm/*.ogxm; do same "$f" "made/${f#"$TOP"/fixtures/}"; done

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

test_ "a stream of files: each match by itself, again as a stream, compressed, and what is left of one that is cut off"
run convert -q --to ogxm "$TOP/fixtures/ogxm/stream.ogxms" again.ogxms
status_is 0
run convert -q --to dump "$TOP/fixtures/ogxm/stream.ogxms" stream.dump
run convert -q --to dump again.ogxms again.dump
equal "$(grep -c '^match' stream.dump)" 3
equal "$(head -c 142 again.ogxms | sha256sum)" "$(head -c 142 "$TOP/fixtures/ogxm/raccoons.ogxm" | sha256sum)"
equal "$(grep -E '^  (player|length)|^    [01] ' again.dump)" "$(grep -E '^  (player|length)|^    [01] ' stream.dump)"
gzip -c again.ogxms >packed.ogxms.gz
run convert -q --to dump packed.ogxms.gz packed.dump
same again.dump packed.dump
if command -v zstd >/dev/null; then
    zstd -q -c again.ogxms >packed.ogxms.zst
    run info packed.ogxms.zst
    out_has "packed.ogxms: ogxm, 3 matches"
fi
run convert -q --to dump "$TOP/fixtures/ogxm/stream-cut-off.ogxms" cut.dump
status_is 1
err_has "the stream is cut off"
run convert -q --to ogxm "$TOP/fixtures/ogxm/stream-damaged.ogxms" left.ogxm
status_is 1
cat "$TOP/fixtures/ogxm/longgammon.ogxm" "$TOP/fixtures/ogxm/longgammon.ogxm" >both.ogxm
same both.ogxm left.ogxm

test_ "signatures are kept and shown, and nobody says that they were checked"
run info "$TOP/fixtures/ogxm/timed.ogxm"
out_has "signed     club key, not checked"
out_has "signed     without the name of a key, not checked"
run info --json "$TOP/fixtures/ogxm/timed.ogxm"
out_has '{"of": "match", "key": "club key"}'
run convert -q --to dump "$TOP/fixtures/ogxm/timed.ogxm" signed.dump
run convert --to ogxm signed.dump by-dump.ogxm
err_lacks "lost"
same "$TOP/fixtures/ogxm/timed.ogxm" by-dump.ogxm
run convert --to sgf "$TOP/fixtures/ogxm/timed.ogxm" signed.sgf
run convert --to ogxm signed.sgf by-sgf.ogxm
err_has "2 signatures" # the file now says that it was made of another format
run convert --to mat "$TOP/fixtures/ogxm/timed.ogxm" signed.mat
err_has "2 signatures"

test_ "a match of GammonView is that of the OGXM file with the same plies, clock and video"
run convert -q --to ogxm "$TOP/fixtures/gva/club.gva" club.ogxm
accepted club.ogxm "from .gva"
run convert -q --to dump club.ogxm club.dump
run convert -q --to dump "$TOP/fixtures/ogxm/timed.ogxm" timed.dump
plies() { sed -n '/^  game 1/,/^    result/p' "$1" | grep -E '^    [01] '; }
equal "$(plies club.dump)" "$(plies timed.dump)"
grep -q 'x-gva-league' club.dump || wrong "a word of the match is lost"
grep -q "errors - - 1.1" club.dump || wrong "the error of the drop is lost"

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
err_has "lost: 2 signatures"
finish
