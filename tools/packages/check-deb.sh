#!/bin/bash
# check-deb.sh FOLDER...: the packages in these folders, of the processor of the first one's, in a bare Debian: an earlier
# version installed, upgraded, tried by the tests of packaging/debian/tests, purged. Root; minutes.
set -euo pipefail
top=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
root=$work/root binfmt=/proc/sys/fs/binfmt_misc registered=
leave() {
    umount "$root/proc" 2>/dev/null || true
    [ -z "$registered" ] || echo -1 >"$registered"
    rm -rf --one-file-system "$work"
}
trap leave EXIT
say() { printf '%s\n' "check-deb: $*"; }
fail() { say "$*" >&2; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root XDG_CACHE_HOME=/src/cache LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -q -y --no-install-recommends "$@" >"$work/apt" 2>&1 || { tail -20 "$work/apt" >&2; fail "apt-get $1"; }; }
# alone COMMAND...: in a network of its own, of this function's shell.
alone() { export -f inside && root=$root unshare --net bash -c 'ip link set lo up && "$@"' bash "$@"; }

# The kernel is given qemu for the programs of 64-bit ARM, where it has none for them yet.
emulate() {
    [ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt
    grep -lsq '^interpreter.*qemu-aarch64' $binfmt/* && return
    printf '%s' ':kibitzer-arm64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64-static:F' \
        >$binfmt/register
    registered=$binfmt/kibitzer-arm64
}

# An earlier version: the same files, so that the upgrade replaces each of them.
earlier() {
    local unpacked=$work/unpacked
    rm -rf "$unpacked"
    dpkg-deb -R "$1" "$unpacked"
    sed -i "s/^Version: .*/Version: 0.0.1/; s/(= $version)/(= 0.0.1)/" "$unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$unpacked" "$root/debs/earlier/$(basename "$1")" >/dev/null
}

architecture=$(dpkg-deb -f "$(ls "$1"/libkibitzer0_*.deb)" Architecture) version=$(dpkg-deb -f "$(ls "$1"/libkibitzer0_*.deb)" Version)
case $architecture in arm64) emulate ;; esac
mmdebstrap -q --variant=apt --architectures="$architecture" "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$root"
mount -t proc proc "$root/proc" 2>/dev/null || true
mkdir -p "$root/debs/earlier" "$root/src"
install -m 755 /dev/stdin "$root/usr/sbin/policy-rc.d" <<<$'#!/bin/sh\nexit 101' # no server starts by itself
cp -r "$top/examples" "$top/packaging/debian/tests" "$root/src"
mkdir "$root/src/fixtures" && cp -r "$top/fixtures/demo" "$root/src/fixtures"
find "$@" \( -name "*_$architecture.deb" -o -name '*_all.deb' \) ! -name '*-dbgsym_*' -exec cp {} "$root/debs" \;
for deb in "$root"/debs/*.deb; do earlier "$deb"; done
packages=$(for deb in "$root"/debs/*.deb; do dpkg-deb -f "$deb" Package; done)

apt update
say "installing the earlier version ($architecture)"
apt install $(cd "$root" && printf '/%s ' debs/earlier/*.deb)
say "upgrading"
apt install $(cd "$root" && printf '/%s ' debs/*.deb)
for package in $packages; do
    [ "$(inside dpkg-query -W -f='${db:Status-Abbrev}${Version}' "$package")" = "ii $version" ] || fail "$package is not there as $version"
done
[ "$(inside kibitzer --version | head -1 | awk '{print $2}')" = "$version" ] || fail "kibitzer --version says $(inside kibitzer --version)"

# The tests of the packages that are there, as autopkgtest would run them.
for test in $(sed -n 's/^Tests: //p' "$root/src/tests/control"); do
    needs=$(sed -n "/^Tests: $test\$/,/^\$/s/^Depends: //p" "$root/src/tests/control" | tr -d ,)
    grep -qx "${needs%% *}" <<<"$packages" || continue
    apt install $needs
    alone inside sh -c "cd /src && tests/$test" >"$work/said" 2>&1 || { cat "$work/said" >&2; fail "the test $test"; }
    say "$test passes"
done
apt purge $packages
left=$(inside find / -xdev -name '*kibitzer*' ! -path '/debs/*' ! -path '/src/*' ! -path '/proc/*')
[ -z "$left" ] || fail "purging has left $left"
say "$(echo "$packages" | wc -l) packages installed, upgraded, tried and purged"
