"""Randomised responses created adaptively within a budget on δ.

An exposure reveals everything and otherwise nothing is learned, so the probability that nothing has been exposed yet
is all that matters; the budget keeps it from falling below 1 − δ. One more response is one step of an induction, and
the step is put to two solvers for all values. The games are played with real objects besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from pydantic import JsonValue

from concomp.model.composition.catalogue import catalogue, response_creation
from concomp.model.composition.parallel import PureDeltaResponses, SparseResponses
from concomp.model.language.syntax.operations import Max
from concomp.model.laws.indistinguishability import PrivacyParameters, hockey_stick
from concomp.model.laws.law import ONE, ZERO, product_law
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.mechanisms.randomised_response import response
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.bounds import chance_of_no_exposure, pure_profile, with_exposure
from concomp.obligations.families.compositions.small_games import game, pure_slots
from concomp.obligations.solvers.algebra import claim, prove, real, recheck, values

PAIRS = ((0, 0), (0, 1), (1, 0))
DELTAS = tuple(map(Fraction, ("1/2", "1/3", "1/4")))
BUDGETS = tuple(map(Fraction, ("1/4", "1/2", "5/8", "3/5")))

EXPOSED, REST, BUDGET, STICK = map(real, ("d", "rest", "budget", "h"))
WITHIN = (
    *(condition for number in (EXPOSED, REST, BUDGET) for condition in (number >= 0, number <= 1)),
    (1 - EXPOSED) * (1 - REST) >= 1 - BUDGET,
)
STEP = claim(
    "one more response within the budget keeps the distance within the budget",
    hypotheses=WITHIN,
    conclusion=EXPOSED + (1 - EXPOSED) * REST <= BUDGET,
    interesting=values(d=Fraction(1, 4), rest=Fraction(1, 2), budget=Fraction(5, 8)),
    false_variant=EXPOSED + REST <= BUDGET,
)
WITH_NOISE = EXPOSED + (1 - EXPOSED) * (1 - (1 - STICK) * (1 - REST))
STEP_WITH_NOISE = claim(
    "one more response within the budget keeps the hockey-stick within 1 − (1 − h)(1 − budget)",
    hypotheses=(*WITHIN, STICK >= 0, STICK <= 1),
    conclusion=WITH_NOISE <= 1 - (1 - STICK) * (1 - BUDGET),
    interesting=values(d=Fraction(1, 4), rest=Fraction(1, 2), budget=Fraction(5, 8), h=Fraction(1, 2)),
    false_variant=Max(STICK, BUDGET) >= WITH_NOISE,
)


def reachable(deltas: Sequence[Fraction], budget: Fraction, count: int) -> Fraction:
    """The largest 1 − ∏(1 − δ_j) within the budget, over at most `count` of `deltas` with repetition."""

    def exposures(left: int, product: Fraction) -> Iterator[Fraction]:
        yield 1 - product
        if left:
            for delta in deltas:
                if 1 - product * (1 - delta) <= budget:
                    yield from exposures(left - 1, product * (1 - delta))

    return max(exposures(count, ONE))


def exposing_composition(budget: Fraction, count: int) -> Game:
    """The f_RR^δ-concurrent composition of at most `count` responses RR_{0,δ_j} from the menu."""
    creates = [response_creation(PrivacyParameters(ONE, delta)) for delta in DELTAS]
    function = catalogue((), 1).bind(PureDeltaResponses, delta_bound=budget)
    return game(function, creates, count, PAIRS, 2 * count)


def mixed_composition(odds: Sequence[Fraction], deltas: Sequence[Fraction], budget: Fraction, count: int) -> Game:
    """The f_{∞,δ',RR}-concurrent composition of responses RR_{ε_i,0} and RR_{0,δ_j}, at most `count` of them."""
    noisy = [response_creation(PrivacyParameters(e_eps, ZERO)) for e_eps in dict.fromkeys(odds)]
    creates = [*noisy, *(response_creation(PrivacyParameters(ONE, delta)) for delta in deltas)]
    function = catalogue((), 1).bind(SparseResponses, len(odds), slots=pure_slots(*odds), delta_bound=budget)
    return game(function, creates, count, PAIRS[1:2], 2 * count)


@check_of_findings("HSV26 Lemma 5.9", "HSV26 Section 11: restatement of Lemma 5.9", find=lambda: prove(STEP))
def exposures_stay_within_their_budget(findings: JsonValue) -> Outcome:
    """The induction step by two solvers; games with adaptively chosen δ_j reach what the budget allows, and no more."""
    recheck(STEP, findings)
    for count in (1, 2):
        for budget in BUDGETS:
            reached, allowed = least_delta(exposing_composition(budget, count), ONE), reachable(DELTAS, budget, count)
            expect(reached == allowed <= budget, f"{count} responses within {budget} are {reached} apart")
    unbounded = least_delta(exposing_composition(ONE, 2), ONE)
    expect(unbounded > Fraction(1, 2), f"two responses without a common budget are only {unbounded} apart")
    return Outcome(
        verdict="exact",
        scope="adaptive choice of up to 2 responses RR_{0,δ_j}, δ_j in 1/2, 1/3, 1/4, budgets 1/4, 1/2, 5/8, 3/5, all "
        "adversaries, at ε = 0",
        size=2 * len(BUDGETS),
        witness="the budget 5/8 is reached with equality by δ_j = 1/2 and 1/4",
        control=f"if each δ_j alone is bounded by 1/2 instead of the product, two responses reach {unbounded}",
        notes=(
            "Induction over the responses: with budget B left, a response RR_{0,d} leaves B' with "
            "(1 − d)(1 − B') ≥ 1 − B, and d + (1 − d)B' ≤ B; the step is proved by two solvers for all values.",
            "What the induction trusts: an exposed bit gives at most its probability d, and an unexposed response the "
            "same answers in both worlds; linear summation over answers.",
        ),
    )


@check_of_findings("HSV26 Lemma 5.11", find=lambda: prove(STEP_WITH_NOISE))
def exposures_and_noise_multiply(findings: JsonValue) -> Outcome:
    """The induction step by two solvers; games that mix RR_{ε_i,0} and RR_{0,δ_j} keep, and reach, the bound."""
    recheck(STEP_WITH_NOISE, findings)
    cases, equalities = _mixed_games()
    sharp = _sharpness()
    return Outcome(
        verdict="exact",
        scope="slots e^ε = 2 or 2 and 3, budgets 1/4, 1/3 and 1/2 on RR_{0,δ_j} with δ_j in 1/4, 1/3; up to 3 "
        "responses, all adversaries with differing pairs (0,1), every vertex of the bound",
        size=cases,
        witness=f"1 − (1 − δ)(1 − δ') is reached with equality at {equalities} of the vertices",
        control="without the factor of the exposures the bound fails: with the larger of δ and δ' alone, "
        f"{sharp} > max(1/3, 1/4)",
        notes=(
            "The step d + (1 − d)(1 − (1 − h)(1 − B')) ≤ 1 − (1 − h)(1 − B) is proved by two solvers for all values.",
            "Recomputed: RR with e^ε = 3, δ = 1/10 and RR_{0,1/5} are 7/25 = 1 − (9/10)(4/5) apart at 3; "
            "the sum would be 3/10.",
        ),
    )


@cache
def _mixed_games() -> tuple[int, int]:
    two, three = Fraction(2), Fraction(3)
    cases = equalities = 0
    for odds, deltas, budget, count in (
        ((two,), (Fraction(1, 4),), Fraction(1, 4), 2),
        ((two,), (Fraction(1, 4), Fraction(1, 3)), Fraction(1, 2), 3),
        ((two, three), (Fraction(1, 3),), Fraction(1, 3), 3),
    ):
        composition = mixed_composition(odds, deltas, budget, count)
        for vertex, claimed in with_exposure(pure_profile(odds), budget):
            value = least_delta(composition, vertex)
            expect(value <= claimed, f"slots {odds} and the budget {budget} reach {value} > {claimed} at {vertex}")
            cases += 1
            equalities += value == claimed
    expect(equalities > 0, "the bound is never reached")
    return cases, equalities


def _sharpness() -> Fraction:
    """What one response e^ε = 2 and one exposure 1/4 reach at ε = 0; makes sure of the erratum's 7/25 on the way."""
    three = Fraction(3)
    first, second = PrivacyParameters(three, Fraction(1, 10)), PrivacyParameters(ONE, Fraction(1, 5))
    zero, one = (product_law([response(first, bit), response(second, bit)]) for bit in (0, 1))
    expect(hockey_stick(zero, one, three) == Fraction(7, 25), "the two responses of the erratum are not 7/25 apart")
    expect(
        1 - chance_of_no_exposure([first.delta, second.delta]) == Fraction(7, 25),
        "the product form of the erratum is not 7/25",
    )
    reached = least_delta(mixed_composition((Fraction(2),), (Fraction(1, 4),), Fraction(1, 4), 2), ONE)
    expect(reached > max(Fraction(1, 3), Fraction(1, 4)), f"the mixture reaches only {reached}")
    return reached
