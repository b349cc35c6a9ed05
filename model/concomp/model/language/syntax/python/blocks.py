"""Guarded blocks as Python runs them.

Python runs every guarded block, whatever its condition. A local variable assigned in one
therefore holds that value after it unconditionally, and `return` leaves the function in every
case. Neither can be what the author means, so both are looked for in the source and refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import pairwise
from types import CodeType, FrameType

from concomp.model.language.syntax.annotations import Container
from concomp.model.language.syntax.errors import LanguageError, Position
from concomp.model.language.syntax.python.silence import check_method
from concomp.model.language.syntax.source import NO_SOURCE, function_node

_ALTERNATIVES = frozenset({"elsewhen", "otherwise"})
GUARDS = frozenset({"when", "elsewhen", "otherwise", "case", "both"})
_JUMPS: dict[type[ast.AST], str] = {
    ast.Return: "return",
    ast.Break: "break",
    ast.Continue: "continue",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
}
_LEAVING = (ast.Return, ast.Yield, ast.YieldFrom)
_CHANGING = frozenset(
    {"append", "extend", "insert", "add", "update", "setdefault", "pop", "popitem", "remove", "discard", "clear"}
)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

_checked: dict[CodeType, frozenset[int]] = {}
"""The functions that were checked, each with the lines in which it enters guards."""


def check_function(frame: FrameType) -> None:
    """Check the function that runs in `frame`, once.

    Raises LanguageError if its source is not available, if a local is assigned in a guarded block
    and read outside, or if the function is left from inside one.
    """
    code = frame.f_code
    if code not in _checked:
        _checked[code] = _check(frame)
    if frame.f_lineno not in _checked[code]:
        raise LanguageError(
            "a guard is made where it cannot be seen to be one",
            "enter it where it is made: `with when(condition):`",
            Position(code.co_filename, frame.f_lineno),
        )


def _check(frame: FrameType) -> frozenset[int]:
    """Check a function; the lines in which it enters guards."""
    code = frame.f_code
    node = function_node(code)
    if not isinstance(node, ast.FunctionDef):
        place = Position(code.co_filename, frame.f_lineno)
        raise LanguageError(f"the source of {code.co_name} cannot be read", NO_SOURCE, place)
    reader = _Reader(code.co_filename, frame)
    reader.function(node)
    check_method(code, frame.f_globals)
    return frozenset(reader.lines_of_guards(node))


class _Reader:
    """Reads a function in order, with the locals that some guarded block has assigned and where."""

    def __init__(self, file: str, frame: FrameType) -> None:
        self._file = file
        self._frame = frame
        self._tainted: dict[str, int] = {}
        self._blocks: list[tuple[ast.With, set[str]]] = []

    def function(self, node: ast.FunctionDef) -> None:
        entered = {item.context_expr for each in ast.walk(node) if isinstance(each, ast.With) for item in each.items}
        for call in ast.walk(node):
            if isinstance(call, ast.expr) and self._is_guard(call) and call not in entered:
                raise LanguageError(
                    "a guard is kept, and what is written under it is not seen here",
                    "enter it where it is made: `with when(condition):`",
                    self._place(call),
                )
        self._refuse_far_alternatives(node)
        self._statements(node.body)
        self._refuse_closures(node)

    def lines_of_guards(self, node: ast.FunctionDef) -> Iterator[int]:
        """The lines of the calls that make the guards which are entered."""
        for each in ast.walk(node):
            for item in each.items if isinstance(each, ast.With) else ():
                if self._is_guard(item.context_expr):
                    yield from range(item.context_expr.lineno, (item.context_expr.end_lineno or 0) + 1)

    def _refuse_far_alternatives(self, node: ast.FunctionDef) -> None:
        """Refuse `elsewhen` and `otherwise` that do not stand directly after a block of one guard."""
        bodies = [body for each in ast.walk(node) for _, body in ast.iter_fields(each) if isinstance(body, list)]
        for body in bodies:
            for before, each in pairwise([None, *body]):
                for item in each.items if isinstance(each, ast.With) else ():
                    if self._guard_name(item.context_expr) in _ALTERNATIVES:
                        self._refuse_alternative(item.context_expr, before)

    def _refuse_alternative(self, guard: ast.expr, before: ast.AST | None) -> None:
        guards = [each.context_expr for each in before.items] if isinstance(before, ast.With) else []
        if not guards or not all(map(self._is_guard, guards)):
            raise LanguageError(
                f"{self._guard_name(guard)} does not follow a guarded block",
                "put it directly after `when` or `elsewhen`, nothing in between",
                self._place(guard),
            )
        if len(guards) > 1:
            raise LanguageError(
                f"{self._guard_name(guard)} follows a block of several guards, and it is not clear which one it is "
                "the other case of",
                "nest them, the alternative where it belongs, or write `with when(~(...)):`",
                self._place(guard),
            )

    def _refuse_closures(self, node: ast.FunctionDef) -> None:
        """Refuse inner functions that read what a guarded block assigns in which they do not stand."""
        inner = [each for each in ast.walk(node) if each is not node and isinstance(each, _SCOPES)]
        for block, assigned in self._blocks:
            inside = set(ast.walk(block))
            for name in (name for each in inner if each not in inside for name in loaded_names(each)):
                if name.id in assigned:
                    self._refuse_reading(name, block.lineno)

    def _statements(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.With():
                self._with(node)
            case ast.For(target=target, iter=iterable, body=body, orelse=orelse):
                self._reads(iterable)
                self._loop([target], body)
                self._statements(orelse)
            case ast.While(test=test, body=body, orelse=orelse):
                self._reads(test)
                self._loop([], body)
                self._statements(orelse)
            case ast.If(test=test, body=body, orelse=orelse):
                self._reads(test)
                self._branches([body, orelse])
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                self._statements(body)
                self._branches([handler.body for handler in handlers])
                self._statements([*orelse, *final])
            case ast.Match(subject=subject, cases=cases):
                self._reads(subject)
                self._branches([case.body for case in cases])
            case _:
                self._reads(node)
                self._assigns(stored_names(node))

    def _with(self, node: ast.With) -> None:
        items, body = node.items, node.body
        bound = set[str]()
        for item in items:
            self._reads(item.context_expr)
            named = set[str]() if item.optional_vars is None else stored_names(item.optional_vars)
            self._assigns(named)
            bound |= named
        self._statements(body)
        if any(self._is_guard(item.context_expr) for item in items):
            for statement in body:
                self._refuse_jumps(statement, in_loop=False)
                self._refuse_changes(statement)
            # Vectors and maps know themselves what is changed in them, and where it may be read.
            held = {name for name, value in self._frame.f_locals.items() if isinstance(value, Container)}
            assigned = bound.union(*(stored_names(each) | changed_names(each) - held for each in body))
            self._blocks.append((node, assigned))
            self._tainted.update(dict.fromkeys(assigned, body[0].lineno - 1))

    def _loop(self, targets: list[ast.expr], body: list[ast.stmt]) -> None:
        # Twice: what one round assigned at its end the next one reads at its beginning.
        for _ in range(2):
            for target in targets:
                self._assigns(stored_names(target))
            self._statements(body)

    def _branches(self, branches: list[list[ast.stmt]]) -> None:
        before, after = self._tainted, dict[str, int]()
        for branch in branches:
            self._tainted = dict(before)
            self._statements(branch)
            after.update(self._tainted)
        self._tainted = after if branches else before

    def _assigns(self, names: Iterable[str]) -> None:
        for name in names:
            self._tainted.pop(name, None)

    def _reads(self, node: ast.AST) -> None:
        for name in loaded_names(node):
            if name.id in self._tainted:
                self._refuse_reading(name, self._tainted[name.id])

    def _refuse_reading(self, name: ast.Name, block: int) -> None:
        raise LanguageError(
            f"{name.id!r} is assigned in the guarded block at line {block} and read outside it; Python "
            "assigns it whether or not the condition holds",
            f"write `{name.id} = ite(condition, a, b)`, or keep it in a register",
            self._place(name),
        )

    def _refuse_changes(self, node: ast.AST) -> None:
        """Refuse calls in a guarded block that change what is no local variable, of which reads could be watched."""
        for call in ast.walk(node):
            owner = changed_object(call)
            if isinstance(call, ast.Call) and owner is not None and not isinstance(owner, ast.Name):
                raise LanguageError(
                    "a guarded block changes a Python object: it does so whether or not the condition holds",
                    "keep it in a register",
                    self._place(call),
                )

    def _place(self, node: ast.expr | ast.stmt) -> Position:
        return Position(self._file, node.lineno, node.col_offset, node.end_col_offset)

    def _refuse_jumps(self, node: ast.AST, *, in_loop: bool) -> None:
        if isinstance(node, _SCOPES):
            return
        if isinstance(node, _LEAVING) or (isinstance(node, ast.Break | ast.Continue) and not in_loop):
            raise LanguageError(
                f"`{_JUMPS[type(node)]}` in a guarded block: Python obeys it whether or not the condition holds",
                "guard what follows instead, by `otherwise()` or `when(~condition)`",
                self._place(node),
            )
        for child in ast.iter_child_nodes(node):
            self._refuse_jumps(child, in_loop=in_loop or isinstance(node, ast.For | ast.While))

    def _is_guard(self, node: ast.expr) -> bool:
        return self._guard_name(node) is not None

    def _guard_name(self, node: ast.expr) -> str | None:
        """The name of the guard that an expression makes, if it makes one."""
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, ast.Attribute):
            return node.func.attr if node.func.attr in GUARDS else None
        if isinstance(node.func, ast.Name):
            known = {**self._frame.f_globals, **self._frame.f_locals}.get(node.func.id)
            module, name = getattr(known, "__module__", ""), getattr(known, "__name__", "")
            return str(name) if name in GUARDS and str(module).startswith("concomp.model.language") else None
        return None


def stored_names(node: ast.AST) -> set[str]:
    """The local names that a statement binds, those of inner functions and comprehensions left out."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(each.asname or each.name).partition(".")[0] for each in node.names}
    if isinstance(node, (ast.Lambda, *_COMPREHENSIONS)):
        return set()
    own = {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del) else set()
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name is not None:
        own = {node.name}
    return own.union(*(stored_names(child) for child in ast.iter_child_nodes(node)))


def changed_names(node: ast.AST) -> set[str]:
    """The local names of objects that a statement changes, by an entry or by a method."""
    owners = (changed_object(each) for each in ast.walk(node))
    return {owner.id for owner in owners if isinstance(owner, ast.Name) and owner.id != "self"}


def changed_object(node: ast.AST) -> ast.expr | None:
    """What an expression changes in place, if it does."""
    match node:
        case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
            return value
        case ast.Call(func=ast.Attribute(value=value, attr=attribute)) if attribute in _CHANGING:
            return value
    return None


def loaded_names(node: ast.AST) -> list[ast.Name]:
    """The names that a statement or expression reads, those that it binds itself in an inner scope left out."""
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        return [read, *loaded_names(node.value)]
    if isinstance(node, ast.Name):
        return [node] if isinstance(node.ctx, ast.Load) else []
    inner = [name for child in ast.iter_child_nodes(node) for name in loaded_names(child)]
    bound = _inner_names(node)
    return [name for name in inner if name.id not in bound]


def _inner_names(node: ast.AST) -> set[str]:
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return {name for generator in node.generators for name in stored_names(generator.target)}
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        arguments = node.args
        listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        extra = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
        body = node.body if isinstance(node.body, list) else [node.body]
        return {argument.arg for argument in [*listed, *extra]}.union(*(stored_names(part) for part in body))
    return set()
