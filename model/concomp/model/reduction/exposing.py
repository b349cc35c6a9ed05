"""What the exposing branch does: the weights φ of HSV26.

φ is a system for either world: 1 at the start, and shared out among the answers to every query. For δ·φ to be taken
out of the mechanism, φ must keep what the control function needs, (I); must leave the worlds within e^ε, (II); must be
consistent, (III); and should not depend on the world where both answer alike, (IV), since there the bit is not to be
asked for. It is made answer by answer: ξ first, then raised as far as (II) and the history allow.

As printed ξ may use φ of the history before, where it can have δ·φ only. Then the next step may find nothing left. With
δ·φ the first three conditions are met whenever δ is enough for the mechanism; the fourth needs more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.reduction.balanced import NoPair, after, balanced, before, keeps_close
from concomp.model.reduction.control import WeightPair, control
from concomp.model.reduction.laziness import History, Likelihoods, extensions
from concomp.model.reduction.plane import (
    SQUARE,
    HalfPlane,
    at_least,
    at_most,
    lexicographic_maximum,
    maximal_on_diagonal,
)
from concomp.model.reduction.split import Share
from concomp.model.registry.tags import realises


@realises("HSV26 Constraint (phi.1)")
def keeps_balanced(balanced_value: WeightPair, delta: Fraction) -> tuple[HalfPlane, HalfPlane]:
    """δ·x_b ≥ ξ^b."""
    zero, one = balanced_value
    return at_least(0, zero / delta), at_least(1, one / delta)


@realises("HSV26 Constraint (phi.2)")
def shares_out(
    place: int, scaled: Sequence[WeightPair], chosen: Sequence[WeightPair], past: WeightPair
) -> tuple[HalfPlane, HalfPlane]:
    """φ of the answers before + x_b + ξ^b/δ of the answers after ≤ φ of the history; scaled: ξ/δ of every answer."""
    zero, one = (past[bit] - before(place, chosen, bit) - after(place, scaled, bit) for bit in BITS)
    return at_most(0, zero), at_most(1, one)


@realises("HSV26 Constraints (phi.1)-(phi.3)", "HSV26 Constraint (phi.3)")
def constraints(
    place: int,
    chances: Sequence[WeightPair],
    inner: Sequence[WeightPair],
    chosen: Sequence[WeightPair],
    past: WeightPair,
    privacy: PrivacyParameters,
) -> tuple[HalfPlane, ...]:
    """What φ of the answer at `place` must satisfy, once φ of the answers before is chosen; inner: ξ of all."""
    delta = privacy.delta
    scaled = [(zero / delta, one / delta) for zero, one in inner]
    return (
        *SQUARE,
        *keeps_balanced(inner[place], delta),
        *shares_out(place, scaled, chosen, past),
        *keeps_close(chances[place], privacy.e_eps, delta),
    )


@realises("HSV26 Claim 10.30", "HSV26 Claim 10.30 (repaired)")
def raised(
    chances: Sequence[WeightPair], inner: Sequence[WeightPair], past: WeightPair, privacy: PrivacyParameters
) -> list[WeightPair]:
    """φ of all answers to one query after one history: on the diagonal if a maximal pair is, else lexicographic.

    chances: μ of every answer. inner: ξ of every answer. past: φ of the history.
    Raises NoPair if the constraints leave nothing.
    """
    chosen: list[WeightPair] = []
    for place in range(len(chances)):
        bounds = constraints(place, chances, inner, chosen, past, privacy)
        best = maximal_on_diagonal(bounds) or lexicographic_maximum(bounds)
        if best is None:
            raise NoPair("(phi.1)-(phi.3)", place)
        chosen.append(best)
    return chosen


@dataclass(frozen=True)
class Exposing:
    """The intermediate weights ξ and the weights φ of every history; ξ has none at the start."""

    balanced: Mapping[History, WeightPair]
    weights: Mapping[History, WeightPair]


class Stuck(ValueError):
    """Thrown where the construction of φ does not go on: the constraints, the history and query, the answer."""

    def __init__(self, reason: NoPair, history: History, query: Message, partial: Exposing) -> None:
        super().__init__(f"after {history!r}, asked {query!r}: {reason}")
        self.constraints = reason.constraints
        self.history = history
        self.query = query
        self.partial = partial


@realises("HSV26 Remark 10.21", "HSV26 Conditions (I)-(IV)")
def exposing(chances: Likelihoods, privacy: PrivacyParameters) -> Exposing:
    """ξ and φ with δ·φ in (ξ.2); at δ = 0, where φ has no weight, both worlds follow μ⁰.

    Raises Stuck if δ is not enough for the mechanism.
    """
    if privacy.delta == 0:
        first = {history: (zero, zero) for history, (zero, _) in chances.items()}
        return Exposing(dict.fromkeys(chances, (privacy.delta, privacy.delta)), first)
    return _construct(chances, privacy, privacy.delta)


@realises("HSV26 Constraint (xi.2)", "HSV26 Claim 10.30")
def exposing_as_printed(chances: Likelihoods, privacy: PrivacyParameters) -> Exposing:
    """ξ and φ with φ in (ξ.2), as printed; δ > 0. Raises Stuck where nothing satisfies the constraints."""
    return _construct(chances, privacy, ONE)


def _construct(chances: Likelihoods, privacy: PrivacyParameters, factor: Fraction) -> Exposing:
    """ξ and φ, history after history, where (ξ.2) has factor·φ on its right side."""
    needed = control(chances, privacy.e_eps)
    inner: dict[History, WeightPair] = {}
    outer: dict[History, WeightPair] = {(): (ONE, ONE)}
    made = Exposing(inner, outer)
    for (past, query), extended in sorted(extensions(chances).items(), key=lambda entry: len(entry[0][0])):
        answers = [Share(needed[history], chances[history]) for history in extended]
        budget = (factor * outer[past][0], factor * outer[past][1])
        try:
            inner.update(zip(extended, balanced(answers, budget, privacy.e_eps), strict=True))
            lower = [inner[history] for history in extended]
            upper = raised([answer.weight for answer in answers], lower, outer[past], privacy)
        except NoPair as reason:
            raise Stuck(reason, past, query, made) from reason
        outer.update(zip(extended, upper, strict=True))
    return made


@realises("HSV26 Condition (IV) (repaired)")
def lazy_budget(chances: Likelihoods, e_eps: Fraction) -> Fraction:
    """min(1, L⁰() + L¹()): with this in place of δ the construction does not depend on the world where both agree."""
    zero, one = control(chances, e_eps)[()]
    return min(ONE, zero + one)
