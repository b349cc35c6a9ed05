"""Where a site is built: a folder beside its place, which is gone in the end however a run ends.

A run that was killed leaves its workshop behind. The next one that builds beside it clears it, and brings back the old
site if that was just being replaced. A workshop says whose it is, and is locked while its run lives.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import IO

PREFIX = ".concomp-site-"
CLAIM = "workshop"
"""The file that says which site is built here, and that is locked meanwhile."""
HEADING = "a site of concomp is built here, called:"


@dataclass(frozen=True)
class Workshop:
    """A folder in which a site is built.

    folder: it. target: the place of the site.
    """

    folder: Path
    target: Path

    @property
    def new(self) -> Path:
        """The site that is built, with the permissions that the user gives to new folders."""
        return self.folder / "new"

    @property
    def scratch(self) -> Path:
        """For what the site is made of."""
        return self.folder / "scratch"

    @property
    def _old(self) -> Path:
        return self.folder / "old"

    def exchange(self) -> None:
        """Put the new site in the place of the old one; wherever this is stopped, one of the two stands there."""
        try:
            if self.target.exists():
                self.target.rename(self._old)
            self.new.rename(self.target)
        finally:
            self.restore()

    def restore(self) -> None:
        """Put the old site back where there is none."""
        if self._old.exists() and not os.path.lexists(self.target):
            self._old.rename(self.target)

    def clear(self) -> None:
        """Delete the workshop, with the old site if there is one in its place."""
        self.restore()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def workshop(target: Path) -> Iterator[Workshop]:
    """A workshop for a site, beside its place; what earlier runs left there is cleared. Raises OSError."""
    for left in target.parent.glob(f"{PREFIX}*"):
        _clear_if_left(left)
    made = Workshop(Path(mkdtemp(prefix=PREFIX, dir=target.parent)), target)
    try:
        with _claimed(made):
            made.new.mkdir()
            made.scratch.mkdir()
            yield made
    finally:
        made.clear()


@contextmanager
def _claimed(made: Workshop) -> Iterator[None]:
    """Say whose the workshop is, for as long as this run lives."""
    draft = made.folder / f"{CLAIM}.part"
    with draft.open("w", encoding="utf-8", errors="surrogateescape") as claim:
        fcntl.flock(claim, fcntl.LOCK_EX)
        claim.write(f"{HEADING}\n{made.target.name}\n")
        claim.flush()
        draft.rename(made.folder / CLAIM)  # Locked before anybody sees it.
        yield


def _clear_if_left(folder: Path) -> None:
    """Clear a workshop whose run is gone; what is none, or is somebody else's, is left alone."""
    claim = folder / CLAIM
    if folder.is_symlink() or claim.is_symlink() or not claim.is_file():
        return
    with suppress(OSError), claim.open(encoding="utf-8", errors="surrogateescape") as read:
        fcntl.flock(read, fcntl.LOCK_EX | fcntl.LOCK_NB)
        name = _name_in(read)
        if name is not None:
            Workshop(folder, folder.parent / name).clear()


def _name_in(claim: IO[str]) -> str | None:
    """The name of the site that a workshop is for, if it says so as we do."""
    heading, _, rest = claim.read().partition("\n")
    name = rest.removesuffix("\n")
    return name if heading == HEADING and Path(name).name == name != "" else None
