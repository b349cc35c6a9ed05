"""What the files of a certificate hold.

They may come from anybody: what is no regular file is not waited for, and JSON with a key twice is none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from concomp.model.files.contents import read_bytes
from concomp.model.files.strict_json import parse

BYTES = 2**28
"""The largest file of a certificate, 256 MiB."""


def read_text(path: Path) -> str:
    """The text of a file; FormatError or UnicodeDecodeError if it cannot be read."""
    return read_bytes(path, BYTES).decode("utf-8")


def read_json(path: Path) -> Any:
    """The value that a file writes in JSON; FormatError if it cannot be read or is not strict JSON."""
    return parse(read_bytes(path, BYTES))
