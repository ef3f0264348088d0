#!/bin/sh
# build-root.sh ARCHITECTURE FOLDER: a bare Debian with all that building the packages for ARCHITECTURE asks for.
set -eu
rm -rf "$2"
mkdir -p "$(dirname "$2")"
mmdebstrap -q --variant=buildd --architectures="$(dpkg --print-architecture),$1" --include="crossbuild-essential-$1" \
    --customize-hook='mkdir -p "$1/build/wanted/debian"' \
    --customize-hook='cp packaging/debian/control "$1/build/wanted/debian"' \
    --customize-hook="chroot \"\$1\" apt-get -q -y --no-install-recommends build-dep --host-architecture=$1 --arch-only -P cross /build/wanted" \
    "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$2"
