# What cffi has made of the public headers: docs/library.md.
from typing import Any

ffi: Any
lib: Any
