#!/bin/sh
# fetch.sh NAME [FOLDER]: a source package of Debian's, from the mirror that apt uses; it is kept in CROSS_SOURCES
# (build/cross/sources), where later calls find it without a network, and unpacked into FOLDER. The first line of NAME.sh
# has version, file and SHA-256. A .dsc holds the checksums of all files of its package, and the sources get Debian's
# patches; of an .orig.tar alone they are upstream's. A revision that Debian has replaced leaves the mirrors: then the newest one is taken, whose signature apt has verified.
set -eu

name=$1
sources=$(realpath -m "${CROSS_SOURCES:-build/cross/sources}")
apt=$sources/apt kept=$sources/$name
folder=${2:+$(realpath -m "$2")}
set -- $(sed -n '1s/^# source: //p' "$(dirname "$0")/$name.sh")
version=$1 file=$2 sum=$3
case $file in *.dsc) only= kind=.dsc ;; *) only=--tar-only kind=.orig.tar.* ;; esac

source_of() {
    (cd "$kept.new" && apt-get -qq -o APT::Sandbox::User="$(id -un)" -o Dir::Etc::SourceList=/dev/null \
        -o Dir::Etc::SourceParts="$apt/parts" -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt/cache" "$@")
}

# The machine's mirrors, asked for source packages.
list_sources() {
    mkdir -p "$apt/lists/partial" "$apt/parts" "$apt/cache"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -e "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"$apt/parts/$(basename "$list" .list).list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/parts/$(basename "$list")"
    done
    source_of update
}

download() {
    rm -rf "$kept.new"
    mkdir -p "$kept.new"
    [ -e "$apt/lists" ] || list_sources
    if ! source_of source --download-only $only "$name=$version" 2>"$apt/said"; then
        cat "$apt/said" >&2
        echo "fetch: $name $version cannot be fetched; taking the newest revision (tools/cross/$name.sh)" >&2
        source_of source --download-only $only "$name"
    fi
    mv "$kept.new" "$kept"
}

mkdir -p "$sources"
exec 9>"$sources/lock"
flock 9
[ -d "$kept" ] || download
[ ! -e "$kept/$file" ] || echo "$sum  $kept/$file" | sha256sum --quiet -c -
[ -n "$folder" ] || exit 0
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
case $only in
'') said=$(dpkg-source -q -x "$kept"/*$kind "$folder" 2>&1) || { echo "$said" >&2; exit 1; } ;; # says that it has no keys
*) mkdir "$folder" && tar -C "$folder" --strip-components=1 -xf "$kept"/*$kind ;;
esac
