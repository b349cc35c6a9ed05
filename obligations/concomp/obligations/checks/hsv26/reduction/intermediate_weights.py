"""The intermediate weights ξ of HSV26 section 10.3 and their constraints, on finite mechanisms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from concomp.model.laws.law import ONE
from concomp.model.reduction import balanced
from concomp.model.reduction.balanced import cap, keeps_close, leaves_enough, needs
from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.plane import lexicographic_maximum, maximal_on_diagonal
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.reductions.mechanisms import SCOPE, proper_one
from concomp.obligations.families.reductions.places import Place, largest_pair, lead_of_worlds, places, residual_budget


def pair_text(pair: WeightPair) -> str:
    """A pair as it is printed."""
    return f"({pair[0]}, {pair[1]})"


def _inner_by_formula(at: Place, most: Callable[[Place], WeightPair]) -> WeightPair:
    return largest_pair(most(at), lead_of_worlds(at.chances[at.place], at.privacy.e_eps), at.privacy.e_eps)


def _budget_left(at: Place) -> WeightPair:
    return residual_budget(at, [answer.least for answer in at.answers], at.inner, at.budget)


def _cap(at: Place) -> WeightPair:
    return cap(at.answers[at.place])


def _both(at: Place) -> WeightPair:
    one, other = _budget_left(at), _cap(at)
    return min(one[0], other[0]), min(one[1], other[1])


@check("HSV26 Constraints (xi.1)-(xi.4)")
def the_largest_pair_is_chosen_for_the_intermediate_weights() -> Outcome:
    """ξ, the lexicographic maximum, satisfies its constraints and is the largest pair, as a formula gives it."""
    cases, raised, diagonal = list(places()), [], 0
    for at in cases:
        bounds = balanced.constraints(at.place, at.answers, at.inner[: at.place], at.budget, at.privacy.e_eps)
        chosen = at.inner[at.place]
        expect(all(chosen in bound for bound in bounds), f"{at}: {chosen} breaks a constraint")
        expect(chosen == _inner_by_formula(at, _both), f"{at}: {chosen} is not the largest pair")
        raised += [at] if chosen != at.answers[at.place].least else []
        diagonal += chosen[0] == chosen[1] and maximal_on_diagonal(bounds) == chosen
    control_case = first_case(raised, "ξ is L everywhere")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"ξ is more than L at {len(raised)} answers; on the diagonal, and maximal there, at {diagonal}",
        control=f"L itself satisfies the constraints and is not the largest for {control_case.instance}",
        notes=("Because there is a largest pair, no order is needed to choose among maximal ones.",),
    )


def constraint_kept(
    chosen: Callable[[Place], WeightPair],
    holds: Callable[[Place, WeightPair], bool],
    other: Callable[[Place], WeightPair],
    name: str,
    broken: Callable[[Place], str],
) -> Outcome:
    """The outcome of one constraint: what is chosen satisfies it, and another pair breaks it, at a place in words."""
    cases = list(places())
    for at in cases:
        expect(holds(at, chosen(at)), f"{at}: {name} fails")
    control_case = first_case((at for at in cases if not holds(at, other(at))), f"{name} is never needed")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"{proper_one()}",
        control=broken(control_case),
    )


def _constraint(
    holds: Callable[[Place, WeightPair], bool], without: Callable[[Place], WeightPair], name: str
) -> Outcome:
    """The outcome of one constraint: it holds for what is chosen, and left out, something else is chosen."""

    def broken(at: Place) -> str:
        return f"left out, {pair_text(without(at))}, which breaks it, is chosen for {at.instance}"

    return constraint_kept(_inner, holds, without, name, broken)


def _inner(at: Place) -> WeightPair:
    return at.inner[at.place]


@check("HSV26 Constraint (xi.1)")
def intermediate_weights_keep_what_is_needed() -> Outcome:
    """ξ ≥ L; the largest pair meets this wherever any pair does, and with less than the budget none does."""
    cases = list(places())
    for at in cases:
        chosen = at.inner[at.place]
        expect(all(chosen in bound for bound in needs(at.answers[at.place])), f"{at}: ξ is {chosen}")
    tight = [at for at in cases if at.privacy == at.instance.privacy and at.instance.tight and not at.place]
    small = first_case((at for at in tight if _too_little(at)), "nine tenths of the budget are always enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"{proper_one()}",
        control=f"with nine tenths of the budget no pair is left for {small.instance}, though without (ξ.1) there is",
    )


def _too_little(at: Place) -> bool:
    less = (at.budget[0] * Fraction(9, 10), at.budget[1] * Fraction(9, 10))
    bounds = balanced.constraints(0, at.answers, [], less, at.privacy.e_eps)
    free = [bound for bound in bounds if bound not in needs(at.answers[0])]
    return lexicographic_maximum(bounds) is None and lexicographic_maximum(free) is not None


@check("HSV26 Constraint (xi.2) (repaired)")
def intermediate_weights_stay_within_the_budget() -> Outcome:
    """Σ ξ of the answers so far and L of the rest stays within δ·φ of the history."""
    return _constraint(_within, lambda at: _inner_by_formula(at, _cap), "(ξ.2)")


def _within(at: Place, pair: WeightPair) -> bool:
    return all(pair in bound for bound in leaves_enough(at.place, at.answers, at.inner, at.budget))


@check("HSV26 Constraint (xi.3)")
def intermediate_weights_leave_the_worlds_close() -> Outcome:
    """ξ^b − e^{−ε}·ξ^{1−b} ≤ μ^b − e^{−ε}·μ^{1−b}."""
    return _constraint(leaves_close, _both, "(ξ.3)")


def leaves_close(at: Place, pair: WeightPair, scale: Fraction = ONE) -> bool:
    return all(pair in bound for bound in keeps_close(at.chances[at.place], at.privacy.e_eps, scale))


@check("HSV26 Constraint (xi.4)")
def intermediate_weights_stay_below_their_cap() -> Outcome:
    """ξ^b ≤ min(μ^b, L⁰ + L¹)."""
    return _constraint(_is_capped, lambda at: _inner_by_formula(at, _budget_left), "(ξ.4)")


def _is_capped(at: Place, pair: WeightPair) -> bool:
    most = _cap(at)
    return pair[0] <= most[0] and pair[1] <= most[1]


@check("HSV26 Claim 10.29", "HSV26 Equation (2)")
def the_control_function_is_always_feasible() -> Outcome:
    """(L⁰, L¹) satisfies the constraints for ξ at every answer, which is (2) for (ξ.2); so ξ exists."""
    cases, tight = list(places()), []
    for at in cases:
        bounds = balanced.constraints(at.place, at.answers, at.inner[: at.place], at.budget, at.privacy.e_eps)
        least = at.answers[at.place].least
        expect(all(least in bound for bound in bounds), f"{at}: {least} is not feasible")
        left = _budget_left(at)
        expect(least[0] <= left[0] and least[1] <= left[1], f"{at}: (2) fails, {left} is left")
        tight += [at] if least in (left, (left[0], least[1]), (least[0], left[1])) and any(least) else []
    witness = first_case(tight, "(2) is never an equality")
    control_case = first_case((at for at in cases if not at.place and _too_little(at)), "less is always enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"(2) is an equality for {witness.instance}, and at {len(tight) - 1} more answers",
        control=f"with nine tenths of the budget ξ does not exist for {control_case.instance}",
    )
