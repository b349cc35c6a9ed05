"""The reader: an author's function, read on symbols statement by statement.

Guarded blocks count where their conditions hold, and Python knows nothing of it. In one, only registers are assigned,
and variables and containers of its own; it is not left by a jump.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from itertools import pairwise
from types import FunctionType, MethodType
from typing import Any

from concomp.model.language.syntax.errors import LanguageError, reading
from concomp.model.language.syntax.guards import Guard
from concomp.model.language.syntax.python.callables import is_on_terms
from concomp.model.language.syntax.python.calls import ENTER, Calls
from concomp.model.language.syntax.python.functions import Function, of_author
from concomp.model.language.syntax.python.session import Session
from concomp.model.language.syntax.python.values import MUTABLE, is_kept_by_iterating, is_symbolic
from concomp.model.language.syntax.trace import apart, interrupt

_CONDITIONS = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp)
Jump = ast.Return | ast.Break | ast.Continue


def read_function(function: Callable[..., Any], *given: Any) -> Any:
    """What a call of an author's function gives, with the function read instead of run.

    Raises LanguageError for what a step may not use, and for what Python itself refuses in it.
    """
    owner = (function.__self__,) if isinstance(function, MethodType) else ()
    plain = function.__func__ if isinstance(function, MethodType) else function
    if not isinstance(plain, FunctionType):
        raise LanguageError(f"{plain!r} is no function whose text can be read", "write it by `def` or `lambda`")
    if is_on_terms(plain):
        return function(*given)
    session = Session("", ast.Pass())
    text = of_author(plain, session_reader(session))
    session.file, session.node = text.text.file, text.text.node
    with reading(lambda: session.position):
        try:
            return text(*owner, *given)
        except LanguageError:
            raise
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            raise LanguageError(problem, "write what Python, and the language, can do") from error


def session_reader(session: Session) -> Callable[[Function, tuple[Any, ...], dict[str, Any]], Any]:
    """What reads functions in the session."""

    def read(function: Function, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        before = session.file, session.node
        run = Run(session, function, function.scope(given, named))
        with apart():
            result = run.result()
        session.file, session.node = before
        return result

    return read


class Run(Calls):
    """One run of a function."""

    _returned: Any = None
    _follows_several = False

    def result(self) -> Any:
        """What the function returns."""
        node = self.text.node
        if isinstance(node, ast.Lambda):
            return self.passing(node.body)
        self._body(node.body)
        return self._returned

    # Statements; each returns the jump by which it is left, or None.

    def _body(self, statements: list[ast.stmt]) -> Jump | None:
        for before, each in pairwise([None, *statements]):
            assert each is not None
            self.at(each)
            if not isinstance(before, ast.With):
                interrupt()
            self._follows_several = isinstance(before, ast.With) and len(before.items) > 1
            jump = _STATEMENTS[type(each)](self, each)
            if jump is not None:
                return jump
        return None

    def _expression(self, node: ast.Expr) -> None:
        value = self.value(node.value)
        if is_symbolic(value) or isinstance(node.value, _CONDITIONS):
            self.at(node.value)
            raise LanguageError("a condition is stated to nobody", "write `require(condition)`, or drop it")

    def _assignment(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.assign(target, value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.value(node.value))

    def _augmented(self, node: ast.AugAssign) -> None:
        target = self.reference(node.target)
        held, value = target.read(), self.passing(node.value)
        self.at(node)
        if is_kept_by_iterating(value):
            value = [*value]
        if type(held) in MUTABLE:
            self.session.check_change(held)
            target.write(self.in_place(node.op, held, value))
        else:
            target.write(self.binary(node.op, held, value))

    def _if(self, node: ast.If) -> Jump | None:
        return self._body(node.body if self.truth(node.test) else node.orelse)

    def _for(self, node: ast.For) -> Jump | None:
        for each in self.members(node.iter):
            self.assign(node.target, each)
            jump = self._body(node.body)
            if isinstance(jump, ast.Break):
                return None
            if isinstance(jump, ast.Return):
                return jump
        return self._body(node.orelse)

    def _while(self, node: ast.While) -> Jump | None:
        while self.truth(node.test):
            jump = self._body(node.body)
            if isinstance(jump, ast.Break):
                return None
            if isinstance(jump, ast.Return):
                return jump
        return self._body(node.orelse)

    def _jump(self, node: Jump) -> Jump:
        if isinstance(node, ast.Return):
            self._returned = None if node.value is None else self.passing(node.value)
        return node

    def _raise(self, node: ast.Raise) -> None:
        shown = "again" if node.exc is None else ast.unparse(node.exc)
        raise LanguageError(f"the step raises {shown}", "correct what leads there; to reject messages, write `require`")

    def _definition(self, node: ast.FunctionDef) -> None:
        self.scope.assign(node.name, self.function(node))

    def _guarded(self, node: ast.With) -> Jump | None:
        self.scope.open()
        entered = [self._enter(item) for item in node.items]
        jump = self._body(node.body)
        if jump is not None:
            self.at(jump)
            raise LanguageError(
                f"`{type(jump).__name__.lower()}` in a guarded block: Python obeys it whether or not the condition "
                "holds",
                "guard what follows instead, by `otherwise()` or `when(~condition)`",
            )
        for guard in reversed(entered):
            self.session.blocks.pop()
            guard.__exit__()
        self.scope.close(node.lineno)
        return None

    def _enter(self, item: ast.withitem) -> Guard[Any]:
        node = item.context_expr
        guard: Any = self.called(node) if isinstance(node, ast.Call) else None
        self.at(node)
        if not isinstance(guard, Guard):
            raise LanguageError("`with` enters what is no guard made there", ENTER)
        if guard.what in ("elsewhen", "otherwise") and self._follows_several:
            raise LanguageError(
                f"{guard.what} follows a block of several guards, and it is not clear which one it is "
                "the other case of",
                "nest them, the alternative where it belongs, or write `with when(~(...)):`",
            )
        shown = guard.__enter__()
        self.session.blocks.append(guard)
        if item.optional_vars is not None:
            self.assign(item.optional_vars, shown)
        return guard


_STATEMENTS: Mapping[type[ast.stmt], Callable[[Any, Any], Jump | None]] = {
    ast.Expr: Run._expression,
    ast.Assign: Run._assignment,
    ast.AnnAssign: Run._annotated,
    ast.AugAssign: Run._augmented,
    ast.Pass: lambda self, node: None,
    ast.If: Run._if,
    ast.For: Run._for,
    ast.While: Run._while,
    ast.Return: Run._jump,
    ast.Break: Run._jump,
    ast.Continue: Run._jump,
    ast.Raise: Run._raise,
    ast.FunctionDef: Run._definition,
    ast.With: Run._guarded,
}
