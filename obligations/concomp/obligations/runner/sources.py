"""What a check is made of.

A check is as old as the youngest file it reads: its own module and every module of ours that is imported from there
on. The imports are read off the text, so nothing is run. A package counts when its name is imported from, with its
`__init__` as it stands and what the stub beside it offers, if it is a door; the `__init__` of a folder that is only
passed through does not, for it defines nothing that the check uses.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from pkgutil import extend_path

SOLVERS = {"cvc5": "cvc5", "z3": "z3-solver"}
"""Imported name of an engine ↦ the distribution whose version is recorded."""


def check_hash(module: str) -> str:
    """The hash of a check: of the names and bytes of all the sources of the module it is written in."""
    digest = hashlib.sha256()
    for name, path in sorted(sources(module).items()):
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def sources(module: str) -> dict[str, Path]:
    """The modules of ours that `module` consists of, itself included, and where each is written."""
    ours = {"concomp", module.partition(".")[0]}
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = locate(name) if name.partition(".")[0] in ours else None
        if path is None or name in found:
            continue
        found[name] = path
        waiting.extend(_imports(name, path))
    if module not in found:
        raise ModuleNotFoundError(f"the module {module} has no source file", name=module)
    return found


def engines(module: str) -> dict[str, str]:
    """The versions of the solvers that the sources of `module` import."""
    imported_names = (name for source, path in sources(module).items() for name in _imports(source, path))
    used = {name.partition(".")[0] for name in imported_names} & set(SOLVERS)
    return {name: _version(SOLVERS[name]) for name in sorted(used)}


@cache
def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def locate(module: str) -> Path | None:
    """The file of a module or of a package's `__init__`; None for a namespace package, and for what is no module."""
    return _located(module, tuple(sys.path))


@cache
def _located(module: str, search: tuple[str, ...]) -> Path | None:
    entries: list[str] | None = list(search)
    origin: str | None = None
    parts = module.split(".")
    for length in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:length]), entries) if entries is not None else None
        if spec is None:
            return None
        entries = _within(".".join(parts[:length]), spec)
        origin = spec.origin
    return Path(origin) if origin is not None and origin.endswith(".py") else None


def _within(name: str, spec: ModuleSpec) -> list[str] | None:
    """Where the modules of a package lie, those of its other portions among them; None if it is no package."""
    if spec.submodule_search_locations is None:
        return None
    found = list(spec.submodule_search_locations)
    return found if "." in name else extend_path(found, name)


def _imports(name: str, path: Path) -> tuple[str, ...]:
    is_package, stub = path.name == "__init__.py", path.with_suffix(".pyi")
    offered = imported(name, stub.read_bytes(), is_package) if stub.exists() else ()
    return imported(name, path.read_bytes(), is_package) + offered


@cache
def imported(name: str, text: bytes, is_package: bool) -> tuple[str, ...]:
    """Every name that the text of the module `name` imports, as far as the text tells; some are no modules."""
    return tuple(dict.fromkeys(_names(name if is_package else name.rpartition(".")[0], ast.parse(text))))


def _names(package: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(package, node)
            yield base
            # What is taken from a package may be a module of its own.
            for alias in node.names:
                yield f"{base}.{alias.name}"


def _absolute(package: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parent = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*parent, node.module] if node.module else parent)
