"""What a text of Python does, as a digest: comments, docstrings and formatting leave it as it is.

The syntax tree is written down by the names and values of its nodes, so that every supported version of Python comes to
the same digest.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# How a string was written, and what a comment says of a type.
REMARKS = frozenset({"kind", "type_comment", "type_ignores"})


def fingerprint(tree: ast.Module) -> str:
    """The SHA-256 of what a module does: of its syntax without docstrings."""
    parts: list[str] = []
    _write(tree, parts)
    return _digest(parts)


def docstrings_digest(tree: ast.Module) -> str:
    """The SHA-256 of the docstrings of a module, which nothing but a text may depend on."""
    return _digest(list(_docstrings(tree)))


def _digest(parts: list[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED):
            yield ast.get_docstring(node, clean=False) or ""


def _write(node: ast.AST, parts: list[str]) -> None:
    parts.append(type(node).__name__)
    for name in node._fields:
        if name in REMARKS:
            continue
        value = getattr(node, name, None)
        # Fields that a later version of Python added are empty in what an earlier one can read.
        if (value is None and not isinstance(node, ast.Constant)) or value == []:
            continue
        parts.append(name)
        if isinstance(node, ast.JoinedStr):
            _write_all(list(_join(node)), parts)
        elif isinstance(value, list):
            _write_all(_undocumented(node, value) if name == "body" else value, parts)
        elif isinstance(value, ast.AST):
            _write(value, parts)
        else:
            parts.append(f"{type(value).__name__} {value!r}")


def _write_all(values: Sequence[ast.AST], parts: list[str]) -> None:
    parts.append(f"[{len(values)}")
    for value in values:
        # A dictionary display has None for the key of what it unpacks, `global` has names.
        if isinstance(value, ast.AST):
            _write(value, parts)
        else:
            parts.append(repr(value))


def _join(string: ast.JoinedStr) -> Iterator[ast.expr]:
    """The parts of a formatted string, its text in as few pieces as can be: Python 3.12 makes more."""
    text = ""
    for part in string.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
            continue
        if text:
            yield ast.Constant(text)
        text = ""
        yield part
    if text:
        yield ast.Constant(text)


def _undocumented(node: ast.AST, body: list[ast.AST]) -> list[ast.AST]:
    """The statements without the docstring, and without the strings that stand below what they describe."""
    return [each for each in body if not _is_remark(each)] if isinstance(node, DOCUMENTED) else body


def _is_remark(statement: ast.AST) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
