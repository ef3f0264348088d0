#!/usr/bin/env bash
# Terms: `glossary`, `help TERM`, and the documents that end with those they use.
. "$(dirname "$0")/lib.sh"

test_ "help explains a term, whatever the case and however many words it has"
run help PR
status_is 0
grep -q '^PR  *Performance rating' out || wrong "$(cat out)"
run help performance rating
grep -q '^PR  *Performance rating' out || wrong "$(cat out)"
run help 'Take Point'
grep -q '^take point  *The winning chance' out || wrong "$(cat out)"
run help EMG MWC
status_is 0
run glossary EMG MWC --format csv
equal "$(wc -l <out)" 3

test_ "what is neither a command nor a term is refused, with what is near"
run help emh
status_is 2
err_has 'did you mean EMG'
run help analise
status_is 2
err_has 'did you mean analyze'
equal "$(grep -c 'kibitzer' err)" 2 # one error, and where to look
run help nobody-knows neither-this
status_is 2
err_has 'neither terms of reports nor commands: `nobody-knows`, `neither-this`$'
equal "$(grep -c 'neither' err)" 1
run help analyze PR
status_is 2
err_has '`analyze` is a command, not a term of reports'
run help cube db
status_is 0
equal "$(grep -c '^usage: ' out)" 2
run glossary luck nothing-of-the-kind
status_is 2
equal "$(cat out)" ''

test_ "headings of pages and tables are terms"
run glossary difficulty Result Snowie range XGID "Level's chequer" "Level's cube" "live cube"
status_is 0

test_ "docs/glossary.md is what the program says (after a change: make man)"
run glossary --format md
same out "$TOP/docs/glossary.md"

test_ "reports end with the terms that they use, and no others"
run convert -q "$DEMO/league-round-4.sgf" match.html
run convert -q "$DEMO/league-round-4.sgf" match.md
run convert -q --no-legend "$DEMO/league-round-4.sgf" bare.html
grep -q '<dt[^>]*>PR</dt><dd>Performance rating' match.html || wrong "PR is not explained"
grep -q '^- PR: Performance rating' match.md || wrong "PR is not explained in Markdown"
! grep -q '>raccoon</dt>' match.html || wrong "raccoons are explained"
! grep -q 'id="glossary"' bare.html || wrong "--no-legend leaves the glossary"

finish
