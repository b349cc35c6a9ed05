"""The subset: the statements and expressions of Python that a step may be written in.

What is not listed is outside. The page of the language shows it as a table.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

STATEMENTS: tuple[type[ast.AST], ...] = (
    *(ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Pass, ast.Return, ast.Raise),
    *(ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.With, ast.FunctionDef),
)
EXPRESSIONS: tuple[type[ast.AST], ...] = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Call, ast.Starred, ast.Lambda),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.JoinedStr, ast.FormattedValue),
    *(ast.Tuple, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
OPERATORS: tuple[type[ast.AST], ...] = (
    *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.BitAnd, ast.BitOr, ast.BitXor),
    *(ast.Invert, ast.USub, ast.Not, ast.And, ast.Or, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
    *(ast.In, ast.NotIn, ast.Is, ast.IsNot),
)
_PARTS = (ast.arguments, ast.arg, ast.keyword, ast.comprehension, ast.withitem, ast.Load, ast.Store)
_ADMITTED = frozenset({*STATEMENTS, *EXPRESSIONS, *OPERATORS, *_PARTS})
_NO_VALUES = frozenset({"annotation", "returns", "type_comment"})

_SCOPE = ("a variable of another scope is assigned, in every case", "keep it in a register")
_CAUGHT = ("an exception is caught: Python raises it in every case", "ask by `if` whether it can be, beforehand")
_KEPT = ("a generator keeps what it has come to", "return a list")
_ASYNC = ("a step waits for nothing", "write it without `async` and `await`")
_REFUSED: dict[str, tuple[str, str]] = {
    "Assert": ("`assert` requires nothing of messages", "write `require(condition)`"),
    "Global": _SCOPE,
    "Nonlocal": _SCOPE,
    "Try": _CAUGHT,
    "TryStar": _CAUGHT,
    "Yield": _KEPT,
    "YieldFrom": _KEPT,
    **dict.fromkeys(("AsyncFunctionDef", "AsyncFor", "AsyncWith", "Await"), _ASYNC),
    "Match": (
        "`match` asks what the symbol itself is, not what it stands for",
        "write `with case(message, A) as a:`, or `with when(x == ...):`",
    ),
    "Import": ("a module is imported", "import it at the top of the file"),
    "ImportFrom": ("a module is imported", "import it at the top of the file"),
    "ClassDef": ("a class is made", "make it outside, at the top of the file"),
    "Delete": ("a variable or an entry is deleted", "assign it anew"),
    "NamedExpr": ("`:=` assigns inside an expression", "assign the variable in a statement of its own"),
}
_OTHER = "is outside of what a step may use"


def outside(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[tuple[ast.AST, str, str]]:
    """What a function has that a step may not use: where, the problem and the remedy."""
    if isinstance(node, ast.AsyncFunctionDef):
        yield node, *_ASYNC
    for part in node.body if isinstance(node.body, list) else [node.body]:
        yield from _outside(part)


def _outside(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    if type(node) not in _ADMITTED:
        yield node, *_refusal(node)
    elif isinstance(node, ast.FunctionDef) and node.decorator_list:
        yield node.decorator_list[0], "a function inside a step is decorated", "write it without a decorator"
    for child in _children(node):
        yield from _outside(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts that have a value; annotations have none."""
    for name, value in ast.iter_fields(node):
        listed: list[Any] = value if isinstance(value, list) else [value]
        yield from (each for each in listed if isinstance(each, ast.AST) and name not in _NO_VALUES)


def _refusal(node: ast.AST) -> tuple[str, str]:
    name = type(node).__name__
    if name in _REFUSED:
        return _REFUSED[name]
    return f"{name} {_OTHER}", "write it by what the page of the language lists under what a step may use"


def bound_names(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """The local variables of a function: its arguments, and what it assigns outside of inner functions."""
    arguments = node.args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    names = {each.arg for each in listed if each is not None}
    return frozenset(names.union(*map(stored_names, node.body if isinstance(node.body, list) else [])))


def stored_names(node: ast.AST) -> frozenset[str]:
    """The variables that a statement or a target assigns, those of inner functions and comprehensions left out."""
    if isinstance(node, ast.FunctionDef):
        return frozenset({node.name})
    if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return frozenset()
    own = {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set[str]()
    return frozenset(own.union(*map(stored_names, ast.iter_child_nodes(node))))
