"""Mechanisms given by tables."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, State

Table = Mapping[Any, Law[Any]]
"""(state, query) ↦ law of (new state, answer)."""


def mechanism_of_table(
    table: Table, initial_states: Sequence[State], queries: Sequence[Hashable], name: str
) -> InteractiveMechanism:
    """The mechanism with the rows of `table`, halting where there is none."""
    halted: Law[Any] = Law.point((HALT, HALT))
    return InteractiveMechanism(
        lambda state, query: table.get((state, query), halted), tuple(initial_states), tuple(queries), name
    )
