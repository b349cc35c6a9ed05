"""Families of likelihood trees, each kind of mechanism once."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from concomp.model.laws.law import ONE
from concomp.model.mechanisms.verification import Pair, Predicate
from concomp.obligations.families.compositions.interleaving import Node, unfold
from concomp.obligations.families.compositions.shapes import distinct
from concomp.obligations.families.compositions.sparse import single_delta
from concomp.obligations.families.small.continual import random_continual_trees, two_stage
from concomp.obligations.families.small.functions import AT_MOST_ONE_DIFFERENCE, BOTH_WAYS, RISING, RISING_PAIRS
from concomp.obligations.families.small.leaking import THEN_EITHER, THEN_RISING, two_noisy_kinds

ODDS = tuple(map(Fraction, ("2", "3", "3/2")))


@cache
def kinds(function: Predicate, pairs: tuple[Pair, ...], denominator: int) -> tuple[Node, ...]:
    """The two-stage mechanisms under a function, each kind once."""
    return distinct(unfold(mechanism, function, pairs, 2) for mechanism in two_stage(denominator))


@cache
def random_kinds(function: Predicate, pairs: tuple[Pair, ...]) -> tuple[Node, ...]:
    """Mechanisms whose first answer depends on the message as well, drawn with a fixed seed."""
    return distinct(unfold(mechanism, function, pairs, 2) for mechanism in random_continual_trees(2, 3, 12, 5))


@cache
def pure_kinds() -> tuple[tuple[Node, Fraction], ...]:
    """Kinds of mechanisms that are (ε,0)-DP for a finite ε, with the least e^ε among 1, 2, 3, 4, 6 and 9."""
    nodes = distinct(
        (
            *(unfold(mechanism, THEN_RISING, RISING_PAIRS, 2) for mechanism in two_noisy_kinds(4)),
            *(unfold(mechanism, THEN_EITHER, BOTH_WAYS, 2) for mechanism in two_noisy_kinds(4)),
            *_drawn_interior(AT_MOST_ONE_DIFFERENCE, BOTH_WAYS),
            *_drawn_interior(RISING, RISING_PAIRS),
        )
    )
    labelled = []
    for node in nodes:
        enough = [e_eps for e_eps in map(Fraction, (2, 3, 4, 6, 9)) if single_delta(node, e_eps) == 0]
        if enough and single_delta(node, ONE) > 0:
            labelled.append((node, enough[0]))
    return tuple(labelled)


def _drawn_interior(function: Predicate, pairs: tuple[Pair, ...]) -> tuple[Node, ...]:
    return distinct(unfold(mechanism, function, pairs, 2) for mechanism in random_continual_trees(2, 5, 24, 9))
