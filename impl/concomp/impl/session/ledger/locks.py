"""The lock under which an SQLite ledger is opened and charged: one that is not given up by reading files.

SQLite's own locks are a process's, which loses them when it closes any file of its own on the ledger, such as after a
copy of its folder. Then two write at once, and one writes over what the other has charged. This lock is on the folder,
and is kept until whoever has it leaves it, or ends.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAUSES = 0.0002, 0.004
"""The seconds after which a lock is asked for again: at first, and at most."""


@contextmanager
def alone(file: Path, longest: float) -> Iterator[None]:
    """Nobody else opens or charges a ledger in the folder of this file; OSError if others do for so many seconds."""
    named = os.path.realpath(file) if os.path.islink(file) else file
    folder = os.open(os.path.dirname(named), os.O_RDONLY)
    try:
        _take(folder, time.monotonic() + longest)
        try:
            yield
        finally:
            # A fork may have the folder too, and what it has would last.
            fcntl.flock(folder, fcntl.LOCK_UN)
    finally:
        os.close(folder)


def _take(folder: int, end: float) -> None:
    pause, longest_pause = PAUSES
    while True:
        try:
            return fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                break
        time.sleep(pause)
        pause = min(2 * pause, longest_pause)
    raise TimeoutError("its folder is locked: others open or charge ledgers there, or one of them hangs")
