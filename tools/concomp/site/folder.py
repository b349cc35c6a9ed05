"""The folder of a site: built beside its place and moved there when it is whole; nothing is half overwritten.

A site says in a file which files it wrote. Only these are ever replaced: what else a folder has in it is somebody's.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from concomp.door.version import __version__

MARK = ".concomp-site"
"""The file by which a site of ours is known: a line with the version, and one for each file that was written."""


class Unusable(Exception):
    """Thrown when a folder can hold no site; the message says why and what to do."""


@contextmanager
def new_site(target: Path) -> Iterator[Path]:
    """A folder beside `target` to build in, which takes its place at the end if nothing went wrong; raises Unusable."""
    demand_ours(target)
    target = target.resolve()
    beside = _made_beside(target)
    try:
        yield beside
        written = "".join(f"{name}\n" for name in sorted(_contents(beside)))
        (beside / MARK).write_text(f"concomp {__version__}\n{written}", encoding="utf-8")
        beside.chmod(0o755)
        demand_ours(target)  # Once more, as building takes a while.
        _replace(target, beside)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _made_beside(target: Path) -> Path:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return Path(mkdtemp(prefix=".concomp-site-", dir=target.parent))
    except OSError as error:
        raise Unusable(f"{target} cannot be made: {error.strerror}: name another folder") from None


def demand_ours(target: Path) -> None:
    """Refuse a folder that is there and is no site of ours, or that cannot be replaced; raises Unusable."""
    try:
        _demand_ours(target)
    except (OSError, RuntimeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "is no folder's name"
        raise Unusable(f"{str(target)[:100]!r}: {why}: name another folder, nothing was written") from None


def _demand_ours(target: Path) -> None:
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise Unusable(f"{target} is no folder: name one that is not there, or a site to replace")
    place = target.resolve()
    if Path.cwd().is_relative_to(place):
        raise Unusable(f"{target} is the folder that this is run in, or above it: name one in it, such as build/site")
    if place.is_mount():
        raise Unusable(f"{target} is where a file system is mounted, and cannot be replaced: name a folder in it")
    above = next(folder for folder in place.parents if folder.exists())
    if not above.is_dir():
        raise Unusable(f"{target} cannot be made, as {above} is a file: name another folder")
    if not os.access(above, os.W_OK | os.X_OK):
        raise Unusable(f"{target} cannot be made, as {above} cannot be written to: name another folder")
    if place.is_dir():
        _demand_written_by_us(target)


def _demand_written_by_us(target: Path) -> None:
    """Refuse a folder with anything in it that no site wrote, be it a folder that is empty."""
    found, mark = sorted(_contents(target)), target / MARK
    if found and not mark.is_file():
        raise Unusable(f"{target} is there and is no site of concomp: name another folder, nothing was written")
    listed = {MARK, *mark.read_text(encoding="utf-8").splitlines()[1:]} if found else set()
    other = next((name for name in found if name not in listed), None)
    if other is not None:
        raise Unusable(
            f"{target / other} is no file of the site in {target}: move it away, or name another folder; "
            "nothing was written"
        )


def _contents(folder: Path) -> Iterator[str]:
    """The paths below a folder of all that is in it: files, links, and folders that are empty."""
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_dir() or not any(path.iterdir()):
            yield path.relative_to(folder).as_posix()


def _replace(target: Path, beside: Path) -> None:
    """Put the new site in the place of the old one."""
    if target.exists():
        old = Path(mkdtemp(prefix=".concomp-site-old-", dir=target.parent))
        try:
            target.rename(old / "site")
            try:
                beside.rename(target)
            except OSError:
                (old / "site").rename(target)
                raise
        finally:
            shutil.rmtree(old, ignore_errors=True)
    else:
        beside.rename(target)
