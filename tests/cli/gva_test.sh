#!/usr/bin/env bash
# .gva: what is written is known by its content, and the same when it is read and written again.
. "$(dirname "$0")/lib.sh"

test_ "files are written as they say, whatever they are made of"
for f in "$TOP"/fixtures/gva/*.gva "$TOP"/fixtures/ogxm/timed.ogxm "$TOP"/fixtures/xg/*.xg "$TOP"/fixtures/sgf/gnubg*.sgf \
    "$TOP"/fixtures/mat/jellyfish.mat "$TOP"/fixtures/bgf/*.bgf "$TOP"/fixtures/dump/every-word.dump; do
    run convert -q "$f" made.gva
    status_is 0
    cp made.gva unnamed
    run convert --to gva unnamed again.gva
    status_is 0
    ! grep -q 'lost:' err || wrong "$f: $(cat err)"
    ! grep -q 'unnamed:[0-9]' err || wrong "$f is not as its reader expects it: $(cat err)"
    same made.gva again.gva
    python3 -c 'import json, sys; json.load(open(sys.argv[1]))' made.gva || wrong "$f: no JSON"
done

test_ "of a file that breaks off the plies before are kept, and no end of their game"
whole=$TOP/fixtures/gva/club.gva
for length in 2300 3000 $(($(wc -c <"$whole") - 3)); do
    head -c $length "$whole" >torn.gva
    run convert --to dump torn.gva torn.dump
    status_is 1
    err_has 'torn.gva:[0-9]*:[0-9]*: error: found the end of the file, expected the rest of its JSON'
    plies=$(grep -c '^    [01] \(play\|double\|accept\|drop\)' torn.dump) ends=$(grep -c '^    result [01]' torn.dump)
    case $length in
        2300) equal "$plies $ends" "3 0" ;;
        3000) equal "$plies $ends" "5 1" ;;
    esac
done
head -c 1500 "$whole" >torn.gva
run convert --to dump torn.gva torn.dump
status_is 3

test_ "what is written a second time is the same, of whatever an .ogxm has"
for f in "$TOP"/fixtures/ogxm/*.ogxm; do
    run convert -q "$f" made.gva
    run convert -q made.gva again.gva
    same made.gva again.gva
done

test_ "a game that ended by bearing off still says so, and a cube of no value is set up once"
sed 's/"termination":1/"termination":0,"initial_cube_value":0/' "$TOP/fixtures/gva/club.gva" >ended.gva
run convert -q ended.gva made.gva
grep -q '"termination": 0' made.gva || wrong "termination 0 is lost"
grep -q '"initial_cube_value": 0' made.gva || wrong "the cube's value is lost"
run convert -q made.gva again.gva
same made.gva again.gva

test_ "whether a decision counts follows from the equities that are written"
sed 's/cube 0.271100014 0.0412999988 1/cube 0.30004 0.10002 1/; /raw "ogxm" "cube"/d' "$TOP/fixtures/ogxm/two-engines.dump" >close.dump
run convert -q close.dump made.gva
grep -q '"no_double_equity": 0.3, "double_take_equity": 0.1,.*"decision": true' made.gva || wrong "$(cat made.gva)"
run convert -q made.gva again.gva
same made.gva again.gva

test_ "numbers that no reader takes are left out and listed, not written"
sed 's/win 0.550000012/win 1.5/; /raw "ogxm" "checker"/d' "$TOP/fixtures/gva/club.dump" >wild.dump
run convert wild.dump made.gva
err_has 'lost:'
run convert made.gva again.gva
! grep -q 'made.gva:[0-9]' err || wrong "$(cat err)"
same made.gva again.gva

test_ "a file of the format keeps its record"
run convert -q --to gva "$TOP/fixtures/gva/every-member.gva" again.gva
run convert -q --to dump again.gva again.dump
strip() { grep -v 'raw "ogxm"\|"ogxm" "analysis 1"' "$1" | sort; } # the bytes of levels that are said in another way
strip again.dump >found
strip "$TOP/fixtures/gva/every-member.dump" >expected
same found expected

test_ "words of others are members again, and stand where they stood"
python3 - "$TOP/fixtures/gva/every-member.gva" again.gva <<'PYTHON' || wrong "a member is lost"
import json, sys
a, b = (json.load(open(f)) for f in sys.argv[1:])
for name in ("league", "rules_other", "site", "event", "timestamp", "white_score", "video_info", "black_profile"):
    assert a[name] == b[name], name
for name in ("wall_ms", "video_ms", "moves", "timestamp_ms"):
    assert a["games"][0]["plies"][0][name] == b["games"][0]["plies"][0][name], name
assert b["games"][0]["plies"][0]["analysis"]["luck"] == 0.13
assert "ogid_before" not in b["games"][0]["plies"][0]
PYTHON

test_ "signatures are listed as lost"
python3 "$TOP/tests/ogxm/make.py" made
signed=$(grep -l signature "$TOP"/fixtures/ogxm/*.dump | head -1)
run convert --to gva "${signed%.dump}.ogxm" signed.gva
err_has 'lost: .*signature'

finish
