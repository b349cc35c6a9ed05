"""Secrets and data, the laws of what is told, and what privacy means of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from concomp.model.confounding.composition import composition, effective, product_of_effective
from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.loss import Odds, is_loss, loss
from concomp.model.confounding.privacy import is_private, least_delta, optimum, privacy_profile
from concomp.model.confounding.setting import all_pairs, equally_likely, is_invertible, within_radius
from concomp.model.laws.indistinguishability import PrivacyParameters, hockey_stick
from concomp.model.laws.law import ONE, ZERO, Law, product_law
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.model import PAIR, Model
from concomp.obligations.families.confounding.named import CROSSING
from concomp.obligations.families.confounding.small import thirds
from concomp.obligations.families.small.laws import laws, pairs_of_laws

ODDS = (Fraction(1), Fraction(5, 4), Fraction(2))
"""The values of e^ε that are compared."""
LEVELS = (ZERO, Fraction(1, 8), Fraction(1, 3))
"""The values of δ."""


# What is told.


@check(
    "Zhang24 Section II: (theta,G)",
    "Zhang24 Equation (2)",
    "Zhang24 Equation (4)",
    "Zhang24 Equation (10)",
    "Zhang24 Section III: psi_i",
    "Zhang24 Section III: N(psi vec)",
    "Zhang24 Appendix L.2: D_{1,2}, D_[2]",
)
def laws_of_what_is_told_are_the_printed_sums() -> Outcome:
    """What kernels after and beside each other tell is what the printed sums over the data say."""
    for model in thirds():
        expect(_is_printed(model), f"the laws are not the printed sums: {model}")
    control = first_case((model for model in thirds() if model.joint != model.product), "M is always N")
    return Outcome(
        verdict="exact",
        scope=f"{thirds().name}, every output",
        size=len(thirds()),
        witness=f"P(y|s) under M is {_row(CROSSING.joint[1])} and under N {_row(CROSSING.product[1])}: {CROSSING}",
        control=f"M and N are two different laws: {control}",
    )


def _is_printed(model: Model) -> bool:
    setting, (first, second) = model.setting, model.mechanisms
    alone = [effective(setting, mechanism) for mechanism in (first, second)]
    joint, apart = composition(setting, first, second), product_of_effective(setting, first, second)
    for s, y in product(PAIR, product(PAIR, repeat=2)):
        rows = [(setting.data[s][x], first[x][y[0]], second[x][y[1]]) for x in PAIR]
        told = [sum((chance * row[i] for chance, *row in rows), ZERO) for i in (0, 1)]
        if [law[s][out] for law, out in zip(alone, y, strict=True)] != told:
            return False
        if joint[s][y] != sum((prod(row) for row in rows), ZERO) or apart[s][y] != told[0] * told[1]:
            return False
    return True


def _row(law: Law[Any]) -> str:
    return f"({', '.join(str(law[y]) for y in product(PAIR, repeat=2))})"


@check("Zhang24 Section II: Q adjacency")
def secrets_within_a_radius_are_adjacent_in_both_orders() -> Outcome:
    """The pairs of a metric and a radius are symmetric, grow with the radius, and leave impossible secrets out."""
    prior = Law({0: Fraction(1, 2), 1: Fraction(1, 4), 3: Fraction(1, 4)})
    found = [within_radius(prior, lambda s, t: Fraction(abs(s - t)), Fraction(radius)) for radius in range(4)]
    expect(all((t, s) in pairs for pairs in found for s, t in pairs), "adjacency is not symmetric")
    expect([len(pairs) for pairs in found] == [0, 2, 4, 6], f"the pairs are {found}")
    expect(found[3] == all_pairs((0, 1, 3)), "a secret of probability 0 is adjacent")
    return Outcome(
        verdict="exact",
        scope="the distance |s − t| of 0, 1, 3 at four radii",
        size=4,
        witness="0 and 1 are adjacent at radius 1, 1 and 3 at radius 2",
        control="2, of probability 0, is adjacent to nothing",
    )


# Privacy.


@check("Zhang24 Definition 1", "Zhang24 Equation (3)", "Zhang24 Section III: DCP of the composition")
def privacy_by_events_is_privacy_by_the_supremum() -> Outcome:
    """A composition is private by all events and adjacent secrets exactly from the supremum on."""
    distinct = _joints()
    for told, e_eps, delta in product(distinct, ODDS, LEVELS):
        by_events = is_private(told, all_pairs(PAIR), PrivacyParameters(e_eps, delta))
        expect(by_events == (least_delta(told, all_pairs(PAIR), e_eps) <= delta), f"{told} at {e_eps}, {delta}")
    one_way = first_case(
        (
            told
            for told in distinct
            if hockey_stick(told[0], told[1], ODDS[2]) < least_delta(told, all_pairs(PAIR), ODDS[2])
        ),
        "one order of the secrets is always enough",
    )
    return Outcome(
        verdict="exact",
        scope=f"the {len(distinct)} different compositions of {thirds().name}; E = 1, 5/4, 2; δ = 0, 1/8, 1/3",
        size=len(distinct) * len(ODDS) * len(LEVELS),
        witness=f"at E = 1 M has the least δ {CROSSING.deltas(ONE)[0]}: {CROSSING}",
        control=f"one order of two secrets needs less than both: {_row(one_way[0])} and {_row(one_way[1])} at E = 2",
    )


def _joints() -> list[Kernel[int, Any]]:
    return list({(model.joint[0], model.joint[1]): model.joint for model in thirds()}.values())


@check("Zhang24 Equation (5)", "Zhang24 Appendix C: opt", "Zhang24 Appendix C: delta_eps")
def the_optimum_is_enough_and_nothing_less_is() -> Outcome:
    """OPT is enough, an event shows that nothing less is, and its δ is the mean of (1 − e^(ε−L))⁺ over the loss."""
    distinct, infinite = _joints(), 0
    for told, delta in product(distinct, LEVELS):
        found = optimum(told, all_pairs(PAIR), delta)
        p, q = (sum((told[s][y] for y in found.event), ZERO) for s in found.pair)
        if found.e_eps is None:
            infinite += 1
            expect(q == 0 and p > delta, f"{told} needs some E at δ = {delta}")
            continue
        expect(least_delta(told, all_pairs(PAIR), found.e_eps) <= delta, f"{found.e_eps} is not enough for {told}")
        expect(found.e_eps == 1 or (q > 0 and p - found.e_eps * q == delta), f"less than {found.e_eps} is enough")
    for told, e_eps in product(distinct, ODDS):
        expect(_by_loss(told, e_eps) == least_delta(told, all_pairs(PAIR), e_eps), f"the loss of {told} says other")
        expect(privacy_profile(told, all_pairs(PAIR))(e_eps) == least_delta(told, all_pairs(PAIR), e_eps), "profile")
    return Outcome(
        verdict="exact",
        scope=f"the {len(distinct)} different compositions of {thirds().name}; δ = 0, 1/8, 1/3; E = 1, 5/4, 2",
        size=len(distinct) * (len(LEVELS) + len(ODDS)),
        witness=f"e^OPT is {CROSSING.optima(ZERO)[0]} at δ = 0: {CROSSING}; {infinite} compositions need an infinite E",
        control="below OPT an event of the pair has Pr^s − E·Pr^s' > δ: there equality holds at OPT",
    )


def _by_loss(told: Kernel[int, Any], e_eps: Fraction) -> Fraction:
    return max(
        sum((chance * (1 if odds is None else max(ZERO, 1 - e_eps / odds)) for odds, chance in law.items()), ZERO)
        for law in (loss(told[s], told[t]) for s, t in all_pairs(PAIR))
    )


@check("Zhang24 Section III: PLRV")
def a_law_is_that_of_a_loss_if_its_mean_inverse_is_at_most_one() -> Outcome:
    """E[e^−L] ≤ 1 for the loss of any two laws; and whatever law satisfies it is that of a loss."""
    pairs = pairs_of_laws(3, 4)
    expect(all(is_loss(loss(p, q)) for p, q in pairs), "a loss has E[e^-L] > 1")
    made = list(_made())
    for odds, p, q in made:
        expect(loss(p, q) == odds, f"{odds} is not the loss of the pair made of it")
    wrong: Law[Odds] = Law({Fraction(1, 2): Fraction(1, 2), Fraction(2): Fraction(1, 2)})
    expect(not is_loss(wrong), "any law is that of a loss")
    return Outcome(
        verdict="exact",
        scope=f"{pairs.name}; of all laws on e^L = 1/2, 1, 3 with weights k/6 those with E[e^−L] ≤ 1",
        size=len(pairs) + len(made),
        witness=f"{len(made)} laws are that of the loss of P, the law itself, against Q = e^−L·P and what is left over",
        control="e^L = 1/2 or 2 by a fair coin has E[e^−L] = 5/4: no two laws have this loss",
    )


def _made() -> Iterator[tuple[Law[Odds], Law[Odds], Law[Any]]]:
    values: tuple[Odds, ...] = (Fraction(1, 2), ONE, Fraction(3))
    for law in laws(3, 6):
        odds: Law[Odds] = Law({values[place]: chance for place, chance in law.items()})
        if is_loss(odds):
            q = {value: chance / value for value, chance in odds.items() if value is not None}
            yield odds, odds, Law({**q, "elsewhere": 1 - sum(q.values(), ZERO)})


# Data that the secret determines.


@check("Zhang24 Definition 2", "Zhang24 Section III: DP special case", "Zhang24 Appendix C: composition of DP")
def data_that_secrets_determine_are_composed_as_usual() -> Outcome:
    """If every secret determines the data, M is N, and what is told is what the mechanisms tell of two data sets."""
    determined = [model for model in thirds() if is_invertible(model.setting)]
    for model in determined:
        first, second = model.mechanisms
        expect(model.joint == model.product and not model.is_dependent, f"M is not N: {model}")
        expect(all(len(model.setting.data[s]) == 1 for s in PAIR), f"a secret leaves the data open: {model}")
        (x,), (other,) = (model.setting.data[s] for s in PAIR)
        told = [product_law([first[each], second[each]]) for each in (x, other)]
        expect([model.joint[s] for s in PAIR] == told, f"what is told is not what the mechanisms tell: {model}")
    wrong = first_case((m for m in thirds() if not is_invertible(m.setting) and m.joint != m.product), "M is always N")
    return Outcome(
        verdict="exact",
        scope=f"the {len(determined)} of {thirds().name} in which each secret has one data set",
        size=len(determined),
        witness="with data 0 and 1 for the secrets 0 and 1, M and N have the law of two independent answers",
        control=f"where a secret leaves the data open M is not N: {wrong}",
        notes=(f"Two secrets may share their data; then nothing is told ({_shared(determined)} of these models).",),
    )


def _shared(models: list[Model]) -> int:
    return sum(equally_likely(model.setting.data).is_useless for model in models)
