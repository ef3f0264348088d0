#!/bin/sh
# notices.sh TRIPLE NAME...: our licence, and what the libraries of these names, built for TRIPLE, want said of them wherever they go.
set -eu
triple=$1
shift
cat LICENSE
for name in "$@"; do
    source=build/cross/$triple/src/$name
    for file in "$source/COPYING" "$source/LICENSE" "$source/LICENSE.md" "$source/README" "/usr/share/doc/$name/copyright"; do
        [ ! -e "$file" ] || break
    done
    printf '\n======== %s\n\n' "$name"
    cat "$file"
done
