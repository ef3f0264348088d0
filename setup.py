"""Builds libkibitzer.a with make and links it into the extension: a wheel needs no installed library of ours.

KIBITZER_BUILD=build/wheel takes the library that make has put there, KIBITZER_PLATFORM names the wheel's platform (mk/python.mk).
"""
import os
import re
import subprocess
from pathlib import Path

from setuptools import setup

top = Path(__file__).resolve().parent
os.chdir(top)
left = Path("build/python")  # what setuptools leaves behind
left.mkdir(parents=True, exist_ok=True)
built = Path(os.environ.get("KIBITZER_BUILD", "build/release"))
if "KIBITZER_BUILD" not in os.environ:
    # As make -C from outside: a make that has started us has options and a jobserver of its own.
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    subprocess.run(["make", "-s", "-C", str(top), f"-j{os.cpu_count()}", f"{built}/libkibitzer.a", f"{built}/kibitzer.pc"],
                   check=True, env=environment)
platform = os.environ.get("KIBITZER_PLATFORM")

setup(
    version=re.search(r"(?m)^Version: (.*)", (built / "kibitzer.pc").read_text())[1],
    cffi_modules=["python/build_native.py:builder"],
    options={"bdist_wheel": {"py_limited_api": "cp310", **({"plat_name": platform} if platform else {})},
             "build": {"build_base": str(left / "work")}, "egg_info": {"egg_base": str(left)}},
)
