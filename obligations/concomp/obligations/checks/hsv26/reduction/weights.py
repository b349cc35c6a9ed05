"""The weights φ of HSV26 section 10.3 and their constraints, on finite mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.reduction import exposing
from concomp.model.reduction.balanced import NoPair
from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.exposing import keeps_balanced, shares_out
from concomp.model.reduction.plane import maximal_on_diagonal
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.reduction.intermediate_weights import constraint_kept, leaves_close
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.reductions.mechanisms import SCOPE
from concomp.obligations.families.reductions.places import Place, largest_pair, lead_of_worlds, places, residual_budget


def _scaled(at: Place) -> list[WeightPair]:
    return [(zero / at.privacy.delta, one / at.privacy.delta) for zero, one in at.inner]


def _share_left(at: Place) -> WeightPair:
    return residual_budget(at, _scaled(at), at.outer, at.past)


def _outer_by_formula(at: Place) -> WeightPair:
    return largest_pair(_share_left(at), _ahead_scaled(at), at.privacy.e_eps)


def _ahead_scaled(at: Place) -> WeightPair:
    zero, one = lead_of_worlds(at.chances[at.place], at.privacy.e_eps)
    return zero / at.privacy.delta, one / at.privacy.delta


@check("HSV26 Constraints (phi.1)-(phi.3)")
def the_largest_pair_is_chosen_for_the_weights() -> Outcome:
    """φ satisfies its constraints and is the largest pair, as a formula gives it, on the diagonal or not."""
    cases, raised, diagonal = list(places()), [], 0
    for at in cases:
        bounds = exposing.constraints(at.place, at.chances, at.inner, at.outer[: at.place], at.past, at.privacy)
        chosen = at.outer[at.place]
        expect(all(chosen in bound for bound in bounds), f"{at}: {chosen} breaks a constraint")
        expect(chosen == _outer_by_formula(at), f"{at}: {chosen} is not the largest pair")
        raised += [at] if chosen != _scaled(at)[at.place] else []
        diagonal += chosen[0] == chosen[1] and maximal_on_diagonal(bounds) == chosen
    control_case = first_case(raised, "φ is ξ/δ everywhere")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"φ is more than ξ/δ at {len(raised)} answers; on the diagonal, and maximal there, at {diagonal}",
        control=f"ξ/δ itself satisfies the constraints and is not the largest for {control_case.instance}",
        notes=(
            "The pair on the diagonal is the lexicographic maximum wherever it is maximal: the two cases of the "
            "definition choose the same pair.",
        ),
    )


@check("HSV26 Constraint (phi.1)")
def weights_keep_the_intermediate_ones() -> Outcome:
    """δ·φ ≥ ξ; with (ξ.1) this is condition (I)."""
    return _outer_constraint(
        lambda at, pair: all(pair in bound for bound in keeps_balanced(at.inner[at.place], at.privacy.delta)),
        lambda at: (at.outer[at.place][0] / 2, at.outer[at.place][1] / 2),
        "(φ.1)",
        "half of φ",
    )


@check("HSV26 Constraint (phi.2)")
def weights_share_out_those_of_the_history() -> Outcome:
    """Σ φ of the answers so far and ξ/δ of the rest stays within φ of the history."""
    return _outer_constraint(
        lambda at, pair: all(pair in bound for bound in shares_out(at.place, _scaled(at), at.outer, at.past)),
        lambda at: largest_pair((ONE, ONE), _ahead_scaled(at), at.privacy.e_eps),
        "(φ.2)",
        "the largest pair without it",
    )


@check("HSV26 Constraint (phi.3)")
def weights_leave_the_worlds_close() -> Outcome:
    """δ·φ^b − e^{−ε}·δ·φ^{1−b} ≤ μ^b − e^{−ε}·μ^{1−b}: condition (II)."""
    return _outer_constraint(
        lambda at, pair: leaves_close(at, pair, at.privacy.delta), _share_left, "(φ.3)", "the largest pair without it"
    )


def _outer_constraint(
    holds: Callable[[Place, WeightPair], bool], other: Callable[[Place], WeightPair], name: str, what: str
) -> Outcome:
    return constraint_kept(
        lambda at: at.outer[at.place], holds, other, name, lambda at: f"{what} breaks it for {at.instance}"
    )


@check("HSV26 Claim 10.30 (repaired)", "HSV26 Equation (3)")
def the_intermediate_weights_are_always_feasible() -> Outcome:
    """ξ/δ satisfies the constraints for φ at every answer, which is (3) for (φ.2); so φ exists."""
    cases, tight = list(places()), []
    for at in cases:
        bounds = exposing.constraints(at.place, at.chances, at.inner, at.outer[: at.place], at.past, at.privacy)
        scaled, left = _scaled(at)[at.place], _share_left(at)
        expect(all(scaled in bound for bound in bounds), f"{at}: {scaled} is not feasible")
        expect(scaled[0] <= left[0] and scaled[1] <= left[1], f"{at}: (3) fails, {left} is left")
        tight += [at] if left == scaled and any(scaled) else []
    witness = first_case(tight, "(3) is never an equality")
    control_case = first_case((at for at in cases if not at.place and _unshared(at)), "less is always enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"(3) is an equality for {witness.instance}, and at {len(tight) - 1} more answers",
        control=f"with nine tenths of φ of the history φ does not exist for {control_case.instance}",
    )


def _unshared(at: Place) -> bool:
    less = (at.past[0] * Fraction(9, 10), at.past[1] * Fraction(9, 10))
    try:
        exposing.raised(at.chances, at.inner, less, at.privacy)
    except NoPair:
        return True
    return False


@check("HSV26 Equations (4)-(5)")
def slack_in_the_budget_means_equality_in_the_odds() -> Outcome:
    """Where φ of the answers falls short of a larger φ of the history, (4), the sums of (φ.3) are equal, (5)."""
    short = 0
    for at in places():
        if at.place:
            continue
        more = (at.past[0] + 1, at.past[1] + 1)
        outer = exposing.raised(at.chances, at.inner, more, at.privacy)
        delta, e_eps = at.privacy.delta, at.privacy.e_eps
        shared = [sum((pair[bit] for pair in outer), ZERO) for bit in BITS]
        summed = [sum((chance[bit] for chance in at.chances), ZERO) for bit in BITS]
        for bit in BITS:
            equal = delta * (shared[bit] - shared[1 - bit] / e_eps) == summed[bit] - summed[1 - bit] / e_eps
            if shared[bit] < more[bit] and not _squared(outer, bit):
                short += 1
                expect(equal, f"{at}: (4) holds and (5) does not")
    expect(short > 0, "(4) never holds")
    plain = first_case((at for at in places() if not at.place and not _odds_equal(at)), "(5) always holds")
    return Outcome(
        verdict="exact",
        scope=f"{SCOPE}; 1 added to φ of the history",
        size=short,
        witness=f"(4) holds {short} times when the history has more to share out than its answers can take",
        control=f"when it has no more (5) fails for {plain.instance}",
    )


def _squared(outer: Sequence[WeightPair], bit: int) -> bool:
    """Whether a weight is held back only because it may not exceed 1."""
    return any(pair[bit] == 1 or pair[1 - bit] == 1 for pair in outer)


def _odds_equal(at: Place) -> bool:
    delta, e_eps = at.privacy.delta, at.privacy.e_eps
    shared = [sum((pair[bit] for pair in at.outer), ZERO) for bit in BITS]
    summed = [sum((chance[bit] for chance in at.chances), ZERO) for bit in BITS]
    return all(delta * (shared[bit] - shared[1 - bit] / e_eps) == summed[bit] - summed[1 - bit] / e_eps for bit in BITS)
