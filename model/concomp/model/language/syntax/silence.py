"""What Python would do silently.

Some of Python never asks a symbol anything: which object it is, what its type is, whether a condition that nobody
states matters. A function that runs on symbols is therefore read, too, and what cannot be meant is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any

from concomp.model.language.syntax.errors import LanguageError, Position, is_machinery
from concomp.model.language.syntax.source import function_node

_CONDITIONS = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Name, ast.Attribute)
_TRUTHS = frozenset({"same_case", "is_case", "isin", "all_of", "any_of"})


def check_silence(code: CodeType, names: Mapping[str, Any]) -> None:
    """Read the function that `code` is of, where these names are known.

    Raises LanguageError for `is`, `type`, a condition that is stated to nobody, and `global` or `nonlocal`. Nothing
    is read where the source is not available, or is that of the language itself, which works on terms.
    """
    node = None if is_machinery(code.co_filename) else function_node(code)
    for inner in ast.walk(node) if node is not None else ():
        for problem, remedy in _faults(inner, frozenset(code.co_varnames[: code.co_argcount]), names):
            line, column, end = (getattr(inner, name) for name in ("lineno", "col_offset", "end_col_offset"))
            raise LanguageError(problem, remedy, Position(code.co_filename, line, column, end))


def _faults(node: ast.AST, arguments: frozenset[str], names: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Compare(ops=ops) if any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
            if not _asks_for_none(node, arguments):
                yield "`is` asks which object a symbol is, not what it stands for", "write `==`, or `!=` for `is not`"
        case ast.Call(func=ast.Name(id="type"), args=[argument]) if not _is_self(argument):
            yield "`type` is that of the symbol, not of what it stands for", "write `is_case(...)`, or `with case(...)`"
        case ast.Attribute(attr="__class__", value=value) if not _is_self(value):
            yield "`__class__` is that of the symbol", "write `is_case(...)`, or `with case(...)`"
        case ast.Expr(value=value) if _is_condition(value, names):
            yield "a condition is stated to nobody", "write `require(condition)`, or drop it"
        case ast.Global() | ast.Nonlocal():
            yield "a variable of another scope is assigned, in every case", "keep it in a register"


def _asks_for_none(node: ast.Compare, arguments: frozenset[str]) -> bool:
    """Whether what is no argument and no attribute of one, so hardly a symbol, is compared with None."""
    sides = [node.left, *node.comparators]
    others = [side for side in sides if not (isinstance(side, ast.Constant) and side.value is None)]
    roots = {inner.id for side in others for inner in ast.walk(side) if isinstance(inner, ast.Name)}
    return len(others) < len(sides) and not roots & arguments


def _is_condition(node: ast.expr, names: Mapping[str, Any]) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        # A declared relation is known by what it has, as it is itself made of expressions.
        return node.func.id in _TRUTHS or hasattr(names.get(node.func.id), "symmetric")
    return isinstance(node, _CONDITIONS)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
