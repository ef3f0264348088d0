#!/bin/sh
# releasable.sh TAG: whether this folder is what the tag names, with nothing else in it, and CHANGELOG.md speaks of it.
set -eu
refuse() { printf '%s\n' "release: $*" >&2; exit 1; }
version=${1#v}
tagged=$(git rev-parse -q --verify "refs/tags/$1^{commit}") || refuse "there is no tag $1 (docs/packages.md says what comes before it)"
[ "$(git rev-parse HEAD)" = "$tagged" ] || refuse "this is commit $(git rev-parse --short HEAD), not that of the tag $1; git checkout $1"
other=$(git status --porcelain)
[ -z "$other" ] || refuse "these are not as in $1:
$other"
section() { awk -v head="## $1" '$0 == head {on = 1; next} /^## / {on = 0} on && NF' CHANGELOG.md; }
[ -n "$(section "$version")" ] || refuse "CHANGELOG.md has no section ## $version"
[ -z "$(section Unreleased)" ] || refuse "CHANGELOG.md has changes under ## Unreleased, not under ## $version"
