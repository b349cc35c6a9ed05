"""What can come of the question which mechanism to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from concomp.model.confounding.privacy import Optimum
from concomp.model.laws.law import Law

Verdict = Literal["optimal", "infeasible", "numerical"]
GAP = Fraction(1, 10**8)
"""How far a cost may be above the bound of all costs, as a part of itself, to be called optimal."""


@dataclass(frozen=True)
class Best:
    """A mechanism whose addition keeps the target, and what every other one costs at least.

    kernel: input ↦ law of what it tells. cost: its mean cost. bound: no mechanism that keeps the target costs less.
    is_optimal: whether the two are as near as is called optimal. e_eps: the least E of the extension at the δ of the
    target, at δ = 0 if that is about beliefs. delta: its least δ at the E of the target, or at E = 1. tau: the least τ
    with the extension's beliefs in Π[τ, 0], None if there is none.
    """

    kernel: Mapping[Any, Law[Any]]
    cost: Fraction
    bound: Fraction
    is_optimal: bool
    e_eps: Fraction | None
    delta: Fraction
    tau: Fraction | None


@dataclass(frozen=True)
class Infeasible:
    """Nothing can be added: what is deployed already needs more than the target, δ at its E and E at its δ.

    needed: with a pair of secrets and the answers by which they are told apart. delta: the least δ at the target's E.
    tau: the least τ with beliefs in Π[τ, 0], None if there is none.
    """

    needed: Optimum[str]
    delta: Fraction
    tau: Fraction | None


def verdict(found: Best | Infeasible) -> Verdict:
    """What is said of the question; "numerical" where the best may be far from what was found."""
    if isinstance(found, Infeasible):
        return "infeasible"
    return "optimal" if found.is_optimal else "numerical"
