#!/bin/sh
# A catalogue (.po) as the program and the browser page have it: src/base/language.c reads it. In place of each English text
# is a number made of it, which sorts the records; of two texts with one number this fails. pages: what reports and the browser
# page say; rest: what help and messages alone say; messages: the same without the help. words.sh pages|rest|messages de.po
set -eu
export LC_ALL=C
records=$(mktemp)
trap 'rm -f "$records"' EXIT
awk -v kind="$1" '
BEGIN {
    for (i = 1; i < 256; i++)
        code[sprintf("%c", i)] = i
}
# What is between the quotes, its escapes resolved; a newline is \003 until the records are sorted.
function text(line) {
    sub(/^[^"]*"/, "", line)
    sub(/"[^"]*$/, "", line)
    gsub(/\\\\/, "\005", line)
    gsub(/\\n/, "\003", line)
    gsub(/\\t/, "\t", line)
    gsub(/\\"/, "\"", line)
    gsub(/\005/, "\\", line)
    return line
}
function number(id, i, n, high) {
    gsub(/\003/, "\n", id)
    for (i = 1; i <= length(id); i++)
        n = (n * 257 + code[substr(id, i, 1)]) % 17592186044416
    high = int(n / 4194304)
    return sprintf("%06x%06x", high, n - high * 4194304)
}
function is_wanted() {
    return pages || !(help || messages) ? kind == "pages" : kind == "rest" || (kind == "messages" && messages)
}
function finish(forms, i, n) {
    for (i = 0; i < count; i++)
        forms = forms form[i] "\001"
    if (there && id == "" && match(forms, /nplurals=[^\003]*/))
        print number("") substr(forms, RSTART, RLENGTH) "\001"
    else if (there && id != "" && !fuzzy && form[0] != "" && is_wanted()) {
        n = number(context id)
        if (n in seen) {
            print "two texts have the number " n ": " seen[n] " and " id >"/dev/stderr"
            exit bad = 1
        }
        seen[n] = id
        print n forms
    }
    id = context = part = ""
    there = fuzzy = count = help = messages = pages = 0
}
/^#~/ { next }
/^#, .*fuzzy/ { fuzzy = 1 }
/^#: / {
    for (i = 2; i <= NF; i++)
        if ($i ~ /^help\// || $i ~ /^src\/(command\/(transcribe|duel|met|bearoff|doubts|live_state|serve|mcp|db|find|config)|collection\/(find|query)|watched|service)/) # what a page does not show
            help = 1
        else if ($i ~ /^messages-/ || $i ~ /^src\/(match\/loss|report\/(book|review_page|helped_page))\.c$/) # fetched too
            messages = 1
        else
            pages = 1
}
/^#/ { next }
/^$/ { finish() }
/^msgctxt/ { part = "context"; context = text($0) }
/^msgid / { part = "id"; id = text($0); there = 1 }
/^msgid_plural/ { part = "" }
/^msgstr/ { part = "form"; form[count++] = text($0) }
/^"/ {
    if (part == "context")
        context = context text($0)
    else if (part == "id")
        id = id text($0)
    else if (part == "form")
        form[count - 1] = form[count - 1] text($0)
}
/^msgid / && context != "" { context = context "\004" }
END { if (!bad) finish(); exit bad }
' "$2" >"$records"
sort "$records" | tr '\n\003\001' '\002\n\000'
