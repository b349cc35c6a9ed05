"""What costs utility alone hides nothing graver that comes later, and fails nobody who had more left to grant."""

from __future__ import annotations

import sys

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.running import run
from concomp.conformance.vectors.stock import load
from tests.conformance.wrong.sums import WarmsUp

WARMS_UP = "tests.conformance.wrong.sums:WarmsUp"
REFUSES_THE_FIRST = "tests.conformance.runner.test_gravest:RefusesTheFirst"


class RefusesTheFirst(WarmsUp):
    """The same, but it charges what it grants: it costs utility alone."""

    def is_charged(self, mechanism: Mechanism, on: str) -> bool:
        return True


def costs(target: str, *names: str) -> list[tuple[str, str | None]]:
    """What the vectors of these names cost a target."""
    command = [sys.executable, "-m", "concomp.conformance.targets", target]
    chosen = [each for each in load() if each.id in names]
    return [(each.vector.id, each.cost) for each in run(command, chosen, Limits(seconds=30), 1).outcomes]


def test_who_refuses_the_first_launch_and_charges_nothing_is_failed_at_privacy() -> None:
    assert costs(WARMS_UP, "filter-pure-long", "filter-pure-sum") == [
        ("filter-pure-sum", "utility"),
        ("filter-pure-long", "privacy"),
    ]


def test_who_refuses_the_first_launch_and_adds_up_rightly_loses_utility_alone() -> None:
    chosen = ("filter-pure-sum", "filter-pure-after-refusal", "filter-odometer-pure", "filter-zcdp-sum")
    assert [cost for _, cost in costs(REFUSES_THE_FIRST, *chosen)] == ["utility"] * 4
