"""Mechanical mutants of Python: one small mistake each, made at one place of the syntax tree.

A comparison is moved or turned round, a constant is one more or less, a statement is dropped, two arguments change
places, least and largest, and and or, all and any are exchanged, a not is removed, a function returns before it begins.
Annotations, decorators and texts, which say nothing of what is done, are left alone.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from typing import cast

Path = tuple[tuple[str, int | None], ...]
"""The fields, with a place where they are lists, that lead from the module to a node."""
OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}
"""For each operator the one that is put in its place: at a bound, the bound changes sides."""
REVERSED: dict[type[ast.AST], type[ast.AST]] = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor"}
"""Functions that are taken for each other."""
SILENT = ("annotation", "returns", "decorator_list", "type_comment", "type_params")
"""Fields in which there is nothing to be mistaken about."""
Mistakes = Callable[[ast.AST], Iterator[ast.AST]]
"""What may be made of a node."""
LONGEST = 70
"""The most characters of a piece of source that a name shows."""


@dataclass(frozen=True)
class Mutant:
    """A module with one mistake.

    name: where, and what. function: the module, and the qualified name of the function or class that it is in.
    """

    name: str
    function: str
    _tree: ast.Module
    _path: Path
    _changed: ast.AST

    @property
    def part(self) -> str:
        """The class or function of the module that it is in; nothing, of one that is in none."""
        return ".".join(self.function.split(".")[1:2])

    @property
    def source(self) -> str:
        """The module with its mistake."""
        return ast.unparse(_with(self._tree, self._path, self._changed))


def mutants(module: str, source: str, made: Mistakes) -> Iterator[Mutant]:
    """All mutants of a module, each by a name of its own.

    made: what is made of a node of the syntax tree: every mistake, or subtle ones.
    """
    tree = ast.parse(source)
    names: Counter[str] = Counter()
    for path, function, node in _places(tree, (), ()):
        for changed in made(node):
            place = ".".join((module, *function))
            what = f"{place}: {_told(node, changed)}"
            names[what] += 1
            name = what if names[what] == 1 else f"{what} ({names[what]})"
            yield Mutant(name, place, tree, path, changed)


def _places(node: ast.AST, path: Path, function: tuple[str, ...]) -> Iterator[tuple[Path, tuple[str, ...], ast.AST]]:
    """The nodes in which there may be mistakes, with the ways to them and the functions that they are in."""
    for name, value in ast.iter_fields(node):
        if name in SILENT:
            continue
        listed = value if isinstance(value, list) else [value]
        for place, child in enumerate(listed):
            if not isinstance(child, ast.AST) or _is_silent(child):
                continue
            way = (*path, (name, place if isinstance(value, list) else None))
            inside = (*function, child.name) if isinstance(child, ast.FunctionDef | ast.ClassDef) else function
            yield way, inside, child
            yield from _places(child, way, inside)


def _is_silent(node: ast.AST) -> bool:
    """Whether nothing is done by it: imports, texts that stand alone, and what an exception says."""
    if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr):
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def every(node: ast.AST) -> Iterator[ast.AST]:
    """All mistakes that can be made at a node."""
    match node:
        case ast.Compare(ops=[operator, *_]):
            for kinds in (OPPOSITE, REVERSED):
                if type(operator) in kinds:
                    yield _changed(node, ops=[kinds[type(operator)](), *node.ops[1:]])
        case ast.BoolOp():
            yield _changed(node, op=OPPOSITE[type(node.op)]())
            for place in range(len(node.values)):
                yield _one_or_all(node, [*node.values[:place], *node.values[place + 1 :]])
        case ast.BinOp() if type(node.op) in OPPOSITE:
            yield _changed(node, op=OPPOSITE[type(node.op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.IfExp():
            yield from (node.body, node.orelse)
        case ast.If():
            yield _changed(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Call():
            yield from (*_swapped(node), *_exchanged(node))
        case ast.FunctionDef() if not _is_empty(node):
            yield _changed(node, body=[ast.Return(None)])
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Raise() | ast.Delete():
            yield ast.Pass()


def subtle(node: ast.AST) -> Iterator[ast.AST]:
    """One mistake at a node, after which the program goes on: none that all but surely ends it."""
    match node:
        case ast.FunctionDef() | ast.Assign(targets=[ast.Name() | ast.Tuple()]):
            return
        case ast.Call():
            yield from _exchanged(node)
        case _:
            yield from islice(every(node), 1)


def _swapped(node: ast.Call) -> Iterator[ast.AST]:
    """Two arguments that stand beside each other change places."""
    for place in range(len(node.args) - 1):
        first, second = node.args[place : place + 2]
        yield _changed(node, args=[*node.args[:place], second, first, *node.args[place + 2 :]])


def _exchanged(node: ast.Call) -> Iterator[ast.AST]:
    """A function is taken for another."""
    if isinstance(node.func, ast.Name) and node.func.id in EXCHANGED:
        yield _changed(node, func=ast.Name(EXCHANGED[node.func.id], ast.Load()))


def _is_empty(node: ast.FunctionDef) -> bool:
    """Whether it already returns at once: its body is a text, or it says what would be done so."""
    return all(isinstance(each, ast.Pass) or _is_silent(each) for each in node.body)


def _one_or_all(node: ast.BoolOp, values: list[ast.expr]) -> ast.AST:
    return values[0] if len(values) == 1 else _changed(node, values=values)


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    return type(node)(**{**dict(ast.iter_fields(node)), **fields})


def _with(tree: ast.Module, path: Path, changed: ast.AST) -> ast.Module:
    """The module with another node at the end of the way."""
    whole = deepcopy(tree)
    node: ast.AST = whole
    for name, place in path[:-1]:
        found = getattr(node, name)
        node = cast(ast.AST, found if place is None else found[place])
    name, place = path[-1]
    if place is None:
        setattr(node, name, changed)
    else:
        getattr(node, name)[place] = changed
    return ast.fix_missing_locations(whole)


def _told(node: ast.AST, changed: ast.AST) -> str:
    match node, changed:
        case ast.FunctionDef(), _:
            return "returns at once"
        case ast.If(test=asked), _:
            return f"unless {_shown(asked)}"
        case _, ast.Pass():
            return f"without {_shown(node)}"
    return f"{_shown(node)} → {_shown(changed)}"


def _shown(node: ast.AST) -> str:
    """A node on one line."""
    text = " ".join(ast.unparse(ast.fix_missing_locations(deepcopy(node))).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
