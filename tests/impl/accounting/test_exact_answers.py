"""Nothing that was exact is bounded: lists of each kind whose answers are known exactly, and what they are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from itertools import product
from math import prod

import pytest

from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps

Parameters = Sequence[tuple[F, F]]
TENTH, THIRD = F(11, 10), F(1, 3)
KINDS: dict[str, Parameters] = {
    "one": [(F(3), THIRD)],
    "equal": [(TENTH, F(0))] * 9,
    "equal, exposed": [(F(3, 2), F(1, 1000))] * 8,
    "on a lattice": [(TENTH**n, F(0)) for n in (1, 2, 2, 5, 7)],
    "without a common unit": [(F(2), F(0)), (F(3), THIRD), (F(3), F(0)), (F(7, 5), F(0)), (F(101, 100), F(0))],
    "some of no loss": [(F(1), THIRD), (F(2), F(0)), (F(1), F(0))],
    "no loss at all": [(F(1), F(1, 7)), (F(1), F(0))],
    "exposed for sure": [(F(2), F(1)), (F(2), F(0))],
    "next to no loss": [(1 + F(1, 10**30), F(0))] * 5,
    "a huge loss": [(F(10**40), F(0)), (F(3, 2), F(0))],
}
LEVELS = (F(0), F(1, 10**6), F(1, 10), F(1, 2), F(99, 100), F(1))


def components(parameters: Parameters) -> list[PrivacyLoss]:
    return [with_e_eps(e_eps, delta) for e_eps, delta in parameters]


def delta_by_outcomes(parameters: Parameters, e_eps: F) -> F:
    """The least δ at E of randomised responses, by their outcomes; those of the same odds are added up."""
    outcomes = {F(1): (F(1), F(1))}
    for e, _ in parameters:
        after = dict[F, tuple[F, F]]()
        for (p, q), (x, y) in product(outcomes.values(), ((e, F(1)), (F(1), e))):
            p, q = p * x / (1 + e), q * y / (1 + e)
            more = after.get(p / q, (F(0), F(0)))
            after[p / q] = more[0] + p, more[1] + q
        outcomes = after
    hidden = prod((1 - delta for _, delta in parameters), start=F(1))
    return 1 - hidden + hidden * sum((max(F(0), p - e_eps * q) for p, q in outcomes.values()), F(0))


@pytest.mark.parametrize("kind", KINDS)
def test_delta_is_exact(kind: str) -> None:
    found = best_composition(components(KINDS[kind]))
    for e_eps in (F(1), F(5, 4), F(3), 1 + F(1, 10**31), F(10**41)):
        assert found.delta(e_eps) == known(delta_by_outcomes(KINDS[kind], e_eps))


@pytest.mark.parametrize("kind", KINDS)
def test_the_least_e_is_exact(kind: str) -> None:
    found = best_composition(components(KINDS[kind]))
    for level in LEVELS:
        least = found.least_e_eps(level)
        exposed = delta_by_outcomes(KINDS[kind], F(10**50))
        assert (least is None) == (level < exposed)
        if least is not None:
            assert least.is_exact
            assert delta_by_outcomes(KINDS[kind], least.value) <= level
            smaller = least.value - (least.value - 1) / 10**12
            assert least.value == 1 or delta_by_outcomes(KINDS[kind], smaller) > level
