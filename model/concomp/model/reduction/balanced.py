"""Intermediate weights: the control function, raised for every answer, but not beyond L⁰ + L¹.

Lyu raises the control function answer by answer as far as it goes, so that early answers may take what later ones
need. HSV26 first raises each answer only up to min(μ, L⁰ + L¹), which is enough where both worlds answer alike. The
values so found are ξ. Whether the exposing branch has that much to give is another matter: it has δ·φ at the history
before, where the paper prints φ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.plane import SQUARE, HalfPlane, at_least, at_most, lexicographic_maximum
from concomp.model.reduction.split import Share
from concomp.model.registry.tags import realises


class NoPair(ValueError):
    """Thrown where the constraints for an answer leave no pair; `place` is the number of the answer in its order."""

    def __init__(self, constraints: str, place: int) -> None:
        super().__init__(f"the constraints {constraints} leave no pair for answer {place}")
        self.constraints = constraints
        self.place = place


@realises("HSV26 Definition 10.24")
def before(place: int, values: Sequence[WeightPair], bit: int) -> Fraction:
    """Σ over Γ_{<a}: the values, in the world `bit`, of the answers before the one at `place`."""
    return sum((value[bit] for value in values[:place]), ZERO)


@realises("HSV26 Definition 10.24")
def after(place: int, values: Sequence[WeightPair], bit: int) -> Fraction:
    """Σ over Γ_{>a}: the values, in the world `bit`, of the answers after the one at `place`."""
    return sum((value[bit] for value in values[place + 1 :]), ZERO)


@realises("HSV26 Constraint (xi.1)")
def needs(answer: Share) -> tuple[HalfPlane, HalfPlane]:
    """x_b ≥ L^b."""
    zero, one = answer.least
    return at_least(0, zero), at_least(1, one)


@realises("HSV26 Constraint (xi.2)", "HSV26 Constraint (xi.2) (repaired)")
def leaves_enough(
    place: int, answers: Sequence[Share], chosen: Sequence[WeightPair], budget: WeightPair
) -> tuple[HalfPlane, HalfPlane]:
    """ξ of the answers before + x_b + L^b of the answers after ≤ budget, which is δ·φ, or φ as printed."""
    following = [answer.least for answer in answers]
    zero, one = (budget[bit] - before(place, chosen, bit) - after(place, following, bit) for bit in BITS)
    return at_most(0, zero), at_most(1, one)


@realises("HSV26 Constraint (xi.3)")
def keeps_close(chance: WeightPair, e_eps: Fraction, scale: Fraction = ONE) -> tuple[HalfPlane, HalfPlane]:
    """scale·x_b − e^{−ε}·scale·x_{1−b} ≤ μ^b − e^{−ε}·μ^{1−b}."""
    zero, one = chance
    return (
        HalfPlane(scale, -scale / e_eps, zero - one / e_eps),
        HalfPlane(-scale / e_eps, scale, one - zero / e_eps),
    )


@realises("HSV26 Constraint (xi.4)")
def cap(answer: Share) -> WeightPair:
    """min(μ^b, L⁰ + L¹) for both worlds b."""
    both = answer.least[0] + answer.least[1]
    return min(answer.weight[0], both), min(answer.weight[1], both)


@realises("HSV26 Constraints (xi.1)-(xi.4)", "HSV26 Constraint (xi.4)")
def constraints(
    place: int, answers: Sequence[Share], chosen: Sequence[WeightPair], budget: WeightPair, e_eps: Fraction
) -> tuple[HalfPlane, ...]:
    """What ξ of the answer at `place` must satisfy, once ξ of the answers before is chosen."""
    zero, one = cap(answers[place])
    return (
        *SQUARE,
        *needs(answers[place]),
        *leaves_enough(place, answers, chosen, budget),
        *keeps_close(answers[place].weight, e_eps),
        at_most(0, zero),
        at_most(1, one),
    )


@realises("HSV26 Claim 10.29")
def balanced(answers: Sequence[Share], budget: WeightPair, e_eps: Fraction) -> list[WeightPair]:
    """ξ of all answers to one query after one history, each the lexicographic maximum of what it may be.

    budget: the right side of (ξ.2) for both worlds. Raises NoPair if the constraints leave nothing.
    """
    chosen: list[WeightPair] = []
    for place in range(len(answers)):
        best = lexicographic_maximum(constraints(place, answers, chosen, budget, e_eps))
        if best is None:
            raise NoPair("(xi.1)-(xi.4)", place)
        chosen.append(best)
    return chosen
