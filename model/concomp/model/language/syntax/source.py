"""The author's source.

Which construct of Python asked a symbol for its truth is read from the syntax tree at the
place of the error, so that the remedy names the very word to replace.
"""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from types import CodeType
from typing import TypeAlias

from concomp.model.language.syntax.errors import Position

_BUILTINS = {"min": "`Min(a, b)`", "max": "`Max(a, b)`", "any": "`any_of(...)`", "all": "`all_of(...)`"}
FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def syntax_tree(file: str) -> ast.Module | None:
    """The syntax tree of `file`, or None if its source is not available."""
    text = "".join(linecache.getlines(file))
    return _parse(text) if text else None


def definitions(text: str, code: CodeType) -> list[FunctionNode]:
    """The definitions in the text that begin where that of `code` does, and have its name."""
    return _definitions(text).get((code.co_name, code.co_firstlineno), [])


def assigned_name(position: Position) -> str | None:
    """The variable that the statement at `position` assigns, if it assigns exactly one."""
    for node in reversed(_enclosing(position)):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            return node.targets[0].id
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            return node.target.id
    return None


def assigned_attributes(code: CodeType) -> set[str]:
    """The attributes `self.name` that the function assigns, also at an entry or in place."""
    targets: list[ast.expr] = []
    nodes = definitions("".join(linecache.getlines(code.co_filename)), code)
    for inner in (inner for node in nodes for inner in ast.walk(node)):
        if isinstance(inner, ast.Assign):
            targets.extend(inner.targets)
        elif isinstance(inner, ast.AugAssign | ast.AnnAssign):
            targets.append(inner.target)
    parts = [part for target in targets for part in ast.walk(target)]
    return {part.attr for part in parts if isinstance(part, ast.Attribute)}


def truth_remedy(position: Position) -> str:
    """What to write instead of the construct at `position` that needs the truth of a symbol."""
    for node in reversed(_enclosing(position)):
        remedy = _remedy_for(node)
        if remedy is not None:
            return remedy
    return "a condition is a symbol here: write `with when(condition):`, or combine conditions with & | ~"


def _remedy_for(node: ast.AST) -> str | None:
    match node:
        case ast.Compare(ops=ops) if any(isinstance(op, ast.In | ast.NotIn) for op in ops):
            return "write `isin(x, values)` instead of `in`"
        case ast.Compare(ops=[_, _, *_]):
            return "write `(a <= x) & (x <= b)` instead of the chain `a <= x <= b`"
        case ast.BoolOp(op=ast.And()):
            return "write `&` instead of `and`, with parentheses around both sides"
        case ast.BoolOp(op=ast.Or()):
            return "write `|` instead of `or`, with parentheses around both sides"
        case ast.UnaryOp(op=ast.Not()):
            return "write `~` instead of `not`"
        case ast.IfExp():
            return "write `ite(condition, a, b)` instead of `a if condition else b`"
        case ast.Call(func=ast.Name(id=name)) if name in _BUILTINS:
            return f"write {_BUILTINS[name]} instead of `{name}`"
        case ast.If():
            return "write `with when(condition):` instead of `if`, `elsewhen` and `otherwise` for the rest"
        case ast.While():
            return "loop over a fixed range: the number of rounds must not depend on a symbol"
        case ast.Assert():
            return "write `require(condition)` instead of `assert`"
        case _:
            return None


def _enclosing(position: Position) -> list[ast.AST]:
    tree = syntax_tree(position.file)
    found: list[ast.AST] = []
    node: ast.AST | None = tree
    while node is not None:
        found.append(node)
        node = next((child for child in _located_children(node) if _contains(child, position)), None)
    return found


def _located_children(node: ast.AST) -> list[ast.AST]:
    children: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        children.extend([child] if hasattr(child, "lineno") else _located_children(child))
    return children


def _contains(node: ast.AST, position: Position) -> bool:
    start, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    if not start <= position.line <= end:
        return False
    if position.column is None or position.end_column is None:
        return True
    starts_before = start < position.line or getattr(node, "col_offset", 0) <= position.column
    ends_after = end > position.line or getattr(node, "end_col_offset", 0) >= position.end_column
    return starts_before and ends_after


@lru_cache(maxsize=64)
def _parse(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:
        return None


@lru_cache(maxsize=64)
def _definitions(text: str) -> dict[tuple[str, int], list[FunctionNode]]:
    """The definitions in the text by name, and the line in which they begin."""
    found: dict[tuple[str, int], list[FunctionNode]] = {}
    tree = _parse(text)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), []).append(node)
    return found
