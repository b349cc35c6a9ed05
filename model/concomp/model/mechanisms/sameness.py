"""Which messages and states of a mechanism are one.

Python takes 1, 1.0 and True for equal, and so do the dictionaries in which laws, histories and beliefs are gathered; a
mechanism, and whoever sees its answers, tells them apart. What is equal here is therefore the same, as
`concomp.model.sameness` says; what is equal and not the same is refused.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

from concomp.model.laws.law import Law
from concomp.model.mechanisms.demands import MechanismError
from concomp.model.numbers import value_text
from concomp.model.sameness import are_same

Kind = Literal["state", "query", "answer"]


class Distinct:
    """The states, queries and answers of a mechanism that have been met; of each, no two are equal and not the same.

    Answers to different queries are apart anyway.
    """

    def __init__(self) -> None:
        self._met: dict[tuple[Kind, Hashable, Hashable], Hashable] = {}

    def known(self, owner: str, kind: Kind, value: Hashable, asked: Hashable = None) -> Hashable:
        """The value as it was met first; MechanismError if that is equal to it and not the same.

        owner: the name of the mechanism. asked: of an answer, the query.
        """
        first = self._met.setdefault((kind, asked, value), value)
        if not _are_same(first, value):
            raise MechanismError(
                f"{owner} has the {kind} {value_text(value)} of the class {type(value).__name__} beside the {kind} "
                f"{value_text(first)} of the class {type(first).__name__}: Python takes them for equal, and they are "
                "not the same; write one of them throughout, or both as text"
            )
        return first

    def outcomes(self, owner: str, query: Hashable, law: Law[Any]) -> Law[Any]:
        """A law of pairs (state, answer) on a query, each as it was met first; raises what `known` does."""
        return law.map(lambda both: (self.known(owner, "state", both[0]), self.known(owner, "answer", both[1], query)))


def _are_same(first: Hashable, value: Hashable) -> bool:
    """Whether two values that are equal are the same; MechanismError for one that holds itself."""
    try:
        return are_same(first, value)
    except RecursionError:
        pass
    raise MechanismError(
        f"{value_text(value)} holds itself, or what it holds lies too deep: write what has fewer levels"
    )
