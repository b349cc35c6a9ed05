"""Sums that a clamp hides although more than one pair may differ: exact in closed form, or between bounds."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

import concomp
from concomp.door.mechanisms import HIDDEN, subject
from concomp.impl.audit.engine import Audit
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric

E_VALUES = (F(1), F(3, 2), F(2), F(5))


def hidden_sum(horizon: int, kind: str = "any", clamp: tuple[int, int] = (0, 2)) -> dict[str, Any]:
    kernel = {"law": "running_sum", "of": {"law": "two_sided_geometric", "ratio": "1/2"}, "clamp": list(clamp)}
    return {"type": "cm", "kernel": kernel, "horizon": horizon, "verification": {"kind": kind}}


def cut_sum(reach: int) -> InteractiveMechanism:
    """The same with sums that are kept within a reach, the noise beyond moved to its ends."""
    noise = TwoSidedGeometric(F(1, 2))

    def step(total: Any, item: Any) -> Law[Any]:
        kept = noise.released(total + item, (-reach, reach))
        return kept.map(lambda after: (after, min(max(after, 0), 2)))

    return InteractiveMechanism(step, (0,), (0, 1))


def test_closed_forms_are_what_much_noise_comes_to() -> None:
    """Of 2 answers; what lies beyond 24 has a chance below 2^-23."""
    exact = concomp.audit(hidden_sum(2))
    cut = Audit(subject(concomp.game(cut_sum(24), rounds=2, function="any")).setting)
    for e_eps in E_VALUES:
        assert abs(exact.delta(e_eps=e_eps).value - max(cut.deltas(e_eps))) < (1 + e_eps) * F(1, 2**21)


@pytest.mark.parametrize("kind", ["any", "first-pair consistent"])
def test_bounds_enclose_what_is_exact(kind: str) -> None:
    asked = subject(hidden_sum(3, kind))
    exact, between = Audit(asked.setting), asked.bounds(10**7)
    assert HIDDEN in between.reasons
    for e_eps in E_VALUES:
        (low, high), delta = between.delta(e_eps), max(exact.deltas(e_eps))
        assert low <= delta <= high
    assert between.delta(F(1))[0] > 0


def test_beside_others_a_hidden_sum_is_bounded_too() -> None:
    release = {
        "type": "cm",
        "kernel": {"law": "two_sided_geometric", "ratio": "2/3"},
        "horizon": 1,
        "verification": {"kind": "any"},
    }
    both = {"type": "composition", "mode": "concurrent", "components": [release, hidden_sum(2, clamp=(0, 1))]}
    asked = subject(both)
    exact, between = max(Audit(asked.setting).deltas(F(2))), asked.bounds(10**7).delta(F(2))
    assert between[0] <= exact <= between[1] < 1
