"""Declared relations and functions.

What a definition takes from outside, such as which data sets are neighbours, is declared by
name, sorts and axioms. Run, a relation is decided by its axioms where they decide, and otherwise
by the callable that is its meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.errors import LanguageError, Position, author_position
from concomp.model.language.syntax.expressions import Bool, lift, wrap
from concomp.model.language.syntax.sameness import canonical, same
from concomp.model.language.syntax.sorts import BOOL, Sort
from concomp.model.language.syntax.source import assigned_name
from concomp.model.language.syntax.values import NOTHING, Value

S = TypeVar("S")
Meaning = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Declared(Generic[S]):
    """A declared function; applied to expressions it is an expression of its result sort `S`."""

    name: str
    domain: tuple[Sort, ...]
    result: Sort
    reflexive: bool = False
    symmetric: bool = False
    meaning: Meaning | None = field(default=None, repr=False)
    position: Position | None = field(default=None, repr=False)

    def __call__(self, *arguments: object) -> S:
        """The application to the arguments; LanguageError if their number or a sort does not fit."""
        if len(arguments) != len(self.domain):
            raise LanguageError(
                f"{self.name} is applied to {len(arguments)} arguments",
                f"it takes {len(self.domain)}: {self.signature}",
            )
        lifted = tuple(lift(argument, sort) for argument, sort in zip(arguments, self.domain, strict=True))
        applied: S = wrap(self.result, terms.make("apply", lifted, self))
        return applied

    @property
    def signature(self) -> str:
        """Name and sorts, for messages."""
        return f"{self.name}({', '.join(sort.name for sort in self.domain)}) -> {self.result.name}"

    def value(self, arguments: tuple[Value, ...], meaning: Meaning | None) -> Value:
        """The value at concrete arguments, by the axioms and else by `meaning`.

        An argument that is absent makes a relation false and a function its sort's default, so that
        every reading agrees there. Raises LanguageError if there is no meaning where one is needed, if
        it contradicts an axiom, or if it gives a value of another sort.
        """
        if self.reflexive and same(self.domain[0], *arguments):
            return True
        if any(map(is_absent, arguments)):
            return self.result.default()
        if meaning is None:
            raise LanguageError(
                f"{self.name}{arguments!r} is not decided by the axioms",
                f"give it a meaning: where it is declared, or as {self.name}=... to the monitor",
                self.position,
            )
        arguments = tuple(map(canonical, self.domain, arguments))
        value = self.checked(meaning(*arguments))
        if self.symmetric and self.checked(meaning(*arguments[::-1])) is not value:
            raise LanguageError(
                f"the meaning of {self.name} is not symmetric at {arguments!r}",
                "declare it without symmetric=True, or make the callable symmetric",
                self.position,
            )
        return value

    def checked(self, value: Value) -> Value:
        """What a meaning gave; LanguageError if it is a value of another sort."""
        if not self.result.contains(value):
            raise LanguageError(
                f"the meaning of {self.signature} gave {value!r}", f"return a {self.result.name}", self.position
            )
        return value


def relation(
    *domain: object,
    reflexive: bool = False,
    symmetric: bool = False,
    meaning: Callable[..., bool] | None = None,
    name: str | None = None,
) -> Declared[Bool]:
    """Declare a relation over the sorts; its name is the variable that it is assigned to, unless given.

    Raises LanguageError if an axiom is asked of a relation that is not binary over one sort.
    """
    sorts = _domain(domain)
    if (reflexive or symmetric) and (len(sorts) != 2 or sorts[0] != sorts[1]):
        raise LanguageError("an axiom of a relation that is not binary over one sort", "drop the axiom")
    position = author_position()
    return Declared(_declared_name(name, position), sorts, BOOL, reflexive, symmetric, meaning, position)


def function(
    *domain: object, result: type[S], meaning: Callable[..., object] | None = None, name: str | None = None
) -> Declared[S]:
    """Declare a function from the sorts to `result`; named as a relation is."""
    position = author_position()
    return Declared(
        _declared_name(name, position), _domain(domain), sort_of(result, "the result"), False, False, meaning, position
    )


def is_absent(value: Value) -> bool:
    """Whether the value is, or as a record holds, what an absent opaque value is."""
    if value is NOTHING:
        return True
    fields = getattr(type(value), "_sort", None)
    return fields is not None and any(map(is_absent, value.__dict__.values()))


def _domain(domain: tuple[object, ...]) -> tuple[Sort, ...]:
    if not domain:
        raise LanguageError("a relation or function of no arguments", "declare a parameter instead")
    return tuple(sort_of(sort, "an argument") for sort in domain)


def _declared_name(given: str | None, position: Position) -> str:
    name = given if given is not None else assigned_name(position)
    if name is None:
        raise LanguageError("the relation or function has no name", "assign it to a variable, or give name=...")
    return name
