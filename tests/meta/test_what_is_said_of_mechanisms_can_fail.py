"""A guarantee below what is lost, a label taken on trust, and a printed bound that is not compared are noticed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from concomp.about.mechanisms import composed
from concomp.about.mechanisms.losses import Labelled
from concomp.about.spoken import Spoken
from concomp.advisor.guarantees.guarantee import OfSlots
from concomp.impl.accounting.numbers import Bounds
from concomp.obligations.solvers.worker import Worker
from tests.tools.about.mechanisms import about_example, too_little
from tests.tools.about.test_mechanisms import (
    test_a_label_that_is_exceeded_is_shown_with_the_exact_delta_and_who_reaches_it as demand_kept_labels,
)
from tests.tools.about.test_mechanisms import (
    test_what_is_printed_is_broken_by_what_is_lost_exactly as demand_broken,
)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A process of solvers."""
    with Worker() as solvers:
        yield solvers


def test_a_guarantee_below_what_is_lost_is_noticed(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    assert too_little(about_example("two_continual", worker)) == []
    guaranteed = OfSlots.delta

    def halved(slots: OfSlots, e_eps: Fraction) -> Bounds:
        found = guaranteed(slots, e_eps)
        return Bounds(found.low / 2, found.high / 2)

    monkeypatch.setattr(OfSlots, "delta", halved)
    assert "HSV26 Theorem 4.12" in too_little(about_example("two_continual", worker))


def test_a_label_that_is_taken_on_trust_is_noticed(
    tmp_path: Path, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Labelled, "exceeds", False)
    with pytest.raises(AssertionError):
        demand_kept_labels(tmp_path, worker)


def test_a_printed_bound_that_is_not_compared_is_noticed(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composed, "_false", lambda claim, *_: Spoken(claim.statement, "false as printed"))
    with pytest.raises(AssertionError):
        demand_broken(worker)
