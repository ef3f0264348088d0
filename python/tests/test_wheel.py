"""What the wheel is and holds."""
import importlib.metadata
import re
import subprocess
import sys
import sysconfig
import zipfile

from conftest import TOP

import kibitzer

(WHEEL,) = (TOP / "build/python/wheels").glob("*.whl")


def test_one_wheel_serves_every_python_from_3_10():
    platform = sysconfig.get_platform().replace("-", "_")
    assert WHEEL.name == f"kibitzer-{kibitzer.__version__}-cp310-abi3-{platform}.whl"
    with zipfile.ZipFile(WHEEL) as wheel:
        tags = wheel.read(f"kibitzer-{kibitzer.__version__}.dist-info/WHEEL").decode()
    assert re.findall("Tag: (.*)", tags) == [f"cp310-abi3-{platform}"]


def test_it_holds_the_types():
    with zipfile.ZipFile(WHEEL) as wheel:
        names = set(wheel.namelist())
    assert {"kibitzer/py.typed", "kibitzer/commands.pyi", "kibitzer/_native.abi3.so"} <= names
    assert not any("tests" in name for name in names)


def test_it_needs_no_library_of_ours_and_shows_no_name_of_it():
    from kibitzer import _native

    needs = subprocess.run(["readelf", "-d", _native.__file__], capture_output=True, text=True, check=True).stdout
    assert "libkibitzer" not in needs and "libsqlite3" in needs
    shown = subprocess.run(["nm", "-D", "--defined-only", _native.__file__], capture_output=True, text=True, check=True).stdout
    assert "PyInit__native" in shown and "kibitzer_open" not in shown


def test_versions_agree():
    assert importlib.metadata.version("kibitzer") == kibitzer.__version__


def test_it_uses_the_stable_interface_of_python_alone():
    from kibitzer import _native

    used = subprocess.run(["nm", "-D", "--undefined-only", _native.__file__], capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r" U (_?Py\w+)", used))
    assert "PyErr_Occurred" in names or names
    assert not [name for name in names if name.startswith("_Py") and name not in ("_Py_NoneStruct", "_Py_Dealloc")]


def test_what_is_seldom_needed_is_not_imported():
    asked = "import sys, kibitzer; print([m for m in ('asyncio', 'pandas', 'kibitzer.documents') if m in sys.modules], kibitzer.documents.HintRecord.__name__)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout == "[] HintRecord\n"
