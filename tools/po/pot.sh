#!/bin/sh
# The words of the sources as a template for catalogues: `make pot`. Functions that take words are keywords; files that
# have little else are taken whole; scripts of our pages have theirs between « and »; titles
# of answers come from the program's own tables.
set -eu
export LC_ALL=C.UTF-8
titles=$1 out=$2 tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

sources=$(grep -rlE 'base/language.h|base/suggest.h|cli/reader.h|document/|report/' src --include='*.c' --include='*.h' | sort)
whole='src/report/lessons.c src/report/statistics.c src/document/glossary.c'
for k in N_ NN_:1,2 C_:1c,2 tr tr_add:2 draft_fill:2 put_words:2 words_begin:2 words_begin:2,3 \
    put_counted:2 put_counted:2,3 tr_add_counted:2,3 counted:2 draft_section:5 put_note:2 fact_begin:2 fact_words:2 fact_words:3 fact_text:2 fact_count:2 figure:2 note:3 \
    words refuse:2 draft_titled:3 draft_page:3 cell_words:3 contents:3 sheet_section:4 match_link:4 left_over:4,5 \
    COLUMN FIGURE ROW_HEAD COLUMN_LATER FIGURE_LATER FIGURE_PAIR COLUMN_IF_ROOM FIGURE_OF; do
    keys="${keys:-} --keyword=$k"
done
common="--from-code=UTF-8 --no-wrap --add-comments=Translators: --package-name=kibitzer --sort-by-file"
# shellcheck disable=SC2086
xgettext -k $keys $common -o "$tmp/words.pot" $(echo "$sources" | grep -vxF "$(echo "$whole" | tr ' ' '\n')") 2>"$tmp/said" || {
    cat "$tmp/said" >&2
    exit 1
}
# shellcheck disable=SC2086
xgettext -a $common -o "$tmp/whole.pot" $whole 2>>"$tmp/said"
# shellcheck disable=SC2086
xgettext -k $keys $common -o "$tmp/pairs.pot" $whole 2>>"$tmp/said"
for script in src/export/html/*.js src/export/html/*.css src/web/*.js src/web/page/*.js; do
    grep -on '«[^»]*»' "$script" | sed "s|^\([0-9]*\):«\(.*\)»|#line \1 \"$script\"\nN_(\"\2\")|" || true
done >"$tmp/scripts.c"
python3 tools/po/page.py src/web/page/index.html >>"$tmp/scripts.c"
xgettext -k --keyword=N_ $common -o "$tmp/scripts.pot" "$tmp/scripts.c"
"$titles" >"$tmp/titles.c"
xgettext -k --keyword=N_ $common -D "$tmp" -o "$tmp/titles.pot" titles.c
# Messages: formats of printf(), and the words that fill them (W_() of base/format.h), which have a context of their own.
for k in diag_at:5 diag_offset:4 say_error:1 say_warning:1 say:1 say_note:1 call_misuse:1 option_wrong:2 option_refuse:4 sql_fail:2 strbuf_say:2 \
    ogxm_warn:3 ogxm_refuse:3 impossible:2 found_other:2 terminal_printf:2 F_:1 FF_:1,2; do
    formats="${formats:-} --keyword=$k --flag=${k%%:*}:${k##*[:,]}:c-format"
done
# shellcheck disable=SC2086
xgettext -k $formats --keyword=tr_counted:1,2 $common -o "$tmp/messages.pot" $(find src -name '*.c' | sort) 2>>"$tmp/said"
# shellcheck disable=SC2046
xgettext -k --keyword=W_ $common -o "$tmp/holes.pot" $(find src -name '*.[ch]' | sort) "$tmp/titles.c" 2>>"$tmp/said"
sed -i 's/^msgid /msgctxt "in a message"\nmsgid /' "$tmp/holes.pot"
# Without what no reader sees: names of files and single signs, and without dates and lines, which change for nothing.
python3 tools/po/pot.py "$tmp/pairs.pot" "$tmp/words.pot" "$tmp/whole.pot" "$tmp/scripts.pot" "$tmp/titles.pot" "$tmp/messages.pot" "$tmp/holes.pot" >"$tmp/out"
mv "$tmp/out" "$out"
