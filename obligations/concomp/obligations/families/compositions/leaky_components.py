"""Components that give something away, 0 < δ < 1, one for each likelihood tree and label."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.obligations.families.compositions.components import Component, component
from concomp.obligations.families.small.continual import random_continual_trees, two_stage
from concomp.obligations.families.small.functions import ANY, AT_MOST_ONE_DIFFERENCE, RISING_AFTER_FIRST

Group = tuple[Component, ...]

LABELS = (Fraction(3, 2), Fraction(3))
"""The values of e^ε for which mechanisms get their labels."""


@cache
def leaky_components(name: str) -> Group:
    """Components with 0 < δ < 1 at e^ε = 3/2 or 3, one for each likelihood tree and label."""
    mechanisms, function = {
        "rising": (two_stage(2), RISING_AFTER_FIRST),
        "one difference": (two_stage(2), AT_MOST_ONE_DIFFERENCE),
        "any": (random_continual_trees(2, 3, 8, seed=410), ANY),
    }[name]
    different: dict[Any, Component] = {}
    for mechanism, e_eps in product(mechanisms, LABELS):
        made = Component(mechanism, function, PrivacyParameters(e_eps, ZERO))
        different.setdefault((made.tree, e_eps), made)
    exact = (component(each.mechanism, function, each.privacy.e_eps) for each in different.values())
    return tuple(each for each in exact if 0 < each.privacy.delta < 1)


FAMILIES = (
    f"{two_stage(2).name}, up to names, for (0,0) then rising pairs and for at most one differing pair; "
    f"{random_continual_trees(2, 3, 8, seed=410).name}, for any pairs; e^ε in 3/2, 3, each with its least δ, 0 < δ < 1"
)
