"""What the files of a certificate hold.

They may come from anybody: what is no regular file is not waited for, and JSON with a key twice is none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from concomp.model.files.strict_json import parse


def read_text(path: Path) -> str:
    """The text of a regular file; OSError or UnicodeDecodeError if it cannot be read."""
    _demand_regular(path)
    return path.read_text(encoding="utf-8")


def read_json(path: Path) -> Any:
    """The value that a regular file writes in JSON; OSError, or FormatError if it is not strict JSON."""
    _demand_regular(path)
    return parse(path.read_bytes())


def _demand_regular(path: Path) -> None:
    # A pipe would be waited for, and a device may never end.
    if path.exists() and not path.is_file():
        raise OSError("it is no regular file")
