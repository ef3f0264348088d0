#!/usr/bin/python3
"""Whether a wheel is what its name says: the module asks Python for nothing beyond the stable ABI of 3.10, and the system
for no library but glibc's, and no version of it later than the one in the name.

usage: wheel.py kibitzer-...-cp310-abi3-manylinux_2_36_x86_64.whl
"""
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

GLIBC = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}


def said_by(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def stable():
    """Every name in Python.h for the limited API of 3.10."""
    flags = said_by("/usr/bin/python3-config", "--includes").split()
    text = subprocess.run(["gcc", "-E", "-P", "-DPy_LIMITED_API=0x030A0000", *flags, "-"], input="#include <Python.h>\n",
                          check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"\b_?Py\w+", text))


def faults(module, glibc):
    wanted = [line.split()[-1] for line in said_by("nm", "-D", "--undefined-only", module).splitlines()]
    of_python = {name for name in wanted if re.match("_?Py", name)}
    if not of_python:
        yield "it asks for nothing of Python"
    yield from (f"{name} is not in the stable ABI" for name in sorted(of_python - stable()))
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", said_by("readelf", "-dW", module)))
    yield from (f"it asks for {name}" for name in sorted(needed - GLIBC))
    for name in wanted:
        version = re.search(r"@GLIBC_(\d+)\.(\d+)", name)
        if version and (int(version[1]), int(version[2])) > glibc:
            yield f"{name} is later than glibc {glibc[0]}.{glibc[1]}"
    exported = [line.split()[-1] for line in said_by("nm", "-D", "--defined-only", module).splitlines()]
    yield from (f"it shows {name}" for name in exported if name != "PyInit__native")


def main(wheel):
    glibc = tuple(map(int, re.search(r"-cp310-abi3-manylinux_(\d+)_(\d+)_x86_64\.whl$", wheel).groups()))
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as packed:
        modules = [name for name in packed.namelist() if name.endswith(".so")]
        assert len(modules) == 1, modules
        found = list(faults(packed.extract(modules[0], folder), glibc))
    for fault in found:
        print(f"{Path(wheel).name}: {fault}", file=sys.stderr)
    if found:
        sys.exit(1)
    print(f"{Path(wheel).name}: {Path(wheel).stat().st_size} bytes, stable ABI of 3.10, glibc {glibc[0]}.{glibc[1]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
