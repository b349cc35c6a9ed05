"""What is true in place of what Zhang24 says of the product of effective mechanisms, and of predictors."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from flint import arb

from concomp.model.confounding.cross_entropy import cross_entropy
from concomp.model.confounding.loss import dependence_part, expected_inverse, is_loss, loss
from concomp.model.confounding.posterior import in_band, in_second_moment, posterior
from concomp.model.confounding.privacy import least_delta, optimum, privacy_profile
from concomp.model.confounding.safe_bounds import ceiling, dependence_bounds
from concomp.model.confounding.setting import all_pairs
from concomp.model.laws.balls import ball, below, precision
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.profile import upper
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.zhang24.beliefs import lopsided
from concomp.obligations.expectation import expect
from concomp.obligations.families.confounding.model import PAIR, Model, comparison
from concomp.obligations.families.confounding.named import CROSSING, HALF_OPEN_PARITY, TOLD_TWICE
from concomp.obligations.families.confounding.small import dependent, distinct_models, kernels, thirds
from concomp.obligations.families.small.laws import laws

LEVELS = (ZERO, Fraction(1, 12), Fraction(1, 6), Fraction(1, 2))
ODDS = (ONE, Fraction(5, 4), Fraction(2))


# The product of the effective mechanisms.


@check("Zhang24 Theorem 1 (repaired)", "Zhang24 Theorem 1(iii) (repaired)")
def a_composition_is_bounded_by_its_data_and_by_nothing_else_of_the_kind() -> Outcome:
    """M is private with the profile of the data; N needs less than M, more, or less at some δ and more at others."""
    signs: dict[str, Model] = {}
    for model in dependent(thirds()):
        above, pairs = ceiling(model.setting), model.setting.pairs
        expect(upper(privacy_profile(model.joint, pairs), above) == above, f"above data: {model}")
        signs.setdefault(_sign(model), model)
    expect({"N more", "N less", "both"} <= signs.keys(), f"the signs are {sorted(signs)}")
    more = [
        model
        for weights in (2, 3, 4)
        for model in dependent(distinct_models(weights))
        if comparison(model).more == "first"
    ]
    expect(not more, f"M tells more with two data: {more[:1]}")
    _expect_more_than_the_sum(CROSSING)
    return Outcome(
        verdict="exact",
        scope=f"the dependent ones of {thirds().name}, whole profiles; trade-off functions for k/2 and k/4 too",
        size=sum(1 for _ in dependent(thirds())),
        witness="; ".join(f"{sign}: {signs[sign]}" for sign in ("N more", "N less", "both"))
        + f"; (ii) e^ε_i are 4/3, 4/3 and e^OPT is 2: {CROSSING}",
        control="T(M) is below T(N) for both orders of the secrets in none of them, though N needs less at every δ in "
        "some: the order in which N needs most decides alone",
    )


def _sign(model: Model) -> str:
    """Whether N needs a larger δ than M at some E, a smaller one at some, or both."""
    joint, apart = (privacy_profile(told, model.setting.pairs) for told in (model.joint, model.product))
    largest = upper(joint, apart)
    if joint == apart:
        return "same"
    return "N more" if largest == apart else "N less" if largest == joint else "both"


def _expect_more_than_the_sum(model: Model) -> None:
    first, second = (model.optimum_of(each, ZERO) for each in (0, 1))
    joint = model.optima(ZERO)[0]
    expect(first == second == Fraction(4, 3) and joint == 2, f"OPT is {joint} of {first} and {second}")


@check("Zhang24 Theorem 3 (repaired)")
def the_optimum_is_at_most_that_of_the_product_and_the_dependence() -> Outcome:
    """With 1/K' ≤ c_s ≤ K, OPT(M, K·δ) ≤ OPT(N, δ) + ln(K·K')."""
    met = 0
    for model, delta in product(dependent(thirds()), LEVELS):
        most, least = dependence_bounds(model.joint, model.product, model.setting.pairs)
        apart = model.optima(delta)[1]
        if least is None or apart is None:
            continue
        met += 1
        joint = model.optima(min(ONE, most * delta))[0]
        expect(joint is not None and joint <= apart * most * least, f"{model} at {delta}: {joint}")
    expect(CROSSING.optima(ZERO) == (Fraction(2), Fraction(16, 9)), f"e^OPT is {CROSSING.optima(ZERO)}")
    _expect_more_than_the_sum(CROSSING)
    return Outcome(
        verdict="exact",
        scope=f"the dependent ones of {thirds().name} with c_s > 0, where OPT(N, δ) is finite; δ = 0, 1/12, 1/6, 1/2",
        size=met,
        witness=f"e^OPT(M, 0) is 2 and e^OPT(N, 0) is 16/9: {CROSSING}",
        control="there OPT(N, 0) alone is not enough, nor is the sum of the ε_i, which are ln(4/3) both",
    )


@check("Zhang24 Theorem 5 (repaired)", "Zhang24 Theorem 5(i) (repaired)", "Zhang24 Theorem 5(ii) (repaired)")
def what_tells_more_needs_more() -> Outcome:
    """If T(M) ≤ T(N) for all pairs, ε ≥ OPT(N, δ_M(ε)); if T(N) ≤ T(M), δ ≥ δ_M(OPT(N, δ))."""
    first = second = 0
    for model in (*thirds(), HALF_OPEN_PARITY, TOLD_TWICE):
        order, pairs = comparison(model).more, model.setting.pairs
        if order in ("first", "equal"):
            first += 1
            for e_eps in ODDS:
                needed = optimum(model.product, pairs, least_delta(model.joint, pairs, e_eps)).e_eps
                expect(needed is not None and needed <= e_eps, f"(i) at {e_eps}: {model}")
        if order in ("second", "equal"):
            second += 1
            for delta in LEVELS:
                needed = optimum(model.product, pairs, delta).e_eps
                expect(needed is None or least_delta(model.joint, pairs, needed) <= delta, f"(ii) at {delta}: {model}")
    expect(comparison(CROSSING).more == "incomparable", "profiles that cross are comparable")
    needs = [optimum(CROSSING.product, CROSSING.setting.pairs, each).e_eps for each in (CROSSING.deltas(ONE)[0], ZERO)]
    expect(needs == [Fraction(27, 25), Fraction(16, 9)], f"e^OPT(N, δ_M(1)) and e^OPT(N, 0) are {needs}")
    expect(CROSSING.deltas(Fraction(16, 9))[0] > 0, "(ii) holds where profiles cross")
    return Outcome(
        verdict="exact",
        scope=f"{thirds().name}, two parts of a parity, a bit told twice; E = 1, 5/4, 2; δ = 0, 1/12, 1/6, 1/2",
        size=first + second,
        witness=f"{first} models with T(M) ≤ T(N), {second} with T(N) ≤ T(M)",
        control=f"where neither is so both fail, (i) at E = 1 and (ii) at δ = 0: {CROSSING}",
    )


# Losses and predictors.


@check("Zhang24 Appendix C: Nhat(c) (repaired)")
def a_law_is_a_loss_exactly_if_its_mean_inverse_is_at_most_one() -> Outcome:
    """A law of e^L in (0, ∞] is that of a loss if and only if E[e^−L] ≤ 1."""
    values = (Fraction(1, 2), Fraction(2), None)
    made = 0
    members = [Law({values[place]: weight for place, weight in law.items()}) for law in laws(3, 6)]
    for odds in members:
        q = {value: weight / value for value, weight in odds.items() if value is not None}
        left = 1 - sum(q.values(), ZERO)
        expect(is_loss(odds) == (left >= 0), f"{odds}")
        if left >= 0:
            expect(loss(odds, Law({**q, "elsewhere": left})) == odds, f"{odds} is not the loss of its own pair")
            made += 1
    twice = TOLD_TWICE.joint[0].map(lambda y: dependence_part(TOLD_TWICE.joint, TOLD_TWICE.product, PAIR, y))
    expect(expected_inverse(twice) == Fraction(3, 2) and not is_loss(twice), f"L^G has the law {twice}")
    return Outcome(
        verdict="exact",
        scope="all laws on e^L = 1/2, 2, ∞ with weights k/6; L^G of one bit, right with 2/3, told twice",
        size=len(members),
        witness=f"{made} of them are losses, each of a pair made of it",
        control=f"the other {len(members) - made} are not: Q would have negative weight; nor is that of L^G, of which "
        "E[e^−L^G] is 3/2",
    )


@check("Zhang24 Lemma 5 (repaired)")
def what_tells_more_predicts_better() -> Outcome:
    """If T(M) ≤ T(N), the true beliefs of M predict at least as well under M as those of N under N; not conversely."""
    met = 0
    for model, chance in product((*thirds(), HALF_OPEN_PARITY, TOLD_TWICE), (Fraction(1, 2), Fraction(1, 4))):
        order, prior = comparison(model).more, Law({0: chance, 1: 1 - chance})
        if order == "equal" or order == "incomparable":
            continue
        met += 1
        left, right = _own_losses(prior, model)
        better, worse = (left, right) if order == "first" else (right, left)
        expect(below(worse - better) > 0, f"what tells more predicts worse: {model}")
    left, right = _own_losses(Law.uniform(PAIR), CROSSING)
    expect(below(right - left) > 0 and comparison(CROSSING).more == "incomparable", "the converse")
    return Outcome(
        verdict="exact",
        scope=f"those of {thirds().name}, two parts of a parity, a bit told twice, in which one of M and N tells "
        "strictly more; laws of the secret 1/2 and 1/4",
        size=met,
        witness="strictly better in all of these, in which T(M) and T(N) differ",
        control=f"the converse fails: M predicts better, and tells less at some level: {CROSSING}",
    )


def _own_losses(prior: Law[int], model: Model) -> tuple[arb, arb]:
    with precision(128):
        one, other = (cross_entropy(prior, told, posterior(prior, told)) for told in (model.joint, model.product))
    return one, other


# Steps from second moments.


@check("Zhang24 Equation (14) (repaired)")
def odds_are_large_with_a_chance_of_at_most_delta_over_the_secrets_own() -> Outcome:
    """With true beliefs in Π[τ, δ] the odds of Y exceed τ² with chance at most δ/P(s) given s."""
    met = 0
    priors = [law for law in laws(2, 6) if len(law) == 2]
    taus, deltas = (Fraction(3, 2), Fraction(2), Fraction(4)), (Fraction(1, 4), Fraction(1, 2), ONE)
    for prior, told, tau, delta in product(priors, kernels(2, 2, 6), taus, deltas):
        if delta * tau >= 1 and in_second_moment(prior, posterior(prior, told), tau, delta):
            met += 1
            for s, t in all_pairs(PAIR):
                far = sum((chance for y, chance in told[s].items() if chance > tau**2 * told[t][y]), ZERO)
                expect(far <= delta / prior[s], f"{told} of {prior} at {tau}, {delta}")
    skewed, shown = lopsided()
    expect(
        in_second_moment(skewed, posterior(skewed, shown), Fraction(4), Fraction(1, 2)), "the beliefs leave Π[4, 1/2]"
    )
    far = sum((chance for y, chance in shown[0].items() if chance > 4 * shown[1][y]), ZERO)
    expect(far > Fraction(1, 2), f"odds exceed 4 with {far}")
    return Outcome(
        verdict="exact",
        scope="laws of a bit and kernels of two outputs with weights k/6; τ = 3/2, 2, 4; δ = 1/4, 1/2, 1 with δ·τ ≥ 1",
        size=met,
        witness=f"{met} cases have true beliefs in Π[τ, δ]",
        control=f"with τ and δ in place of τ² and δ/P(s) it fails: the odds of the 16 secrets of Equation (13) exceed "
        f"τ = 4 with chance {far} > 1/2",
    )


# The weighted logarithmic loss.


@check("Zhang24 Section IV: L-hat convexity")
def the_weighted_loss_is_not_jointly_convex() -> Outcome:
    """Two revealing strategies with their beliefs cost less than the strategy and beliefs in the middle."""
    with precision(128):
        ends, middle = _ends(), _mean_loss(*_MIDDLE)
        expect(all(below(middle - end) > 0 for end in ends), "the middle costs no more")
        expect(all(end.overlaps(ball(Fraction(3, 2)).log()) for end in ends), f"the ends cost {ends}")
        expect(middle.overlaps(ball(Fraction(2)).log()), f"the middle costs {middle}")
    return Outcome(
        verdict="refuted",
        scope="a uniform bit, two outputs, beliefs 2/3",
        size=1,
        witness="telling the bit, or its opposite, with beliefs of 2/3 in what was told costs ln(3/2)",
        control="in each of the two alone it is convex: Section IV: L-hat convexity (repaired)",
        counterexample={
            "strategies": "tell the bit with beliefs (2/3, 1/3), tell its opposite with beliefs (1/3, 2/3)",
            "loss of each": "ln(3/2)",
            "loss of their midpoint": "ln 2",
            "claimed": "the expected loss is convex in the strategy and the beliefs together",
        },
    )


Strategy = tuple[tuple[Law[int], Law[int]], tuple[Law[int], Law[int]]]
"""What is told of each secret, and what is believed after each output."""


def _revealing(chance: Fraction, belief: Fraction) -> Strategy:
    """The bit is told with a chance, its opposite otherwise, and believed so much."""
    rows = Law.coin(chance, 0, 1), Law.coin(chance, 1, 0)
    return rows, (Law.coin(belief, 0, 1), Law.coin(belief, 1, 0))


_MIDDLE = _revealing(Fraction(1, 2), Fraction(1, 2))


def _ends() -> list[arb]:
    sure = Fraction(2, 3)
    return [_mean_loss(*_revealing(ONE, sure)), _mean_loss(*_revealing(ZERO, 1 - sure))]


def _mean_loss(told: tuple[Law[int], Law[int]], beliefs: tuple[Law[int], Law[int]]) -> arb:
    return cross_entropy(Law.uniform(PAIR), dict(enumerate(told)), dict(enumerate(beliefs)))


@check("Zhang24 Section IV: L-hat convexity (repaired)", "Zhang24 Equation (8)")
def the_weighted_loss_is_convex_in_each_of_the_two() -> Outcome:
    """The mean loss is linear in the strategy, strictly convex in the beliefs, and least with the true ones."""
    chances = [Fraction(k, 6) for k in range(1, 6)]
    size = 0
    with precision(128):
        for first, second, belief in product(chances, repeat=3):
            losses = [_mean_loss(*_revealing(chance, belief)) for chance in (first, (first + second) / 2, second)]
            expect((losses[0] + losses[2] - 2 * losses[1]).contains(0), f"not linear: {first}, {second} at {belief}")
            if first != second:
                bent = [_mean_loss(*_revealing(belief, each)) for each in (first, (first + second) / 2, second)]
                expect(below(bent[0] + bent[2] - 2 * bent[1]) > 0, f"not convex: {first}, {second} at {belief}")
                expect(
                    below(_mean_loss(*_revealing(first, second)) - _mean_loss(*_revealing(first, first))) > 0, "best"
                )
            size += 1
        ends = [_mean_loss(*_revealing(each, each)) for each in (ONE / 6, ONE - ONE / 6)]
        expect(all(below(_mean_loss(*_MIDDLE) - end) > 0 for end in ends), "with the true beliefs the loss is convex")
    size += _members_of_convex_constraints()
    return Outcome(
        verdict="exact",
        scope="a uniform bit shown with k/6, beliefs k/6, midpoints of any two; logarithms as balls of 128 bits; "
        "midpoints of two members of Π[τ, 0], and of Π[τ, 1/2], for laws of a bit and beliefs k/6 and τ = 3/2, 2, 4",
        size=size,
        witness="for fixed beliefs the second difference contains 0, for a fixed strategy it is positive",
        control="with the true beliefs of each strategy the loss is concave: 1/2 costs more than 1/6 and 5/6",
        notes=("So the logarithmic loss is strictly proper, for a bit.",),
    )


def _members_of_convex_constraints() -> int:
    """How many pairs of members, of one τ each, have a midpoint, of the mean τ, that is a member too."""
    full = [law for law in laws(2, 6) if len(law) == 2]
    taus, size = (Fraction(3, 2), Fraction(2), Fraction(4)), 0
    for prior in full:
        for delta in (ZERO, Fraction(1, 2)):
            members = [(law, tau) for law, tau in product(full, taus) if _allowed(prior, law, tau, delta)]
            for (law, tau), (other, larger) in product(members, repeat=2):
                middle = Law({s: (law[s] + other[s]) / 2 for s in PAIR})
                expect(_allowed(prior, middle, (tau + larger) / 2, delta), f"{law}, {other} of {prior} at {delta}")
                size += 1
    return size


def _allowed(prior: Law[int], law: Law[int], tau: Fraction, delta: Fraction) -> bool:
    return in_second_moment(prior, {0: law}, tau, delta) if delta else in_band(prior, {0: law}, tau)
