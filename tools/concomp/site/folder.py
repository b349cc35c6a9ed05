"""The folder of a site: built beside its place and moved there when it is whole; nothing is half overwritten.

A site says in a file what it wrote, with hashes. Only this is ever replaced: what else a folder has in it, be it words
in a page of the site, is somebody's.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from concomp.door.version import __version__
from concomp.site.workshop import Workshop, workshop

MARK = ".concomp-site"
"""The file by which a site of ours is known: a line with the version, and one for each thing that was written."""


LEAVE = "move it away, or name another folder; nothing was written"


class Unusable(Exception):
    """Thrown when a folder can hold no site; the message says why and what to do."""


@contextmanager
def new_site(target: Path) -> Iterator[Workshop]:
    """A workshop beside `target`; what is built there takes its place at the end if nothing went wrong.

    Raises Unusable.
    """
    demand_ours(target)
    target = target.resolve()
    with ExitStack() as stack:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            here = stack.enter_context(workshop(target))
        except OSError as error:
            raise Unusable(f"{target} cannot be made: {error.strerror}: name another folder") from None
        yield here
        written = "".join(f"{_hash_of(here.new / name)}  {name}\n" for name in sorted(_contents(here.new)))
        (here.new / MARK).write_text(f"concomp {__version__}\n{written}", encoding="utf-8")
        demand_ours(target)  # Once more, as building takes a while.
        if target.exists():
            shutil.copymode(target, here.new)
        here.exchange()


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
    """Refuse a folder with anything in it that no site wrote, be it a folder that is empty, or wrote otherwise."""
    found, mark = sorted(_contents(target)), target / MARK
    if found and (mark.is_symlink() or not mark.is_file()):
        raise Unusable(f"{target} is there and is no site of concomp: name another folder, nothing was written")
    listed = _listed(mark) if found else {}
    for name in found:
        if name not in (MARK, *listed):
            raise Unusable(f"{target / name} is no file of the site in {target}: {LEAVE}")
        if name != MARK and listed[name] != _hash_of(target / name):
            raise Unusable(f"{target / name} was changed since the site was built: {LEAVE}")


def _listed(mark: Path) -> dict[str, str]:
    """The hashes of what a site wrote, by path."""
    lines = mark.read_text(encoding="utf-8").splitlines()[1:]
    return {name: found for found, between, name in (line.partition("  ") for line in lines) if between}


def _contents(folder: Path) -> Iterator[str]:
    """The paths below a folder of all that is in it: files, links, and folders that are empty."""
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_dir() or not any(path.iterdir()):
            yield path.relative_to(folder).as_posix()


def _hash_of(path: Path) -> str | None:
    """What a site says of a file or of an empty folder; None for what no site writes, such as a link."""
    if path.is_symlink():
        return None
    if path.is_dir():
        return "folder"
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else None
