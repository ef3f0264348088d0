#!/bin/bash
# release.sh TAG FOLDER: what is published of a tag: packages (made before, from the same commit), sources, the changelog's
# section, a bill of materials, and the SHA-256 sums of all of it.
set -euo pipefail
tag=$1 folder=$2
version=${tag#v}
mkdir -p "$folder"
find build/deb -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' -exec cp {} "$folder" \;
cp "build/static/kibitzer-$version-linux-x86_64" "$folder"
git archive --prefix="kibitzer-$version/" "$tag" | gzip -n >"$folder/kibitzer-$version.tar.gz"
git show "$tag:CHANGELOG.md" | awk -v head="## $version" '$0 == head {on = 1; next} /^## / {on = 0} on' >"$folder/CHANGES-$version.md"
grep -q . "$folder/CHANGES-$version.md" || { echo "release: CHANGELOG.md has no section ## $version" >&2; exit 1; }
/usr/bin/python3 tools/packages/spdx.py "$version" "$(git log -1 --format=%ct "$tag")" "$folder" >"$folder/kibitzer-$version.spdx"
(cd "$folder" && sha256sum ./* | sed 's|  \./|  |') >"$folder.sums"
mv "$folder.sums" "$folder/SHA256SUMS"
cat "$folder/SHA256SUMS"
