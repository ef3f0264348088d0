#!/usr/bin/env bash
# Every picture and report format from every match and position at hand, each file checked by a judge who is not us:
# tidy (HTML), xmllint (SVG), qpdf (PDF), file (PNG), Ghostscript (EPS). A judge that is not installed is named, not
# passed over in silence.
# Usage: outputs.sh PROGRAM FOLDER MATCH...
set -u
program=$1 folder=$2
shift 2
rm -rf "$folder" && mkdir -p "$folder"
failed=0 checked=0

judge() { # judge NAME PROGRAM FILE COMMAND...
    local name=$1 needs=$2 file=$3
    shift 3
    if ! command -v "$needs" > /dev/null; then
        echo "$needs" >> "$folder/missing"
    elif ! "$@" > "$folder/log" 2>&1 || { [ "$name" = html ] && [ -s "$folder/log" ]; }; then
        echo "outputs: $file is not valid $name:" && head -5 "$folder/log"
        failed=$((failed + 1))
    else
        checked=$((checked + 1))
    fi
}

valid() { # valid FORMAT FILE
    case $1 in
    html) judge html tidy "$2" tidy -e -q "$2" ;;
    svg) judge svg xmllint "$2" xmllint --noout "$2" ;;
    pdf) judge pdf qpdf "$2" qpdf --check "$2" ;;
    png) judge png file "$2" grep -q 'PNG image data' <(file "$2") ;;
    eps) judge eps gs "$2" gs -q -dBATCH -dNOPAUSE -dSAFER -dEPSCrop -sDEVICE=nullpage "$2" ;;
    esac
}

n=0
for match in "$@"; do
    n=$((n + 1))
    for format in html pdf svg png eps; do
        out="$folder/$n.$format"
        if "$program" convert --to "$format" "$match" "$out" 2> "$folder/log"; then
            for part in "$folder/$n".*"$format" "$folder/$n"_*."$format"; do
                [ -e "$part" ] && valid "$format" "$part"
            done
        elif [ "$format" = html ]; then
            echo "outputs: $match was not converted:" && head -3 "$folder/log" && failed=$((failed + 1))
        fi
        rm -f "$folder/$n".* "$folder/$n"_*
    done
done
[ -e "$folder/missing" ] && echo "outputs: not installed, nothing judged by: $(sort -u "$folder/missing" | tr '\n' ' ')"
echo "outputs: $checked files of $n matches valid, $failed not"
[ "$failed" = 0 ] && [ "$checked" != 0 ]
