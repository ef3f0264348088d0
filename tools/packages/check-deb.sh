#!/bin/bash
# check-deb.sh FOLDER: the packages in FOLDER in a bare Debian: an earlier version installed, upgraded, tried by the tests of
# packaging/debian/tests, purged. Root; minutes.
set -euo pipefail
folder=$(realpath "$1")
top=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
root=$work/root
leave() { umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$work"; }
trap leave EXIT
say() { printf '%s\n' "check-deb: $*"; }
fail() { say "$*" >&2; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root XDG_CACHE_HOME=/src/cache LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -q -y --no-install-recommends "$@" >"$work/apt" 2>&1 || { tail -20 "$work/apt" >&2; fail "apt-get $1"; }; }

# An earlier version: the same files, so that the upgrade replaces each of them.
earlier() {
    local unpacked=$work/unpacked
    rm -rf "$unpacked"
    dpkg-deb -R "$1" "$unpacked"
    sed -i "s/^Version: .*/Version: 0.0.1/; s/(= $version)/(= 0.0.1)/" "$unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$unpacked" "$root/debs/earlier/$(basename "$1")" >/dev/null
}

mmdebstrap -q --variant=apt "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$root"
mount -t proc proc "$root/proc" 2>/dev/null || true
mkdir -p "$root/debs/earlier" "$root/src"
cp -r "$top/examples" "$top/packaging/debian/tests" "$root/src"
mkdir "$root/src/fixtures" && cp -r "$top/fixtures/demo" "$root/src/fixtures"
find "$folder" -name '*.deb' ! -name '*-dbgsym_*' -exec cp {} "$root/debs" \;
version=$(dpkg-deb -f "$(ls "$root"/debs/kibitzer_*.deb)" Version)
for deb in "$root"/debs/*.deb; do earlier "$deb"; done
packages=$(for deb in "$root"/debs/*.deb; do dpkg-deb -f "$deb" Package; done)

apt update
say "installing the earlier version"
apt install $(cd "$root" && printf '/%s ' debs/earlier/*.deb)
say "upgrading"
apt install $(cd "$root" && printf '/%s ' debs/*.deb)
for package in $packages; do
    [ "$(inside dpkg-query -W -f='${db:Status-Abbrev}${Version}' "$package")" = "ii $version" ] || fail "$package is not there as $version"
done
[ "$(inside kibitzer --version | head -1 | awk '{print $2}')" = "$version" ] || fail "kibitzer --version says $(inside kibitzer --version)"
apt install $(sed -n 's/^Depends: //p' "$root/src/tests/control" | tr -d ,)
for test in $(sed -n 's/^Tests: //p' "$root/src/tests/control"); do
    inside sh -c "cd /src && tests/$test" >"$work/said" 2>&1 || { cat "$work/said" >&2; fail "the test $test"; }
    say "$test passes"
done
apt purge $packages
left=$(inside find / -xdev -name '*kibitzer*' ! -path '/debs/*' ! -path '/src/*' ! -path '/proc/*')
[ -z "$left" ] || fail "purging has left $left"
say "$(echo "$packages" | wc -l) packages installed, upgraded, tried and purged"
