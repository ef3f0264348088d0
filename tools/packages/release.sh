#!/bin/bash
# release.sh TAG FOLDER: what is published of a tag: packages (made before, from the same commit), sources, the changelog's
# section, a bill of materials, and the SHA-256 sums of all of it.
set -euo pipefail
tag=$1 folder=$2
name=kibitzer-${tag#v}
seconds=$(git log -1 --format=%ct "$tag")
mkdir -p "$folder"
for deb in build/deb-web/*.deb build/deb/*.deb build/deb-arm64/*.deb; do
    case $deb in *-dbgsym_*) continue ;; esac
    [ ! -e "$folder/${deb##*/}" ] || cmp "$folder/${deb##*/}" "$deb" # what is the same for every processor, and was built with both
    cp "$deb" "$folder"
done
cp "build/static/$name-linux-x86_64"* "build/windows/$name-windows.zip" build/wheel/*.whl "$folder"
cp "build/npm/$name.tgz" "$folder/$name-npm.tgz"
cp build/share/kibitzer/live-engine.txt "$folder"
cp build/web/notices.txt "$folder/live-engine-notices.txt"
tar -C build --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u=rwX --mtime="@$seconds" --transform "s|^web|$name-web|" -c web |
    gzip -9n >"$folder/$name-web.tar.gz"
git archive --prefix="$name/" "$tag" | gzip -n >"$folder/$name.tar.gz"
git show "$tag:CHANGELOG.md" | awk -v head="## ${tag#v}" '$0 == head {on = 1; next} /^## / {on = 0} on' >"$folder/CHANGES-${tag#v}.md"
grep -q . "$folder/CHANGES-${tag#v}.md" || { echo "release: CHANGELOG.md has no section ## ${tag#v}" >&2; exit 1; }
/usr/bin/python3 tools/packages/spdx.py "${tag#v}" "$seconds" "$folder" >"$folder/$name.spdx"
(cd "$folder" && sha256sum ./* | sed 's|  \./|  |') >"$folder.sums"
mv "$folder.sums" "$folder/SHA256SUMS"
cat "$folder/SHA256SUMS"
