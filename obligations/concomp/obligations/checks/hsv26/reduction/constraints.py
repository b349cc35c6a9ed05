"""The construction of ξ and φ in HSV26 section 10.3, answer by answer, on finite mechanisms.

The constraints for an answer are upper bounds on either component, lower bounds, and upper bounds on one component that
grow with the other. The larger, in each world, of two pairs that satisfy them satisfies them too. So there is one
largest pair, which is maximal, the lexicographic maximum, and on the diagonal whenever the constraints are symmetric;
and it is given by a formula, the second formulation of what is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.reduction import balanced, exposing
from concomp.model.reduction.balanced import NoPair, cap, keeps_close, leaves_enough, needs
from concomp.model.reduction.conditions import (
    Weights,
    below_control,
    depending_on_the_world_with_budget,
    inconsistent,
    too_far_apart,
)
from concomp.model.reduction.control import Pair, control
from concomp.model.reduction.exposing import Exposing, keeps_balanced, shares_out
from concomp.model.reduction.laziness import extensions, queries_of, same_answers
from concomp.model.reduction.plane import lexicographic_maximum, maximal_on_diagonal
from concomp.model.reduction.split import Share
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, found
from concomp.obligations.families.reductions.mechanisms import SCOPE, Instance, built, built_for_laziness, proper_one


@dataclass(frozen=True)
class Place:
    """One answer in the construction: its number, all answers to the query, what is chosen for them, and the budget."""

    instance: Instance
    privacy: PrivacyParameters
    place: int
    answers: Sequence[Share]
    inner: Sequence[Pair]
    outer: Sequence[Pair]
    past: Pair

    @property
    def budget(self) -> Pair:
        """δ·φ of the history: the right side of (ξ.2)."""
        return self.privacy.delta * self.past[0], self.privacy.delta * self.past[1]

    @property
    def chances(self) -> list[Pair]:
        """μ of every answer."""
        return [answer.weight for answer in self.answers]

    def __str__(self) -> str:
        return f"{self.instance}, budget {self.privacy.delta}, answer {self.place} of {self.answers}"


def places() -> Iterator[Place]:
    """Every answer in the construction of every instance, with δ and with the budget for laziness, if positive."""
    for instance, made in built():
        yield from _places(instance, instance.privacy, made)
    for instance, budget, made in built_for_laziness():
        yield from _places(instance, budget, made)


def _places(instance: Instance, privacy: PrivacyParameters, made: Exposing) -> Iterator[Place]:
    needed = control(instance.chances, privacy.e_eps)
    for (past, _), extended in extensions(instance.chances).items() if privacy.delta else ():
        answers = [Share(needed[history], instance.chances[history]) for history in extended]
        inner = [made.balanced[history] for history in extended]
        outer = [made.weights[history] for history in extended]
        for place in range(len(extended)):
            yield Place(instance, privacy, place, answers, inner, outer, made.weights[past])


def shown(pair: Pair) -> str:
    """A pair as it is printed."""
    return f"({pair[0]}, {pair[1]})"


def _largest(most: Pair, ahead: Pair, e_eps: Fraction) -> Pair:
    """The largest x with x_b ≤ most_b and x_b ≤ ahead_b + x_{1−b}/e^ε."""
    apart = 1 - 1 / e_eps**2

    def component(bit: int) -> Fraction:
        crossing = (ahead[bit] + ahead[1 - bit] / e_eps) / apart
        return min(most[bit], ahead[bit] + most[1 - bit] / e_eps, crossing)

    return component(0), component(1)


def _ahead(chance: Pair, e_eps: Fraction) -> Pair:
    return chance[0] - chance[1] / e_eps, chance[1] - chance[0] / e_eps


def _residual(at: Place, values: Sequence[Pair], chosen: Sequence[Pair], whole: Pair) -> Pair:
    """What the other answers leave: those before what is chosen for them, those after the given values."""

    def left(bit: int) -> Fraction:
        others = [pair[bit] for pair in (*chosen[: at.place], *values[at.place + 1 :])]
        return whole[bit] - sum(others, ZERO)

    return left(0), left(1)


# ξ.


def _inner_by_formula(at: Place, most: Callable[[Place], Pair]) -> Pair:
    return _largest(most(at), _ahead(at.chances[at.place], at.privacy.e_eps), at.privacy.e_eps)


def _budget_left(at: Place) -> Pair:
    return _residual(at, [answer.least for answer in at.answers], at.inner, at.budget)


def _cap(at: Place) -> Pair:
    return cap(at.answers[at.place])


def _both(at: Place) -> Pair:
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
    control_case = found(raised, "ξ is L everywhere")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"ξ is more than L at {len(raised)} answers; on the diagonal, and maximal there, at {diagonal}",
        control=f"L itself satisfies the constraints and is not the largest for {control_case.instance}",
        notes=("Because there is a largest pair, no order is needed to choose among maximal ones.",),
    )


def _constraint(
    holds: Callable[[Place], bool], without: Callable[[Place], Pair], broken: Callable[[Place, Pair], bool], name: str
) -> Outcome:
    """The outcome of one constraint: it holds for what is chosen, and left out, something else is chosen."""
    cases = list(places())
    for at in cases:
        expect(holds(at), f"{at}: {name} fails")
    control_case = found((at for at in cases if broken(at, without(at))), f"{name} is never needed")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"{proper_one()}",
        control=f"left out, {shown(without(control_case))}, which breaks it, is chosen for {control_case.instance}",
    )


@check("HSV26 Constraint (xi.1)")
def intermediate_weights_keep_what_is_needed() -> Outcome:
    """ξ ≥ L; the largest pair meets this wherever any pair does, and with less than the budget none does."""
    cases = list(places())
    for at in cases:
        chosen = at.inner[at.place]
        expect(all(chosen in bound for bound in needs(at.answers[at.place])), f"{at}: ξ is {chosen}")
    tight = [at for at in cases if at.privacy == at.instance.privacy and at.instance.tight and not at.place]
    small = found((at for at in tight if _too_little(at)), "nine tenths of the budget are always enough")
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
    return _constraint(
        lambda at: _within(at, at.inner[at.place]),
        lambda at: _inner_by_formula(at, _cap),
        lambda at, pair: not _within(at, pair),
        "(ξ.2)",
    )


def _within(at: Place, pair: Pair) -> bool:
    return all(pair in bound for bound in leaves_enough(at.place, at.answers, at.inner, at.budget))


@check("HSV26 Constraint (xi.3)")
def intermediate_weights_leave_the_worlds_close() -> Outcome:
    """ξ^b − e^{−ε}·ξ^{1−b} ≤ μ^b − e^{−ε}·μ^{1−b}."""
    return _constraint(lambda at: _close(at, at.inner[at.place]), _both, lambda at, pair: not _close(at, pair), "(ξ.3)")


def _close(at: Place, pair: Pair, scale: Fraction = ONE) -> bool:
    return all(pair in bound for bound in keeps_close(at.chances[at.place], at.privacy.e_eps, scale))


@check("HSV26 Constraint (xi.4)")
def intermediate_weights_stay_below_their_cap() -> Outcome:
    """ξ^b ≤ min(μ^b, L⁰ + L¹)."""
    return _constraint(
        lambda at: _capped(at, at.inner[at.place]),
        lambda at: _inner_by_formula(at, _budget_left),
        lambda at, pair: not _capped(at, pair),
        "(ξ.4)",
    )


def _capped(at: Place, pair: Pair) -> bool:
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
    witness = found(tight, "(2) is never an equality")
    control_case = found((at for at in cases if not at.place and _too_little(at)), "less is always enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"(2) is an equality for {witness.instance}, and at {len(tight) - 1} more answers",
        control=f"with nine tenths of the budget ξ does not exist for {control_case.instance}",
    )


# φ.


def _scaled(at: Place) -> list[Pair]:
    return [(zero / at.privacy.delta, one / at.privacy.delta) for zero, one in at.inner]


def _share_left(at: Place) -> Pair:
    return _residual(at, _scaled(at), at.outer, at.past)


def _outer_by_formula(at: Place) -> Pair:
    return _largest(_share_left(at), _ahead_scaled(at), at.privacy.e_eps)


def _ahead_scaled(at: Place) -> Pair:
    zero, one = _ahead(at.chances[at.place], at.privacy.e_eps)
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
    control_case = found(raised, "φ is ξ/δ everywhere")
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
        lambda at: _largest((ONE, ONE), _ahead_scaled(at), at.privacy.e_eps),
        "(φ.2)",
        "the largest pair without it",
    )


@check("HSV26 Constraint (phi.3)")
def weights_leave_the_worlds_close() -> Outcome:
    """δ·φ^b − e^{−ε}·δ·φ^{1−b} ≤ μ^b − e^{−ε}·μ^{1−b}: condition (II)."""
    return _outer_constraint(
        lambda at, pair: _close(at, pair, at.privacy.delta), _share_left, "(φ.3)", "the largest pair without it"
    )


def _outer_constraint(
    holds: Callable[[Place, Pair], bool], other: Callable[[Place], Pair], name: str, what: str
) -> Outcome:
    cases = list(places())
    for at in cases:
        expect(holds(at, at.outer[at.place]), f"{at}: {name} fails")
    control_case = found((at for at in cases if not holds(at, other(at))), f"{name} always holds")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"{proper_one()}",
        control=f"{what} breaks it for {control_case.instance}",
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
    witness = found(tight, "(3) is never an equality")
    control_case = found((at for at in cases if not at.place and _unshared(at)), "less is always enough")
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
    plain = found((at for at in places() if not at.place and not _odds_equal(at)), "(5) always holds")
    return Outcome(
        verdict="exact",
        scope=f"{SCOPE}; 1 added to φ of the history",
        size=short,
        witness=f"(4) holds {short} times when the history has more to share out than its answers can take",
        control=f"when it has no more (5) fails for {plain.instance}",
    )


def _squared(outer: Sequence[Pair], bit: int) -> bool:
    """Whether a weight is held back only because it may not exceed 1."""
    return any(pair[bit] == 1 or pair[1 - bit] == 1 for pair in outer)


def _odds_equal(at: Place) -> bool:
    delta, e_eps = at.privacy.delta, at.privacy.e_eps
    shared = [sum((pair[bit] for pair in at.outer), ZERO) for bit in BITS]
    summed = [sum((chance[bit] for chance in at.chances), ZERO) for bit in BITS]
    return all(delta * (shared[bit] - shared[1 - bit] / e_eps) == summed[bit] - summed[1 - bit] / e_eps for bit in BITS)


# Where both worlds answer alike.


@check("HSV26 Lemma 10.32 (repaired)")
def both_worlds_reach_their_cap_where_they_answer_alike() -> Outcome:
    """With min(1, L⁰() + L¹()) for δ: ξ⁰ = ξ¹ = min(μ, L⁰ + L¹) wherever both worlds answer the queries alike."""
    cases = positive = 0
    for instance, budget, made in built_for_laziness():
        alike, needed = same_answers(instance.chances), control(instance.chances, budget.e_eps)
        for history, pair in made.balanced.items() if budget.delta else ():
            if alike(queries_of(history)):
                cap_here = min(instance.chances[history][0], needed[history][0] + needed[history][1])
                expect(pair == (cap_here, cap_here), f"{instance} at {history}: ξ is {pair}, not {cap_here} twice")
                cases += 1
                positive += cap_here > 0
    expect(positive > 0, "the cap is 0 wherever both worlds answer alike")
    control_case = found((instance for instance, made in built() if _below_cap(instance, made)), "δ is always enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"at {positive} of these histories the cap is positive",
        control=f"with δ itself ξ is another for {control_case}",
    )


def _below_cap(instance: Instance, made: Exposing) -> bool:
    alike, needed = same_answers(instance.chances), control(instance.chances, instance.privacy.e_eps)
    return any(
        alike(queries_of(history)) and min(pair) < min(instance.chances[history][0], sum(needed[history], ZERO))
        for history, pair in (made.balanced.items() if instance.privacy.delta else ())
    )


@check("HSV26 Claim 10.33 (repaired)", "HSV26 Condition (IV) (repaired)")
def the_budget_for_laziness_keeps_the_bit_out() -> Outcome:
    """With min(1, L⁰() + L¹()) for δ: φ⁰ = φ¹ and δ·φ ≥ min(μ, L⁰ + L¹) wherever both worlds answer alike."""
    cases = 0
    for instance, budget, made in built_for_laziness():
        wrong = list(depending_on_the_world_with_budget(made.weights, instance.chances, budget))
        expect(not wrong, f"{instance}: condition (IV) fails at {wrong} with the budget {budget.delta}")
        cases += len(made.weights)
    worse = [
        instance
        for instance, made in built()
        if list(depending_on_the_world_with_budget(made.weights, instance.chances, instance.privacy))
    ]
    control_case = found(worse, "δ is always enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"{control_case} needs the larger budget, as {len(worse) - 1} others do",
        control=f"with δ itself it fails for {control_case}",
    )


@check("HSV26 Remark 10.21")
def the_induction_can_start_but_for_laziness() -> Outcome:
    """φ_0 = (1, 1) meets (I), (II) and, unscaled, (IV); the scaled form that the induction needs fails for some δ."""
    unlucky = []
    for instance, _ in built():
        start: Weights = {(): (ONE, ONE)}
        failing = (
            *below_control(start, instance.chances, instance.privacy),
            *too_far_apart(start, instance.chances, instance.privacy),
        )
        expect(not failing, f"{instance}: the induction cannot start")
        wrong = list(depending_on_the_world_with_budget(start, instance.chances, instance.privacy))
        unlucky += [instance] if wrong else []
    for instance, made in built():
        for past, query in inconsistent(made.weights, instance.chances):
            expect(False, f"{instance}: the induction breaks off at {past}, {query}")
    control_case = found(unlucky, "the scaled form always holds at the start")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(built()),
        witness=f"{proper_one()}",
        control=f"δ·φ_0 ≥ min(1, L⁰() + L¹()) fails for {control_case}, and for {len(unlucky) - 1} others",
    )
