"""Writes kibitzer/commands.pyi from the library's table of options and the schemas of its documents.

    build/python/venv/bin/python python/tools/stubs.py [--check]
"""
import json
import sys
from pathlib import Path

from kibitzer import _options

here = Path(__file__).resolve().parent.parent
target = here / "kibitzer/commands.pyi"
KINDS = {"boolean": "bool", "integer": "int", "number": "float", "string": "str", "array": "Sequence[str]"}
DOCUMENTS = {"object": "Document", "array": "List[Document]"}
HEAD = '''# Written by python/tools/stubs.py from the library's table of options: what kibitzer.commands makes at run time.
import datetime
import os
from collections.abc import Sequence
from typing import Any, List, Literal, Union

from ._call import Progress
from ._commands import Document

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


def answer(command):
    schema = here.parent / "docs" / f"{command if command not in ('analyze', 'convert') else 'kibitzer'}.schema.json"
    return DOCUMENTS.get(json.loads(schema.read_text()).get("type"), "Any")


def signature(command, indent, first, without=()):
    rows = {k: r for k, r in _options.table(command).items() if k not in without}
    lines = [f"{indent}def {command}(", *(f"{indent}    {word}," for word in first), f"{indent}    *inputs: Path,"]
    lines += [f"{indent}    progress: Progress | None = ...,"]
    lines += [f"{indent}    {name}: {kind(row)} | None = ...," for name, row in rows.items()]
    return "\n".join([*lines, f"{indent}) -> {answer(command)}: ..."])


def stub():
    commands = list(_options.commands())
    functions = [signature(c, "", []) for c in commands]
    of_collection = [c for c in commands if "db" in _options.table(c)]
    methods = [signature(c, "    ", ["self"], ("db",)) for c in of_collection]
    return "\n".join([HEAD, *functions, "", "class OfCollection:", "    where: str", *methods, ""])


if __name__ == "__main__":
    if "--check" not in sys.argv:
        target.write_text(stub())
    elif target.read_text() != stub():
        sys.exit(f"{target} is not what the table says: run {sys.argv[0]}")
