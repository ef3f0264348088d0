#!/usr/bin/env bash
# `kibitzer stats`: figures over all matches of a collection.
. "$(dirname "$0")/lib.sh"

# json EXPRESSION: of the last output, a Python expression over `d`, the document; pl(name), gr(name, group): its rows.
json() {
    python3 - "$1" <<'PY'
import json, sys
d = json.load(open('out'))
pl = lambda name: [p for p in d['players'] if p['name'] == name][0]
gr = lambda name, group: [p for p in d['groups'] if p['name'] == name and p['group'] == group][0]
print(eval(sys.argv[1]))
PY
}
# ask QUERY: of the collection.
ask() { python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())' kibitzer-report/collection.db "$1"; }

mkdir in
cp "$DEMO/club-final.mat" "$DEMO/semi-final.mat" "$DEMO/league-round-4.sgf" in/
for i in 1 2 3 4; do
    sed "s/2025.10.12/2025.0$i.1$i/; s/O'Hara/Rival $i/" "$DEMO/semi-final.mat" >in/s$i.mat
done
sed '/EventDate/d; s/O.Hara/Nobody Known/' "$DEMO/semi-final.mat" >in/undated.mat
run analyze -q --level 0ply --report json in

test_ "stats prints a line for each player, with the interval and without what is not known"
run stats --width 200
status_is 0
err_empty
equal "$(grep -c . out)" 12
out_has '^Zoë & Max  *1  *130  *[0-9.]*  *[0-9.]*-[0-9.]* '
out_has '^Player  *Matches  *Decisions  *PR'

test_ "text is taken as well: the table, where a command has no words of its own"
for call in stats formats levels find\ --position\ 4HPwATDgc/ABMA; do
    run $call --format text && cp out as-text
    run $call --format table
    status_is 0
    same out as-text
done

test_ "the figures of a match are those of its report"
run stats --format json --player 'Zoë & Max'
equal "$(python3 -c 'import json
o = json.load(open("kibitzer-report/club-final.json"))["statistics"]["players"][0]["overall"]
s = json.load(open("out"))["players"][0]
pairs = (("pr", "pr"), ("error_rate", "error_rate_memg"), ("snowie_rate", "snowie_error_rate"), ("result", "actual_result"),
         ("result_less_luck", "luck_adjusted_result"))
print([(k, s[k], o[l]) for k, l in pairs if abs(s[k] - o[l]) > 2e-3])')" "[]"

test_ "the luck of a roll that nobody played is taken off a result, which stays between losing and winning the match"
game() { # FILE POINTS-BY-INDEX OFF EVENTS: one of a 1-point match that Ann wins, set up for Bob
    printf 'kibitzer-dump 1\nmatch\n  format "dump"\n  length 1\n  variant backgammon\n  rules cube crawford\n  player 0 "Ann"\n  player 1 "Bob"\n  game 1\n    score 0 0\n    1 set-board %s off %s\n%s\nend\n' \
        "$(awk -v given="$2" 'BEGIN { n = split(given, p, "[ =]"); for (i = 1; i < n; i += 2) at[p[i]] = p[i + 1]; for (i = 0; i < 26; i++) printf "%d ", at[i] }')" "$3" "$4" >"$1"
}
adjusted() { # FILE PLAYER: by the report and by the collection
    run analyze -q --level 0ply --report json --out "${1%.dump}" "$1"
    run stats --db "${1%.dump}" --player "$2" --format json
    python3 -c 'import json, sys
o = next(p["overall"] for p in json.load(open(sys.argv[1]))["statistics"]["players"] if p["name"] == sys.argv[2])
print("%.4f %.4f" % (o["luck_adjusted_result"], json.load(open("out"))["players"][0]["result_less_luck"]))' "${1%.dump}/${1%.dump}.json" "$2"
}
# Bob bears off two of three, Ann throws 66 (1/9 wins before it), and Bob resigns: 0.5 - 8/9 - 1/54.
game unplayed.dump "1=3 19=-2" "12 13" "    1 play 21 1/0 1/0
    0 roll 66
    result 0 1 resigned"
equal "$(adjusted unplayed.dump Bob)" "0.4074 0.4074"
# Bob does not bear off his last two though he could (15 of 36 rolls do it): 0.5 + 21/36 would be more than a match.
game beyond.dump "1=1 6=1 24=-1" "13 14" "    1 play 61 6/5 5/0
    0 play 21 1/0
    result 0 1 borne-off"
equal "$(adjusted beyond.dump Ann)" "0.5000 0.5000"
"$PROGRAM" analyze -q --level 0ply --report text --out beyond beyond.dump || wrong "beyond.dump is not analysed"
tr -s '\n ' '  ' <beyond/beyond.txt >said.txt
grep -q 'Result less luck +50.0% (no more than a won match)' said.txt || wrong "nothing says that the result is held"
grep -q 'Result less luck -50.0% (no less than a lost match)' said.txt || wrong "nothing says so of the loser"

test_ "JSON has the keys that programs rely on"
equal "$(json "[k for k in 'name matches games decisions units pr pr_standard_error error_rate snowie_rate checker_pr cube_pr luck result'.split() if k not in d['players'][0]]")" "[]"
equal "$(json "(d['by'], d['groups'])")" "(None, [])"

test_ "rates are sums of errors over sums of decisions, by matches as units"
run stats --format json --player 'Jörg Müller'
equal "$(json "(pl('Jörg Müller')['matches'], pl('Jörg Müller')['units'])")" "(6, 6)"
equal "$(json "round(pl('Jörg Müller')['pr'], 4)")" "$(ask "SELECT ROUND(500 * SUM(j.error) / 1e9 / COUNT(*), 4) FROM assessments j
    JOIN analyses a ON a.id = j.analysis_id AND a.chosen = 1 JOIN matches m ON m.id = a.match_id
    JOIN turns t ON t.match_id = m.id AND t.n = j.turn
    JOIN players p ON p.id = CASE t.side WHEN 0 THEN m.player0 ELSE m.player1 END
    WHERE j.counted > 0 AND p.name LIKE 'J_rg M_ller'")"
equal "$(json "abs(pl('Jörg Müller')['pr_standard_error']) < 1e-6")" True

test_ "errors by kind: how often, what they cost, which part of the rating; decisions stand once"
run stats --by error-kind --player 'Jörg Müller' --width 200
out_has '^Player  *Group  *Matches  *Decisions  *Errors  *PR  *95%  *Share$'
out_has '^Jörg Müller  wrong take  *[0-9]*  *[0-9]*  *[0-9]*  *[0-9.]*  *[0-9.]*-[0-9.]* '
run stats --by error-kind --json
equal "$(json "sum(g['errors'] for g in d['groups'] if g['name'] == 'Jörg Müller') > 20")" True
run stats --by error-kind --format csv
equal "$(head -1 out | cut -d, -f1-6)" "name,group,matches,games,decisions,errors"

test_ "a player is found whatever the capitals"
run stats --player 'JÖRG MÜLLER' --json
status_is 0
equal "$(json "d['players'][0]['name']")" "Jörg Müller"

test_ "a folder is no file to write to, and a folder of reports is a place of a collection"
mkdir folder
run stats -o folder
status_is 2
err_has 'stats: --output folder: is a folder, expected the name of a file'
run stats --db kibitzer-report --player 'Jörg Müller'
status_is 0
run stats --db folder
status_is 3
err_has 'folder: no collection here yet'

test_ "a league table ranks the players of an event, with wins, points, luck and Elo; wildcards name several events"
run stats --event 'club*' --sort pr --width 200
status_is 0
out_has '^Ranked by: PR, the lowest first$'
out_has '^Rank  Player  *Won  *Lost  *Points  *Against  *+/-  *PR  *PR +-  *Decisions  *Result less luck  *Elo$'
out_has '^   [1-9]  Jörg Müller  *[0-9]  *[0-9] '
equal "$(awk '$1 ~ /^[0-9]+$/ { print $1 }' out | sort -nc 2>&1)" ""
run stats --event 'club ni?ht, final' --sort won --format csv
equal "$(tr -d '\r' <out | cut -d, -f1-6 | tail -2)" "$(printf '1,"<Bob> ""Bee""",1,0,7,2\n2,"Zoë & Max",0,1,2,7')"
equal "$(tr -d '\r' <out | tail -1 | sed 's/.*,//')" 1494.71
run stats --event 'club ni_ht, final' --sort won
status_is 3
run stats --sort elo --min-decisions 100
equal "$(grep -c '^   -  ' out)" "$(awk '$1 == "-"' out | wc -l)"
[ "$(grep -c '^   -  ' out)" -ge 2 ] || wrong "who has few decisions has a rank"
run stats --event 'club*' --sort pr -o sheet.html
grep -q '<h1>.*club<.*</h1>' sheet.html || wrong "a pattern is a title"
run stats --event 'club ni?ht, final' --sort pr -o sheet.html
grep -q '<h1>.*League table.*</h1>' sheet.html || wrong "a pattern is a title"
run stats --event 'club night, final' --sort pr -o sheet.html
grep -q '<h1>.*club night, final.*</h1>' sheet.html || wrong "the sheet has not the event's name"
run stats --event 'club*' --sort pr -o sheet.pdf
equal "$(head -c 5 sheet.pdf)" '%PDF-'
run stats --event 'club*' --sort pr -o sheet.json
status_is 0
run stats --event 'club*' --sort pr --format csv
equal "$(python3 -c 'import json
d = json.load(open("sheet.json"))
print(d["event"], d["sort"], d["min_decisions"])
for p in d["players"]:
    print(p["rank"] or "", p["name"], p["matches_won"], p["matches_lost"], p["points"], p["points_against"], "%.4f" % p["pr"], p["decisions"], "%.2f" % p["elo"], sep=",")')" \
    "club* pr 30
$(python3 -c 'import csv
for p in csv.DictReader(open("out", newline="")): print(p["rank"], p["name"], p["matches_won"], p["matches_lost"], p["points"], p["points_against"], p["pr"], p["decisions"], p["elo"], sep=",")')"
run stats --sort pr --by year
status_is 2
run stats --min-decisions 3
status_is 2

test_ "below three units nothing is said about certainty"
run stats --format json --player 'Jörg Müller' --since 2025-02 --until 2025-03
equal "$(json "(pl('Jörg Müller')['units'], pl('Jörg Müller')['pr'] > 0, pl('Jörg Müller')['pr_standard_error'], pl('Jörg Müller')['pr_interval'])")" \
    "(2, True, None, None)"

test_ "the evaluator's own error stands apart, and is less of more decisions; where it was not measured it is not known"
run stats --format json
equal "$(json "pl('Jörg Müller')['pr_evaluator_error'] < pl('Zoë & Max')['pr_evaluator_error'] < 2")" True
run stats --format csv
equal "$(head -1 out | tr ',' '\n' | grep -c '^pr_evaluator_error')" 1
run stats --by error-kind --format json
equal "$(json "{g['pr_evaluator_error'] for g in d['groups']}")" "{None}"
run analyze -q --keep --report none --out kept "$DEMO/league-round-4.sgf"
run stats --db kept/collection.db --format json
equal "$(json "{p['pr_evaluator_error'] for p in d['players']}")" "{None}"

test_ "of a single match the games are the units"
run stats --format json --player 'Zoë & Max'
equal "$(json "(pl('Zoë & Max')['matches'], pl('Zoë & Max')['units'] == pl('Zoë & Max')['games'], pl('Zoë & Max')['pr_standard_error'] > 0)")" \
    "(1, True, True)"

test_ "months group matches by date, and what has no date is said"
run stats --by month --player 'Jörg Müller' --format json
err_has '1 match has no date'
equal "$(json "[g['group'] for g in d['groups']]")" "['2025-01', '2025-02', '2025-03', '2025-04', '2025-10', 'undated']"
equal "$(json "d['left_out']['undated']")" 1
equal "$(json "pl('Jörg Müller')['matches']")" 6

test_ "a match without a date counts in the month that its file's name has, marked as a guess"
mkdir guess && cp in/s3.mat guess/ && cp in/undated.mat "guess/club 2025-03-20.mat" && cp in/undated.mat guess/no.mat
sed -i 's/Nobody Known/Nobody Else/' guess/no.mat
run analyze -q --level 0ply --report none --out by-guess guess
run stats --db by-guess --by month --player 'Jörg Müller' --width 200
out_has '^Jörg Müller  *≈[^2]*2025-03  *2 '
out_has '^Jörg Müller  *undated  *1 '
err_has '2 matches have no date. 1 is dated by the name or the time of its file (≈).$'
err_has '1 match has no date: it is listed under "undated"'
run stats --db by-guess --by month --player 'Jörg Müller' --format json
equal "$(json "[(g['group'], g.get('guessed', 0), g['matches']) for g in d['groups']]")" "[('2025-03', 1, 2), ('undated', 0, 1)]"
equal "$(json "d['left_out']['undated']")" 1
run stats --db by-guess --since 2025-03 --player 'Jörg Müller' --format json
equal "$(json "pl('Jörg Müller')['matches']")" 1

test_ "--since and --until are inclusive, whatever the precision"
for range in '--since 2025-02-12 --until 2025-03-13' '--since 2025-02 --until 2025-03'; do
    run stats $range --player 'Jörg Müller' --format json
    equal "$(json "pl('Jörg Müller')['matches']")" 2
done
run stats --since 2025 --player 'Jörg Müller' --format json
equal "$(json "pl('Jörg Müller')['matches']")" 5

test_ "opponents, lengths and events filter and group"
run stats --opponent 'Rival 2' --format json
equal "$(json "[(p['name'], p['matches']) for p in d['players']]")" "[('Jörg Müller', 1), ('Rival 2', 1)]"
run stats --length 7 --format json
equal "$(json "[p['name'] for p in d['players']]")" "['<Bob> \"Bee\"', 'Zoë & Max']"
run stats --player 'Jörg Müller' --by opponent --format json
equal "$(json "len(d['groups'])")" 6
run stats --player 'Jörg Müller' --by length --format json
equal "$(json "[g['group'] for g in d['groups']]")" "['5']"
run stats --event 'club night, semi-FINAL' --player 'Jörg Müller' --format json
equal "$(json "pl('Jörg Müller')['matches']")" 6

test_ "groups of decisions add up to the whole"
for by in phase plan score cube error-kind; do
    run stats --player 'Jörg Müller' --by $by --format json
    status_is 0
    if [ $by = error-kind ]; then
        equal "$(json "round(sum(g['pr'] for g in d['groups']) - pl('Jörg Müller')['pr'], 3) + 0")" "0.0"
    else
        equal "$(json "sum(g['decisions'] for g in d['groups']) - pl('Jörg Müller')['decisions']")" 0
        equal "$(json "abs(sum(g['pr'] * g['decisions'] for g in d['groups']) / pl('Jörg Müller')['decisions'] - pl('Jörg Müller')['pr']) < 0.001")" True
    fi
done
run stats --player 'Jörg Müller' --by phase --format json
equal "$(json "-1 <= pl('Jörg Müller')['cube_bias'] < 0")" True
equal "$(json "[g['group'] for g in d['groups']][:2]")" "['opening', 'middle']"

test_ "the bias of cube decisions stands in groups of matches as in groups of decisions"
run stats --player 'Jörg Müller' --format json
bias=$(json "pl('Jörg Müller')['cube_bias']")
for by in year month opponent length phase score cube; do
    run stats --player 'Jörg Müller' --by $by --format json
    equal "$(json "pl('Jörg Müller')['cube_bias']")" "$bias"
    equal "$(json "any(g['cube_bias'] is not None and g['cube_bias'] < 0 for g in d['groups'])")" True
done
run stats --player 'Jörg Müller' --by cube-action --since 2025-10 --until 2025-10 --format json
of_actions=$(json "pl('Jörg Müller')['cube_bias']")
run stats --player 'Jörg Müller' --by month --format json
equal "$(json "[g['cube_bias'] for g in d['groups'] if g['group'] == '2025-10'][0]")" "$of_actions"

test_ "--last takes the newest decisions, the match at the border whole"
run stats --player 'Jörg Müller' --last 100 --format json
n=$(json "pl('Jörg Müller')['matches']")
run stats --player 'Jörg Müller' --last 1 --by month --format json
equal "$(json "[g['group'] for g in d['groups']]")" "['2025-10']"
equal "$n" 2

test_ "abandoned matches keep their decisions and stay out of results and luck"
mkdir cut
python3 - "$DEMO/club-final.mat" cut/cut.mat <<'PY'
import sys
t = open(sys.argv[1]).read()
open(sys.argv[2], 'w').write(t[:t.index(' Game 4')])
PY
run analyze -q --level 0ply --report json --out cutout cut
run stats --db cutout/collection.db --format json
err_has '1 match was not finished'
equal "$(json "(d['players'][0]['result'], d['players'][0]['luck'], d['players'][0]['decisions'] > 50, d['left_out']['abandoned'])")" \
    "(None, None, True, 1)"

test_ "players of few decisions are counted below the others, unless they are ranked or alone"
run analyze -q --level 0ply --report json --out fewout cut
python3 - cut/cut.mat few.mat <<'PY'
import sys
t = open(sys.argv[1]).read()
open(sys.argv[2], 'w').write(t[:t.index(' Game 2')].replace('Zoë', 'Ada'))
PY
run analyze -q --level 0ply --report json --out fewout few.mat
run stats --db fewout/collection.db --format json
few=$(json "sum(p['decisions'] < 30 for p in d['players'])")
[ "$few" -ge 1 ] || wrong "no player has few decisions"
err_has "$few player.* fewer than 30 decisions"
run stats --db fewout/collection.db --sort points
err_lacks 'fewer than 30'
run stats --db fewout/collection.db --player 'Ada & Max'
err_lacks 'fewer than 30'

test_ "a game that was left though it was not lost keeps its decisions and is in no result, no luck"
mkdir left
python3 - "$DEMO/club-final.mat" left/left.mat <<'PY'
import sys
lines = open(sys.argv[1]).read().split('\n')
cut = [i for i, l in enumerate(lines) if l.startswith('  4)')][0]
end = [i for i, l in enumerate(lines) if 'Drops' in l][0]
lines[cut:end + 1] = [lines[cut][:32], ' ' * 34 + 'Wins 1 point']
open(sys.argv[2], 'w').write('\n'.join(lines))
PY
run analyze -q --level 0ply --report json --out leftout left
equal "$(python3 -c 'import json; s = json.load(open("leftout/left.json"))["statistics"]["games"]
print([g["players"][0]["overall"]["abandoned_games"] for g in s])')" "[1, 0, 0, 0, 0, 0]"
run stats --db leftout/collection.db --player 'Zoë & Max' --format json
err_has '1 game was left or resigned though it was not lost'
equal "$(json "d['left_out']['given_away']")" 1
python3 - >expected <<'PY'
import json
s = json.load(open('leftout/left.json'))['statistics']
o = [[g['players'][i] for g in s['games']] for i in (0, 1)]
result = sum(g['overall']['actual_result'] for g in o[0][1:])
luck = sum(a['luck']['luck_mwc'] - b['luck']['luck_mwc'] for a, b in list(zip(*o))[1:])
print(round(result, 4), round(luck, 4), round(s['players'][0]['overall']['pr'], 3))
PY
equal "$(json "(lambda z: ' '.join(str(x) for x in (round(z['result'], 4), round(z['luck'], 4), round(z['pr'], 3))))(pl('Zoë & Max'))")" "$(cat expected)"

test_ "a record that breaks off at a play is in no result, no luck, and what it hides is not in the adjusted result"
mkdir broken
cat >broken/broken.mat <<'EOT'
 3 point match

 Game 1
 Ann : 0                               Bob : 0
  1)                                   31: 8/5 6/5
  2) 21: 13/11 6/5                     55: 24/14(2)
      Wins 1 point
EOT
run analyze -q --level 0ply --report json --out brokenout broken
equal "$(python3 - <<'PY'
import json
p = [p['overall'] for p in json.load(open('brokenout/broken.json'))['statistics']['players']]
unexplained = p[0]['luck_adjusted_result'] + p[0]['error_mwc'] - p[1]['error_mwc']
print([x['unread_plays'] for x in p], [x['abandoned_games'] for x in p], abs(unexplained) < 0.001)
PY
)" "[0, 1] [0, 1] True"
run stats --db brokenout/collection.db --player Ann --format json
equal "$(json "(d['left_out']['given_away'], d['left_out']['abandoned'])")" "(1, 1)"

test_ "CSV has a line for each group and a head"
run stats --by year --format csv -o years.csv
status_is 0
out_empty
equal "$(head -1 years.csv | cut -d, -f1-8 | tr -d '\r')" "name,group,matches,games,decisions,errors,units,pr"
equal "$(python3 -c 'import csv; print({len(r) for r in csv.reader(open("years.csv"))})')" "{46}"

test_ "figures of a phase, a plan, a theme or a score are those of its group"
for by in phase plan theme score; do
    run stats --by $by --json
    cp out groups
    for value in $(json "'\n'.join(sorted({g['group'] for g in d['groups'] if ' ' not in g['group']})[:$(much 99 2)])"); do
        run stats --$by "$value" --json
        equal "$(json "{p['name']: {k: v for k, v in p.items() if 'level' not in k} for p in d['players']} == {g['name']: {k: v for k, v in g.items() if k != 'group' and 'level' not in k} for g in json.load(open('groups'))['groups'] if g['group'] == '$value'}")" True
    done
done

test_ "--kind and --errors-above choose the errors that count; with all of them the figures are those of all"
run stats --by error-kind --json
share=$(json "round(sum(g['pr'] for g in d['groups'] if g['name'] == 'Jörg Müller' and g['group'] in ('missed double', 'missed cash (played on)')), 3)")
run stats --kind missed-double --json
equal "$(json "round(pl('Jörg Müller')['pr'], 3)")" "$share"
equal "$(json "pl('Jörg Müller')['pr_evaluator_error']")" None
run stats --by year --json
cp out all
run stats --by year --errors-above 0.0000001 --json
equal "$(json "[x['name'] for a, b in zip(d['players'] + d['groups'], (lambda o: o['players'] + o['groups'])(json.load(open('all')))) for x in [a] if any(a[k] != b[k] for k in 'matches games decisions units pr pr_standard_error checker_pr cube_pr error_rate cube_bias'.split())]")" "[]"

test_ "players are found whatever their capitals, unless several would fit"
run stats --player 'JÖRG müller' --json
status_is 0
equal "$(json "[p['name'] for p in d['players']]")" "['Jörg Müller']"
mkdir twins
sed "s/O'Hara/ANN/; s/Jörg Müller/Ann/" "$DEMO/semi-final.mat" >twins/twins.mat
run analyze -q --level 0ply --report none --out twinned twins
run stats --db twinned --player ANN --json
equal "$(json "[p['name'] for p in d['players']]")" "['ANN']"
run stats --db twinned --player aNN
status_is 3
err_has 'several players are called .aNN. with different capitals'

test_ "the name of the output says the format, and --format overrules it"
run stats -o figures.csv
equal "$(head -c 10 figures.csv)" name,match
run stats -o figures.JSON
equal "$(head -c 1 figures.JSON)" '{'
run stats -t html -o figures.csv
equal "$(head -c 9 figures.csv)" '<!DOCTYPE'
run stats -o figures.doc
status_is 2
err_has '--output figures.doc: no format has this name; expected one that ends in .txt, .json, .ndjson, .csv, .tsv, .md, .tex, .html or .pdf'
file_gone figures.doc
run stats --json --format csv
status_is 2

test_ "nonsense is refused by name"
run stats --by weekday
status_is 2
err_has '--by weekday'
run stats --since yesterday
status_is 2
err_has '--since yesterday'
run stats --since 2025-13
status_is 2
run stats --format xml
status_is 2
run stats --player 'Jörg Mueller'
status_is 3
err_has 'no player called .*did you mean Jörg Müller'
for name in 'Jorg Muller' 'jorg' 'JÓRG MULER'; do
    run study "$name"
    status_is 3
    err_has "no player called .$name. .*did you mean Jörg Müller?"
done
mkdir -p some_folder
run stats some_folder
status_is 3
err_has 'no player called `some_folder` in this collection; `--out FOLDER` names a folder of reports'
run stats --until 1900
status_is 3
err_has 'no match fits'
run stats --db nowhere.db
status_is 3
err_has 'nowhere.db: no collection here yet: run .kibitzer analyze FOLDER'
[ ! -e nowhere.db ] || wrong "stats has made a collection"

test_ "a collection is a file, or the folder that holds one"
run stats --format json
cp out by-default
for place in kibitzer-report kibitzer-report/ kibitzer-report/collection.db; do
    run stats --db $place --format json
    status_is 0
    same out by-default
done
run stats --db in
status_is 3
err_has 'in: no collection here yet'

test_ "a page by month has a bar for each month of a player who has several, by length it has none"
run stats --by month --format json
months=$(python3 -c "import json, collections; d = json.load(open('out'))['groups']; n = collections.Counter(g['name'] for g in d); print(sorted(v for v in n.values() if v > 1))")
run stats --by month -o months.html
equal "$(python3 -c "import re; print(sorted(p.count('z') for p in re.findall('<path class=\"bv\" d=\"([^\"]*)', open('months.html').read())))")" "$months"
run stats --by length -o lengths.html
grep -q 'class="bv"' lengths.html && wrong "lengths are in no order of time"
run stats --sort pr -o league.html
equal "$(grep -o 'class="bar"' league.html | wc -l)" "$(grep -c '<tr><td class="n"' league.html)"

test_ "players of one month share a table on the page, and names lead to the players' pages where there are some"
run stats --by month --format json
lone=$(python3 -c "import json, collections; d = json.load(open('out'))['groups']; n = collections.Counter(g['name'] for g in d); print(sum(v == 1 for v in n.values()))")
[ "$lone" -gt 1 ] || wrong "$lone players have a single month"
run analyze -q --level 0ply --report none --out linked in
mkdir -p linked/players
run stats --out linked --by month -o linked/months.html
equal "$(grep -o '<tr><th><a href="./players/[^"]*">[^/]*</bdi></a><small><bdi> </bdi><bdi>[0-9u][^<]*</bdi></small></th>' linked/months.html | wc -l)" "$lone"
grep -q '<a href="./players/' months.html && wrong "links to pages that are not there"

test_ "html is the same tables as a page"
run stats --by length --format json
pr=$(json "'%.2f' % pl('Jörg Müller')['pr']")
groups=$(json "len(d['groups']) + len(d['players'])")
run stats --by length --format html -o page.html
status_is 0
equal "$(python3 - page.html "$pr" <<'PY'
import sys, xml.etree.ElementTree as E
root = E.fromstring(open(sys.argv[1]).read().split('\n', 1)[1])
X = '{http://www.w3.org/1999/xhtml}'
rows = root.findall('.//' + X + 'tbody/' + X + 'tr')
print(len(rows), any(''.join(r[0].itertext()) == 'Jörg Müller' and ''.join(r[3].itertext()).split()[0] == sys.argv[2] for r in rows))
PY
)" "$groups True"

test_ "rates stand beside those of players of the same level, on pages too"
for by in '' phase theme year cube-action; do
    run stats ${by:+--by $by} -o levels.json
    run stats ${by:+--by $by} -o levels.html
    python3 - levels.json levels.html <<'END' || wrong "--by $by: the page is not what the document says"
import html, json, re, sys, unicodedata
d = json.load(open(sys.argv[1]))
for rows in (d["players"], d["groups"]): # the page has names in the order of dictionaries
    rows.sort(key=lambda r: unicodedata.normalize("NFD", r["name"]).encode("ascii", "ignore").lower())
tables = re.findall(r"<table.*?</table>", open(sys.argv[2]).read(), re.S)
by_name = {}
for g in d["groups"]: by_name.setdefault(g["name"], []).append(g)
lone = [rows[0] for rows in by_name.values() if len(rows) == 1]
lists = [d["players"]] + [rows for rows in by_name.values() if len(rows) > 1 or len(lone) < 2] + ([lone] if len(lone) > 1 else [])
def text(cell): return html.unescape(re.sub(r"<[^>]*>", "", cell)).strip()
assert len(tables) == len(lists)
for t, rows in zip(tables, lists):
    head, body = t.split("</thead>")
    head = [text(c) for c in re.findall(r"<th(?: [^>]*)?>(.*?)</th>", head, re.S)]
    shown = [[text(c) for c in re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", r, re.S)] for r in re.findall(r"<tr.*?</tr>", body, re.S)]
    assert len(shown) == len(rows)
    for title, key in (("PR", "level_pr"), ("Chequer", "level_checker_pr"), ("Cube", "level_cube_pr")):
        for cells, r in zip(shown, rows):
            level = re.findall(r" level ([0-9.]+)$", cells[len(cells) - len(head) + head.index(title)])
            assert bool(level) == bool(r[key] and r[key.replace("level_", "")] is not None), (title, cells, r[key])
            assert not level or abs(float(level[0]) - r[key]) <= 0.0551, (title, cells, r[key])
END
done
run stats --by plan --json
equal "$(json "all(p['level_cube_pr'] > 0 and p['level_checker_pr'] > 0 and p['level_pr'] is None for p in d['players'])")" True
equal "$(json "all(g['level_pr'] > 0 and g['level_cube_pr'] is None for g in d['groups'])")" True
run stats --by year --json
equal "$(json "all(g['level_pr'] is None and g['level_cube_pr'] > 0 for g in d['groups'])")" True
run stats --phase middle --json
equal "$(json "{p['level_cube_pr'] for p in d['players']}")" "{None}"
run stats --width 104 # what says how hard the decisions were is dropped after the others
head -2 out | grep -q 'Same decisions' || wrong "$(tail -2 out)"
! head -2 out | grep -q 'Snowie\|mEMG' || wrong "$(head -2 out)"
run stats --width 200
equal "$(head -1 out | grep -o "Level's chequer.*" | tr -s ' ')" "Level's chequer Level's cube Same decisions"

test_ "stats show the PR of players of that strength in the same decisions; a match has it for both players"
run stats --by event --json
equal "$(json "all(p['same_decisions_low'] < p['same_decisions_pr'] < p['same_decisions_high'] for p in d['players'] + d['groups'])")" True
equal "$(json "{(p['decisions_were'], (p['same_decisions_low'] > p['pr']) - (p['same_decisions_high'] < p['pr'])) for p in d['players']} <= {(None, 0), ('harder', 1), ('easier', -1)}")" True
equal "$(json "all(abs(g['same_decisions_pr'] / p['same_decisions_pr'] - 1) < 1e-9 for p in d['players'] for g in d['groups'] if g['name'] == p['name'] and g['decisions'] == p['decisions'])")" True
run stats --by phase --json
equal "$(json "{g['same_decisions_pr'] for g in d['groups']}")" "{None}"
python3 - <<'END' || wrong "the figures of a match are not those of its players"
import json
from os.path import exists
d = json.load(open("kibitzer-report/club-final.json"))["statistics"]
one, two = (p["overall"] for p in d["players"])
assert one["level_pr"] == two["level_pr"] and min(one["pr"], two["pr"]) < one["level_pr"] < max(one["pr"], two["pr"])
for side in range(2):
    games = [g["players"][side]["overall"] for g in d["games"]]
    whole = d["players"][side]["overall"]
    assert whole["same_decisions_low"] < whole["same_decisions_pr"] < whole["same_decisions_high"]
    assert sum(g["pr_decisions"] for g in games) == whole["pr_decisions"]
assert (one["decisions_were"], two["decisions_were"]) in ((None, None), ("harder", "easier"), ("easier", "harder"))
END

test_ "figures are mine alone where I am known, then everybody's; of who is named, and for programs, all the same"
run stats --me "Nobody, O'Hara" --width 300
status_is 0
equal "$(tail -n +2 out | awk '{ print $1 }' | sort -u | tr '\n' ' ')" "O'Hara "
err_has 'your figures alone; --everybody'
run stats --me "Nobody, O'Hara" --everybody --width 200
equal "$(sed -n 2p out | awk '{ print $1 }')" "O'Hara"
[ "$(wc -l <out)" -gt 4 ] || wrong "nobody else is shown"
run stats --me "O'Hara" --player 'Jörg Müller'
! grep -q "O'Hara" out || wrong "the player who was not named is shown"
run stats --me "O'Hara" --format csv
cp out mine.csv
run stats --format csv
same out mine.csv

test_ "a league shows the ranked players as bars, and the figures of a few players take the whole page on paper"
run stats -q --sort pr --min-decisions 30 -o league.html
status_is 0
ranked=$(grep -o '<tr><td class="n" data-v="[1-9][0-9]*">' league.html | wc -l)
[ "$ranked" -gt 2 ] || wrong "$ranked players are ranked"
equal "$(sed -n '/id="ranks"/,/<[/]section>/p' league.html | grep -o 'class="bv" d="[^"]*' | grep -o z | wc -l)" $((2 * ranked))
run stats -q --sort pr -o league.pdf
equal "$(pdftotext -layout league.pdf - | grep -c 'From the first rank.*higher is better')" 1 # below a short table, the whole width
run stats -q --by month --player "O'Hara" -o months.pdf
status_is 0
pdftotext -layout months.pdf months.txt
equal "$(grep -m1 . months.txt)" 'Figures of players'
grep -q 'Matches *Decisions *PR *Error rate' months.txt || wrong "titles are broken: $(sed -n 3,6p months.txt)"
! grep -q '^ *[0-9.]*$' <(sed -n 5,9p months.txt | grep .) || wrong "figures without their titles"
run stats -q --by month -o months.pdf
pdftotext -layout months.pdf months.txt
equal "$(grep -Eo '\([0-9.]+–' months.txt | wc -l)" "$(grep -Eo '\([0-9.]+–[0-9.]+\)' months.txt | wc -l)"

test_ "on paper a figure stays with what says what it is, words of narrow columns stay whole, a heading with what follows"
run stats -q --by month -o months.pdf
pdftotext -layout months.pdf months.txt
grep -q '± [0-9]' months.txt || wrong "no figure has its range"
sed "s/O'Hara/Montgomery\/Featherstone/" "$DEMO/semi-final.mat" >doubles.mat
run analyze -q --level 0ply --report none --out doubles.out doubles.mat
run stats -q --out doubles.out --by month -o doubles.pdf
pdftotext -layout doubles.pdf - | grep -q 'Montgomery/ ' || wrong "a pair's name is cut inside a word"
equal "$(sed '/^How to read it/,$d' months.txt | grep -E '[0-9]%? ±(  |$)|level(  |$)')" ""
run analyze -q --level 0ply --report pdf --out season.out "$TOP/fixtures/season"
equal "$(for f in season.out/*.pdf; do pdftotext -layout "$f" - | python3 -c '
import sys
for page in sys.stdin.read().split("\f"):
    lines = [l for l in page.split("\n") if l.strip()]
    if lines and "Winning chances of" in lines[-1]: print("a heading alone")
    if any("Winning chances of" in l for l in lines) and not any("100%" in l for l in lines): print("a heading without its curve")'; done)" ""
run book --out season.out --player Mira --year 2025 -o mira.pdf
pdftotext -layout mira.pdf mira.txt
grep -q 'Opponent' mira.txt && ! grep -qE '(^|  )(Oppo|Rube|nent)( |$)' mira.txt || wrong "words are broken: $(grep -E '(^|  )(Oppo|Rube|nent)( |$)' mira.txt)"

test_ "a league is of matches: what a money session cost is in no figure, and it is counted as left out"
run analyze -q --level 0ply --report none --out league.out "$DEMO"
run stats --out league.out --by length --json
cp out lengths
run league --out league.out --min-decisions 0 --json
err_has '1 money session is in no figure'
equal "$(python3 - <<'EOF'
import json
to_points, sessions = {}, set()
for g in json.load(open("lengths"))["groups"]:
    if g["group"] == "money":
        sessions.add(g["name"])
    else:
        to_points[g["name"]] = to_points.get(g["name"], 0) + g["decisions"]
league = {p["name"]: p["decisions"] for p in json.load(open("out"))["players"]}
print(league == to_points, len(sessions & set(league)) > 0)
EOF
)" "True True"
run league --out league.out --length money --json
equal "$(python3 -c 'import json; print(sorted(p["name"] for p in json.load(open("out"))["players"]))')" "['Ann', 'Jörg Müller']"
run league --out league.out -o league.pdf
pdftotext -layout league.pdf league.txt
grep -q '^Result less luck$' league.txt || wrong "the second chart is missing"

test_ "where a table is too wide its titles take two lines, before a column goes"
run stats --width 96
out_has '  Cube  *Net.* Result  *Same$'
out_has '^ .* decisions$'
! grep -q 'not shown.*Same decisions' out || wrong "a column is left out"
equal "$(awk 'length > 96' out)" ""

test_ "names and events are the same in every language, groups of ours are in the reader's"
mkdir named
sed 's/Zoë & Max/take/; s/<Bob> "Bee"/Date/; s/Club night, final/Open/' "$DEMO/club-final.mat" >named/m.mat
run analyze -q --level 0ply --report none --out named-out named
run stats --db named-out --language de
out_has '^Date '
out_has '^take '
run stats --db named-out --by event --language de
out_has '^Date  *Open '
run stats --db named-out --by opponent --language de
out_has '^Date  *take '
run stats --db named-out --by opening --language de
out_has '^Date  *Eröffnung 5'
run stats --db named-out --by opening --language de --json
out_has '"group": "opening 5'
run db players --db named-out --language de --format table
out_has '^take '

finish
