"""Values from outside.

What a post-processing takes besides the messages, one value in each step. A value that is `common` is determined
by what came from the right and by when something came from the left, so two copies that differ in their messages from
the left alone have the same one; a value `per_copy`, such as a secret, may differ between them.
"""

from __future__ import annotations

from typing import Any, TypeVar, overload

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.containers import Vector
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.registers import Declaration
from concomp.model.language.syntax.sorts import MapSort
from concomp.model.language.syntax.terms import Term

S = TypeVar("S")
V = TypeVar("V")


class Drawn(Declaration[S, S]):
    """A declared value from outside."""

    def __init__(self, kind: str, sort: object) -> None:
        super().__init__(kind, sort)
        if isinstance(self.sort, MapSort):
            raise LanguageError(f"a {kind} is a map", "take one entry at a time")

    @property
    def symbol(self) -> Term:
        """The value of this step, as a leaf of the graph."""
        return terms.leaf("message", self.sort, self.name)


class PerCopy(Drawn[S]):
    """A value that may differ between two copies."""


class Common(Drawn[S]):
    """A value that is the same in two copies that received the same from the right."""


@overload
def per_copy(sort: type[S]) -> PerCopy[S]: ...
@overload
def per_copy(sort: Vector[V]) -> Vector[V]: ...
def per_copy(sort: Any) -> Any:
    """Declare a value of the sort that is drawn in each step, and may differ between two copies."""
    return PerCopy("value per copy", sort)


@overload
def common(sort: type[S]) -> Common[S]: ...
@overload
def common(sort: Vector[V]) -> Vector[V]: ...
def common(sort: Any) -> Any:
    """Declare a value of the sort that is drawn in each step, the same in copies that received the same from the right.

    It depends on no message from the left.
    """
    return Common("common value", sort)
