"""Composition on the same data: what basic composition and the product of effective mechanisms say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from concomp.model.confounding.informativeness import trade_off_of_pair
from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.privacy import least_delta, optimum, privacy_profile
from concomp.model.confounding.safe_bounds import ceiling, local_profile
from concomp.model.laws.indistinguishability import total_variation
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.trade_off import conjugate
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.copies import product_of_copies, true_copies
from concomp.obligations.families.confounding.model import Model
from concomp.obligations.families.confounding.named import (
    CROSSING,
    NOISY_PARITY,
    OPEN_PARITY,
    SHOWN_TWICE,
    SKEWED,
    TOLD_TWICE,
)
from concomp.obligations.families.confounding.small import halves, thirds

ODDS = (ONE, Fraction(3, 2), Fraction(3))
FOUR = Fraction(4)


# What holds.


@check("Zhang24 Theorem 1(i)", "Zhang24 Proposition 2", "Zhang24 Lemma 2", "Zhang24 Lemma 3", "Zhang24 Repair R1")
def a_composition_tells_at_most_the_data() -> Outcome:
    """Every composition is private with the profile of the data, whose δ is below 1 unless they tell all."""
    sharp = 0
    for model in thirds():
        above = ceiling(model.setting)
        for e_eps in ODDS:
            expect(least_delta(model.joint, model.setting.pairs, e_eps) <= above(e_eps), f"M tells more: {model}")
        expect(above(ONE) < 1 or model.setting.is_singular, f"data that do not tell all have δ = 1: {model}")
        expect(_is_by_conjugates(model), f"1 + f*(−E) is not δ(E): {model}")
        sharp += privacy_profile(model.joint, model.setting.pairs) == above
    return Outcome(
        verdict="exact",
        scope=f"{thirds().name}; E = 1, 3/2, 3",
        size=len(thirds()),
        witness=f"{sharp} of them have the profile of the data, such as {TOLD_TWICE}",
        control=f"the product of effective mechanisms has a larger δ than the data: {_above_the_data()}",
        notes=("That some δ is enough says nothing, as 1 always is; the profile of the data is the useful form.",),
    )


def _is_by_conjugates(model: Model) -> bool:
    """Lemma 2: δ(E) is the larger 1 + f*(−E) over both orders of the secrets, f the trade-off function."""
    functions = [trade_off_of_pair(model.joint, pair) for pair in model.setting.pairs]
    return all(
        max(conjugate(function)(e_eps) for function in functions)
        == least_delta(model.joint, model.setting.pairs, e_eps)
        for e_eps in ODDS
    )


def _above_the_data() -> Model:
    return first_case(
        (m for m in thirds() if least_delta(m.product, m.setting.pairs, ONE) > ceiling(m.setting)(ONE)),
        "N is never above the data",
    )


@check("Zhang24 Repair R4")
def mechanisms_that_are_private_for_all_data_compose_as_usual() -> Outcome:
    """If each mechanism is (ε_i,δ_i)-indistinguishable over all pairs of data, M is (Σε_i, Σδ_i)-private."""
    finite = 0
    for model in thirds():
        profiles = [local_profile(mechanism, (0, 1)) for mechanism in model.mechanisms]
        for delta in (ZERO, Fraction(1, 3)):
            e_eps = [profile.least_e_eps(delta) for profile in profiles]
            if e_eps[0] is not None and e_eps[1] is not None:
                told = least_delta(model.joint, model.setting.pairs, e_eps[0] * e_eps[1])
                expect(told <= 2 * delta, f"M is above the sum: {model}")
                finite += 1
    weaker = first_case(
        (model for model in thirds() if _exceeds_the_sum(model)), "what mechanisms need of the secret is enough"
    )
    local = local_profile(CROSSING.mechanisms[0], (0, 1)).least_e_eps(ZERO)
    expect(local == CROSSING.optima(ZERO)[0] == 2, f"over all data {local} is needed: {CROSSING}")
    return Outcome(
        verdict="exact",
        scope=f"{thirds().name}, with the least E_i at δ_i = 0 and 1/3",
        size=finite,
        witness="two mechanisms that show a bit with 2/3 are (ln 2, 0)-indistinguishable over all data; M has e^OPT 2 "
        f"of 4: {CROSSING}",
        control=f"with the E_i that the mechanisms need of the secret alone it fails: {weaker}",
    )


# What basic composition says.


@check("Zhang24 Theorem 1(ii)", "Zhang24 Theorem 3(i)")
def basic_composition_fails() -> Outcome:
    """Two mechanisms, each private with e^ε_i for the secret, compose to something that needs more than ∏ e^ε_i."""
    found = first_case(_exceeding(), "basic composition holds")
    counts = [Counter(_exceeds_the_sum(model) for model in _finite(family)) for family in (halves(), thirds())]
    expect(counts[0][True] == 0, "basic composition fails with weights k/2")
    (first, second), joint = _alone(found), found.optima(ZERO)[0]
    delta = least_delta(found.joint, found.setting.pairs, first * second)
    expect((_alone(SKEWED), SKEWED.optima(ZERO)[0]) == ((ODDS[1], ODDS[1]), Fraction(5, 2)), f"not 5/2: {SKEWED}")
    expect(OPEN_PARITY.optima(ZERO) == (None, ONE), "two parts of a parity tell something each, or nothing together")
    return Outcome(
        verdict="exact",
        scope=f"the first of {thirds().name} whose mechanisms have finite e^ε_i at δ = 0",
        size=sum(map(len, (halves(), thirds()))),
        witness=f"e^ε_i are {first} and {second}, e^OPT of M is {joint}, and {delta} is the least δ at their product: "
        f"{found}",
        control=f"it holds for all {counts[0][False]} such models with weights k/2, and fails for {counts[1][True]} of "
        f"{counts[1].total()} with weights k/3",
        notes=(
            f"Also e^OPT 5/2 of (3/2)² = 9/4: {SKEWED}. Two parts of a parity tell nothing alone, and together all.",
            "The printed proof compares a random variable, e^L^G, with a constant.",
        ),
    )


def _alone(model: Model) -> tuple[Fraction, Fraction]:
    first, second = (model.optimum_of(each, ZERO) for each in (0, 1))
    assert first is not None
    assert second is not None
    return first, second


def _finite(models: Iterable[Model]) -> Iterator[Model]:
    return (model for model in models if None not in (model.optimum_of(0, ZERO), model.optimum_of(1, ZERO)))


def _exceeds_the_sum(model: Model) -> bool:
    needed = [model.optimum_of(each, ZERO) for each in (0, 1)]
    if needed[0] is None or needed[1] is None:
        return False
    joint = model.optima(ZERO)[0]
    return joint is None or joint > needed[0] * needed[1]


def _exceeding() -> Iterator[Model]:
    return (model for family in (halves(), thirds()) for model in family if _exceeds_the_sum(model))


# What the product of the effective mechanisms says.


@check("Zhang24 Repair R3")
def the_product_tells_more_of_many_copies() -> Outcome:
    """Of many copies of one mechanism N tells nearly all, M never more than the data do."""
    cases, needed = [m for m in thirds() if _tells_in_part(m)], Counter[int]()
    for model in cases:
        limit = _apart(model.setting.data)
        for copies in (1, 4, 16):
            expect(_apart(true_copies(model, copies)) <= limit < 1, f"{copies} copies tell more: {model}")
        needed[_copies_to_exceed(model, limit)] += 1
    expect(_never_told(), "copies of a part of a parity tell something")
    many = _apart(true_copies(SHOWN_TWICE, 100)), _apart(product_of_copies(SHOWN_TWICE, 100))
    expect(many[0] < Fraction(1, 3) < Fraction(9, 10) < many[1], f"a hundred copies tell {many}")
    return Outcome(
        verdict="exact",
        scope=f"the {len(cases)} of {thirds().name} with one mechanism twice that tells something, and data that do "
        "not tell all; at E = 1",
        size=len(cases),
        witness="of a hundred copies that show a bit with 3/4, which is right with 2/3, N has a δ above 9/10, M below "
        f"1/3; N exceeds all that the data tell from {min(needed)} to {max(needed)} copies on",
        control="of a part of a parity, of which one copy tells nothing, N tells nothing of 1, 4, 16 copies either",
    )


def _never_told() -> bool:
    return all(_apart(product_of_copies(NOISY_PARITY, copies)) == 0 for copies in (1, 4, 16))


def _apart(told: Kernel[int, int]) -> Fraction:
    return total_variation(told[0], told[1])


def _tells_in_part(model: Model) -> bool:
    first, second = model.mechanisms
    return first == second and not model.setting.is_singular and _apart(product_of_copies(model, 1)) > 0


def _copies_to_exceed(model: Model, limit: Fraction) -> int:
    doubled = (1 << power for power in range(12))
    return first_case(
        islice((n for n in doubled if _apart(product_of_copies(model, n)) > limit), 1), f"N stays below: {model}"
    )


@check("Zhang24 Section III: OPT of N")
def the_optimum_of_the_product_is_at_most_the_sum() -> Outcome:
    """OPT of N is at most the sum of what the effective mechanisms need: composition of one-shot mechanisms."""
    cases = list(_finite(thirds()))
    for model in cases:
        first, second = _alone(model)
        together = optimum(model.product, model.setting.pairs, ZERO).e_eps
        expect(together is not None and together <= first * second, f"N needs more than the sum: {model}")
    expect(CROSSING.optima(ZERO)[0] == 2 and _alone(CROSSING) == (FOUR / 3, FOUR / 3), f"OPT of M: {CROSSING}")
    strict = first_case((m for m in cases if m.optima(ZERO)[1] != _alone(m)[0] * _alone(m)[1]), "always the sum")
    return Outcome(
        verdict="exact",
        scope=f"the {len(cases)} of {thirds().name} whose mechanisms have a finite e^ε_i, δ = 0",
        size=len(cases),
        witness=f"e^OPT of N is {strict.optima(ZERO)[1]}, less than the product of {_alone(strict)}: {strict}",
        control=f"for M it is not, which needs 2, of 4/3 and 4/3: {CROSSING}",
        notes=("OPT of N itself, and the worst case for its parameters, are two functions: the second is never less.",),
    )
