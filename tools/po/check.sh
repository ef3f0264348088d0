#!/bin/sh
# Catalogues: `make po-check`. Those of po/LINGUAS are whole; of the others what is there is sound.
set -eu
export LC_ALL=C.UTF-8
titles=$1 tmp=$(mktemp -d) bad=0
trap 'rm -rf "$tmp"' EXIT

tools/po/pot.sh "$titles" "$tmp/kibitzer.pot"
cmp -s "$tmp/kibitzer.pot" po/kibitzer.pot || {
    echo "po/kibitzer.pot is not what the sources say: make pot" >&2
    bad=1
}
for po in po/*.po; do
    [ -e "$po" ] || continue
    msgfmt -c -o /dev/null "$po" || bad=1
    language=${po#po/} released=
    grep -qx "${language%.po}" po/LINGUAS && released=--released
    # A message that the sources no longer have, or have since, shows in what msgmerge makes of it.
    msgmerge --quiet --no-fuzzy-matching --no-wrap -o "$tmp/$language" "$po" po/kibitzer.pot
    msgattrib --no-obsolete --no-wrap "$tmp/$language" >"$tmp/all.po"
    python3 tools/po/check.py "$po" "$tmp/all.po" $released || bad=1
done
exit $bad
