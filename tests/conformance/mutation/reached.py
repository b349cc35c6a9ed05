"""Which functions of a target are called: a mutant in another function can fail no vector."""

from __future__ import annotations

import ast
from pathlib import Path

READ = "step"
"""A function that is read rather than called: nothing can be put into it."""
_files: list[Path] = []
_seen: set[str] = set()


def noting(module: str, source: str) -> str:
    """The module, each function of which notes first that it was called."""
    tree = ast.parse(source)
    _note(tree, module.rpartition(".")[2])
    return ast.unparse(ast.fix_missing_locations(tree))


def functions(module: str, source: str) -> frozenset[str]:
    """The names under which the functions of a module are noted."""
    return frozenset(_note(ast.parse(source), module.rpartition(".")[2]))


def begin(file: Path) -> None:
    """Note from now on in this file, which copied processes share."""
    _files[:] = [file]
    _seen.clear()


def note(name: str) -> None:
    """Note a function that is called, once."""
    if name not in _seen:
        _seen.add(name)
        with _files[0].open("a", encoding="utf-8") as kept:
            kept.write(f"{name}\n")


def _note(node: ast.AST, name: str) -> list[str]:
    found = []
    for child in ast.iter_child_nodes(node):
        inner = f"{name}.{child.name}" if isinstance(child, ast.FunctionDef | ast.ClassDef) else name
        found += _note(child, inner)
        if isinstance(child, ast.FunctionDef) and child.name != READ:
            found.append(inner)
            child.body.insert(0, ast.parse(f"__import__({__name__!r}, fromlist=['note']).note({inner!r})").body[0])
    return found
