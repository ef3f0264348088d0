#!/bin/sh
# Installs what building and checking need and nothing else; does nothing where all is there.
# Debian and its relatives; elsewhere it says what is missing.
set -eu

packages="build-essential pkg-config libxml2-dev libhpdf-dev libpng-dev libopenblas-dev libcmocka-dev libjson-c-dev
zlib1g-dev libsqlite3-dev libmd-dev libarchive-dev libuchardet-dev libutf8proc-dev libcurl4-openssl-dev libmicrohttpd-dev libpq-dev libmariadb-dev libharfbuzz-dev libfribidi-dev
libfontconfig-dev fonts-dejavu-core fonts-wqy-microhei fonts-tlwg-waree-ttf fonts-lohit-deva libxml2-utils
poppler-utils python3 gettext curl"

packages=${PACKAGES:-$packages} # other targets need others

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "bootstrap: this is no Debian system; please see to these packages or their like yourself:" $packages >&2
    exit 0
fi

missing=
for p in $packages; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing="$missing $p"
done
if [ -z "$missing" ]; then
    exit 0
fi

as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "bootstrap: root (or sudo) is needed to install:$missing" >&2; exit 1; }
    as_root=sudo
fi
exec 9<"$0"
flock 9 # one after another, where make does several things at once
echo "bootstrap: installing$missing"
$as_root apt-get update -q
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
