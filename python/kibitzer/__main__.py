"""`python -m kibitzer COMMAND [OPTION...] [INPUT...]`: the library's commands with the options that the program has."""
from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from . import __version__, _options
from ._commands import carry_out, prepared
from ._native import lib
from .errors import CancelledError, Error, Message

_USAGE = (lib.KIBITZER_MISUSE, lib.KIBITZER_UNKNOWN, lib.KIBITZER_BAD_OPTION)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m kibitzer", description="Backgammon matches: read, analyse, write, ask.")
    parser.add_argument("--version", action="version", version=f"kibitzer {__version__}")
    names = list(_options.commands())
    parser.add_argument("command", metavar="COMMAND", choices=names, help=", ".join(names))
    return parser


def _parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(f"python -m kibitzer {command}", allow_abbrev=False)
    parser.add_argument("inputs", nargs="*", metavar="INPUT", help="files, folders, positions or names")
    parser.add_argument("--json", action="store_true", default=None, help="a JSON document")
    for name, row in _options.table(command).items():
        flags = [f"--{row['name']}"] + ([f"-{row['letter']}"] if row["letter"] else [])
        words = " ".join(row["help"].split()).replace("%", "%%") or argparse.SUPPRESS
        if row["type"] == "boolean":
            parser.add_argument(*flags, dest=name, action=argparse.BooleanOptionalAction, help=words)
        else:
            several = "append" if row["type"] == "array" else "store"
            parser.add_argument(*flags, dest=name, action=several, metavar=row["argument"], help=words)
    return parser


def _say(m: Message) -> None:
    print(m.display, file=sys.stderr, flush=True)


def _write(output: bytes) -> None:
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 clean, 1 some inputs failed, 2 usage, 3 nothing usable, 130 interrupted."""
    command = _parser().parse_args(arguments[:1]).command
    given = vars(_parser_of(command).parse_intermixed_args(arguments[1:]))
    inputs, options = given.pop("inputs"), {name: value for name, value in given.items() if value is not None}
    said = False

    def hear(m: Message) -> None:
        nonlocal said
        said = True
        _say(m)

    try:
        call, handle = prepared(command, options, None)
        call.hear, call.write = hear, _write
        return 0 if carry_out(call, handle, tuple(inputs), options) else 1
    except (CancelledError, KeyboardInterrupt):
        return 130
    except Error as e:
        if not said:
            print(f"kibitzer: error: {e}", file=sys.stderr)
        return 2 if e.code in _USAGE else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
