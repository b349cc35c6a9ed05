"""The checks of local protocols: each passes, and each notices what is wrong."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from concomp.model.applications.local_privacy import LocalProtocol, server_view
from concomp.model.applications.protocol_mechanism import mechanism_of_protocol
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.randomised_response import composed_responses
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.applications import local_compositions, local_servers, local_views
from concomp.obligations.checks.hsv26.applications.local_compositions import composition_of_users
from concomp.obligations.expectation import Violation


def only_sampled(protocol: LocalProtocol) -> InteractiveMechanism:
    """The mechanism of a protocol that stops once it has the sample."""
    return mechanism_of_protocol(
        LocalProtocol(
            protocol.users, protocol.coins, lambda coins, seen: None if len(seen) == 1 else protocol.rule(coins, seen)
        )
    )


CHECKS = [made for module in (local_views, local_compositions) for made in checks_of(module.__name__)]
HANDS_OUT = partial(mechanism_of_protocol, server=local_servers.HandsOut)
ONE_FEWER = (
    local_compositions,
    "composed_responses",
    lambda parameters: composed_responses(parameters[1:]),
    "need δ = ",
)
BREAKAGES: dict[str, tuple[Any, str, Any, str]] = {
    "HSV26 Definition 8.1": (
        local_views,
        "server_view",
        lambda protocol, data: server_view(protocol, data[::-1]),
        "shows something else",
    ),
    "HSV26 Section 8: M_P and S_P": (local_views, "mechanism_of_protocol", HANDS_OUT, "answers something else"),
    "HSV26 Claim 8.2": (local_views, "mechanism_of_protocol", HANDS_OUT, "needs δ = 0"),
    "HSV26 Remark 8.3": (local_views, "mechanism_of_protocol", only_sampled, "with a sampler shows something else"),
    "HSV26 Theorem 8.7": (
        local_compositions,
        "composition_of_users",
        lambda users, differing: composition_of_users(users, differing - 1),
        "refutes the theorem",
    ),
    "HSV26 Corollary 8.8": ONE_FEWER,
    "HSV26 Theorem 1.9": ONE_FEWER,
}


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Any:
    yield
    local_views._mechanism.cache_clear()
    local_compositions._users_alike.cache_clear()


@pytest.mark.full
@pytest.mark.parametrize("made", CHECKS, ids=lambda made: f"{made.name} {made.statement}")
def test_it_passes(made: Check) -> None:
    outcome = made.recheck(None)
    assert outcome.verdict == "exact"
    assert outcome.witness
    assert outcome.control


@pytest.mark.parametrize("made", CHECKS, ids=lambda made: f"{made.name} {made.statement}")
def test_it_notices_what_is_wrong(made: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, instead, message = BREAKAGES[made.statement]
    monkeypatch.setattr(place, name, instead)
    with pytest.raises(Violation, match=message):
        made.recheck(None)
