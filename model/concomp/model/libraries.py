"""Which modules are of libraries: of Python itself, of installed packages, of this one.

A file of one's own may be called like a module of Python's, so it is asked where a module lies.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.machinery import ModuleSpec
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from pkgutil import get_importer
from typing import Any

_INSTALLED = tuple({Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")})
_PYTHON = tuple({Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")})


def library_version(module: str) -> str | None:
    """The version of the library that the module of this name is of; None if it is of none.

    Python's own library has the version "": what it does is documented, whichever Python runs.
    """
    root = module.partition(".")[0]
    known = vars(sys.modules.get(root, object))
    places = _places(known) if root in sys.modules else _places_to_be(root)
    installed = [_lies_in(each, _INSTALLED) for each in places]
    if root in sys.stdlib_module_names:
        return "" if not any(installed) and all(_lies_in(each, _PYTHON) for each in places) else None
    is_library = root == "concomp" or (places and all(installed))
    return _version_of(root, str(known.get("__version__", ""))) if is_library else None


def spec_of(module: str) -> ModuleSpec | None:
    """How the module of this name would be imported, whose packages may not be loaded; None if there is none.

    Nothing is executed to find it.
    """
    package = module.rpartition(".")[0]
    if package:
        return _spec_within(module, _folders(package))
    try:
        return find_spec(module)
    except (ImportError, ValueError):
        return None


def _spec_within(module: str, folders: Sequence[str]) -> ModuleSpec | None:
    """How the module of this name is found in folders; of a folder without a file of its own, all that there are."""
    finders: list[Any] = [get_importer(each) for each in folders]
    found = [spec for each in finders if each is not None and (spec := each.find_spec(module)) is not None]
    portions = [place for spec in found for place in spec.submodule_search_locations or ()]
    in_folders = ModuleSpec(module, None, is_package=True)
    in_folders.submodule_search_locations = portions
    return next((spec for spec in found if spec.loader is not None), in_folders if portions else None)


def _folders(package: str) -> Sequence[str]:
    """The folders in which the modules of a package lie; none for what is no package."""
    if package in sys.modules:
        return tuple(getattr(sys.modules[package], "__path__", ()))
    spec = spec_of(package)
    return () if spec is None else tuple(spec.submodule_search_locations or ())


def _places(known: Mapping[str, Any]) -> Sequence[str]:
    """Where a loaded module lies: its file, or the folders of a package without one; none for what is built in."""
    file = known.get("__file__")
    return tuple(known.get("__path__", ())) if file is None else (file,)


def _places_to_be(root: str) -> Sequence[str]:
    """Where a module that was not imported yet would lie."""
    found = spec_of(root)
    if found is None:
        return ()
    return (str(found.origin),) if found.has_location else tuple(found.submodule_search_locations or ())


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
