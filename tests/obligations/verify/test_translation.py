"""Functions of two files, whose classes have the same names, are compared."""

from __future__ import annotations

from collections.abc import Callable
from types import new_class

import pytest

from concomp.model.language import Int, LanguageError, Monitor, Opaque, Record, register, relation, require
from concomp.obligations.verify.properties.properties import NotAskable
from tests.obligations.verify.settling import verify


def version(most: int) -> type[Monitor]:
    """A version of a function that accepts so many messages, with a class of messages of its own."""
    message = new_class("Message", (Record,), {}, lambda body: body.update(__annotations__={"v": Int}))

    class Counts(Monitor):
        """Conjunctions beside another requirement."""

        n = register(Int, 0)

        def step(self, left: message, right: message) -> None:  # type: ignore[valid-type]
            require((left.v >= 0) & (right.v >= 0))  # type: ignore[attr-defined]
            self.n += 1
            require(self.n <= most)

    return Counts


def test_functions_that_require_conjunctions_are_compared_across_files() -> None:
    assert verify(version(2), ["included"], within=version(3)).words() == {"included": "proved"}
    refuted = verify(version(3), ["included"], within=version(2))
    assert (refuted["included"].verdict, refuted["included"].length) == ("refuted", 3)


def related(meaning: Callable[..., bool] | None, symmetric: bool = False) -> type[Monitor]:
    """A version of a function that accepts neighbouring rows, with a class of rows of its own."""
    row = new_class("Row", (Opaque,))
    near = relation(row, row, meaning=meaning, symmetric=symmetric, name="near")

    class Related(Monitor):
        """All pairs are neighbouring."""

        def step(self, left: row, right: row) -> None:  # type: ignore[valid-type]
            require(near(left, right))

    return Related


def _always(one: object, other: object) -> bool:
    return True


@pytest.mark.parametrize("other", [None, _always])
def test_relations_of_one_name_are_one_if_nothing_tells_them_apart(other: Callable[..., bool] | None) -> None:
    one, two = related(_always), related(other)
    assert verify(one, ["included"], within=two).words() == {"included": "proved"}


def test_relations_of_one_name_with_two_meanings_are_not_compared() -> None:
    with pytest.raises(LanguageError, match="near has two meanings in what is taken together"):
        verify(related(_always), ["included"], within=related(lambda one, other: True))


def test_relations_of_one_name_with_two_axioms_are_not_compared() -> None:
    with pytest.raises(NotAskable, match=r"both functions declare near, one of them with other axioms \(reflexive"):
        verify(related(None), ["included"], within=related(None, symmetric=True))
