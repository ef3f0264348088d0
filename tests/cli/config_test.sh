#!/usr/bin/env bash
# `kibitzer config`: what a user wants every time, and who that is.
. "$(dirname "$0")/lib.sh"
brief_demo

test_ "settings are kept in a file of one's own, printed, changed and taken away; other lines stay"
run config
status_is 0
out_has "^# $XDG_CONFIG_HOME/kibitzer/config"
run config me
status_is 3
err_has 'me: not set'
out_empty
run config me 'Nobody Known, Jörg Müller'
status_is 0
echo '# a note' >>"$XDG_CONFIG_HOME/kibitzer/config"
run config level 0ply
run config me
out_is 'Nobody Known, Jörg Müller'
equal "$(cat "$XDG_CONFIG_HOME/kibitzer/config")" "$(printf 'me = "Nobody Known, Jörg Müller"\n# a note\nlevel = "0ply"')"
run config colour red
status_is 2
run config me $'two\nlines'
status_is 2

test_ "the settings are a document too, all or the one that is named"
run config --json
status_is 0
faults=$(python3 "$TOP/tests/cli/check_document.py" "$TOP/docs/config.schema.json" out 2>&1) || wrong "config --json: $faults"
equal "$(python3 -c 'import json; d = json.load(open("out")); print(d["file"], d["settings"])')" \
    "$XDG_CONFIG_HOME/kibitzer/config {'me': 'Nobody Known, Jörg Müller', 'level': '0ply', 'analysis-level': None, 'hint-level': None, 'rollout-level': None, 'play-level': None, 'thresholds': None, 'theme': None, 'home': None, 'colours': None, 'jacoby': None, 'beavers': None, 'crawford': None, 'cube-limit': None, 'language': None}"
run config --json theme
status_is 3
equal "$(python3 -c 'import json; print(json.load(open("out"))["settings"])')" "{'theme': None}"
run config --format csv
equal "$(head -2 out | tr -d '\r')" "$(printf 'name,value\n"me","Nobody Known, Jörg Müller"')"
run config --format table me
out_has '^me  *Nobody Known, Jörg Müller'
run config --jason
status_is 2
err_has 'did you mean --json'

test_ "a language that is not there is refused, as a setting and as an option"
run config language en
status_is 0
run config language
out_is en
run config language tlh
status_is 2
err_has 'no such language, expected en'
run info --language tlh "$DEMO/semi-final.mat"
status_is 2
err_has 'kibitzer info: --language tlh: no such language, expected en'
cp "$XDG_CONFIG_HOME/kibitzer/config" kept
sed -i 's/language = .*/language = "tlh"/' "$XDG_CONFIG_HOME/kibitzer/config"
run info "$DEMO/semi-final.mat"
status_is 2
err_has 'language tlh: no such language, expected en'
run info --language en "$DEMO/semi-final.mat"
status_is 0
mv kept "$XDG_CONFIG_HOME/kibitzer/config"

test_ "the environment's language is a wish"
LC_ALL='' LC_MESSAGES=tlh_KX.UTF-8 LANG=C run info "$DEMO/semi-final.mat"
status_is 0
out_has 'money session\|points'

test_ "the user's names put the user at the bottom of boards and first in the index, and nobody is missed"
run analyze "$DEMO/semi-final.mat" "$DEMO/club-final.mat"
status_is 0
err_lacks 'no player is called'
err_lacks 'says who you are'
out_empty
grep -q '<h2 [^>]*>You<\|>You</h2>' kibitzer-report/index.html || wrong "the index does not open with the user"
[ "$(grep -n '>You</h2>' kibitzer-report/index.html | head -1 | cut -d: -f1)" -lt "$(grep -n '>Matches</h2>' kibitzer-report/index.html | head -1 | cut -d: -f1)" ] ||
    wrong "the user does not come first"
grep -q 'players/J-rg-M\|players/J.*">' kibitzer-report/index.html || wrong "the section does not lead to the user's page"
grep -q 'Newest errors' kibitzer-report/index.html || wrong "the newest errors are missing"
equal "$(grep -c '<bdi class="p0">Jörg Müller</bdi> vs' kibitzer-report/index.html)" 1
run convert kibitzer-report/semi-final.json me.dump
run convert "$DEMO/semi-final.mat" me.dump
grep -q '^ *player 1 "Jörg Müller"' me.dump || wrong "the user is not at the bottom"
run convert --bottom "O'Hara" "$DEMO/semi-final.mat" other.dump
grep -q "^ *player 1 \"O'Hara\"" other.dump || wrong "--bottom does not count before the setting"

test_ "study without a name is about the user; a name counts before that, and nobody is an error"
run study
status_is 0
out_has '^Jörg Müller: PR '
run study "O'Hara"
out_has "^O'Hara: PR "
run study --me "Nobody, O'Hara"
out_has "^O'Hara: PR "
run study --me 'Nobody'
status_is 3
err_has 'Nobody: the collection has no player of this name'
run study Ann Bob
status_is 2

test_ "a level of one's own is the default, and the command line counts before it"
grep -q '"level": "0ply' kibitzer-report/semi-final.json || wrong "the level is not that of the settings"
cp "$XDG_CONFIG_HOME/kibitzer/config" before
echo "level = nonsense" >>"$XDG_CONFIG_HOME/kibitzer/config"
run analyze "$DEMO/semi-final.mat"
status_is 2
err_has "^kibitzer: error: $XDG_CONFIG_HOME/kibitzer/config:$(grep -c '' "$XDG_CONFIG_HOME/kibitzer/config"): --level nonsense: no such level; expected "
err_has 'this comes from your settings: see `kibitzer config`, or run with --no-config'
run analyze --help
status_is 0
err_empty
run analyze --no-config --report none --out aside "$DEMO/semi-final.mat"
status_is 0
mv before "$XDG_CONFIG_HOME/kibitzer/config"
run config level ''
run config level
status_is 3

test_ "a damaged setting stops nobody who says on the command line what holds instead"
cp "$XDG_CONFIG_HOME/kibitzer/config" before
printf '%s\n' '' 'level = nonsense' 'home = up' 'colours = red' >>"$XDG_CONFIG_HOME/kibitzer/config"
last=$(grep -c '' "$XDG_CONFIG_HOME/kibitzer/config")
run eval --level 0ply --json 4HPwATDgc/ABMA
status_is 0
out_has '"level": "0ply"'
err_has "^kibitzer: warning: $XDG_CONFIG_HOME/kibitzer/config:$((last - 2)): --level nonsense: no such level"
err_lacks "error:\|your settings"
run eval --json 4HPwATDgc/ABMA
status_is 2
run board 4HPwATDgc/ABMA --home left --colours 112233,ddeeff -o board.svg
status_is 0
err_has "config:$((last - 1)): --home up"
err_has "config:$last: --colours red"
run board 4HPwATDgc/ABMA --home left -o board.svg
status_is 2
err_has 'warning: .* --home up'
err_has 'error: .* --colours red'
echo 'level = 0ply' >>"$XDG_CONFIG_HOME/kibitzer/config"
run eval --json 4HPwATDgc/ABMA
status_is 0
err_empty
mv before "$XDG_CONFIG_HOME/kibitzer/config"

test_ "lines of the settings that set nothing are named, and a quotation mark alone is no part of a value"
cp "$XDG_CONFIG_HOME/kibitzer/config" before
printf '%s\n' 'level 0ply' '# home' '' 'jacobi = yes' 'home = "left' >"$XDG_CONFIG_HOME/kibitzer/config"
for command in "board 4HPwATDgc/ABMA" config; do
    # shellcheck disable=SC2086
    run $command
    status_is 0
    err_has "^kibitzer: warning: $XDG_CONFIG_HOME/kibitzer/config:1: found \"level 0ply\", expected NAME = VALUE"
    err_has 'config:4: found "jacobi = yes", expected a setting that'
    err_has 'config:5: found "home = "left", expected a closing quotation mark'
    equal "$(wc -l <err)" 3
done
out_has '^home = "left"$'
run board --no-config 4HPwATDgc/ABMA
err_empty
run config beavers 1
status_is 0
run config beavers maybe
status_is 2
mv before "$XDG_CONFIG_HOME/kibitzer/config"

test_ "a value that its option would not take is refused at once, and a file that cannot be read is left alone"
for wrong in "level nosuch" "thresholds 0.3,0.2,0.1" "theme pink" "home up" "colours red,blue" "jacoby maybe" "crawford 7" "cube-limit 3"; do
    # shellcheck disable=SC2086
    run config $wrong
    status_is 2
    err_has "^kibitzer config: ${wrong%% *}: "
done
mv "$XDG_CONFIG_HOME/kibitzer/config" kept
mkdir "$XDG_CONFIG_HOME/kibitzer/config"
run config home left
status_is 3
err_has 'cannot be read'
run config
status_is 3
run eval 4HPwATDgc/ABMA
status_is 0
err_has 'warning: .*cannot be read: .*without your settings'
rmdir "$XDG_CONFIG_HOME/kibitzer/config"
ln -s "$PWD/kept" "$XDG_CONFIG_HOME/kibitzer/config"
run config home left
grep -q 'home = "left"' kept || wrong "the link was replaced"
run config home ''
run config -o "$XDG_CONFIG_HOME/kibitzer/config" --format html
status_is 3
err_has 'input'
rm "$XDG_CONFIG_HOME/kibitzer/config"
mv kept "$XDG_CONFIG_HOME/kibitzer/config"

test_ "--no-config leaves the settings aside"
run config level 1ply
run eval --json 4HPwATDgc/ABMA
out_has '"level": "1ply"'
run eval --no-config --json 4HPwATDgc/ABMA
out_has '"level": "2ply"'
run config level ''

test_ "how boards look is kept for pages, paper and pictures; formats without boards are not bothered"
run config theme dark
run config home left
run config colours 112233,ddeeff
run analyze -q --level 0ply --report html,mat --out looks "$DEMO/semi-final.mat"
status_is 0
grep -q '^\.bB{fill:#33383e}$' looks/semi-final.html && grep -q '<body class="match left">' looks/semi-final.html || wrong "the page looks otherwise"
grep -q '^\.bG{fill:#112233' looks/semi-final.html || wrong "the page has other chequers"
run errors --db looks/collection.db -o looks/errors.html
grep -q '<body class="positions left">' looks/errors.html && grep -q '^\.bG{fill:#112233' looks/errors.html || wrong "errors look otherwise"
run board -o look.svg 4HPwATDgc/ABMA
grep -q '^\.bG{fill:#112233' look.svg && grep -q '^\.bB{fill:#33383e}$' look.svg || wrong "the picture looks otherwise"
run board --look xg -o look.svg 4HPwATDgc/ABMA
grep -q '^\.bB{fill:#2f6b46}$' look.svg || wrong "the command line does not count before the setting"
for name in theme home colours; do run config $name ''; done

test_ "without a name the first run says how to give one, later ones do not"
run config me ''
run analyze --level 0ply --out first "$DEMO/semi-final.mat"
err_has '`kibitzer config me NAME` says who you are'
run analyze --level 0ply --out first "$DEMO/semi-final.mat"
err_lacks 'says who you are'
grep -q '>You</h2>' first/index.html && wrong "the index knows somebody"
run study
status_is 2
err_has 'expected the name of a player, or `kibitzer config me NAME` once'
run study ''
status_is 2
err_has 'expected the name of a player, or `kibitzer config me NAME` once'
run study Ann Bob
status_is 2
err_has '`Bob`: study is about one player; "Ann;ann_s" gives two names of one player'

finish
