"""The checks of what the server of a local protocol sees: each passes, and each notices what is wrong."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from concomp.model.applications.local_privacy import server_view
from concomp.model.applications.protocol_mechanism import mechanism_of_protocol
from concomp.obligations.checks.check import Check, Violation, checks_of
from concomp.obligations.checks.hsv26 import local_servers, local_views

CHECKS = list(checks_of(local_views.__name__))
HANDS_OUT = partial(mechanism_of_protocol, server=local_servers.HandsOut)
BREAKAGES: dict[str, tuple[str, Any, str]] = {
    "HSV26 Definition 8.1": (
        "server_view",
        lambda protocol, data: server_view(protocol, data[::-1]),
        "shows something else",
    ),
    "HSV26 Section 8: M_P and S_P": ("mechanism_of_protocol", HANDS_OUT, "answers something else"),
    "HSV26 Claim 8.2": ("mechanism_of_protocol", HANDS_OUT, "needs δ = 0"),
}


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Any:
    local_views._mechanism.cache_clear()
    yield
    local_views._mechanism.cache_clear()


@pytest.mark.parametrize("made", CHECKS, ids=lambda made: made.name)
def test_it_passes(made: Check) -> None:
    outcome = made.recheck(None)
    assert outcome.verdict == "exact"
    assert outcome.witness
    assert outcome.control


@pytest.mark.parametrize("made", CHECKS, ids=lambda made: made.name)
def test_it_notices_what_is_wrong(made: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    name, instead, message = BREAKAGES[made.statement]
    monkeypatch.setattr(local_views, name, instead)
    with pytest.raises(Violation, match=message):
        made.recheck(None)
