"""The tests of borrowed mechanisms notice a library that is trusted unasked, confused, or overheard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import ApproxDP, PureDP
from concomp.impl.interop import conversation, dp_events, mechanism, opendp_measurements
from concomp.impl.interop.messages import ROOT, Holder, Queryable
from concomp.impl.session.errors import SessionError
from concomp.model.files.evidence import LossEvidence
from tests.impl.interop import test_borrowed as of_borrowed

Patch = pytest.MonkeyPatch
Claim = Callable[[], None]


def word_taken_for_proof(patch: Patch) -> None:
    """What a library says of its loss passes for an audit."""

    def evidence(**parts: Any) -> LossEvidence:
        return LossEvidence(**parts | {"kind": "audit", "horizon": 9})

    patch.setattr(mechanism, "LossEvidence", evidence)


def queryables_of_one_number(patch: Patch) -> None:
    """Whatever queryable it is, it is asked as the first one."""
    patch.setattr(conversation, "Queryable", lambda number: Queryable(number=ROOT))


def data_shown(patch: Patch) -> None:
    """A message shows what it holds."""
    patch.setattr(Holder, "__repr__", lambda self: repr(self.value))


def answers_as_they_are(patch: Patch) -> None:
    """What a library answers is handed out as it is."""
    patch.setattr(conversation, "plain", lambda answer: answer)


def delta_dropped(patch: Patch) -> None:
    """Of (ε, δ), ε is charged."""
    patch.setattr(opendp_measurements, "ApproxDP", lambda epsilon, _: PureDP(epsilon))


def losses_rounded_down(patch: Patch) -> None:
    """A float that is nearest may be below."""
    patch.setattr(dp_events, "float_up", float)
    patch.setattr(dp_events, "float_down", float)


def answers_are_plain() -> None:
    handle = of_borrowed.launched(lambda _: [1, {"a": 2}])
    assert handle.send(of_borrowed.data(0)) == (1, frozenset({("a", 2)}))


def delta_is_charged() -> None:
    reader = opendp_measurements.READERS["Approximate(MaxDivergence)"]
    assert reader((1.0, 0.25), None) == ApproxDP(1, "1/4")


def no_event_loses_less() -> None:
    pytest.importorskip("dp_accounting", reason="dp-accounting comes with the extra `peers`")
    for e_eps in range(2, 30):
        (back,) = dp_events.from_dp_event(dp_events.to_dp_event(PureDP(e_eps=e_eps)))
        assert isinstance(back, PureDP)
        assert back.e_eps_down >= e_eps


BREAKAGES: list[tuple[Callable[[Patch], None], Claim]] = [
    (word_taken_for_proof, of_borrowed.test_the_librarys_word_has_to_be_trusted),
    (queryables_of_one_number, of_borrowed.test_a_queryable_is_asked_by_number_and_so_are_those_that_it_answers),
    (data_shown, of_borrowed.test_messages_and_mechanisms_show_no_data),
    (answers_as_they_are, answers_are_plain),
    (delta_dropped, delta_is_charged),
    (losses_rounded_down, no_event_loses_less),
]


@pytest.mark.parametrize("claim", [claim for _, claim in BREAKAGES])
def test_the_claim_holds(claim: Claim) -> None:
    claim()


@pytest.mark.parametrize(("breakage", "claim"), BREAKAGES)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None], claim: Claim, monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    with pytest.raises((AssertionError, SessionError, pytest.fail.Exception)):
        claim()
