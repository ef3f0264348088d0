"""Builds libkibitzer.a with make and links it into the extension: a wheel needs no installed library of ours."""
import os
import re
import subprocess
from pathlib import Path

from setuptools import setup

here = Path(__file__).resolve().parent
top = here.parent
os.chdir(here)
built = top / "build/python"  # what setuptools leaves behind
built.mkdir(parents=True, exist_ok=True)
# As make -C from outside: a make that has started us has options and a jobserver of its own.
environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
subprocess.run(["make", "-s", "-C", str(top), f"-j{os.cpu_count()}", "build/release/libkibitzer.a", "build/release/kibitzer.pc"],
               check=True, env=environment)

setup(
    version=re.search(r"(?m)^Version: (.*)", (top / "build/release/kibitzer.pc").read_text())[1],
    cffi_modules=["build_native.py:builder"],
    options={"bdist_wheel": {"py_limited_api": "cp310"}, "build": {"build_base": str(built / "work")},
             "egg_info": {"egg_base": str(built)}},
)
