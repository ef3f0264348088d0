#!/bin/bash
# windows.sh VERSION EXE ZIP LIBRARY...: the program for Windows as people get it, with what it reads, what is to be read, and the
# licences of the libraries that it has linked in. The same commit gives the same bytes.
set -euo pipefail
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) # which strip writes into the program
export SOURCE_DATE_EPOCH
version=$1 exe=$2 zip=$3
shift 3
name=kibitzer-$version-windows
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name fonts=/usr/share/fonts/truetype/dejavu
mkdir -p "$root"/{docs/formats,licences,share/kibitzer/fonts}
x86_64-w64-mingw32-strip -o "$root/kibitzer.exe" "$exe"
sed "s/VERSION/$version/; s/\$/\r/" packaging/windows/README.txt >"$root/README.txt"
cp docs/*.md "$root/docs"
cp docs/formats/*.md "$root/docs/formats"
cp LICENSE "$root/licences/kibitzer.txt"
cp "$fonts"/DejaVuSans{,-Bold}.ttf "$root/share/kibitzer/fonts"
cp /usr/share/doc/fonts-dejavu-core/copyright "$root/licences/dejavu.txt"
for engine in build/share/kibitzer/live-engine.txt; do # analyze --live; `make web` makes it
    [ ! -e "$engine" ] || { cp "$engine" "$root/share/kibitzer" && cp /usr/share/doc/emscripten/copyright "$root/licences/emscripten.txt"; }
done
for library; do
    for text in COPYING LICENSE LICENSE.md Copyright README; do
        [ ! -e "build/cross/x86_64-w64-mingw32/src/$library/$text" ] ||
            { cp "build/cross/x86_64-w64-mingw32/src/$library/$text" "$root/licences/$library.txt" && break; }
    done
done
cp /usr/share/doc/mingw-w64-common/copyright "$root/licences/mingw-w64.txt"
cp /usr/share/doc/gcc-mingw-w64-base/copyright "$root/licences/gcc.txt"
python3 - "$work" "$zip" "$SOURCE_DATE_EPOCH" <<'END'
import os, sys, time, zipfile
folder, target, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3])
with zipfile.ZipFile(target + ".new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
    for path in sorted(os.path.join(at, n) for at, _, names in os.walk(folder) for n in names):
        entry = zipfile.ZipInfo(os.path.relpath(path, folder), time.gmtime(seconds)[:6])
        entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        out.writestr(entry, open(path, "rb").read())
os.replace(target + ".new", target)
END
