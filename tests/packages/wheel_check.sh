#!/usr/bin/env bash
# The published wheel where pip finds no other libraries of ours: in today's Debian, and in the next one with a later Python.
# Usage: WHEEL=FILE wheel_check.sh    (root)
. "$(dirname "$0")/../cli/lib.sh"

for system in bookworm trixie; do
    test_ "pip installs it in a bare Debian $system, and it analyses"
    mmdebstrap -q --variant=apt --include=python3-pip,python3-cffi-backend,python3-numpy $system $system 2>err || wrong "no $system can be made: $(tail -3 err)"
    mkdir $system/work
    cp "$WHEEL" "$TOP/packaging/debian/tests/python" $system/work
    mkdir $system/work/fixtures && cp -r "$DEMO" $system/work/fixtures
    chroot $system pip install -q --break-system-packages --root-user-action=ignore --no-index --no-deps "/work/${WHEEL##*/}" >out 2>err
    status=$?
    status_is 0
    chroot $system sh -c 'cd /work && XDG_CACHE_HOME=/work/cache ./python && python3 --version' >out 2>err
    status=$?
    status_is 0
    [ -z "$(find $system/usr -name 'libhpdf*' -o -name 'libarchive.so*' -o -name 'libkibitzer*')" ] || wrong "$system has libraries of its own"
    rm -rf --one-file-system $system
done

finish
