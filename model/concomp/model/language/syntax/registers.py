"""Registers and parameters.

A register is what a monitor remembers; a parameter is a value that an author leaves open, with
its constraint. Both are declared in the class body or, where their sort depends on a size, in
`__init__`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.containers import Map, Vector
from concomp.model.language.syntax.errors import LanguageError, Position, author_position
from concomp.model.language.syntax.expressions import Bool, Enumeration, Int, Opaque, Real, Truth, is_symbol, lift, wrap
from concomp.model.language.syntax.records import Record
from concomp.model.language.syntax.sorts import BOOL, MapSort, Sort, VectorSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import TotalMap
from concomp.model.language.syntax.vectors.lengths import lengths_of
from concomp.model.language.syntax.vectors.open_vectors import Everywhere, OpenVectorSort, each, hollow

S = TypeVar("S")
C = TypeVar("C")
V = TypeVar("V")
E = TypeVar("E", bound=Enumeration)
R = TypeVar("R", bound=Record)
O = TypeVar("O", bound=Opaque)  # noqa: E741


class Owner(Protocol):
    """What a declaration needs of the object whose attribute it is."""

    def read_declared(self, name: str) -> Any:
        """The expression of the declared name."""


class Declaration(Generic[S, C]):
    """A declared name with its sort; read as an expression of the sort `S`, assigned from it or a constant `C`."""

    def __init__(self, kind: str, sort: object) -> None:
        self.position: Position = author_position()
        self.kind = kind
        self.sort: Sort = sort_of(sort, f"a {kind}")
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Declaration[S, C]: ...
    @overload
    def __get__(self, instance: Owner, owner: type) -> S: ...
    def __get__(self, instance: Owner | None, owner: type) -> Any:
        return self if instance is None else instance.read_declared(self.name)

    if TYPE_CHECKING:
        # Assignment is the monitor's own `__setattr__`; this states what it takes.
        def __set__(self, instance: Owner, value: S | C) -> None: ...


class Register(Declaration[S, C]):
    """A register, with its value before the first message."""

    def __init__(self, sort: object, initial: object) -> None:
        super().__init__("register", sort)
        # A parameter of the same class body has no name yet.
        self._initial = initial if isinstance(initial, Parameter) else _initial(self.sort, initial)

    @property
    def initial(self) -> Term:
        """The initial value, a constant or a term over parameters."""
        given = self._initial
        return lift(wrap(given.sort, given.symbol), self.sort) if isinstance(given, Parameter) else given


class Parameter(Declaration[S, C]):
    """A parameter, with the constraint on its value."""

    def __init__(self, sort: object, where: Callable[[Any], Truth] | None) -> None:
        super().__init__("parameter", sort)
        self._where = where
        if isinstance(self.sort, MapSort):
            raise LanguageError("a parameter is a map", "a parameter is a scalar, a Record or a Vector")
        if lengths_of([self.sort]):
            raise LanguageError(
                f"a parameter is of the sort {self.sort.name}, whose length is another parameter",
                "give the length as a number, or let a message bring the vector",
            )
        if where is not None and not callable(where):
            raise LanguageError(
                f"the constraint of a parameter is {where!r}",
                "give a function of its value: where=lambda k: k >= 1; a value is given where the monitor is made",
            )

    @property
    def symbol(self) -> Term:
        """The parameter as a leaf of the graph."""
        return terms.leaf("parameter", self.sort, self.name)

    def constraint(self, read: Callable[..., Any]) -> Term:
        """The condition that its values satisfy; `read` gives that of the author's function."""
        if self._where is None:
            return terms.TRUE
        return lift(read(self._where, wrap(self.sort, self.symbol)), BOOL)


@overload
def register(sort: type[Bool], initial: Truth | Parameter[Bool, bool]) -> Register[Bool, bool]: ...
@overload
def register(sort: type[Int], initial: Int | int | Parameter[Int, int]) -> Register[Int, int]: ...
@overload
def register(
    sort: type[Real], initial: Real | Fraction | int | Parameter[Real, Fraction | int]
) -> Register[Real, Fraction | int]: ...
@overload
def register(sort: type[E], initial: E) -> Register[E, E]: ...
@overload
def register(sort: type[R], initial: R) -> Register[R, R]: ...
@overload
def register(sort: type[O], initial: Hashable) -> Register[O, O]: ...
@overload
def register(sort: Vector[V], initial: object) -> Vector[V]: ...
@overload
def register(sort: type[Map[Int, V]], initial: object) -> Map[Int, V]: ...
def register(sort: Any, initial: Any) -> Any:
    """Declare a register of the sort with its value before the first message.

    The initial value of a vector or a map is that of each of its entries. Raises LanguageError if it
    is not of the sort.
    """
    return Register(sort, initial)


@overload
def parameter(sort: type[Bool], where: Callable[[Bool], Truth] | None = None) -> Parameter[Bool, bool]: ...
@overload
def parameter(sort: type[Int], where: Callable[[Int], Truth] | None = None) -> Parameter[Int, int]: ...
@overload
def parameter(sort: type[Real], where: Callable[[Real], Truth] | None = None) -> Parameter[Real, Fraction | int]: ...
@overload
def parameter(sort: type[E], where: Callable[[E], Truth] | None = None) -> Parameter[E, E]: ...
@overload
def parameter(sort: type[R], where: Callable[[R], Truth] | None = None) -> Parameter[R, R]: ...
@overload
def parameter(sort: type[O], where: Callable[[O], Truth] | None = None) -> Parameter[O, O]: ...
@overload
def parameter(sort: Vector[V], where: Callable[[Vector[V]], Truth] | None = None) -> Vector[V]: ...
def parameter(sort: Any, where: Any = None) -> Any:
    """Declare a parameter of the sort, whose values satisfy the condition `where`."""
    return Parameter(sort, where)


def _initial(sort: Sort, value: object) -> Term:
    if is_symbol(value) or sort.contains(value):
        return _without_registers(lift(value, sort))
    if isinstance(sort, VectorSort):
        return terms.make("vector", (_initial(sort.entry, value),) * sort.size, sort)
    if isinstance(sort, OpenVectorSort):
        entry = _initial(sort.entry, value)
        if terms.is_constant(entry):
            return terms.constant(sort, Everywhere(terms.constant_value(entry)))
        return each(hollow(0, entry.sort), [entry], sort.length)
    if isinstance(sort, MapSort):
        entry = _initial(sort.entry, value)
        if not terms.is_constant(entry):
            raise LanguageError("a map begins with a value that is no constant", "give a constant")
        return terms.constant(sort, TotalMap(terms.constant_value(entry)))
    return lift(value, sort)


def _without_registers(term: Term) -> Term:
    for below in terms.descendants([term]):
        if below.operator in ("register", "message"):
            raise LanguageError(
                f"the initial value uses {terms.leaf_name(below)!r}, which changes", "use constants and parameters only"
            )
    return term
