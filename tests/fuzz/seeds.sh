#!/usr/bin/env bash
# seeds.sh FOLDER [READER]: the fixtures of a reader (or of all) as seeds, and what fuzzing has kept; of .xg also the
# unpacked records.
set -eu
to=$1 reader=${2:-}
case $reader in
'' | any | writers) from=(fixtures) ;;
dump) from=(fixtures/dump fixtures/bad/dump fixtures/xg fixtures/tmg) ;;
xg-records) from=(fixtures/xg) ;;
*) from=("fixtures/$reader" "fixtures/bad/$reader") ;;
esac
case $reader in
met | net | bearoff | external | assistant | statistics | analysis | index | hyper | rollout | collection | schema | archive | mail | ids | plays | lines | certificate) # targets of fuzz_table.c
    [ -d "fixtures/fuzz/$reader" ] && cp fixtures/fuzz/"$reader"/* "$to"
    case $reader in
    met) cp data/met/*.xml "$to" ;;
    bearoff)
        for size in 15x2 15x3; do build/release/kibitzer bearoff make --one-sided $size "$to/$size"; done
        for size in 2x3 3x4; do build/release/kibitzer bearoff make --two-sided $size "$to/two-$size"; done ;;
    net) for at in 0000 0400 9999; do printf "$at\\1\\0\\0\\0" >"$to/$at"; done ;;
    external) printf 'board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0\n' >"$to/opening" ;;
    statistics | analysis) cp fixtures/sgf/*.sgf fixtures/mat/*.mat fixtures/dump/*.dump "$to" ;;
    hyper | collection) for at in 0000 1400 2999 5111 8222; do printf "$at\\1\\0\\0\\0\\0" >"$to/$at"; done ;;
    rollout)
        build/release/kibitzer rollout -q --trials 72 --state "$to/kept" 'XGID=-B----------------------b-:0:0:1:00:0:0:0:0:10' >/dev/null
        sed -i '1,/^candidate double-take/d; /^check /d' "$to/kept" ;;
    schema) for at in 01000 10140 21023 30002 49999; do printf "\\$((RANDOM % 4))$at\\1\\0\\0\\0" >"$to/$at"; done ;;
    archive)
        cp fixtures/archive/* "$to"
        pieces=(fixtures/mat/set-pos.mat fixtures/sgf/*.sgf)
        for how in '' --gzip --bzip2 --xz --zstd; do tar -cf "$to/tar$how" $how "${pieces[@]:0:3}" 2>/dev/null || true; done
        for kind in gnu pax v7; do tar -cf "$to/$kind" --format=$kind "${pieces[@]:0:2}"; done
        tar -cf "$to/inside" -C "$to" tar--gzip tar--xz ;;
    mail) cp fixtures/mail/* "$to" ;;
    ids) for id in 4HPwATDgc/ABMA 4HPwATDgc/ABMA:cAgAAAAAAAAA OAHDPAABDAOAHDPAABDA XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10; do
        printf %s "$id" >"$to/${id//\//_}"
    done ;;
    plays)
        n=0
        for play in '8/5 6/5' '24/18*/13' '6/4(2) 8/6*(2)' 'bar/20* 6/off' 'Bar/22, 13/7' '8/4*/off(2)' 'cannot move' '25/23 5/0'; do
            for dice in A G M S; do printf '%s%d%s' $dice $((n++ % 8)) "$play" >"$to/$n"; done
        done ;;
    lines)
        n=0
        cp fixtures/mat/*.mat "$to"
        cat fixtures/mat/*.mat | sort -u | head -400 | while IFS= read -r line; do printf '%s' "$line" >"$to/line-$((n++))"; done ;;
    certificate)
        printf '<!DOCTYPE html>\n<style>a{}</style><!-- <b id="x"> --><h2 id="g1m1"></h2><script type="application/json" id="certificate">{"data": "QUJD"}</script>' >"$to/page"
        printf '{"schema": "kibitzer/match/1", "certificate": {"engine": "x", "data": "QUJD"}}' >"$to/document"
        printf 'boards=none\n\nturned\ncss=b{}\nindex=index.html\nwarning=1:2: x\n\nkibitzer-dump 1\n' >"$to/text" ;;
    index) printf 'a.mat\na.html\nAnn\nBob\nClub\n2024-01-02\n2ply\n1:1: error: <b>\n' >"$to/row" ;;
    esac
    exit 0 ;;
esac
[ -f "fixtures/fuzz/$reader.tar.gz" ] && tar -xzf "fixtures/fuzz/$reader.tar.gz" -C "$to"
files=()
for folder in "${from[@]}"; do
    [ -d "$folder" ] || continue
    while IFS= read -r file; do
        case $file in
        *.err | *.md | *.html) continue ;;
        *.dump) case $reader in '' | any | writers | dump) ;; *) continue ;; esac ;;
        esac
        files+=("$file")
    done < <(find "$folder" -type f -size -24k)
done
if [ "$reader" = xg-records ]; then # the first member begins behind the header
    python3 -c 'import os, sys, zlib
for n, path in enumerate(sys.argv[2:]):
    try: records = zlib.decompressobj().decompress(open(path, "rb").read()[8232:])[:17920]
    except zlib.error: continue
    open(os.path.join(sys.argv[1], str(n)), "wb").write(records)' "$to" "${files[@]}"
else
    cp --parents "${files[@]}" "$to"
fi
