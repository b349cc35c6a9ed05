"""Locks on an SQLite ledger that are not given up by reading files.

SQLite's own locks are a process's, which loses them when it closes any file of its own on the ledger, such as after a
copy of its folder. Then two write at once, and one writes over what the other has charged; or another, who closes the
ledger, takes itself for the last, and takes away the log in which the next charge is kept. So whoever opens or charges
a ledger has a lock on its folder meanwhile; and whoever has it open has one on the bytes by which SQLite asks whether
others are there. Both are an open file's, and are kept until whoever has them leaves them, or ends.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import time
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

Inode = tuple[int, int]
PAUSES = 0.0005, 0.016
"""The seconds after which a lock is asked for again: by the thread that waits longest here, and by any."""

OF_DATABASE = 0x40000002, 510
"""The bytes of a database that are locked by whoever has it open, the first and how many."""
OF_INDEX = 128, 1
"""The same of its log's index (-shm)."""
_folders: set[int] = set()
"""The folders that are open here, so as to be locked."""
_queues: dict[Inode, list[object]] = {}
"""The threads that wait for each folder here, in the order in which they came."""


@contextmanager
def alone(file: Path, longest: float) -> Iterator[None]:
    """Nobody else opens or charges a ledger in the folder of this file; OSError if others do for so many seconds."""
    named = os.path.realpath(file) if os.path.islink(file) else file
    folder = os.open(os.path.dirname(named), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    _folders.add(folder)
    try:
        _take(folder, time.monotonic() + longest)
        yield
    finally:
        # A child that was forked meanwhile has left it: the lock is its parent's.
        if folder in _folders:
            # What forks without Python may have the folder too, and what it has would last.
            fcntl.flock(folder, fcntl.LOCK_UN)
            _folders.remove(folder)
            os.close(folder)


def _take(folder: int, end: float) -> None:
    """Take the lock; TimeoutError if others have it till the end."""
    queue, place = _queues.setdefault(_inode(os.fstat(folder)), []), object()
    shortest, longest = PAUSES
    queue.append(place)
    try:
        while True:
            with suppress(BlockingIOError):
                return fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if time.monotonic() > end:
                break
            # Whoever waits longest asks most often: of those that ask alike, one may be passed over for long.
            time.sleep(min(shortest * 2 ** queue.index(place), longest))
    finally:
        queue.remove(place)
    raise TimeoutError("its folder is locked: others open or charge ledgers there, or one of them hangs")


class Presence:
    """Tells SQLite, wherever it runs, that a ledger is open here: so nobody else is the last to close it, or the first.

    It lasts as long as anything refers to it.
    """

    __slots__ = ("__weakref__", "files")

    def __init__(self, database: str, index: str) -> None:
        """Take the files; OSError where they cannot be locked."""
        self.files: list[int] = []
        # Their closing gives up this process's locks of SQLite's on them: so not before nothing is open here any more.
        weakref.finalize(self, _close_each, self.files)
        for path, place in {database: OF_DATABASE, index: OF_INDEX}.items():
            self.files.append(os.open(path, os.O_RDONLY | os.O_CLOEXEC))
            _share(self.files[-1], *place)


_present: weakref.WeakValueDictionary[tuple[Inode, ...], Presence] = weakref.WeakValueDictionary()
# A signal handler may open another ledger in the midst of it.
_turn = RLock()


def present(database: str, index: str) -> Presence | None:
    """The presence of this process in a ledger, if it has one."""
    try:
        return _present.get(_inodes(map(os.stat, (database, index))))
    except OSError:
        return None


def presence(database: str, index: str) -> Presence:
    """The presence of this process in a ledger, of which there is one; OSError where its files cannot be locked."""
    with _turn:
        found = present(database, index)
        if found is None:
            found = Presence(database, index)
            _present[_inodes(map(os.fstat, found.files))] = found
        return found


def _inodes(files: Iterable[os.stat_result]) -> tuple[Inode, ...]:
    return tuple(map(_inode, files))


def _inode(file: os.stat_result) -> Inode:
    return file.st_dev, file.st_ino


def _share(file: int, start: int, size: int) -> None:
    """Lock bytes of an open file, together with others; elsewhere than in Linux, no such lock is asked for."""
    if sys.platform == "linux":
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hhqqi0q", fcntl.F_RDLCK, os.SEEK_SET, start, size, 0))


def _close_each(files: list[int]) -> None:
    while files:
        os.close(files.pop())


def _leave_to_parent() -> None:
    """Have none of the locks of the process that has forked this one, which would last as long as this one does."""
    global _turn
    while _folders:
        os.close(_folders.pop())
    # Other threads of the parent, which wait for ever here.
    _queues.clear()
    for each in list(_present.values()):
        _close_each(each.files)
    _present.clear()
    # Another thread of the parent may have had it.
    _turn = RLock()


os.register_at_fork(after_in_child=_leave_to_parent)
