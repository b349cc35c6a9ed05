"""A verification function in one world.

At run time there is one world: every message is paired with itself, and what the function refuses is as if it had not
been sent. That speaks of f̄, which accepts a sequence if f accepts its every prefix. Whether a refusal tells the worlds
apart is looked at for each w in f̄ and each pair p that may come next, beside w's *diagonal runs*: what is accepted of
w's left messages, each paired with itself, and of its right messages.

- diagonal: if w·p is in f̄, both diagonal runs accept p, on their side;
- public: if p = (m, m) and w·p is not in f̄, both diagonal runs refuse p.

With both, whoever sends pairs that may follow, and public messages, gets the same decisions in both worlds, and what is
accepted is in f̄ (concomp Proposition 5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.sameness import same
from concomp.model.registry.tags import realises

Pair: TypeAlias = tuple[Any, Any]
SIDES = ("left", "right")


class Function(Protocol):
    """A verification function."""

    @property
    def definition(self) -> Definition:
        """What it says."""

    def __call__(self, messages: Sequence[Pair], /) -> bool:
        """Whether it accepts a sequence of pairs."""


def prefix_closure(definition: Definition) -> Definition:
    """The definition of f̄: what f asks of a prefix is asked for good."""
    return replace(definition, requirements=(*definition.requirements, *definition.verdicts), verdicts=())


def accepts_throughout(function: Function, sequence: Sequence[Pair]) -> bool:
    """Whether the sequence is in f̄."""
    return all(function(sequence[:length]) for length in range(1, len(sequence) + 1))


def in_one_world(function: Function, messages: Iterable[Any]) -> tuple[Pair, ...]:
    """What f̄ accepts of messages that are paired with themselves, one after the other."""
    accepted: tuple[Pair, ...] = ()
    for message in messages:
        longer = (*accepted, (message, message))
        accepted = longer if function(longer) else accepted
    return accepted


def diagonal_run(function: Function, sequence: Sequence[Pair], side: int) -> tuple[Pair, ...]:
    """What is accepted of one side of a sequence: 0 for the left one, 1 for the right one."""
    return in_one_world(function, (pair[side] for pair in sequence))


@realises("concomp Proposition 5")
def is_diagonal_at(function: Function, sequence: Sequence[Pair]) -> bool:
    """Whether the last pair of a sequence, one or more, does not break the diagonal property."""
    if not accepts_throughout(function, sequence):
        return True
    return all(_accepts_next(function, sequence, side) for side in range(2))


@realises("concomp Proposition 5")
def is_public_at(function: Function, sequence: Sequence[Pair]) -> bool:
    """Whether the last pair of a sequence, one or more, does not break the public property."""
    *before, (left, right) = sequence
    public = same(function.definition.message, left, right)
    if not public or not accepts_throughout(function, before) or function(sequence):
        return True
    return not any(_accepts_next(function, sequence, side) for side in range(2))


def _accepts_next(function: Function, sequence: Sequence[Pair], side: int) -> bool:
    """Whether the diagonal run of all but the last pair accepts the last one."""
    *before, last = sequence
    return function((*diagonal_run(function, before, side), (last[side], last[side])))
