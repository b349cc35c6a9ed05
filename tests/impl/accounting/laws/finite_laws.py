"""Finite privacy-loss laws, and their composition by the definition: all outcomes of all, in both worlds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from functools import reduce
from math import isqrt

from flint import arb, arb_poly, fmpq
from hypothesis import strategies as st

from concomp.impl.accounting.laws.composition import compose_laws
from concomp.impl.accounting.laws.law import PrivacyLossLaw, law_of_profile
from concomp.impl.accounting.laws.noise import discrete_gaussian
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import RationalLoss
from concomp.model.laws.balls import precision
from concomp.model.laws.profile import Profile, total
from concomp.model.laws.profile import hinge as one_outcome

E_EPS = st.sampled_from([F(1), F(2), F(4), F(8), F(3), F(7, 5), F(10001, 10000)])
UNITS = st.sampled_from([F(2), F(4), F(8), F(32)])
Finite = tuple[tuple[tuple[F, F], ...], F]
"""(E, weight) of each response, and the probability of being exposed."""
Outcomes = dict[tuple[F, F], int]


@st.composite
def finite_laws(draw: st.DrawFn, losses: st.SearchStrategy[F] = E_EPS) -> Finite:
    chosen = draw(st.lists(losses, min_size=1, max_size=3, unique=True))
    weights = [draw(st.integers(1, 9)) for _ in chosen]
    exposed = draw(st.integers(0, 2))
    whole = sum(weights) + exposed
    return tuple((e, F(w, whole)) for e, w in zip(chosen, weights, strict=True)), F(exposed, whole)


def profile(law: Finite) -> Profile:
    """exposed + Σ weight·max(0, E' − E)/(1 + E')."""
    responses, exposed = law
    return total([one_outcome(exposed, F(0)), *(one_outcome(w * e / (1 + e), w / (1 + e)) for e, w in responses)])


def as_law(law: Finite) -> PrivacyLossLaw:
    """The law of this profile."""
    return law_of_profile("a finite law", profile(law).vertices)


def delta(laws: Sequence[Finite], e_eps: F) -> F:
    """The δ of the composition, over all outcomes."""
    pairs = reduce(_with, laws, {(F(1), F(1)): 1})
    return sum((times * max(F(0), p - e_eps * q) for (p, q), times in pairs.items()), F(0))


def _with(pairs: Outcomes, law: Finite) -> Outcomes:
    responses, exposed = law
    alone = [(exposed, F(0)), (F(0), exposed)]
    for e, weight in responses:
        alone += [(weight * e / (1 + e), weight / (1 + e)), (weight / (1 + e), weight * e / (1 + e))]
    found: Outcomes = {}
    for (p, q), times in pairs.items():
        for x, y in alone:
            found[p * x, q * y] = found.get((p * x, q * y), 0) + times
    return found


def found_wrong(laws: Sequence[Finite], points: Sequence[F], gap: F) -> str | None:
    """Where the composition's bounds do not hold, or are farther apart than the gap; None if nowhere."""
    composed = compose_laws([as_law(law) for law in laws])
    for e_eps in points:
        truth, found = delta(laws, e_eps), composed.delta(RationalLoss(e_eps))
        if not found.low <= truth <= found.high:
            return f"δ at {e_eps} is {float(truth)}, not from {float(found.low)} to {float(found.high)}"
        if found.high - found.low > gap:
            return f"δ at {e_eps} is only known to {float(found.high - found.low)}"
        least = composed.least_e_eps(truth)
        if least is None or delta(laws, least.high) > truth:
            return f"E = {least and float(least.high)} is not enough for {float(truth)}"
        if least.low > 1 and delta(laws, least.low) < truth:
            return f"less than E = {float(least.low)} is enough for {float(truth)}"
    return None


ON_A_LATTICE: list[list[Finite]] = [
    [(((F(2), F(1, 2)), (F(4), F(1, 3)), (F(1), F(1, 6))), F(0))] * 3,
    [(((F(2), F(1)),), F(0)), (((F(8), F(1, 2)), (F(2), F(1, 4))), F(1, 4))],
    [(((F(9, 4), F(2, 3)), (F(3, 2), F(1, 6))), F(1, 6))] * 4,
]
WITHOUT_A_UNIT: list[list[Finite]] = [
    [(((F(2), F(1, 2)), (F(3), F(1, 3)), (F(1), F(1, 6))), F(0))] * 3,
    [(((F(7, 5), F(2, 3)), (F(5, 2), F(1, 3))), F(0))] * 2 + [(((F(11, 10), F(1)),), F(0))] * 2,
]
POINTS = [F(1), F(3, 2), F(2), F(13, 4), F(6)]


def gaussians(variance: int, count: int, e_eps: F) -> Bounds:
    """The δ of so many discrete Gaussians of sensitivity 1: their sum S has the loss (count − 2S)/(2σ²)."""
    reach = 20 * isqrt(variance) + 10
    with precision(256):
        heights = arb_poly([(-arb(x * x) / (2 * variance)).exp() for x in range(-reach, reach + 1)])
        sums, point = heights**count, arb(fmpq(e_eps.numerator, e_eps.denominator))
        excess = arb(0)
        for at, chance in enumerate(sums):
            odds = (arb(2 * (at - reach * count) - count) / (2 * variance)).exp()
            excess += chance * (1 - point * odds).max(arb(0))
        return bounds(excess / heights(arb(1)) ** count)


def gaussians_wrong(variance: int, count: int, e_eps: F) -> bool:
    """Whether the bounds for so many Gaussians do not hold, or are far from each other."""
    truth = gaussians(variance, count, e_eps)
    found = compose_laws([discrete_gaussian(variance)] * count).delta(RationalLoss(e_eps))
    slack = F(1, 10**60)
    return not found.low - slack <= truth.low <= truth.high <= found.high + slack <= truth.high * (1 + F(1, 10**14))
