#!/usr/bin/env bash
# Lists what is external though nothing outside its object uses it: it could be static, or nobody needs it.
# usage: tools/lint-externals.sh OBJECT...   (all objects of the program)
set -u
[ $# -gt 1 ] || { echo "lint-externals: no objects" >&2; exit 2; }
found=0
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
nm -A --defined-only -g "$@" | sed 's/:[^:]* / /' | sort -u >"$work/defined"
nm -u "$@" | sed -n 's/.* //p' | sort -u >"$work/used"
while read -r object symbol; do
    case $symbol in kibitzer_* | main) continue ;; esac # the library's own names are for others
    grep -qxF "$symbol" "$work/used" && continue
    grep -rqw --include='*.[ch]' "$symbol" tests tools && continue
    echo "$object: $symbol could be static, or go"
    found=1
done <"$work/defined"
exit $found
