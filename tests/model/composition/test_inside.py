"""IECC(b): verification and identification inside the composition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from concomp.model.composition.catalogue import response_creation
from concomp.model.composition.extended import query_pair
from concomp.model.composition.inside import composition_inside
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, HALT

CREATE: Any = response_creation(PrivacyParameters(Fraction(3), Fraction(1, 4)))


def answers(bit: int, *messages: Any) -> Law[Any]:
    """The law of the last answer to messages sent one after the other."""
    composition = composition_inside(bit)
    law: Law[Any] = Law.point((composition.initial_state, None))
    for message in messages:
        law = law.bind(lambda out, m=message: composition.respond(out[0], m))  # type: ignore[misc]
    return law.map(lambda out: out[1])


def test_a_creation_is_acknowledged() -> None:
    assert answers(0, (CREATE, CREATE)) == Law.point(ACKNOWLEDGED)


@pytest.mark.parametrize("bit", [0, 1])
def test_each_mechanism_gets_its_side_of_a_pair(bit: int) -> None:
    asked = answers(bit, (CREATE, CREATE), query_pair(0, 1, 1))
    [initial] = CREATE.mechanism.initial_states
    assert asked == CREATE.mechanism.respond(initial, bit).map(lambda reply: reply[1])


def test_a_function_is_enforced_inside() -> None:
    law = answers(0, (CREATE, CREATE), query_pair(0, 1, 1), query_pair(0, 1, 1))
    assert law == Law.point("closed")


@pytest.mark.parametrize("message", ["neither", (0, 1), query_pair(0, 1, 2), (query_pair(0, 1, 1)[0], CREATE)])
def test_what_is_no_message_halts(message: Any) -> None:
    assert answers(0, (CREATE, CREATE), message) == Law.point(HALT)
