#!/usr/bin/env bash
# Every format that the program lists has its page, its fixtures and its fuzz target; docs/formats/README.md is complete.
. "$(dirname "$0")/lib.sh"
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

finish
