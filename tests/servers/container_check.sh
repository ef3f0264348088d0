#!/usr/bin/env bash
# The Containerfile builds, from a base that is made here of Debian's packages (no registry is asked), and what it builds
# analyses a match. Usage: container_check.sh
. "$(dirname "$0")/../cli/lib.sh"
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
BUILDAH="buildah --root $WORK/images --runroot $WORK/run"

test_ "the Containerfile builds an image that has kibitzer, its libraries and the demo's reports"
mmdebstrap -q --variant=apt bookworm "$WORK/base.tar" || wrong "no base can be made"
mkdir context
git -C "$TOP" ls-files -z | tar -C "$TOP" --null -T - -cf - | tar -C context -xf -
printf 'FROM scratch\nADD base.tar /\n' >base.file
$BUILDAH bud -q --network host -t localhost/base -f base.file . >log 2>&1 || wrong "the base: $(tail -5 log)"
$BUILDAH bud --network host --build-arg BASE=localhost/base -t localhost/kibitzer context >log 2>&1 || wrong "the image: $(tail -5 log)"
made=$($BUILDAH from localhost/kibitzer)
$BUILDAH copy "$made" "$DEMO" /matches >/dev/null
$BUILDAH run "$made" -- kibitzer analyze --level 0ply --report json,pdf --out /tmp/reports /matches >out 2>err
status=$?
status_is 0
$BUILDAH run "$made" -- id -u >out
out_is 65534
$BUILDAH rm -a >/dev/null

finish
