"""What Python would do silently.

Some of Python never asks a symbol anything: which object it is, what its type is, whether a condition that nobody
states matters. A function that runs on symbols is therefore read, too, and what cannot be meant is refused.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType
from typing import Any

from concomp.model.language.syntax.errors import LanguageError, Position, is_machinery
from concomp.model.language.syntax.source import function_node

_CONDITIONS = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Name, ast.Attribute)
_PYTHON = frozenset({"int", "bool", "float", "str", "bytes", "tuple", "list", "dict", "set", "Fraction"})
_TRUTHS = frozenset({"same_case", "is_case", "isin", "all_of", "any_of"})


def check_method(code: CodeType, names: Mapping[str, Any]) -> None:
    """Read a method that runs on symbols, where these names are known; raises what `check_silence` does."""
    check_assignments(code)
    check_silence(code, names, frozenset(code.co_varnames[: code.co_argcount]))


def check_silence(code: CodeType, names: Mapping[str, Any], symbols: frozenset[str]) -> None:
    """Read the function that `code` is of, where these names are known, and some of them hold symbols.

    Raises LanguageError for what asks which object or of what type a symbol is, and for a condition that is stated to
    nobody. Nothing is read where the source is not available, or is that of the language itself, which works on terms.
    """
    lines = linecache.getlines(code.co_filename)
    nodes = list(_nodes(code))
    own_types = {id(call.func) for call in nodes if isinstance(call, ast.Call) and all(map(_is_self, call.args))}
    for inner in nodes:
        if id(inner) in own_types:
            continue
        for problem, remedy in (*_faults(inner, symbols, names), *_misread(inner, lines)):
            raise LanguageError(problem, remedy, _place(code, inner))


def check_assignments(code: CodeType) -> None:
    """Raise LanguageError if the function that `code` is of assigns a variable of another scope."""
    for inner in _nodes(code):
        if isinstance(inner, ast.Global | ast.Nonlocal):
            problem = "a variable of another scope is assigned, in every case"
            raise LanguageError(problem, "keep it in a register", _place(code, inner))


def _nodes(code: CodeType) -> Iterator[ast.AST]:
    node = None if is_machinery(code.co_filename) else function_node(code)
    return ast.walk(node) if node is not None else iter(())


def _place(code: CodeType, node: ast.AST) -> Position:
    line, column, end = (getattr(node, name) for name in ("lineno", "col_offset", "end_col_offset"))
    return Position(code.co_filename, line, column, end)


def _faults(node: ast.AST, symbols: frozenset[str], names: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Compare(ops=ops) if any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
            if not _asks_for_none(node, symbols):
                yield "`is` asks which object a symbol is, not what it stands for", "write `==`, or `!=` for `is not`"
        case ast.Name(id=name) if name == "type" or names.get(name) is type:
            yield "`type` is that of the symbol, not of what it stands for", "write `is_case(...)`, or `with case(...)`"
        case ast.Attribute(attr="__class__", value=value) if not _is_self(value):
            yield "`__class__` is that of the symbol", "write `is_case(...)`, or `with case(...)`"
        case ast.Expr(value=value) if _is_condition(value, names):
            yield "a condition is stated to nobody", "write `require(condition)`, or drop it"
        case ast.Call(func=ast.Name(id="id" | "vars" | "dir" as name), args=[_]):
            yield f"`{name}` is that of the symbol, not of what it stands for", "compare by `==`, and name the fields"
        case ast.Attribute(attr="__dict__" | "is_" | "is_not" as name, value=value) if not _is_self(value):
            yield f"`{name}` is about the symbol, not about what it stands for", "compare by `==`, and name the fields"
        case ast.Call(func=ast.Name(id="isinstance"), args=[asked, kind]) if _asks_for_python(asked, kind, symbols):
            yield "a symbol is of no Python type, whatever it stands for", "ask for its sort: `isinstance(x, Int)`"
        case ast.MatchClass(cls=ast.Name(id=name)) if name in _PYTHON:
            yield f"a symbol is no {name}, whatever it stands for", "write `with when(x == ...):`"
        case ast.MatchSingleton():
            yield "`case` asks which object a symbol is, not what it stands for", "write `with when(x == ...):`"


def _misread(node: ast.AST, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A comparison with `a | b` or `a & b` without parentheses: Python takes it for a comparison with the whole."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    if any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.BitAnd | ast.BitOr) for each in sides):
        bare = [each for each in sides if isinstance(each, ast.BinOp) and not _in_parentheses(each, lines)]
        if any(isinstance(each.op, ast.BitAnd | ast.BitOr) for each in bare):
            yield "& and | bind more tightly than this comparison", "put parentheses around each comparison"


def _in_parentheses(node: ast.expr, lines: Sequence[str]) -> bool:
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = lines[first].encode()[: node.col_offset].decode().rstrip()
    after = lines[last].encode()[node.end_col_offset :].decode().lstrip()
    return before.endswith("(") and after.startswith(")")


def _asks_for_python(argument: ast.expr, kind: ast.expr, symbols: frozenset[str]) -> bool:
    """Whether what may be a symbol is asked whether it is of a type of Python's."""
    return bool(_roots(argument) & symbols and _roots(kind) & _PYTHON)


def _roots(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _asks_for_none(node: ast.Compare, symbols: frozenset[str]) -> bool:
    """Whether what holds no symbol, and is no attribute of what does, is compared with None."""
    sides = [node.left, *node.comparators]
    others = [side for side in sides if not (isinstance(side, ast.Constant) and side.value is None)]
    return len(others) < len(sides) and not set[str]().union(*map(_roots, others)) & symbols


def _is_condition(node: ast.expr, names: Mapping[str, Any]) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        # A declared relation is known by what it has, as it is itself made of expressions.
        return node.func.id in _TRUTHS or hasattr(names.get(node.func.id), "symmetric")
    return isinstance(node, _CONDITIONS)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
