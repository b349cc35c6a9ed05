"""What costs utility alone hides nothing graver that comes later, and fails nobody who had more left to grant."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any, ClassVar

import pytest

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.losses import Loss
from concomp.conformance.reference.target import Reference
from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.running import run
from concomp.conformance.targets.outcomes import Refused
from concomp.conformance.vectors.stock import load
from tests.conformance.wrong.sums import WarmsUp

WARMS_UP = "tests.conformance.wrong.sums:WarmsUp"
HERE = "tests.conformance.runner.test_gravest"
REFUSES_THE_FIRST = f"{HERE}:RefusesTheFirst"
NESTED = ("nested-long", "nested-long-two-deep", "nested-among-launches")


class RefusesTheFirst(WarmsUp):
    """The same, but it charges what it grants: it costs utility alone."""

    def is_charged(self, mechanism: Mechanism, on: str) -> bool:
        return True


class SessionsWarmUp(Reference):
    """Each session refuses its first launch of another kind, and is as it should be from then on."""

    claims: ClassVar[tuple[dict[str, Any], ...]] = (
        {"claim": "filter", "measure": "pure"},
        {"claim": "interleaving", "measure": "pure"},
        {"claim": "nesting"},
    )

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.worlds = Counter[str](), dict[str, str]()

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        opened = super().open(kind, measure, budget, data)
        self.worlds[opened["handle"]] = data
        return opened

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        if mechanism.kind != "session":
            self.asked[on] += 1
            if self.asked[on] == 1:
                raise Refused("warming up")
            return super().launch(self.charged(on), mechanism)
        launched = super().launch(on, mechanism)
        self.worlds[launched["handle"]] = self.worlds[on]
        return launched

    def charged(self, on: str) -> str:
        """The session that is charged for what is launched on one."""
        return on


class SessionsWarmUpAndChargeNobody(SessionsWarmUp):
    """The same, but what is granted is charged to a session of which nobody knows."""

    def charged(self, on: str) -> str:
        opened = super().open("session", "pure", Loss(e_eps="1000000"), self.worlds[on])
        return str(opened["handle"])


class RefusesTheFirstOpen(Reference):
    """It refuses to open anything, the first time."""

    claims: ClassVar[tuple[dict[str, Any], ...]] = ({"claim": "filter", "measure": "pure"},)
    is_open = False

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        if not self.is_open:
            self.is_open = True
            raise Refused("not yet")
        return super().open(kind, measure, budget, data)


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


@pytest.mark.parametrize(
    ("target", "cost"), [("SessionsWarmUp", "utility"), ("SessionsWarmUpAndChargeNobody", "privacy")]
)
def test_what_sessions_within_sessions_were_granted_is_known(target: str, cost: str) -> None:
    names = [f"interleaving-{name}" for name in NESTED]
    assert costs(f"{HERE}:{target}", *names) == [(name, cost) for name in names]


def test_what_was_never_sent_is_compared_with_nothing() -> None:
    name = "filter-same-for-all-data"
    assert costs(f"{HERE}:RefusesTheFirstOpen", name) == [(name, "utility")]
