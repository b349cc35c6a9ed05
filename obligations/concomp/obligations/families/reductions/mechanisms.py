"""Private mechanisms in two worlds, and the weights that the constructions of HSV26 section 10 give them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.reduction.exposing import Exposing, exposing, lazy_budget
from concomp.model.reduction.laziness import likelihoods
from concomp.obligations.expectation import first_case
from concomp.obligations.families.reductions.systems import CloseSystems
from concomp.obligations.families.small.agreeing import agreeing_trees
from concomp.obligations.families.small.mechanisms import random_machines, random_trees, trees

FAMILIES = (
    (trees(1, 3), 3, 1, 1),
    (trees(2, 2), 29, 1, 2),
    (agreeing_trees(1, 3, 2, 3, 24, 22), 4, 1, 3),
    (random_trees(2, 2, 4, 2, seed=101), 1, 2, 2),
    (random_machines(1, 3, 5, seed=102), 1, 1, 3),
)
"""(mechanisms, every how many of them, number of queries, rounds)."""
SCOPE = (
    "; ".join(f"{'' if step == 1 else f'one in {step} of '}{family.name}" for family, step, _, _ in FAMILIES)
    + "; e^ε in 3/2, 3, at the least δ and halfway from there to 1"
)
ODDS = (Fraction(3, 2), Fraction(3))


@dataclass(frozen=True, eq=False, repr=False)
class PrivateMechanism(CloseSystems):
    """A mechanism in its two starts, which is (ε,δ)-DP for the given parameters.

    tight: whether δ is the least.
    """

    tight: bool


@cache
def instances() -> tuple[PrivateMechanism, ...]:
    """The members of the families, at every e^ε, with their least δ and with a larger one in turn."""
    made: list[PrivateMechanism] = []
    for family, step, queries, rounds in FAMILIES:
        for mechanism in islice(family, 0, None, step):
            zero, one = mechanism.initial_states
            game = Game(mechanism, (zero, one), tuple(range(queries)), rounds)
            for place, e_eps in enumerate(ODDS, start=len(made)):
                least, tight = least_delta(game, e_eps), place % 4 < 3
                delta = least if tight else (least + ONE) / 2
                made.append(
                    PrivateMechanism(mechanism, game, PrivacyParameters(e_eps, delta), likelihoods(game), tight)
                )
    return tuple(made)


@cache
def exposing_weights() -> tuple[tuple[PrivateMechanism, Exposing], ...]:
    """Every instance with ξ and φ, made with δ."""
    return tuple((instance, exposing(instance.chances, instance.privacy)) for instance in instances())


@cache
def exposing_weights_for_laziness() -> tuple[tuple[PrivateMechanism, PrivacyParameters, Exposing], ...]:
    """Every instance with ξ and φ, made with min(1, L⁰() + L¹()) in place of δ."""

    def with_budget(instance: PrivateMechanism, made: Exposing) -> tuple[PrivateMechanism, PrivacyParameters, Exposing]:
        budget = PrivacyParameters(instance.privacy.e_eps, lazy_budget(instance.chances, instance.privacy.e_eps))
        return instance, budget, made if budget == instance.privacy else exposing(instance.chances, budget)

    return tuple(with_budget(instance, made) for instance, made in exposing_weights())


def proper(instance: PrivateMechanism) -> bool:
    """Whether δ is strictly between 0 and 1, least, and there are two rounds at least."""
    return instance.tight and 0 < instance.privacy.delta < 1 and instance.game.rounds > 1


def proper_one() -> PrivateMechanism:
    """The first proper instance."""
    return first_case(filter(proper, instances()), "no instance has its least δ in (0, 1) and two rounds")
