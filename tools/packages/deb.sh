#!/bin/bash
# deb.sh FOLDER [COMMIT]: Debian packages of a commit (HEAD), built in FOLDER. The changelog has the version of the sources
# and the time of the commit, so that a commit always gives the same packages.
set -euo pipefail
mkdir -p "$1"
folder=$(realpath "$1") commit=${2:-HEAD}
version=$(git show "$commit:src/base/version.h" | sed -n 's/^.define KIBITZER_VERSION "\(.*\)"/\1/p')
tree=$folder/kibitzer-$version
rm -rf "$folder"/*
mkdir "$tree"
git archive "$commit" | tar -x -C "$tree"
mv "$tree/packaging/debian" "$tree"
cat >"$tree/debian/changelog" <<END
kibitzer ($version) unstable; urgency=medium

  * Version $version. CHANGELOG.md of the sources says what has changed.

 -- $(sed -n 's/^Maintainer: //p' "$tree/debian/control")  $(LC_ALL=C git log -1 --format=%cD "$commit")
END
# The page for browsers is built by `make web`, which no build of Debian's could: it is taken as it is.
if [ -e build/web/index.html ]; then
    cp -r build/web "$tree/web"
    export DEB_BUILD_PROFILES=pkg.kibitzer.web
fi
cd "$tree"
dpkg-buildpackage --build=binary --no-sign
rm -rf "$tree"
