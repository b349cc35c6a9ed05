"""Equivalence of interactive mechanisms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from operator import itemgetter
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interaction import deterministic_adversary, deterministic_strategies, view
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.runs import law_of, runs, script
from concomp.obligations.families.small.mechanisms import BITS, machines, random_machines

Started = tuple[InteractiveMechanism, State]


def _views(started: Started, queries: Sequence[Message]) -> tuple[Law[Any], ...]:
    """The law of the view of every deterministic adversary of two rounds."""
    strategies = deterministic_strategies(queries, BITS, 2)
    return tuple(view(deterministic_adversary(tree), *started, 2) for tree in strategies)


def _answer_by_answer(started: Started, queries: Sequence[Message]) -> tuple[Law[Any], ...]:
    """The law of each round's answer by itself, for every list of two queries."""
    laws = [law_of(runs(*started, script(asked), 2)) for asked in product(queries, repeat=2)]
    return tuple(law.map(itemgetter(place)) for law in laws for place in (1, 3))


@check("HSV26 Definition 2.11")
def equal_conditional_answers_are_equal_views() -> Outcome:
    """Two mechanisms answer every history with the same law exactly if every adversary's view has the same law."""
    one, two = machines(2), random_machines(2, 2, 40, seed=211)
    groups: list[tuple[list[Started], Sequence[Message]]] = [
        ([(mechanism, start) for mechanism in one for start in BITS], (0,)),
        ([(mechanism, start) for mechanism in two for start in BITS], BITS),
    ]
    pairs = 0
    same: list[tuple[Started, Started]] = []
    confused: list[tuple[Started, Started]] = []
    for started, queries in groups:
        seen = [_views(item, queries) for item in started]
        apart = [_answer_by_answer(item, queries) for item in started]
        for i, first in enumerate(started):
            for j, second in enumerate(started[:i]):
                pairs += 1
                agree = equivalent(first, second, queries, 2)
                expect(agree == (seen[i] == seen[j]), f"{first} and {second}: views and conditional answers disagree")
                same += [(first, second)] if agree and first[0] is not second[0] else []
                confused += [(first, second)] if not agree and apart[i] == apart[j] else []
    witness = first_case(same, "no two mechanisms are equivalent")
    control = first_case(confused, "the laws of single answers decide equivalence")
    return Outcome(
        verdict="exact",
        scope=f"all pairs among {one.name}, and among {two.name}, both initial states, two rounds",
        size=pairs,
        witness=f"{witness[0]} and {witness[1]}, and {len(same) - 1} further pairs",
        control=f"comparing each answer by itself would take {control[0]} and {control[1]} for equivalent",
    )
