#!/usr/bin/env bash
# seeds.sh FOLDER [READER]: the fixtures of a reader (or of all) as seeds; of .xg also the unpacked records.
set -eu
to=$1 reader=${2:-}
case $reader in
'' | any | writers) from=(fixtures) ;;
dump) from=(fixtures/dump fixtures/bad/dump fixtures/xg fixtures/tmg) ;;
xg-records) from=(fixtures/xg) ;;
*) from=("fixtures/$reader" "fixtures/bad/$reader") ;;
esac
n=0
for folder in "${from[@]}"; do
    [ -d "$folder" ] || continue
    while IFS= read -r file; do
        case $file in
        *.err | *.md | *.html) continue ;;
        *.dump) case $reader in '' | any | writers | dump) ;; *) continue ;; esac ;;
        esac
        n=$((n + 1))
        if [ "$reader" = xg-records ]; then # the first member begins behind the header
            python3 -c 'import sys, zlib; d = open(sys.argv[1], "rb").read(); open(sys.argv[2], "wb").write(zlib.decompressobj().decompress(d[8232:])[:17920])' \
                "$file" "$to/$n" 2>/dev/null || true
        else
            cp "$file" "$to/$n-$(basename "$file")"
        fi
    done < <(find "$folder" -type f -size -24k)
done
