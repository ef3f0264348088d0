#!/usr/bin/env python3
"""A bill of materials, SPDX 2.3 as tags and values: the files of a release, and the libraries that each of them takes along
or asks for. What is linked in is what tools/cross builds; what is asked for, a package says itself.

usage: spdx.py VERSION SECONDS FOLDER      SECONDS since 1970: the time of the commit
"""
import hashlib
import re
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

LICENCES = {"libharu": "Zlib", "libxml2": "MIT", "libarchive": "BSD-2-Clause", "sqlite3": "blessing",
            "uchardet": "MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later", "libmd": "BSD-3-Clause", "libpng1.6": "libpng-2.0", "zlib": "Zlib", "xz-utils": "NOASSERTION",
            "bzip2": "bzip2-1.0.6", "utf8proc": "MIT AND Unicode-DFS-2015", "json-c": "MIT"}
# What else a file holds: which files, name, Debian's package of it, licence, how.
PAGE, WINDOWS = r"-(web|npm)\.t|^kibitzer-web_|^live-engine", r"-windows\.zip$|-win_amd64\.whl$"
BESIDE = [(r"linux-x86_64$", "musl", "musl-dev", "MIT", "STATIC_LINK"),
          (PAGE + r"|-windows\.zip$", "emscripten", "emscripten", "MIT OR NCSA", "STATIC_LINK"),
          (WINDOWS, "mingw-w64", "mingw-w64-x86-64-dev", "NOASSERTION", "STATIC_LINK"),
          (WINDOWS, "gcc", "gcc-mingw-w64-x86-64-posix-runtime", "GPL-3.0-or-later WITH GCC-exception-3.1", "STATIC_LINK"),
          (r"-web\.t|-windows\.zip$", "fonts-dejavu", "fonts-dejavu-core", "Bitstream-Vera", "CONTAINS")]


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)


def package(name, version, licence, more=()):
    print(f"\nPackageName: {name}\nSPDXID: {identifier(name)}\nPackageVersion: {version}\nPackageDownloadLocation: NOASSERTION")
    print("FilesAnalyzed: false\n" + "".join(f"{line}\n" for line in more), end="")
    print(f"PackageLicenseConcluded: {licence}\nPackageLicenseDeclared: {licence}\nPackageCopyrightText: NOASSERTION")


def held(file):
    """Name, version, licence and relation of what a file of the release holds besides kibitzer."""
    for pattern, name, debian, licence, relation in BESIDE:
        if re.search(pattern, file.name):
            yield name, field(debian), licence, relation
    if file.suffix == ".whl" or re.search(f"linux-x86_64$|{PAGE}|{WINDOWS}", file.name):
        for name, licence in LICENCES.items():
            if not (name in ("xz-utils", "bzip2") and re.search(PAGE, file.name)):
                yield name, source(name), licence, "STATIC_LINK"


def source(name):
    """The version that the recipe names; a release holds no other."""
    version, file = re.match(r"# source: (\S+) (\S+)", (Path("tools/cross") / f"{name}.sh").read_text()).groups()
    if not (Path("build/cross/sources") / name / file).exists():
        sys.exit(f"spdx: tools/cross/{name}.sh names {version}, from which {name} was not built")
    return version


def field(installed):
    return subprocess.run(["dpkg-query", "-W", "-f=${Version}", installed], check=True, capture_output=True, text=True).stdout


def asked_for(deb):
    depends = subprocess.run(["dpkg-deb", "-f", deb, "Depends"], check=True, capture_output=True, text=True).stdout
    return sorted({re.match(r"\s*([a-z0-9.+-]+)", one)[1] for one in depends.split(",") if one.strip()})


def main(version, seconds, folder):
    files = sorted(p for p in Path(folder).iterdir() if p.suffix not in (".spdx", ".md") and "notices" not in p.name)
    made = datetime.fromtimestamp(int(seconds), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    sums = {f: hashlib.sha256(f.read_bytes()).hexdigest() for f in files}
    of_all = hashlib.sha256("".join(sums.values()).encode()).hexdigest()
    print(f"SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: kibitzer-{version}")
    print(f"DocumentNamespace: urn:kibitzer:{version}:{of_all}\nCreator: Tool: kibitzer-spdx\nCreated: {made}")
    relations, others = [], {}
    for file in files:
        package(file.name, version, "MIT", [f"PackageFileName: {file.name}", f"PackageChecksum: SHA256: {sums[file]}"])
        relations.append(f"SPDXRef-DOCUMENT DESCRIBES {identifier(file.name)}")
        for name, its_version, licence, relation in held(file):
            others[name] = (its_version, licence)
            relations.append(f"{identifier(file.name)} {relation} {identifier(name)}")
        for name in asked_for(file) if file.suffix == ".deb" else ():
            if not any(Path(folder).glob(f"{name}_{version}_*.deb")):
                others["debian:" + name] = ("NOASSERTION", "NOASSERTION")
                relations.append(f"{identifier(file.name)} DEPENDS_ON {identifier('debian:' + name)}")
    for name, (its_version, licence) in sorted(others.items()):
        package(name, its_version, licence)
    print()
    for relation in relations:
        print(f"Relationship: {relation}")


if __name__ == "__main__":
    main(*sys.argv[1:])
