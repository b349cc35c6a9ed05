"""Mechanisms whose two laws are not mirror images, and what an adversary of all of them attains, by all outcomes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction as F
from math import comb, prod

from hypothesis import strategies as st

from concomp.impl.accounting.laws.composition import compose_laws
from concomp.impl.accounting.laws.law import Outcomes, PrivacyLossLaw, law_of_outcomes
from concomp.impl.accounting.parameters import RationalLoss
from concomp.model.laws.profile import Profile, hinge, total, upper

LATER: Outcomes = ((F(1, 2), F(1, 10)), (F(1, 2), F(9, 10)))
EXPOSING: Outcomes = ((F(1, 4), F(0)), (F(1, 2), F(1, 3)), (F(1, 4), F(2, 3)))
EXPOSED: Outcomes = ((F(0), F(1, 3)), (F(1, 2), F(1, 2)), (F(1, 2), F(1, 6)))
DOUBLING: Outcomes = ((F(1, 2), F(1, 8)), (F(1, 4), F(1, 2)), (F(1, 4), F(3, 8)))
EVEN: Outcomes = ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
THIRDS: Outcomes = ((F(3, 4), F(1, 4)), (F(1, 4), F(1, 4)), (F(0), F(1, 2)))
LISTS: tuple[tuple[Outcomes, ...], ...] = (
    (LATER,),
    (LATER,) * 2,
    (EXPOSING,) * 3,
    (EXPOSING, EXPOSED),
    (DOUBLING, EVEN, LATER),
    (EVEN, EVEN, EXPOSED),
)
POINTS = (F(1), F(3, 2), F(5, 2), F(4), F(20))


@st.composite
def outcomes(draw: st.DrawFn) -> Outcomes:
    first, second = ([draw(st.integers(0, 6)) for _ in range(3)] for _ in range(2))
    first[0], second[2] = first[0] + 1, second[2] + 1
    return tuple((F(p, sum(first)), F(q, sum(second))) for p, q in zip(first, second, strict=True) if p or q)


def exchanged(pairs: Outcomes) -> Outcomes:
    return tuple((q, p) for p, q in pairs)


def profile(pairs: Outcomes) -> Profile:
    """The larger of the profiles of both orders."""
    return upper(*(total(hinge(p, q) for p, q in each) for each in (pairs, exchanged(pairs))))


def law(pairs: Outcomes) -> PrivacyLossLaw:
    return law_of_outcomes("two laws", profile(pairs).vertices, [pairs])


def delta(listed: Sequence[Outcomes], e_eps: F) -> F:
    """The δ of all outcomes of all, in one order of the worlds."""
    return sum(
        (max(F(0), prod(p for p, _ in each) - e_eps * prod(q for _, q in each)) for each in itertools.product(*listed)),
        F(0),
    )


def attained(listed: Sequence[Outcomes], e_eps: F) -> F:
    """The δ where all are in the same order, whichever."""
    return max(delta(listed, e_eps), delta(list(map(exchanged, listed)), e_eps))


def many(pairs: Outcomes, count: int, e_eps: F) -> F:
    """The same of so many mechanisms of two outcomes, by how often the first one is seen."""

    def chance(first: F, seen: int) -> F:
        return comb(count, seen) * first**seen * (1 - first) ** (count - seen)

    (p, q), _ = pairs
    seen = range(count + 1)
    return max(
        sum((max(F(0), chance(here, k) - e_eps * chance(there, k)) for k in seen), F(0))
        for here, there in ((p, q), (q, p))
    )


def in_any_order(listed: Sequence[Outcomes], e_eps: F) -> F:
    """The δ where each may be in an order of its own."""
    orders = itertools.product(*((each, exchanged(each)) for each in listed))
    return max(delta(each, e_eps) for each in orders)


def faults(listed: Sequence[Outcomes], gap: F) -> Iterator[str]:
    """Where bounds do not hold, or the one from below is farther than the gap from what is attained."""
    composed = compose_laws([law(each) for each in listed])
    for e_eps in POINTS:
        found, truth = composed.delta(RationalLoss(e_eps)), attained(listed, e_eps)
        if not truth - gap <= found.low <= truth:
            yield f"from below, δ at {e_eps} is {float(found.low)}, not {float(truth)}"
        if found.high < in_any_order(listed, e_eps):
            yield f"from above, δ at {e_eps} is {float(found.high)}"
        if truth > composed.delta_in_the_end.high:
            least = composed.least_e_eps(truth)
            if least is None or not least.low <= e_eps <= least.high:
                yield f"the least E for {truth} is {least}, not {float(e_eps)}"
