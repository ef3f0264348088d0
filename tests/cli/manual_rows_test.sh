#!/usr/bin/env bash
# Every row of docs/manual-rows.md: its command is run as it is printed there, and must print what the row says; a row without
# a command must give a reason.
. "$(dirname "$0")/lib.sh"

# What the commands work with, as the page says.
mkdir bin
ln -s "$PROGRAM" bin/kibitzer
PATH=$WORK/bin:$PATH
ln -s "$TOP/fixtures" fixtures
brief_demo
cp demo/club-final.mat match.mat
cp "demo/sunday money.mat" money.mat
kibitzer analyze --quiet --level 0ply --out reports --report sgf,html match.mat money.mat
cp reports/match.sgf analysed.sgf
sed '0,/41: 24\/23 13\/9/s//41: 24\/21 6\/5/' <(short_match) >illegal.mat
echo 'body { margin: 0 }' >mine.css
printf 'names Ann, Bob\nlength 0\nrules automatic\ncube 2\n31 8 6\n64 24/14\n' >automatic.kbt
cat >small.xml <<'END'
<?xml version="1.0"?>
<met><info><name>small</name><description>three points</description><length>3</length></info>
<pre-crawford-table type="explicit">
<row><me>0.5</me><me>0.7</me><me>0.75</me></row><row><me>0.3</me><me>0.5</me><me>0.6</me></row><row><me>0.25</me><me>0.4</me><me>0.5</me></row>
</pre-crawford-table>
<post-crawford-table player="both" type="explicit"><row><me>0.5</me><me>0.48</me><me>0.32</me></row></post-crawford-table></met>
END

# unescaped CELL: the text of a cell, without its backticks; GitHub's tables have a backslash before each bar.
unescaped() {
    local cell=${1//$'\001'/|}
    cell=${cell#"${cell%%[! ]*}"} cell=${cell%"${cell##*[! ]}"}
    cell=${cell#\`} && printf '%s' "${cell%\`}"
}

rows=0
while IFS='|' read -r _ section capability command shown _; do
    rows=$((rows + 1))
    test_ "$(unescaped "$section") $(unescaped "$capability")"
    command=$(unescaped "$command") shown=$(unescaped "$shown")
    case $command in
    kibitzer*)
        bash -c "$command" >out 2>&1 </dev/null
        grep -Eq -e "$shown" out || wrong "no $shown in what $command prints: $(head -c 600 out)"
        ;;
    -) [ "${#shown}" -gt 20 ] || wrong "neither a command nor a reason" ;;
    *) wrong "not a command: $command" ;;
    esac
done < <(sed -n 's/\\|/\x01/g; /^| [0-9A-Z].* | [`-]/p' "$TOP/docs/manual-rows.md")

test_ "all rows are there"
equal "$rows" 187
finish
