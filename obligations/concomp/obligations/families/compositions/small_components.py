"""Two small components, of one and of two rounds, that compositions of the model's own objects are made of."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.obligations.families.compositions.components import Component, component
from concomp.obligations.families.small.continual import continual_tree, two_stage_mechanism
from concomp.obligations.families.small.functions import ANY, RISING_AFTER_FIRST


@cache
def small_components() -> tuple[Component, Component]:
    """A one-round mechanism for any pairs, and a two-round one with δ > 0 for pairs (0,0), then rising."""
    noisy = _named("noisy bit", continual_tree([(0,), (1,)], (Fraction(1, 4), 1 - Fraction(1, 4))))
    opposed = _named("opposed bits", two_stage_mechanism(Fraction(1, 2), (ZERO, Fraction(1, 2), Fraction(1, 2), ZERO)))
    return component(noisy, ANY, Fraction(3)), component(opposed, RISING_AFTER_FIRST, Fraction(3))


def _named(name: str, mechanism: InteractiveMechanism) -> InteractiveMechanism:
    return InteractiveMechanism(mechanism.step, mechanism.initial_states, mechanism.queries, name)
