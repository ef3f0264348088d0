#!/usr/bin/env bash
# Every format that the program lists has its page, its fixtures and its fuzz target; docs/formats/README.md is complete.
. "$(dirname "$0")/lib.sh"
SAMPLE=$TOP/${BUILD:-build/release}/sample
run formats --format tsv
tail -n +2 out | awk -F'\t' '{ print $1, $3, $4, $5 }' >rows
page_row() { grep "^| \`$1\` |" "$TOP/docs/formats/README.md"; }

test_ "the index of pages names every format, each page is there"
[ "$(wc -l <rows)" -gt 20 ] || wrong "formats lists only $(wc -l <rows)"
equal "$(grep -c '^| `' "$TOP/docs/formats/README.md")" "$(wc -l <rows)"
while read -r format _; do
    page_row "$format" >row || wrong "docs/formats/README.md has no row for $format"
    for page in $(grep -o '([a-z]*\.md)' row | tr -d '()'); do
        [ -s "$TOP/docs/formats/$page" ] || wrong "$format: no page docs/formats/$page"
        grep -q "$format" "$TOP/docs/formats/$page" || wrong "docs/formats/$page does not name $format"
    done
done <rows

test_ "directions in the index are those of the program"
while read -r format reads writes _; do
    direction=$(page_row "$format" | cut -d'|' -f4,5 | tr -d ' ')
    case $reads,$writes in
    true,true) equal "$format $direction" "$format yes|yes" ;;
    true,false) equal "$format $direction" "$format yes|" ;;
    *) case $direction in "|yes" | as*"|yes") ;; *) wrong "$format: $direction" ;; esac ;;
    esac
done <rows

test_ "every format shows how much it holds"
equal "$(awk '$4 !~ /^(position|positions|game|match|matches)$/' rows)" ""

test_ "every reader has good and bad fixtures, with what is expected of them"
while read -r format reads _; do
    [ "$reads" = true ] || continue
    good=$(find "$TOP/fixtures/$format" -name '*.dump' 2>/dev/null | wc -l)
    bad=$(find "$TOP/fixtures/bad/$format" -name '*.err' 2>/dev/null | wc -l)
    [ "$good" -gt 0 ] || wrong "no fixtures/$format/*.dump"
    [ "$bad" -gt 0 ] || wrong "no fixtures/bad/$format/*.err"
done <rows

test_ "every reader is a fuzz target"
make -s -C "$TOP" fuzz-targets >targets 2>/dev/null
while read -r format reads _; do
    [ "$reads" != true ] || grep -qw "$format" targets || wrong "make fuzz-all does not fuzz $format"
done <rows

test_ "the example of docs/adding-a-format.md is read and written as the page says"
PROGRAM=$SAMPLE/kibitzer run formats
out_has '^foo  *yes  *yes  *match  *foo  *Foo match$'
PROGRAM=$SAMPLE/kibitzer run convert -q --to dump "$SAMPLE/fixtures/foo/short.foo" -
status_is 0
same out "$SAMPLE/fixtures/foo/short.dump"
PROGRAM=$SAMPLE/kibitzer run convert -q --to foo "$SAMPLE/fixtures/foo/short.dump" -
same out "$SAMPLE/fixtures/foo/short.foo"

test_ "a line that the example does not understand is reported and kept"
sed 's/^2 double/2 dobule/; s/^1 take/1 dro/' "$SAMPLE/fixtures/foo/short.foo" >slip.foo
PROGRAM=$SAMPLE/kibitzer run convert --to dump slip.foo -
err_has 'slip.foo:4:1: warning: found "2 dobule", expected a game or a turn: kept as a comment'
out_has 'comment "2 dobule'

finish
