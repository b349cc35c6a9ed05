"""The best mechanism to add where the second moment of beliefs is bounded.

The bound is a cone, and no linear limit. But each belief that exceeds it gives a linear limit that all others keep and
it does not; with enough of these the solver's mechanism exceeds the bound by little, and mixed with a constant not at
all. As the linear limits follow from the bound, what they cost at least is what every mechanism costs that keeps it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from concomp.impl.confounding.addition import Found, cheapest
from concomp.impl.confounding.highs import HighsError
from concomp.impl.confounding.tables import MIXED
from concomp.model.confounding.inverse import Limit, Problem, expected_cost, extended, limit_of_moment
from concomp.model.confounding.posterior import posterior
from concomp.model.laws.law import ZERO, Law

S = TypeVar("S", bound=Hashable)
ROUNDS = 30
"""How often limits are added."""
CUTS = 40
"""How many of them at once."""
NEAR = Fraction(1, 10**10)
"""By how much of the bound it may be exceeded before a constant is mixed in."""
DENOMINATOR = 10**6
"""The largest denominator of a direction."""


def cheapest_within(problem: Problem[S], moment: Fraction) -> Found:
    """A mechanism that keeps the limits, with Σ_s μ(s)²/P(s) ≤ moment for all true beliefs μ, at nearly the least cost.

    Raises HighsError if HiGHS gives up, or what is deployed exceeds the bound; ImportError without SciPy.
    """
    found = cheapest(problem)
    for _ in range(ROUNDS):
        cuts = _cuts(problem, found.kernel, moment * (1 + NEAR), moment)
        if not cuts:
            break
        problem = replace(problem, limits=(*problem.limits, *cuts))
        found = cheapest(problem)
    kernel = _within(problem, found.kernel, moment)
    return Found(kernel, expected_cost(problem.prior, problem.seen, kernel, problem.cost), found.bound)


def _cuts(problem: Problem[S], kernel: Mapping[Any, Law[Any]], allowed: Fraction, moment: Fraction) -> list[Limit[S]]:
    """Limits that the beliefs do not keep whose second moment is more than is allowed, the largest first."""
    prior = problem.prior
    beliefs = set(posterior(prior, extended(problem.seen, kernel)).values())
    wide = sorted((each for each in beliefs if _moment(prior, each) > allowed), key=lambda each: -_moment(prior, each))
    directions = ({s: (law[s] / chance).limit_denominator(DENOMINATOR) for s, chance in prior.items()} for law in wide)
    return [limit_of_moment(prior, moment, ratios) for ratios in list(directions)[:CUTS]]


def _within(problem: Problem[S], kernel: Mapping[Any, Law[Any]], moment: Fraction) -> dict[Any, Law[Any]]:
    """The kernel mixed with as little of a constant as keeps the bound."""
    share = Fraction(1, len(kernel))
    constant = Law.gather((y, share * chance) for law in kernel.values() for y, chance in law.items())
    for part in MIXED:
        mixed = {i: Law.coin(part, constant, law).bind(lambda each: each) for i, law in kernel.items()}
        if not _cuts(problem, mixed, moment, moment):
            return mixed
    raise HighsError("no mixture with a constant keeps the bound of beliefs")


def _moment(prior: Law[S], beliefs: Law[S]) -> Fraction:
    return sum((beliefs[s] ** 2 / chance for s, chance in prior.items()), ZERO)
