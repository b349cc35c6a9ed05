"""Which modules are of libraries: of Python itself, of installed packages, of this one.

A file of one's own may be called like a module of Python's, so it is asked where a module lies.
"""

from __future__ import annotations

import sys
import sysconfig
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from importlib.util import find_spec
from pathlib import Path

_INSTALLED = tuple({Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")})
_PYTHON = tuple({Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")})


def library_version(module: str) -> str | None:
    """The version of the library that the module of this name is of; None if it is of none.

    Python's own library has the version "": what it does is documented, whichever Python runs.
    """
    root = module.partition(".")[0]
    known = vars(sys.modules.get(root, object))
    file = known.get("__file__") if root in sys.modules else _file_to_be(root)
    if root in sys.stdlib_module_names:
        return "" if file is None or (_lies_in(file, _PYTHON) and not _lies_in(file, _INSTALLED)) else None
    installed = file is not None and _lies_in(file, _INSTALLED)
    return _version_of(root, str(known.get("__version__", ""))) if root == "concomp" or installed else None


def _file_to_be(root: str) -> str | None:
    """The file that a module that was not imported yet would be of; None if there is none."""
    try:
        found = find_spec(root)
    except (ImportError, ValueError):
        return None
    return found.origin if found is not None and found.has_location else None


@lru_cache(1 << 8)
def _version_of(root: str, stated: str) -> str:
    """The version that a package states, or else that of the distributions that brought it."""
    if stated:
        return stated
    brought = sorted(set(packages_distributions().get(root, ())))
    return ", ".join(f"{each} {_release(each)}" for each in brought)


def _release(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


@lru_cache(1 << 10)
def _lies_in(file: str, folders: tuple[Path, ...]) -> bool:
    return any(Path(file).resolve().is_relative_to(each) for each in folders)
