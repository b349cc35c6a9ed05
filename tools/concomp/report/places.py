"""Where an object of the project is written: its file and line."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from concomp.obligations.runner.sources import locate


def place(module: str, name: str, root: Path | None) -> str:
    """The file and line of an object, like "model/concomp/model/laws/law.py:31".

    module: the module that defines it. name: its name in there, "Outer.inner" inside a class. root: the folder of the
    clone, to which the path is relative; where there is none it is absolute. The name stands in for a place that
    cannot be found.
    """
    file = locate(module)
    if file is None:
        return f"{module}.{name}"
    file = file.resolve()
    shown = file.relative_to(root.resolve()) if root is not None and file.is_relative_to(root.resolve()) else file
    found = definition_of(module, name)
    return f"{shown}" if found is None else f"{shown}:{found.lineno}"


def definition_of(module: str, name: str) -> ast.stmt | ast.Call | None:
    """What gives an object of a module its name, "Outer.inner" inside a class; None if that cannot be found.

    A name that no statement defines may be that of a row of a table, a call that has it among its arguments.
    """
    file = locate(module)
    if file is None:
        return None
    tree = _tree(file.resolve())
    return _definition(tree.body, name.split(".")) or _rows(file.resolve()).get(name)


def sentence_of(module: str, name: str) -> str:
    """The first line of the docstring of a function or class, or the text behind its name in a row; empty if none."""
    found = definition_of(module, name)
    if isinstance(found, ast.Call):
        texts = [each.value if isinstance(each, ast.Constant) else None for each in found.args]
        following = texts[texts.index(name) + 1 :][:1]
        return following[0] if following and isinstance(following[0], str) else ""
    if not isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return ""
    return (ast.get_docstring(found) or "").partition("\n")[0]


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def _rows(file: Path) -> dict[str, ast.Call]:
    """The calls of a file by each name that they are given as text."""
    calls = (node for node in ast.walk(_tree(file)) if isinstance(node, ast.Call))
    named = ((each.value, call) for call in calls for each in call.args if isinstance(each, ast.Constant))
    return {name: call for name, call in named if isinstance(name, str) and name.isidentifier()}


def _definition(body: Sequence[ast.stmt], names: Sequence[str]) -> ast.stmt | None:
    """The statement among these that gives the first of the names its meaning, and inside it that of the others."""
    found = next((each for each in body if names[0] in _names(each)), None)
    if found is None or len(names) == 1:
        return found
    return _definition(found.body, names[1:]) if isinstance(found, ast.ClassDef) else None


def _names(statement: ast.stmt) -> Iterator[str]:
    """The names to which a statement gives a meaning."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
