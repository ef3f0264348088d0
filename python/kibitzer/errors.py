"""What goes wrong, and what is worth knowing though it went well."""
from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """One message of the library. `line` and `column` count from 1 (columns in bytes); 0 = not known."""

    severity: str  # note, info, warning, error
    text: str  # what was found, what was expected
    file: str | None
    line: int
    column: int
    display: str  # with its place, and the line and a caret where the source is text

    @property
    def place(self) -> str:
        """`file:line:column: `, as far as it is known."""
        known = [self.file] if self.file else []
        known += [str(n) for n in (self.line, self.column)[: 2 if self.column else 1] if n and self.file]
        return "".join(f"{word}:" for word in known) + " " * bool(known)


class Error(Exception):
    """A call that failed. Its text is `file:line:column: what was found, what was expected`; `code` is the library's."""

    def __init__(self, text: str, code: int = 0, messages: tuple[Message, ...] = ()) -> None:
        super().__init__(text)
        self.code = code
        self.messages = messages
        about = next((m for m in messages if m.severity == "error"), None)
        self.file = about.file if about else None
        self.line = about.line if about else 0
        self.column = about.column if about else 0


class MisuseError(Error, ValueError):
    """Arguments that are out of range or do not go together."""


class UnknownError(Error, LookupError, ValueError):
    """There is no such command, format, level, ID or match number."""


class OptionError(Error, ValueError):
    """A value that an option does not take; `option` and `value` say which."""

    option = ""
    value = ""


class UnreadableError(Error, OSError):
    """A file that cannot be opened or read."""


class CancelledError(Error):
    """The call was stopped; files that are there are whole."""


class LimitError(Error):
    """It took more than `kibitzer.limits()` allows; files that are there are whole."""


class NoMemoryError(Error, MemoryError):
    """There was not enough memory; nothing has changed."""


class InputWarning(UserWarning):
    """A part of an input was refused or mended; the rest is there."""
