"""The tests of the conformance suite notice a judge who looks away, a runner who lets go, and an oracle who guesses."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from concomp.conformance.protocol import numbers
from concomp.conformance.runner import conversation, judgement, process
from concomp.conformance.vectors.oracles.filters import Budget
from tests.conformance.protocol import test_messages as of_messages
from tests.conformance.runner import test_containment as of_containment
from tests.conformance.runner import test_judgement as of_judgement
from tests.conformance.vectors import test_stock as of_stock

Patch = pytest.MonkeyPatch
BELOW = of_judgement.BELOW


def judged(expected: dict[str, object], reply: dict[str, object], cost: str | None) -> Callable[[], None]:
    """The test of one judgement."""
    return lambda: of_judgement.test_a_reply_is_judged_at_its_cost(expected, reply, cost)


def rounds_generously(patch: Patch) -> None:
    """An under-report of a thousandth is rounding."""
    patch.setattr(judgement, "ROUNDING", judgement.ROUNDING * 10**9)


def forgives_the_last_digit(patch: Patch) -> None:
    """What is below the truth by less than can be seen is not below it."""
    right = judgement.read_number
    more = judgement.ROUNDING
    patch.setattr(judgement, "read_number", lambda text: right(text) + more * str(text).startswith("0x"))


def takes_errors_for_refusals(patch: Patch) -> None:
    """An exception that nobody meant is a refusal."""
    right = judgement.Reply.outcome.fget  # type: ignore[attr-defined]
    patch.setattr(
        judgement.Reply, "outcome", property(lambda self: "refused" if self.errored is not None else right(self))
    )


def takes_truth_values_for_numbers(patch: Patch) -> None:
    """True is 1."""
    patch.setattr(judgement, "_same", lambda reported, expected: reported == expected)


def reads_profiles_at_their_vertices(patch: Patch) -> None:
    """Between two vertices the lower one counts."""
    patch.setattr(judgement, "_on_profile", lambda vertices, e_eps: vertices[-1][1])


def demands_no_result(patch: Patch) -> None:
    """What is granted may be anything."""
    patch.setattr(conversation, "_demand_result", lambda reply, command, line: None)


def refuses_by_basic_composition(patch: Patch) -> None:
    """What basic composition does not cover must be refused, whatever the rule."""
    patch.setattr(Budget, "must_refuse", lambda self, losses: not self._covers(losses))


def rounds_doubles_to_the_nearest(patch: Patch) -> None:
    """The doubles around a number are the nearest one, twice."""
    patch.setattr(of_messages, "double_above", float)
    patch.setattr(numbers, "double_above", float)


def of_way(way: str) -> Callable[[], None]:
    """The test of one way to misbehave."""
    return lambda: of_containment.demand_contained(way)


EPSILON, ONE_ACCEPTED = {"is": "value", "epsilon": ["1", "1"]}, {"is": "equal", "fields": {"answer": 1}}
BREAKAGES: tuple[tuple[Callable[[Patch], None], Callable[[], object]], ...] = (
    (rounds_generously, judged(EPSILON, {"ok": {"epsilon": of_judgement.FAR_BELOW}}, "privacy")),
    (forgives_the_last_digit, judged(EPSILON, {"ok": {"epsilon": BELOW}}, "rounding")),
    (takes_errors_for_refusals, judged({"is": "refused"}, {"errored": "oh"}, "robustness")),
    (takes_truth_values_for_numbers, judged(ONE_ACCEPTED, {"ok": {"answer": True}}, "privacy")),
    (
        reads_profiles_at_their_vertices,
        judged({"is": "covers", "profile": of_judgement.PROFILE}, of_judgement.spent("2", "1/5"), "privacy"),
    ),
    (demands_no_result, of_way("another result")),
    (refuses_by_basic_composition, of_stock.test_a_filter_is_asked_for_nothing_that_sound_filters_may_differ_in),
    (rounds_doubles_to_the_nearest, of_messages.test_doubles_are_rounded_outward),
)


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=[breakage.__name__ for breakage, _ in BREAKAGES])
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[], object], monkeypatch: Patch
) -> None:
    check()
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check()


def test_a_guardian_who_lets_go_is_noticed(monkeypatch: Patch, tmp_path: Path) -> None:
    """Of what a target started nothing is ended but itself."""
    weak = tmp_path / "guardian.py"
    text = process.GUARDIAN.read_text("utf-8")
    assert text.count("    _end_all(process)\n") == 1
    weak.write_text(text.replace("    _end_all(process)\n", ""), encoding="utf-8")
    monkeypatch.setattr(process, "GUARDIAN", weak)
    way = "leave a child in a session of its own"
    try:
        with pytest.raises(AssertionError):
            of_containment.demand_contained(way)
    finally:
        for line in of_containment.left_by(f"{os.getpid()} {way}"):
            os.kill(int(line.split()[0]), signal.SIGKILL)
