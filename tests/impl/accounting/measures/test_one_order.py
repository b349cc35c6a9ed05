"""Losses at one order: long lists that repeat a few of them are composed as quickly as those few."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from concomp.impl.accounting.measures import one_order
from concomp.impl.accounting.measures.one_order import Enclosed, compose_all
from concomp.impl.accounting.measures.renyi import RenyiLoss

ORDER = F(5, 2)


def test_what_is_repeated_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shortened: list[Enclosed] = []
    by_divergence = one_order._by_divergence

    def counted(enclosed: Enclosed) -> Enclosed:
        shortened.append(enclosed)
        return by_divergence(enclosed)

    monkeypatch.setattr(one_order, "_by_divergence", counted)
    one = RenyiLoss(ORDER, F(10001, 10000))
    found = compose_all([one] * 60_000, ORDER).divergence
    alone = one.divergence
    assert found is not None
    assert alone is not None
    assert found.low <= 60_000 * alone.high
    assert found.high >= 60_000 * alone.low
    assert len(shortened) == 1
