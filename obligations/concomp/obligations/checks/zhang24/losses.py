"""The loss of a composition in two parts, and what its dependence can and cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.confounding.composition import effective
from concomp.model.confounding.loss import (
    copula_ratio,
    dependence_part,
    expected_inverse,
    identity_part,
    is_decomposed,
    is_loss,
    loss,
)
from concomp.model.confounding.privacy import least_delta
from concomp.model.confounding.safe_bounds import dependence_bounds
from concomp.model.confounding.setting import is_invertible
from concomp.model.laws.law import ZERO, Law
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.model import PAIR, Model
from concomp.obligations.families.confounding.named import (
    APART,
    CROSSING,
    FAIR_DATA,
    MIRRORED,
    NOISY_PARITY,
    TOLD_TWICE,
)
from concomp.obligations.families.confounding.small import dependent, halves, kernels, thirds

ORDERS = (PAIR, PAIR[::-1])
ODDS = (Fraction(1), Fraction(5, 4), Fraction(2))


@check(
    "Zhang24 Equation (11)",
    "Zhang24 Section III: PLRV decomposition",
    "Zhang24 Section III: copula factorisation",
    "Zhang24 Equation (6)",
)
def the_loss_of_a_composition_has_two_parts() -> Outcome:
    """e^L is the ratio of the copula ratios, times the odds of every effective mechanism, wherever it is finite."""
    for model in thirds():
        for s in PAIR:
            ratios = copula_ratio(model.joint[s], model.product[s])
            expect(all(ratios[y] * model.product[s][y] == model.joint[s][y] for y in ratios), f"c_s of {model}")
            expect(model.joint[s].support <= ratios.keys(), f"M tells what N cannot: {model}")
        expect(all(is_decomposed(model.joint, model.product, pair) for pair in ORDERS), f"L of {model}")
    outputs = sorted(CROSSING.joint[0])
    parts = [dependence_part(CROSSING.joint, CROSSING.product, PAIR, y) for y in outputs]
    one_part = first_case(
        (y for y in outputs if identity_part(CROSSING.product, PAIR, y) != _odds(CROSSING, y)), "L is L^id"
    )
    return Outcome(
        verdict="exact",
        scope=f"{thirds().name}, both orders of the secrets, every output at which the parts are finite",
        size=len(thirds()),
        witness=f"e^L^G is {', '.join(map(str, parts))} at the four outputs: {CROSSING}",
        control=f"the loss of the effective mechanisms alone is not the loss, at {one_part}",
        notes=("Where the product gives an output no chance given one of the secrets, its copula ratio is 0/0.",),
    )


def _odds(model: Model, y: Any) -> Fraction:
    return model.joint[0][y] / model.joint[1][y]


@check("Zhang24 Appendix C: Nhat(c)")
def the_dependence_is_not_the_loss_of_a_mechanism() -> Outcome:
    """No mechanism has the law of L^G as its loss: E[e^−L^G] is larger than 1, in the smallest model already."""
    law, model = first_case(_of_no_mechanism(), "L^G is always the loss of a mechanism")
    whole = [loss(each.joint[0], each.joint[1]) for each in (model, TOLD_TWICE, CROSSING)]
    expect(all(map(is_loss, whole)), "the loss of a composition is that of no mechanism")
    twice, crossing = (_law_of_dependence(each) for each in (TOLD_TWICE, CROSSING))
    return Outcome(
        verdict="refuted",
        scope=f"the first of {halves().name}, then with weights k/3, in which L^G has a value at every output of M",
        size=1,
        witness=f"E[e^−L^G] is {expected_inverse(twice)} if one bit that is right with 2/3 is told twice, and "
        f"{expected_inverse(crossing)}: {CROSSING}",
        control="the loss of each of these three compositions has E[e^−L] ≤ 1",
        counterexample={
            "model": repr(model),
            "law of e^L^G": ", ".join(f"{odds} with {chance}" for odds, chance in law.items()),
            "E[e^-L^G]": str(expected_inverse(law)),
            "claimed": "a mechanism has L^G as its loss, so that E[e^−L^G] ≤ 1",
        },
    )


def _law_of_dependence(model: Model) -> Law[Fraction | None]:
    """The law of e^L^G of an output of M given the first secret."""
    return model.joint[0].map(lambda y: dependence_part(model.joint, model.product, PAIR, y))


def _of_no_mechanism() -> Iterator[tuple[Law[Fraction | None], Model]]:
    for model in (*halves(), *thirds()):
        if model.joint[0].support <= model.product[1].support:
            law = _law_of_dependence(model)
            if not is_loss(law):
                yield law, model


# Which data depend.


@check("Zhang24 Proposition 1")
def mechanisms_on_open_data_need_not_depend() -> Outcome:
    """Data that secrets leave open do not make L^G differ from 0 for all mechanisms, not even for informative ones."""
    for informative in (APART, MIRRORED):
        told = [effective(informative.setting, mechanism) for mechanism in informative.mechanisms]
        expect(
            not informative.is_dependent and any(law[0] != law[1] for law in told), f"not informative: {informative}"
        )
    expect(not FAIR_DATA.is_dependent, f"L^G of {FAIR_DATA}")
    for model in halves():
        expect(not (is_invertible(model.setting) and model.is_dependent), f"L^G of determined data: {model}")
    model = first_case(_independent(), "L^G is never 0 for data that secrets leave open")
    return Outcome(
        verdict="refuted",
        scope=f"the first of {halves().name} in which a secret leaves the data open and L^G is 0",
        size=1,
        witness=f"two identical mechanisms that tell all of data that do not depend on the secret: {FAIR_DATA}; "
        f"mechanisms that tell of the secret: {MIRRORED}",
        control=f"with determined data L^G is 0 in {halves().name}: that part is true",
        counterexample={
            "model": repr(model),
            "L^G": "0 at every output",
            "claimed": "L^G is not 0 for data that are not determined by the secret, whatever the mechanisms",
        },
    )


def _independent() -> Iterator[Model]:
    return (
        model
        for model in halves()
        if not is_invertible(model.setting) and not model.is_dependent and all(map(_tells, model.mechanisms))
    )


def _tells(mechanism: Any) -> bool:
    return bool(mechanism[0] != mechanism[1])


@check("Zhang24 Repair R10")
def some_mechanisms_depend_unless_secrets_have_the_same_law_or_single_data() -> Outcome:
    """L^G is 0 for all pairs of mechanisms if and only if the laws of the data are equal, or both are certain."""
    settings = kernels(2, 2, 4) + kernels(2, 3, 3)
    dependent_ones = 0
    for chances in settings:
        size = 1 + max(x for law in chances.values() for x in law)
        depends = any(_of_events(chances, max(size, 2)))
        same, single = chances[0] == chances[1], all(len(law) == 1 for law in chances.values())
        expect(depends == (not same and not single), f"L^G for the laws of data {chances}")
        dependent_ones += depends
    return Outcome(
        verdict="exact",
        scope="all pairs of laws of the data on 2 points with weights k/4 and on 3 points with weights k/3",
        size=len(settings),
        witness=f"{dependent_ones} of them have mechanisms with full support whose L^G is not 0: 1 is told "
        "with 1/2, or with 3/4 if the data are in an event",
        control="laws that are equal, or both certain, have none",
    )


def _of_events(chances: dict[int, Law[int]], size: int) -> Iterator[bool]:
    """Whether L^G is not 0 for mechanisms of which each tells a little of an event."""
    events = [event for event in product((0, 1), repeat=size) if len(set(event)) == 2]
    for first, second in product(events, repeat=2):
        told = [{x: Law.coin(Fraction(2 + event[x], 4), 1, 0) for x in range(size)} for event in (first, second)]
        yield Model.of(chances, *told).is_dependent


# A bound by the dependence itself.


@check("Zhang24 Repair R5")
def the_dependence_bounds_what_it_adds() -> Outcome:
    """If N is (ε,δ)-indistinguishable and 1/K' ≤ c_s ≤ K, then M is (ε + ln(K·K'), K·δ)-indistinguishable."""
    bounded = 0
    for model in dependent(thirds()):
        pairs = model.setting.pairs
        most, least = dependence_bounds(model.joint, model.product, pairs)
        if least is None:
            continue
        bounded += 1
        for e_eps in ODDS:
            factor = least_delta(model.joint, pairs, e_eps * most * least)
            expect(factor <= most * least_delta(model.product, pairs, e_eps), f"M is above the bound: {model}")
        joint, apart = model.optima(ZERO)
        bound = None if apart is None else apart * most * least
        expect(bound is None or (joint is not None and joint <= bound), f"OPT is above the bound: {model}")
        largest = _largest_dependence(model)
        expect(apart is None or (joint is not None and joint <= apart * largest), f"OPT is above sup L^G: {model}")
    most, least = dependence_bounds(NOISY_PARITY.joint, NOISY_PARITY.product, NOISY_PARITY.setting.pairs)
    joint, apart = NOISY_PARITY.optima(ZERO)
    expect(least is not None and apart is not None and joint == apart * most * least, "it is not reached")
    expect(CROSSING.optima(ZERO) == (Fraction(2), Fraction(16, 9)), f"e^OPT is {CROSSING.optima(ZERO)}")
    return Outcome(
        verdict="exact",
        scope=f"the {bounded} dependent ones of {thirds().name} with c_s > 0; E = 1, 5/4, 2, and δ = 0, with sup L^G "
        "too",
        size=bounded * (len(ODDS) + 2),
        witness=f"two noisy bits whose sum is the secret: K·K' is {most * (least or ZERO)}, e^OPT {joint} for M and "
        f"{apart} for N: the bound is reached",
        control=f"with K·K' = 1 it fails: e^OPT(M, 0) is 2, e^OPT(N, 0) is 16/9: {CROSSING}",
    )


def _largest_dependence(model: Model) -> Fraction:
    """sup e^L^G, over both orders of the secrets, where every c_s is positive."""
    common = model.product[0].support & model.product[1].support
    ratios = [copula_ratio(model.joint[s], model.product[s]) for s in PAIR]
    return max(max(ratios[s][y] / ratios[t][y] for y in common) for s, t in ORDERS)
