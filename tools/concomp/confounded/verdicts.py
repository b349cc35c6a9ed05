"""What can come of the question which mechanism to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.confounding.privacy import Optimum
from concomp.model.laws.law import Law


@dataclass(frozen=True)
class Best:
    """The best mechanism to add, which keeps the target, by dual multipliers that were checked.

    kernel: input ↦ law of what it tells. cost: the least mean cost. e_eps: the least E of the extension at the δ of the
    target. delta: its least δ at the E of the target.
    """

    kernel: Mapping[Any, Law[Any]]
    cost: Fraction
    e_eps: Fraction | None
    delta: Fraction


@dataclass(frozen=True)
class Infeasible:
    """Nothing can be added: what is deployed already needs more than the target, δ at its E and E at its δ.

    needed: with a pair of secrets and the answers by which they are told apart. delta: the least δ at the target's E.
    """

    needed: Optimum[str]
    delta: Fraction
