#!/bin/sh
# fetch.sh NAME FOLDER: unpacks a source package of Debian's there, from the mirror that apt uses. The first line of NAME.sh
# has version, file and SHA-256. A .dsc holds the checksums of all files of its package, and the sources get Debian's
# patches; of an .orig.tar alone they are upstream's. A revision that Debian has replaced leaves the mirrors: then the newest one is taken, whose signature apt has verified.
set -eu

folder=$(realpath -m "$2")
apt=$(dirname "$folder")/apt work=$folder.fetch
name=$1
set -- $(sed -n '1s/^# source: //p' "$(dirname "$0")/$name.sh")
version=$1 file=$2 sum=$3
case $file in *.dsc) only= kind=.dsc ;; *) only=--tar-only kind=.orig.tar.* ;; esac

source_of() {
    (cd "$work" && apt-get -qq -o APT::Sandbox::User="$(id -un)" -o Dir::Etc::SourceList=/dev/null \
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

rm -rf "$work" "$folder"
mkdir -p "$work" "$(dirname "$folder")"
exec 9>"$(dirname "$folder")/lock"
flock 9
[ -e "$apt/lists" ] || list_sources
if source_of source --download-only $only "$name=$version" 2>"$work/said"; then
    echo "$sum  $work/$file" | sha256sum --quiet -c -
else
    cat "$work/said" >&2
    echo "fetch: $name $version cannot be fetched; taking the newest revision (tools/cross/$name.sh)" >&2
    rm -rf "$work" && mkdir "$work"
    source_of source --download-only $only "$name"
fi
case $only in
'') (cd "$work" && dpkg-source -q -x ./*$kind "$folder" 2>said) || { cat "$work/said" >&2; exit 1; } ;; # says that it has no keys
*) mkdir "$folder" && tar -C "$folder" --strip-components=1 -xf "$work"/*$kind ;;
esac
rm -rf "$work"
