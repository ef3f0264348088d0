#!/usr/bin/env bash
# check-outputs.sh PROGRAM FOLDER: writes every format for the fixtures into FOLDER and lets other programs judge:
# tidy (HTML), xmllint (SVG), python3-jsonschema (JSON), qpdf (PDF), gs (PostScript), pdflatex (LaTeX), rsvg-convert
# (SVG), file (PNG), epubcheck (EPUB).
# What is not installed is named and left out. Formats that we read too are read again.
set -u
program=$(realpath "$1") out=$2
schema=$PWD/docs/match.schema.json
bad=0 judged=0
declare -A missing=()

fail() {
    printf 'check-outputs: %s: %s\n' "$1" "$2"
    bad=$((bad + 1))
}

# judge TOOL FILE COMMAND...: counts; prints what the tool said where it refuses.
judge() {
    local tool=$1 file=$2 said
    shift 2
    if ! command -v "$tool" >/dev/null; then
        missing[$tool]=1
        return
    fi
    judged=$((judged + 1))
    said=$("$@" 2>&1) || fail "$file" "$tool refuses it: $(head -c 600 <<<"$said")"
}

html() { # status 1 = warnings
    judge tidy "$1" bash -c 'tidy -q -e --show-warnings no --drop-empty-elements no --custom-tags inline "$1"; [ $? -lt 2 ]' _ "$1"
}

json() {
    judge python3 "$1" python3 -W ignore -c '
import json, sys
try:
    import jsonschema
except ImportError:
    sys.exit(0)
jsonschema.validate(json.load(open(sys.argv[1], encoding="utf-8")), json.load(open(sys.argv[2])))' "$1" "$schema"
}

latex() {
    judge pdflatex "$1" bash -c 'cd "$(dirname "$1")" && pdflatex -interaction=nonstopmode -halt-on-error -no-shell-escape "$(basename "$1")" </dev/null | tail -30; exit "${PIPESTATUS[0]}"' _ "$1"
}

pdf() {
    judge qpdf "$1" qpdf --check "$1"
}

# Printed without an error, with as many pages as its comments promise.
ps() {
    judge gs "$1" bash -c '
        said=$(gs -q -dSAFER -dNOPAUSE -dBATCH -sDEVICE=bbox "$1" 2>&1) || { echo "$said"; exit 1; }
        printed=$(grep -c "^%%BoundingBox" <<<"$said")
        promised=$(sed -n "s/^%%Pages: //p" "$1" | head -1)
        [ "$printed" = "${promised:-1}" ] || { echo "$printed pages, promised $promised: $said"; exit 1; }' _ "$1"
}

eps() {
    ps "$1"
}

svg() {
    judge xmllint "$1" xmllint --noout --nonet "$1"
    judge rsvg-convert "$1" rsvg-convert -o "$1.png" "$1"
}

epub() {
    judge epubcheck "$1" bash -c 'java -jar "$(command -v epubcheck)" --quiet "$1"' _ "$1"
}

png() {
    judge file "$1" bash -c 'file "$1" | grep -q "PNG image data"' _ "$1"
}

read_again() {
    [ "$2" != gam ] || grep -qE '[1-6][1-6]: ' "$1" || return # names and no play: a position has no form in .gam
    "$program" info -q "$1" >/dev/null 2>"$out/said" || fail "$1" "not read again: $(head -c 300 "$out/said")"
    judged=$((judged + 1))
}

# The formats that `kibitzer formats` says are written: name, read or not.
mapfile -t formats < <("$program" formats --format tsv | awk -F'\t' 'NR > 1 && $4 == "true" { print $1, $3 == "true" ? "read" : "-" }')
[ "${#formats[@]}" -gt 5 ] || { echo "check-outputs: \`kibitzer formats\` lists no writers"; exit 1; }

rm -rf "$out"
mkdir -p "$out/in"
while IFS= read -r file; do
    cp "$file" "$out/in/"
done < <(find fixtures -path fixtures/bad -prune -o -type f '(' -name '*.dump' -o -path 'fixtures/demo/*' ')' -print)
hostile='<script>;%\input{x} ]"&'\''$(id)'
cp fixtures/outputs/hostile-names.dump "$out/in/$hostile.dump"
touch "$out/before"
for row in "${formats[@]}"; do
    read -r name readable <<<"$row"
    mkdir -p "$out/$name"
    "$program" convert -q --to "$name" --out "$out/$name" "$out/in" 2>"$out/said"
    status=$?
    [ "$status" -le 1 ] || fail "$name" "exit status $status: $(head -c 300 "$out/said")"
    mapfile -t written < <(find "$out/$name" -type f) # before judges leave their own files beside them
    for file in "${written[@]}"; do
        case $name in
        html | json | latex | pdf | ps | eps | svg | png) "$name" "$file" ;;
        *) [ "$readable" = read ] && read_again "$file" "$name" ;;
        esac
    done
    n=${#written[@]}
    [ "$n" -gt 5 ] || fail "$name" "only $n files written"
    printf '%-12s %d files\n' "$name" "$n"
done
# Paper in full: every decision with its board.
for name in latex pdf ps; do
    mkdir -p "$out/whole-$name"
    "$program" convert -q --boards all --to "$name" --out "$out/whole-$name" "$out/in" 2>"$out/said"
    status=$?
    [ "$status" -le 1 ] || fail "whole-$name" "exit status $status: $(head -c 300 "$out/said")"
    mapfile -t written < <(find "$out/whole-$name" -type f)
    for file in "${written[@]}"; do
        "$name" "$file"
    done
    printf '%-12s %d files\n' "whole-$name" "${#written[@]}"
done
# A page that says words once, and has elements of its own where they stand.
mkdir -p "$out/said-once"
"$program" convert -q --language el fixtures/demo/club-final.mat "$out/said-once/page.html" && grep -q '<a-></a->' "$out/said-once/page.html" || fail html "no page in Greek"
html "$out/said-once/page.html"
# Books, which are made from a collection: of a season, and of players with hostile names.
mkdir -p "$out/book"
"$program" analyze -q --level 0ply --report none --out "$out/book" fixtures/season "$out/in" 2>"$out/said"
[ $? -le 1 ] || fail book "not analysed: $(head -c 300 "$out/said")"
"$program" db players --format csv --db "$out/book" 2>/dev/null | python3 -c '
import csv, sys
print("\n".join(p["name"] for p in csv.DictReader(sys.stdin) if not p["counted_as"] and (p["name"] == "Mira" or set(p["name"]) & set("<&%\"\\"))))' >"$out/players"
n=0
while IFS= read -r player; do
    for language in en ja; do
        for name in epub pdf html latex; do
            n=$((n + 1)) file=$out/book/$n.${name/latex/tex}
            "$program" book -q --db "$out/book" --language $language --errors 9 -t $name -o "$file" -- "$player" 2>"$out/said" || fail "book of $player" "$(head -c 300 "$out/said")"
            [ "$name" = latex ] && [ "$language-$player" != en-Mira ] || "$name" "$file" # pdflatex has other letters, and no room for the longest names
        done
    done
done <"$out/players"
printf '%-12s %d files\n' book "$n"
[ "$n" -gt 8 ] || fail book "only $n files written"
# Nothing may appear beside the folder, whatever names say.
strays=$(find . -newer "$out/before" -type f ! -path "./${out#./}/*" ! -path './.git/*' | head -3)
[ -z "$strays" ] || fail "written outside the folder" "$strays"
for tool in "${!missing[@]}"; do
    echo "check-outputs: $tool is not installed, its judgement is left out"
done
echo "check-outputs: $judged judgements, $bad refused"
[ "$bad" -eq 0 ]
