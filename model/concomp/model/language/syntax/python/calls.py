"""Calls: of the author's own functions, which are read, and of the others that a step may use."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from enum import EnumType
from fractions import Fraction
from types import BuiltinMethodType, FunctionType, MethodType, UnionType
from typing import Any, Self

from concomp.model.language.syntax.containers import Map, Vector
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.expressions import Bool, Int, Opaque, Real, Symbolic
from concomp.model.language.syntax.guards import Guard
from concomp.model.language.syntax.python.callables import (
    ARITHMETIC,
    ARRANGING,
    CHANGES,
    GUARDS,
    ITERATING,
    METHODS,
    NEW,
    STRUCTURE,
    TEXTS,
    is_admitted,
    is_on_terms,
    is_one_of,
    remedy_for,
)
from concomp.model.language.syntax.python.classes import Kinds
from concomp.model.language.syntax.python.evaluation import Evaluation
from concomp.model.language.syntax.python.functions import Function, of_author
from concomp.model.language.syntax.python.scopes import Scope
from concomp.model.language.syntax.python.session import Session
from concomp.model.language.syntax.python.texts import Text, is_authors
from concomp.model.language.syntax.python.values import (
    CONTAINERS,
    PLAIN,
    SORTS,
    has_iterators,
    is_a,
    is_anything,
    is_arranged,
    is_kept_by_iterating,
    is_plain,
    is_symbolic,
    is_usable,
    is_value,
)
from concomp.model.language.syntax.records import Record
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.trace import recorder_of

ENTER = "enter it where it is made: `with when(condition):`"
_COMPUTE = "compute with symbols, numbers, and tuples, lists and dictionaries of them"


class Calls(Evaluation):
    """The expressions of a function, and what they call."""

    def __init__(self, session: Session, function: Function, scope: Scope) -> None:
        super().__init__(session, function.text, scope)
        self._function = function

    def inside(self, scope: Scope) -> Self:
        return type(self)(self.session, self._function, scope)

    def get(self, function: Any, owner: object) -> object:
        author = self._author(function)
        if author is None:
            raise LanguageError("a property is read that is no function of yours", "write it by `def`")
        return author(owner)

    def function(self, node: ast.Lambda | ast.FunctionDef) -> Function:
        arguments = node.args
        defaults = tuple(self.values(arguments.defaults))
        keywords = {
            each.arg: self.value(default)
            for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if default is not None
        }
        name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
        text = Text(self.text.file, node, name)
        return Function(text, self.scope, defaults, keywords, self._function.read)

    def call(self, node: ast.Call) -> Any:
        result = self.called(node)
        if is_a(result, Guard):
            self.at(node)
            raise LanguageError("a guard is kept, and what is written under it is not seen here", ENTER)
        return result

    def called(self, node: ast.Call) -> Any:
        """What a call gives, which may be a guard."""
        callee = self.value(node.func)
        for special, answer in _SPECIAL:
            if callee is special:
                return answer(self, node)
        author = self._author(callee)
        positional = self._arguments(node) if author is None else self.values(node.args)
        named: dict[str, Any] = {}
        for each in node.keywords:
            value = self.value(each.value)
            if each.arg is None and type(value) is not dict:
                raise LanguageError("`**` is written of what is no dictionary", "write a dictionary")
            named.update({each.arg: value} if each.arg is not None else value)
        self.at(node)
        if author is not None:
            return author(*positional, **named)
        return self._outside(callee, positional, named)

    def _arguments(self, node: ast.Call) -> list[Any]:
        listed: list[Any] = []
        for each in node.args:
            listed.extend(self.members(each.value) if isinstance(each, ast.Starred) else [self.passing(each)])
        return listed

    def _author(self, callee: Any) -> Callable[..., Any] | None:
        """What calls a function of the author's; None if it is none."""
        kind = type(callee)
        if kind is Function:
            function: Function = callee
            return function
        if kind is MethodType:
            inner = self._author(callee.__func__)
            return None if inner is None else lambda *given, **named: inner(callee.__self__, *given, **named)
        if kind is not FunctionType:
            return None
        if is_on_terms(callee):
            return lambda owner, *given: callee(owner, *map(self.operand, given))
        return self._read(callee) if is_authors(callee.__code__.co_filename) else None

    def _read(self, function: FunctionType) -> Function:
        return of_author(function, self._function.read)

    def _outside(self, callee: Any, positional: list[Any], named: dict[str, Any]) -> Any:
        """Call what is no function of the author's, if a step may."""
        takes = self._takes(callee)
        for value in (*positional, *named.values()):
            self._demand(value, takes)
        given = [self._given(each, takes) for each in positional]
        result = callee(*given, **{name: self._given(each, takes) for name, each in named.items()})
        if is_kept_by_iterating(result) and not is_one_of(callee, ITERATING):
            raise LanguageError("an iterator comes out of a call", "make a list of it where it is made: list(...)")
        return self.session.keep(result) if is_one_of(callee, NEW) else result

    def _takes(self, callee: Any) -> Callable[[Any], bool]:
        """What is asked of the arguments; LanguageError if a step may not call it."""
        if type(callee) is BuiltinMethodType and type(callee.__self__) in _WITH_METHODS:
            return self._taken_by_method(callee)
        if not _is_callable(callee) and not is_one_of(callee, GUARDS):
            name = getattr(callee, "__name__", None) if type(callee) in _NAMED else None
            shown = f"`{name}`" if name is not None else f"an object of the class {type(callee).__name__}"
            raise LanguageError(f"{shown} is called, which is outside of what a step may use", remedy_for(name or ""))
        if is_one_of(callee, TEXTS):
            return is_plain
        if is_one_of(callee, STRUCTURE):
            return is_arranged
        return is_value if is_one_of(callee, ARITHMETIC) else is_usable

    def _taken_by_method(self, method: BuiltinMethodType) -> Callable[[Any], bool]:
        """What a method of a plain value or a container takes."""
        name, held = method.__name__, method.__self__
        if name in CHANGES.get(type(held), ()):
            self.session.check_change(held)
        elif name not in METHODS[type(held)]:
            raise LanguageError(f"`{name}` is called, which is outside of what a step may use", remedy_for(name))
        looked_at = [*held] if type(held) is dict else [] if name in ARRANGING else [held]
        if not all(map(is_value, looked_at)):
            raise LanguageError(f"`{name}` looks at objects of other classes", _COMPUTE)
        return {"append": is_anything, "extend": is_arranged}.get(name, is_value)

    def _demand(self, value: Any, takes: Callable[[Any], bool]) -> None:
        """Raise LanguageError for an argument that what is called does not take; functions are read, or listed."""
        handed = _is_callable(value) or self._author(value) is not None or _is_sort(value)
        if not handed and not is_kept_by_iterating(value) and not takes(value):
            shown = f"an object of the class {type(value).__name__}, or one that holds such,"
            raise LanguageError(f"{shown} is {'shown as text' if takes is is_plain else 'handed on'}", _COMPUTE)

    def _given(self, value: Any, takes: Callable[[Any], bool]) -> Any:
        """An argument of what is no function of the author's: what is called there is looked at as elsewhere."""
        author = self._author(value)
        if author is not None:
            return author
        if is_admitted(value) or type(value) is Declared:
            return lambda *given, **named: self._outside(value, [*given], named)
        if is_kept_by_iterating(value):
            return self._checked(value, takes)
        if has_iterators(value):
            raise LanguageError("an iterator is kept, and with it what it has come to", "keep a list: list(...)")
        return value

    def _checked(self, values: Iterator[Any], takes: Callable[[Any], bool]) -> Iterator[Any]:
        for each in values:
            if takes not in (is_arranged, is_anything):
                self._demand(each, takes)
            yield self._given(each, takes)

    def _super(self, node: ast.Call) -> Any:
        self.at(node)
        if node.args or self._function.first is None:
            raise LanguageError("`super` is called with arguments", "write `super()`")
        return super(self.scope.read("__class__"), self.scope.read(self._function.first))

    def _type(self, node: ast.Call) -> Any:
        values = self.values(node.args)
        self.at(node)
        if len(values) != 1 or recorder_of(values[0]) is None:
            raise LanguageError("`type` is that of the symbol, not of what it stands for", remedy_for("type"))
        return type(values[0])

    def _isinstance(self, node: ast.Call) -> bool:
        values = self.values(node.args)
        self.at(node)
        if len(values) != 2:
            raise LanguageError("`isinstance` is called otherwise", "write `isinstance(x, A)`")
        value, asked = values
        kinds = asked if type(asked) is tuple else asked.__args__ if type(asked) is UnionType else (asked,)
        if not all(_may_be_asked(value, kind) for kind in kinds):
            raise LanguageError(
                "a symbol is of no Python type, whatever it stands for",
                "ask a symbol for its sort: `isinstance(x, Int)`, and plain values for Python types",
            )
        return isinstance(value, tuple(kinds))


def _may_be_asked(value: Any, kind: Any) -> bool:
    """Whether the value is of the class just as what it stands for is."""
    if not is_a(kind, type):
        return False
    if issubclass(kind, Symbolic):
        # Plain numbers stand for values of these sorts, and anything for an opaque one.
        numbers = type(value) in _NUMBERS and issubclass(kind, (Bool, Int, Real))
        others = not is_symbolic(value) and issubclass(kind, (Opaque, Vector, Map))
        return issubclass(kind, SORTS) and not numbers and not others
    return not is_symbolic(value) and (kind in PLAIN or kind in CONTAINERS)


def _is_callable(callee: Any) -> bool:
    """Whether a step may call it, guards and methods of values left out."""
    record = is_a(callee, type) and issubclass(callee, Record) and callee is not Record
    return record or type(callee) is Declared or is_admitted(callee)


def _is_sort(value: Any) -> bool:
    """Whether it is a class whose records or members the language knows."""
    return is_a(value, type) and (issubclass(value, SORTS) or type(value) is EnumType)


_WITH_METHODS = Kinds(*METHODS)
_NUMBERS = Kinds(bool, int, float, Fraction)
_NAMED = Kinds(type, FunctionType, MethodType, BuiltinMethodType)
_SPECIAL: tuple[tuple[Any, Callable[[Calls, ast.Call], Any]], ...] = (
    (super, Calls._super),
    (type, Calls._type),
    (isinstance, Calls._isinstance),
)
