#!/bin/sh
# root.sh ARCHITECTURE FOLDER PACKAGE...: Debian's packages with all that they need, unpacked into FOLDER for compilers and qemu.
set -eu
architecture=$1 folder=$2
shift 2
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
mmdebstrap -q --variant=extract --skip=check/qemu --architectures="$architecture" --include="$(echo "$*" | tr ' ' ,)" \
    "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$folder"
# Absolute links would lead out of the folder.
find "$folder" -xdev -path '*/lib/*' -type l -lname '/*' | while read -r link; do ln -sfr "$folder$(readlink "$link")" "$link"; done
