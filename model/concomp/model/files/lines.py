"""Files of lines, each of them JSON.

A line is written behind the last whole one. What was being written when a run was stopped is no line, and is dropped.
"""

from __future__ import annotations

import json
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO

from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, shown

BYTES = 2**28
"""The largest file of lines, 256 MiB."""
BLOCK = 2**16
"""How many bytes are read at once where the end of the last whole line is looked for."""


def whole_lines(file: Path, beginning: bytes) -> list[bytes]:
    """The lines that were written to their ends, none if there is no file.

    beginning: how every line begins. Raises FormatError if the file cannot be read, or ends with something that was not
    being written: that is somebody's, and not to be dropped.
    """
    try:
        *lines, rest = read_bytes(file, BYTES).split(b"\n") if file.exists() else [b""]
    except FormatError as error:
        raise FormatError(f"{file}", error.value, error.remedy) from None
    if not (rest.startswith(beginning) or beginning.startswith(rest)):
        place, value = f"{file}, line {len(lines) + 1}", shown(rest.decode(errors="replace"))
        raise FormatError(place, value, "no such line was being written: name another file")
    return lines


def add_line(file: Path, data: object) -> None:
    """Write data that JSON knows, behind the last whole line; only the end of the file is looked at."""
    with file.open("a+b") as stream:
        stream.truncate(_end_of_lines(stream))
        stream.write((json.dumps(data, ensure_ascii=False) + "\n").encode())


def _end_of_lines(stream: BinaryIO) -> int:
    """Where the last whole line ends."""
    end = stream.seek(0, SEEK_END)
    while end > 0:
        start = max(0, end - BLOCK)
        stream.seek(start)
        found = stream.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
