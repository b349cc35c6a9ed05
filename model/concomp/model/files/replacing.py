"""Files that are written whole or not at all: what stands in a place stays until all that replaces it is written."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from secrets import token_hex


def replace(file: str | Path, content: bytes) -> None:
    """Write a file, in place of what stands there if anything does; OSError, and nothing is lost, if it cannot be.

    A link is followed. What is replaced hands on its permissions, and has to be a regular file that may be written.
    """
    replace_all({Path(file): content})


def replace_all(contents: Mapping[Path, bytes]) -> None:
    """Write several files, none of which is replaced before all are written; OSError as for one."""
    with ExitStack() as stack:
        for file, content in contents.items():
            stack.enter_context(_replacing(file)).write_bytes(content)


@contextmanager
def _replacing(file: Path) -> Iterator[Path]:
    """A name beside a file to write to, which becomes the file's if nothing goes wrong."""
    target = Path(os.path.realpath(file))
    _demand_replaceable(target)
    part = target.with_name(f".{target.name[:50]}.{token_hex(4)}.part")
    try:
        yield part
        with part.open("rb+") as written:
            # Some file systems tell only now that there is no room.
            os.fsync(written.fileno())
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _demand_replaceable(target: Path) -> None:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "is no regular file", str(target))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
