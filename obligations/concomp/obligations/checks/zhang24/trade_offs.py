"""Trade-off functions of a composition and of the product of its effective mechanisms, and where the proof breaks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from flint import arb

from concomp.model.confounding.cross_entropy import cross_entropy
from concomp.model.confounding.informativeness import trade_off_of_pair
from concomp.model.confounding.posterior import posterior
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.laws.balls import above, below, precision
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.trade_off import TradeOff, trade_off
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.model import PAIR, Model, comparison
from concomp.obligations.families.confounding.named import CROSSING, FAIR_DATA, HALF_OPEN_PARITY, MIRRORED, TOLD_TWICE
from concomp.obligations.families.confounding.small import dependent, halves, thirds
from concomp.obligations.families.small.laws import pairs_of_laws

LEVELS = tuple(Fraction(level, 12) for level in range(13))
BITS = 128


@check("Zhang24 Definition 7", "Zhang24 Definition 8")
def trade_off_functions_are_those_of_the_best_tests() -> Outcome:
    """T(P, Q) is convex, non-increasing, at most 1 − α, and no mixture of two rejection regions does better."""
    pairs = pairs_of_laws(3, 3)
    fair, sure, quarter = Law.uniform((0, 1)), Law.point(0), Fraction(1, 4)
    expect(trade_off(fair, sure)(2 * quarter) == 0, "T(1/2) of a fair coin against what is always 0")
    best = min(missed for alarm, missed in _errors(fair, fair) if alarm <= quarter)
    expect(best == 1 and trade_off(fair, fair)(quarter) == 3 * quarter, "a fair coin against itself")
    for p, q in pairs:
        function = trade_off(p, q)
        errors = list(_errors(p, q))
        for level in LEVELS:
            expect(function(level) == _best(errors, level), f"T{p, q} at {level}")
        expect(_is_trade_off(function), f"T{p, q} is no trade-off function")
    return Outcome(
        verdict="exact",
        scope=f"{pairs.name}, α = k/12",
        size=len(pairs) * len(LEVELS),
        witness="of a fair coin against what is always 0: T(1/2) = 0",
        control="without randomisation the error at α = 1/4 is 1 for a fair coin against itself, with it 3/4",
    )


def _errors(p: Law[int], q: Law[int]) -> Iterator[tuple[Fraction, Fraction]]:
    for region in product((False, True), repeat=3):
        alarm, caught = (sum((law[y] for y in range(3) if region[y]), ZERO) for law in (p, q))
        yield alarm, 1 - caught


def _best(errors: list[tuple[Fraction, Fraction]], level: Fraction) -> Fraction:
    """The least type II error of a mixture of two regions with type I error at most `level`."""
    best = min(missed for alarm, missed in errors if alarm <= level)
    for (low, first), (high, second) in product(errors, repeat=2):
        if low <= level < high:
            best = min(best, first + (second - first) * (level - low) / (high - low))
    return best


def _is_trade_off(function: TradeOff) -> bool:
    values = [function(level) for level in LEVELS]
    falls = [a - b for a, b in pairwise(values)]
    convex = all(a >= b for a, b in pairwise(falls))
    return convex and min(falls) >= 0 and all(v <= 1 - level for v, level in zip(values, LEVELS, strict=True))


@check("Zhang24 Proposition 4", "Zhang24 Lemma 5")
def trade_off_functions_of_a_composition_may_be_above() -> Outcome:
    """T of the composition is not below that of the product, nor are they equal for equal laws only."""
    above_ = first_case(_with_order("second"), "T of M is never above that of N")
    equal = first_case(
        (m for m in thirds() if m.joint != m.product and comparison(m).more == "equal"), "equal only for equal laws"
    )
    level = Fraction(1, 9)
    errors = [trade_off_of_pair(told, PAIR)(level) for told in (TOLD_TWICE.joint, TOLD_TWICE.product)]
    expect(errors[0] > errors[1], f"T(1/9) is {errors} of a bit told twice")
    expect(comparison(MIRRORED).more == comparison(FAIR_DATA).more == "equal", f"M and N are told apart: {MIRRORED}")
    expect(MIRRORED.joint != MIRRORED.product and MIRRORED.deltas(ONE)[0] > 0, f"not informative: {MIRRORED}")
    expect(comparison(HALF_OPEN_PARITY).more == "first", f"N tells as much: {HALF_OPEN_PARITY}")
    left, right = _losses(TOLD_TWICE)
    expect(below(right - left) > 0, "the beliefs of the product predict as well")
    return Outcome(
        verdict="refuted",
        scope=f"the first of {halves().name}, then with weights k/3, of each kind",
        size=2,
        witness=f"T(1/9) is {errors[0]} for M and {errors[1]} for N if one bit, right with 2/3, is told twice; "
        f"the mean logarithmic loss is {_shown(left)} with the beliefs of M, {_shown(right)} with those of N",
        control=f"T of M is below that of N in other models: {HALF_OPEN_PARITY}",
        counterexample={
            "T of M above T of N": f"{above_}: {_witness(above_)}",
            "equal, though the joint law is not the product": repr(equal),
            "equal, and both informative": repr(MIRRORED),
            "claimed": "T(M) ≤ T(N) for all pairs and α, with equality iff the joint law is the product",
        },
    )


def _with_order(more: str) -> Iterator[Model]:
    return (model for family in (halves(), thirds()) for model in dependent(family) if comparison(model).more == more)


def _witness(model: Model) -> str:
    found = comparison(model).second
    assert found is not None
    return f"at α = {found.alpha} of {found.pair} the errors are {found.errors[0]} for M and {found.errors[1]} for N"


def _shown(value: arb) -> str:
    return f"{float(value):.5f}"


@check("Zhang24 Appendix L.2: J posteriors", "Zhang24 Appendix L.2: CEL", "Zhang24 Lemma 4")
def true_beliefs_predict_best() -> Outcome:
    """The mean logarithmic loss, under the true law, is least with the true beliefs, and with no others."""
    strict = 0
    for model in thirds():
        prior = model.setting.prior
        true, other = posterior(prior, model.joint), posterior(prior, model.product)
        same = all(other[y] == law for y, law in true.items())
        left, right = _losses(model)
        if same:
            expect(left.overlaps(right), f"equal beliefs predict differently: {model}")
            continue
        strict += 1
        expect(below(right - left) > 0, f"wrong beliefs predict as well: {model}")
    left, right = _losses(TOLD_TWICE)
    expect(below(right) > above(left) and comparison(TOLD_TWICE).more == "second", "a bit told twice")
    return Outcome(
        verdict="exact",
        scope=f"{thirds().name}, equally likely secrets; logarithms as balls of {BITS} bits",
        size=len(thirds()),
        witness=f"{strict} of them have different beliefs, and a strictly larger loss; {_shown(left)} and "
        f"{_shown(right)} nats if one bit, right with 2/3, is told twice",
        control="this compares predictors under one law, not experiments: N tells more there, and has the larger loss",
        notes=("It says nothing of which of the two mechanisms is more private.",),
    )


def _losses(model: Model) -> tuple[arb, arb]:
    prior = model.setting.prior
    with precision(BITS):
        true, other = (
            cross_entropy(prior, model.joint, posterior(prior, told)) for told in (model.joint, model.product)
        )
    return true, other


@check("Zhang24 Theorem 5", "Zhang24 Theorem 5(i)", "Zhang24 Theorem 5(ii)")
def both_directions_of_the_optima_fail() -> Outcome:
    """Neither is ε at least OPT(N, δ_M(ε)), nor δ at least δ_M(OPT(N, δ)), in one and the same model."""
    first, second = _at_one(CROSSING), _at_zero(CROSSING)
    expect(first is not None and second is not None, "one of the two holds where profiles cross")
    either = [model for model in thirds() if model.is_dependent and _at_one(model) and _at_zero(model)]
    smaller = [model for model in halves() if _at_one(model) and _at_zero(model)]
    expect(bool(either) and not smaller, "both fail with weights k/2 already, or nowhere")
    above_ = first_case((m for m in _with_order("second") if _at_one(m)), "(i) holds wherever N tells more")
    expect(_at_zero(above_) is None, f"(ii) fails where N tells more: {above_}")
    expect(_at_one(HALF_OPEN_PARITY) is None and _at_zero(HALF_OPEN_PARITY) is not None, f"{HALF_OPEN_PARITY}")
    return Outcome(
        verdict="refuted",
        scope=f"{thirds().name}, at ε = 0 and at δ = 0",
        size=len(thirds()),
        witness=f"both fail in {len(either)} of them, in none with weights k/2",
        control=f"where N tells more (i) alone fails: {above_}; where M does (ii) alone: {HALF_OPEN_PARITY}",
        counterexample={
            "model": repr(CROSSING),
            "(i) at E = 1": f"δ_M(1) = {CROSSING.deltas(ONE)[0]}, and e^OPT(N, δ_M(1)) = {first} > 1",
            "(ii) at δ = 0": f"e^OPT(N, 0) = {CROSSING.optima(ZERO)[1]}, and δ_M there is {second} > 0",
            "claimed": "(i) ε ≥ OPT(N, δ_M(ε)) and (ii) δ ≥ δ_M(OPT(N, δ))",
        },
    )


def _at_one(model: Model) -> Fraction | None:
    """e^OPT(N, δ_M(1)) if it is above 1: (i) fails."""
    needed = optimum(model.product, model.setting.pairs, model.deltas(ONE)[0]).e_eps
    return needed if needed is not None and needed > 1 else None


def _at_zero(model: Model) -> Fraction | None:
    """δ_M(OPT(N, 0)) if it is above 0: (ii) fails."""
    needed = optimum(model.product, model.setting.pairs, ZERO).e_eps
    if needed is None:
        return None
    return least_delta(model.joint, model.setting.pairs, needed) or None
