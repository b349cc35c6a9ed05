"""Functions of two files, whose classes have the same names, are compared."""

from __future__ import annotations

from types import new_class

from concomp.model.language import Int, Monitor, Record, register, require
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
