#!/usr/bin/python3
"""Makes the wheel for Windows of the one for this machine: the same Python, with the module compiled for Windows in its place.

The module is held to what the wheel's name says: of Python it asks for the stable ABI of 3.10 alone, of the system for what
every Windows 10 has.

usage: wheel_windows.py WHEEL MODULE NOTICES FOLDER
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from wheel import stable

SYSTEM = {"advapi32.dll", "bcrypt.dll", "kernel32.dll", "msvcrt.dll", "shell32.dll", "ws2_32.dll"}
TAG = "cp310-abi3-win_amd64"


def imported(module):
    """DLL -> names that the module asks it for."""
    text = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", module], check=True, capture_output=True, text=True).stdout
    tables = re.split(r"DLL Name: ", text[: text.index("The Export Tables")])[1:]
    return {table.split("\n", 1)[0].lower(): set(re.findall(r"(?m)^\s+[0-9a-f]+\s+\d+\s+([A-Za-z_]\w*)", table)) for table in tables}


def faults(module):
    asked = imported(module)
    of_python = asked.pop("python3.dll", set())
    if not of_python:
        yield "it asks for nothing of Python"
    yield from (f"{name} is not in the stable ABI" for name in sorted(of_python - stable()))
    yield from (f"it asks for {name}" for name in sorted(asked.keys() - SYSTEM))


def main(wheel, module, notices, folder):
    found = list(faults(module))
    for fault in found:
        print(f"{module}: {fault}", file=sys.stderr)
    if found:
        sys.exit(1)
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([sys.executable, "-m", "wheel", "unpack", "-d", work, wheel], check=True, stdout=subprocess.DEVNULL)
        top = next(Path(work).iterdir())
        for native in top.glob("kibitzer/_native*.so"):
            native.unlink()
        shutil.copy(module, top / "kibitzer" / "_native.pyd")
        info = next(top.glob("*.dist-info"))
        shutil.copy(notices, info / "notices.txt")
        tags = re.sub(r"(?m)^Tag: .*\n", "", (info / "WHEEL").read_text())
        (info / "WHEEL").write_text(tags.rstrip("\n") + f"\nTag: {TAG}\n")
        subprocess.run([sys.executable, "-m", "wheel", "pack", "-d", folder, str(top)], check=True, stdout=subprocess.DEVNULL)
    made, = Path(folder).glob(f"*-{TAG}.whl")
    print(f"{made.name}: {made.stat().st_size} bytes, stable ABI of 3.10")


if __name__ == "__main__":
    main(*sys.argv[1:])
