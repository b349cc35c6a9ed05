"""The folder of a site: built beside its place and moved there when it is whole; nothing is half overwritten."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from concomp.door.version import __version__

MARK = ".concomp-site"
"""The file by which a site of ours is known."""


class Unusable(Exception):
    """Thrown when a folder can hold no site; the message says why and what to do."""


@contextmanager
def new_site(target: Path) -> Iterator[Path]:
    """A folder beside `target` to build in, which takes its place at the end if nothing went wrong; raises Unusable."""
    target = target.absolute()
    demand_ours(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield beside
        (beside / MARK).write_text(f"concomp {__version__}\n", encoding="utf-8")
        beside.chmod(0o755)
        _replace(target, beside)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def demand_ours(target: Path) -> None:
    """Refuse a folder that is there and is no site of ours; raises Unusable."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise Unusable(f"{target} is no folder: name one that is not there, or a site to replace")
    above = next((folder for folder in target.absolute().parents if folder.exists()), target)
    if not above.is_dir():
        raise Unusable(f"{target} cannot be made, as {above} is a file: name another folder")
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file():
        raise Unusable(f"{target} is there and is no site of concomp: name another folder, nothing was written")


def _replace(target: Path, beside: Path) -> None:
    """Put the new site in the place of the old one."""
    if target.exists():
        old = Path(mkdtemp(prefix=f".{target.name}-old-", dir=target.parent))
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
