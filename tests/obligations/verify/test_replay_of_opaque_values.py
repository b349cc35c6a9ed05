"""What is replayed is compared as the language does: 1, 1.0 and True are three values, 0.0 and −0.0 two."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from concomp.model.language import Bool, Monitor, Opaque, PostProcessing, register, require
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.postprocessing import validity_of
from concomp.obligations.verify.properties.copies_replay import replay_copies
from concomp.obligations.verify.properties.properties import WITNESS
from concomp.obligations.verify.properties.replay import Replay, Unconfirmed, replay_functions

PAIRS: list[tuple[object, object]] = [(1, True), (1, 1.0), (0.0, -0.0), (Decimal("1"), Decimal("1.0"))]


class Row(Opaque): ...


class Answers(PostProcessing):
    """It gives the left back what it sends."""

    def on_left(self, row: Row) -> None:
        self.send_left(row)

    def on_right(self, row: Row) -> None:
        self.send_left(row)


class Passes(PostProcessing):
    def on_left(self, row: Row) -> None:
        self.send_right(row)

    def on_right(self, row: Row) -> None:
        self.send_left(row)


class Anything(Monitor):
    def step(self, left: Row, right: Row) -> None:
        require(True)


class Late(Monitor):
    """A pair that differs from the second message on."""

    started = register(Bool, False)

    def step(self, left: Row, right: Row) -> None:
        require((left == right) | self.started)
        self.started = True


def _copies(name: str, machine: PostProcessing, left: object, right: object) -> Replay:
    validity = validity_of(Anything, Anything, {}) if isinstance(machine, Passes) else None
    trace = Trace({}, ({"0:from the left": left, "1:from the left": right, "from the right": "a"},), {})
    return replay_copies(name, machine, validity, (), trace)


def _function(name: str, function: Monitor, *pairs: tuple[object, object]) -> Replay:
    steps = tuple({"left": left, "right": right} for left, right in pairs)
    return replay_functions(name, name, [function.definition], Trace({}, steps, {}))


REPLAYS: list[Callable[[Any, Any], Replay]] = [
    lambda left, right: _copies("response", Answers(), left, right),
    lambda left, right: _copies(WITNESS, Answers(), left, right),
    lambda left, right: _copies(WITNESS, Passes(), left, right),
    lambda left, right: _function("witness", Anything(), (left, right)),
    lambda left, right: _function("first-pair consistent", Late(), ("a", "a"), (left, right)),
]


@pytest.mark.parametrize("replay", REPLAYS)
def test_what_python_takes_for_equal_differs(replay: Callable[[Any, Any], Replay]) -> None:
    for left, right in PAIRS:
        assert replay(left, right).finding
        with pytest.raises(Unconfirmed):
            replay(left, left)
