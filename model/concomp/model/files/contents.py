"""The bytes of a file, refused by its size before they are read.

A file may come from anybody: a pipe would be waited for, and a device may never end.
"""

from __future__ import annotations

import stat
from pathlib import Path

from concomp.model.files.errors import FormatError


def read_bytes(file: str | Path, largest: int) -> bytes:
    """What a regular file holds; FormatError if it is none, cannot be read, or has more than `largest` bytes."""
    try:
        path = Path(file)
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise FormatError("the file", "a directory", "name a file in it")
        if not stat.S_ISREG(status.st_mode):
            raise FormatError("the file", "no regular file", "name a file that is stored")
        if status.st_size > largest:
            raise too_large(f"{status.st_size} bytes", largest)
        with path.open("rb") as stream:
            data = stream.read(largest + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FormatError("the file", reason, "name a file that can be read") from None
    if len(data) > largest:
        raise too_large(f"more than {largest} bytes", largest)
    return data


def too_large(found: str, largest: int) -> FormatError:
    """The error of a file of this many bytes."""
    return FormatError("the file", found, f"give a file of at most {largest} bytes")
