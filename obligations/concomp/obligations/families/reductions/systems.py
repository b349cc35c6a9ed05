"""Pairs of systems at their least δ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.laziness import History, Likelihoods, likelihoods
from concomp.obligations.expectation import first_case
from concomp.obligations.families.scaled.two_worlds import random_visible_machines
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.mechanisms import random_machines, random_trees, trees

FAMILIES = (
    (trees(1, 3), 1, 1),
    (random_trees(1, 3, 3, 10, seed=221), 1, 3),
    (random_trees(2, 2, 4, 15, seed=222), 2, 2),
    (random_machines(2, 3, 10, seed=223), 2, 2),
    (random_machines(1, 3, 3, seed=70), 1, 6),
    (random_visible_machines(2, 7, 2, seed=1), 2, 3),
)
"""(mechanisms, number of queries, rounds)."""
SCOPE = "; ".join(family.name for family, _, _ in FAMILIES) + "; e^ε in 1, 3/2, 3, at the least δ"


@dataclass(frozen=True, eq=False)
class CloseSystems:
    """Two systems, a mechanism in its two starts, that are (ε,δ)-close, with the weights of their histories."""

    mechanism: InteractiveMechanism
    game: Game
    privacy: PrivacyParameters
    chances: Likelihoods

    def __repr__(self) -> str:
        return f"{self.mechanism} at e^ε = {self.privacy.e_eps}, δ = {self.privacy.delta}"


@cache
def instances() -> tuple[CloseSystems, ...]:
    """Every member of the families at every e^ε."""
    games = [
        (m, Game(m, (m.initial_states[0], m.initial_states[1]), tuple(range(queries)), rounds))
        for family, queries, rounds in FAMILIES
        for m in family
    ]
    return tuple(
        CloseSystems(m, game, PrivacyParameters(e_eps, least_delta(game, e_eps)), likelihoods(game))
        for (m, game), e_eps in product(games, ODDS)
    )


def proper(instance: CloseSystems) -> bool:
    """Whether ε > 0, δ is strictly between 0 and 1, and there are two rounds at least."""
    return instance.privacy.e_eps > 1 and 0 < instance.privacy.delta < 1 and instance.game.rounds > 1


def proper_one() -> CloseSystems:
    """The first proper instance."""
    return first_case(filter(proper, instances()), "no instance has ε > 0, 0 < δ < 1 and two rounds")


def of_world(chances: Mapping[History, WeightPair], bit: int) -> dict[History, Fraction]:
    """The weights of one world."""
    return {history: weights[bit] for history, weights in chances.items()}
