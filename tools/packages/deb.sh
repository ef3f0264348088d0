#!/bin/bash
# deb.sh FOLDER OPTION...: Debian packages of the last commit, built in FOLDER by dpkg-buildpackage with these options. The
# changelog has the version of the sources and the time of the commit, so that a commit always gives the same packages.
# ROOT=FOLDER: in that system, below its /build.
set -euo pipefail
place=${ROOT:+$ROOT/build}
place=${place:-$1}
mkdir -p "$1" "$place"
result=$(realpath "$1") folder=$(realpath "$place")
shift
version=$(git show HEAD:src/base/version.h | sed -n 's/^.define KIBITZER_VERSION "\(.*\)"/\1/p')
tree=$folder/kibitzer-$version
rm -rf "${folder:?}"/* "${result:?}"/*
mkdir "$tree"
git archive HEAD | tar -x -C "$tree"
mv "$tree/packaging/debian" "$tree"
cat >"$tree/debian/changelog" <<CHANGES
kibitzer ($version) unstable; urgency=medium

  * Version $version. CHANGELOG.md of the sources says what has changed.

 -- $(sed -n 's/^Maintainer: //p' "$tree/debian/control")  $(LC_ALL=C git log -1 --format=%cD)
CHANGES
case " $* " in
*" --build=any "*) ;;
*) [ "${DEB_BUILD_PROFILES:-}" = pkg.kibitzer.noweb ] || make -s web-sources TO="$tree/debian/sources" ;;
esac
if [ -n "${ROOT:-}" ]; then
    unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"' \
        "$ROOT" sh -c 'cd /build/*/ && exec dpkg-buildpackage --no-sign "$@"' sh "$@"
    find "$folder" -maxdepth 1 -type f -exec mv {} "$result" \;
else
    (cd "$tree" && dpkg-buildpackage --no-sign "$@")
fi
rm -rf "$tree"
