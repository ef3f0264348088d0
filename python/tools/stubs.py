"""The stub of kibitzer.commands, on standard output: from the library's table of options and the schemas of its documents.

    python3 python/tools/stubs.py build/release/clients/options > python/kibitzer/commands.pyi    # as make man does
"""
import json
import keyword
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tools"))
import types_of_documents  # noqa: E402

KINDS = {"boolean": "bool", "integer": "int", "number": "float", "string": "str", "array": "Sequence[str]"}
HEAD = '''# Written by python/tools/stubs.py from the library's table of options: what kibitzer.commands makes at run time.
import datetime
import os
from collections.abc import Sequence
from typing import Any, List, Literal, NoReturn, Union

from . import documents
from ._call import Progress
from ._engine import Engine

Path = Union[str, "os.PathLike[str]"]
Date = Union[str, datetime.date]

__all__: List[str]
'''


def kind(row):
    """What an option takes. Values that are listed are offered by editors; many options take more than those."""
    if row["argument"] == "DATE":
        return "Date"
    if row["type"] == "string" and row.get("values"):
        return f"Union[str, Literal[{', '.join(json.dumps(v) for v in row['values'])}]]"
    if row["reads_file"] or row["writes_file"] or row["argument"] in ("FILE", "FOLDER"):
        return "Sequence[Path]" if row["type"] == "array" else "Path"
    return KINDS[row["type"]]


DOCUMENTS = {"analyze": ["match"], "convert": ["match"], "transcribe": ["match"],
             "hint": ["hint", "temperature"], "bearoff": ["bearoff", "bearoff-made"]}


def answer(command):
    kinds = [f"documents.{types_of_documents.type_of(d)}" for d in DOCUMENTS.get(command, [command]) if (TOP / f"docs/{d}.schema.json").exists()]
    if not kinds: # files alone, or a service: kibitzer.run("book", ...)
        return "NoReturn"
    return "Union[str, documents.SchemasAnswer]" if command == "schema" else kinds[0] if len(kinds) == 1 else f"Union[{', '.join(kinds)}]"


def word(name):
    """As kibitzer._options.keyword_of()."""
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def signature(table, indent, first, without):
    rows = [row for row in table["options"] if row["name"] not in without]
    lines = [f"{indent}def {table['command']}(", *(f"{indent}    {name}," for name in first), f"{indent}    *inputs: Path,"]
    if not first:
        lines += [f"{indent}    engine: Engine | None = ...,"]
    lines += [f"{indent}    progress: Progress | None = ...,"]
    lines += [f"{indent}    {word(row['name'])}: {kind(row)} | None = ...," for row in rows]
    return "\n".join([*lines, f"{indent}) -> {answer(table['command'])}: ..."])


tables = json.loads(subprocess.run([sys.argv[1]], check=True, capture_output=True).stdout)
functions = [signature(t, "", [], ["json"]) for t in tables]
asked = [t for t in tables if t["command"] != "analyze" and any(row["name"] == "db" for row in t["options"])]
methods = [signature(t, "    ", ["self"], ["json", "db"]) for t in asked]
print("\n".join([HEAD, *functions, "", "class OfCollection:", "    where: str", *methods]))
