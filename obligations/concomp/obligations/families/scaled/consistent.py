"""Parallel compositions of first-pair consistent mechanisms at scale, interactive mechanisms among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from operator import lt, ne
from typing import Any

from concomp.model.composition.single import Neighbouring, continual_from_interactive
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.randomised_response import interactive_randomised_response
from concomp.obligations.families.compositions.components import Component
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.components import (
    HALF_EXPOSED,
    LARGE,
    PURE,
    SMALL,
    Parts,
    blur,
    blur_then_show,
    first_below,
    machines,
    shown_response,
    stream,
    trees,
)
from concomp.obligations.families.scaled.composition import Scaled, label_by_audit
from concomp.obligations.families.scaled.mechanisms import (
    CONSISTENT,
    RISING_SECRET,
    SECRET_FIRST,
    blurred_response,
    blurred_then_shown_response,
    late_reveal,
    secret_at_start,
)
from concomp.obligations.families.scaled.terms import ConsistentSlots
from concomp.obligations.families.small.mechanisms import random_machines, random_trees

CompositionCase = tuple[Parts, int]


def _with_slots(cases: tuple[CompositionCase, ...]) -> tuple[Scaled, ...]:
    """The cases with the labels of the first so many parts as slots."""
    return tuple(
        Scaled(parts, ConsistentSlots(tuple(part.privacy for part in parts[:count]))) for parts, count in cases
    )


@cache
def consistent_ones() -> Family[Scaled]:
    """Mechanisms whose first pair decides whether any pair may differ."""
    mixed = (
        shown_response(LARGE, 4, RISING_SECRET),
        shown_response(SMALL, 4, SECRET_FIRST),
        blur_then_show(LARGE, 4, CONSISTENT),
    )
    hidden, full = machines(4, 5, CONSISTENT, 2), trees(4, 8, CONSISTENT, 2)
    cases: tuple[CompositionCase, ...] = (
        *(
            ((shown_response(LARGE, 3, RISING_SECRET),) * count, slots)
            for count, slots in ((2, 1), (4, 2), (6, 3), (8, 4))
        ),
        ((shown_response(LARGE, 30, RISING_SECRET),) * 2, 1),
        ((shown_response(SMALL, 24, SECRET_FIRST), shown_response(LARGE, 24, RISING_SECRET)), 2),
        ((shown_response(LARGE, 8, SECRET_FIRST),) * 4, 2),
        ((*mixed, shown_response(HALF_EXPOSED, 4, SECRET_FIRST)), 3),
        ((*mixed, shown_response(PURE, 4, RISING_SECRET)), 4),
        ((stream(LARGE, 4, RISING_SECRET), stream(LARGE, 4, SECRET_FIRST), stream(SMALL, 4, RISING_SECRET)), 2),
        ((blur_then_show(LARGE, 8, RISING_SECRET),) * 3, 2),
        ((blur(LARGE, 8, SECRET_FIRST),) * 3, 2),
        ((blur(LARGE, 4, CONSISTENT),) * 4, 2),
        ((*hidden[:3], hidden[0]), 2),
        (machines(3, 5, CONSISTENT, 3), 2),
        (full, 2),
        ((full[0], full[0], full[1], full[1]), 3),
        (machines(4, 6, RISING_SECRET, 2), 2),
        (trees(4, 9, RISING_SECRET, 2), 3),
    )
    return Family(
        "two to eight first-pair consistent mechanisms, one to four of them exceptional, symmetric and asymmetric "
        "functions: responses to the first message that are shown, or blurred, over up to 30 rounds, with labels "
        "repeated and not; a hidden bit, full memory",
        _with_slots(cases),
    )


@dataclass(frozen=True, repr=False)
class Relation:
    """A relation with a name to read."""

    name: str
    holds: Callable[[Any, Any], bool]

    def __call__(self, first: Any, second: Any) -> bool:
        """Whether the two are related."""
        return self.holds(first, second)

    def __repr__(self) -> str:
        return self.name


BOTH_WAYS = Neighbouring(neighbouring=Relation("≠", ne))
"""f_~ where any two initial states are neighbours."""
ONE_WAY = Neighbouring(neighbouring=Relation("<", lt))
"""f_~ where ~ is not symmetric."""


def interactive_component(
    mechanism: InteractiveMechanism, function: Neighbouring, e_eps: Fraction, rounds: int
) -> Component:
    """An interactive mechanism, told its initial state and asked `rounds` times, labelled by the audit engine."""
    unlabelled = _with_start(mechanism, function, PrivacyParameters(e_eps, ONE), rounds)
    return label_by_audit(unlabelled.mechanism, function, e_eps, unlabelled.rounds)


def _with_start(
    mechanism: InteractiveMechanism, function: Neighbouring, privacy: PrivacyParameters, rounds: int
) -> Component:
    queries: Any = mechanism.queries
    return Component(continual_from_interactive(mechanism, tuple(queries)), function, privacy, rounds + 1)


@cache
def interactive_ones() -> Family[Scaled]:
    """Interactive mechanisms, most of them started with identical states."""
    response = _with_start(interactive_randomised_response(LARGE), BOTH_WAYS, LARGE, 2)
    short, long = (
        _with_start(secret_at_start(late_reveal(LARGE, rounds, Fraction(1, 4))), ONE_WAY, LARGE, rounds)
        for rounds in (3, 20)
    )
    other = _with_start(secret_at_start(late_reveal(SMALL, 4, Fraction(1, 4))), BOTH_WAYS, SMALL, 4)
    never = interactive_component(secret_at_start(blurred_response(LARGE, 6, Fraction(2))), BOTH_WAYS, Fraction(2), 6)
    last = _with_start(secret_at_start(blurred_then_shown_response(LARGE, 6, Fraction(2))), ONE_WAY, LARGE, 6)
    hidden = first_below(
        ONE, (interactive_component(each, BOTH_WAYS, Fraction(2), 3) for each in random_machines(1, 4, 16, 12)), 4
    )
    several = first_below(
        ONE, (interactive_component(each, ONE_WAY, Fraction(2), 2) for each in random_machines(2, 4, 12, 13)), 3
    )
    full = first_below(
        ONE, (interactive_component(each, BOTH_WAYS, Fraction(2), 2) for each in random_trees(2, 2, 4, 24, 14)), 3
    )
    cases: tuple[CompositionCase, ...] = (
        *(((response,) * count, slots) for count, slots in ((2, 1), (4, 2), (6, 4))),
        ((short,) * 6, 3),
        ((long,) * 2, 1),
        ((short, other, last), 2),
        ((short, other, other, response), 3),
        ((never,) * 3, 2),
        ((last,) * 3, 2),
        ((*hidden[:3], hidden[0]), 2),
        ((hidden[3],) * 4, 3),
        ((*several, several[0]), 2),
        ((*full, full[0]), 2),
    )
    return Family(
        "two to six interactive mechanisms, one to four of them started on differing states, ~ symmetric or not: "
        "randomised responses in two steps, responses that are shown, or blurred, over up to 20 rounds, with one or "
        "two labels; a hidden state under one or two queries, full memory",
        _with_slots(cases),
    )
