"""A router before mechanisms, as one game: what is guaranteed of it is never exceeded, by backward induction."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from concomp import advise
from concomp.advisor import Plan
from concomp.advisor.advice import Advice
from concomp.advisor.plans.plan import Mechanism
from concomp.model import Abs, Bool, Int, Monitor, PostProcessing, Record, otherwise, register, require, when
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.privacy import continual_game, least_delta
from concomp.model.mechanisms.randomised_response import noisy_bit
from tests.thinning import thinned

ODDS, DELTA = F(3, 2), F(1, 4)
STREAMS = 2


class Update(Record):
    """An update to a stream."""

    stream: Int
    value: Int


class ToCounter(Record):
    """An input of a counter."""

    index: Int
    payload: Int


class OneUpdate(Monitor):
    """One update to one of two streams may differ."""

    used = register(Bool, False)

    def step(self, left: Update, right: Update) -> None:
        require((left.stream == right.stream) & (left.stream >= 1) & (left.stream <= STREAMS))
        with when(left.value != right.value):
            require(~self.used & (Abs(left.value - right.value) <= 1))
            self.used = True


class Counter(Monitor):
    """One input may differ."""

    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used & (Abs(left - right) <= 1))
            self.used = True


class ByStream(PostProcessing):
    """Each update to the counter of its stream."""

    def on_left(self, update: Update) -> None:
        self.send_right(ToCounter(index=update.stream, payload=update.value))

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)


class ToBoth(PostProcessing):
    """Each update to both counters, whose answers are shown as one number."""

    update = register(Int, 0)
    first = register(Int, 0)
    halfway = register(Bool, False)

    def on_left(self, update: Update) -> None:
        self.update = update.value
        self.halfway = True
        self.send_right(ToCounter(index=1, payload=update.value))

    def on_right(self, answer: Int) -> None:
        with when(self.halfway):
            self.halfway = False
            self.first = answer
            self.send_right(ToCounter(index=2, payload=self.update))
        with otherwise():
            self.send_left(10 * self.first + answer)


def counters(opening: F) -> InteractiveMechanism:
    """Counters by index: at its first input each opens up with this probability, and after that tells all of them.

    One that does not open up answers each input truthfully with odds 3 : 2 only. It is private for one difference.
    """

    def step(states: Any, message: Any) -> Law[Any]:
        state, bit = dict(states).get(message.index, "new"), message.payload
        if state == "new" and opening:
            answered = Law.coin(opening, ("open", 5), ("closed", 6))
        elif state == "open":
            answered = Law.point(("open", 2 + bit))
        else:
            answered = noisy_bit(ODDS, bit).map(lambda told: ("closed", told))
        rest = [(index, held) for index, held in states if index != message.index]
        return answered.map(lambda found: (tuple(sorted([*rest, (message.index, found[0])])), found[1]))

    return InteractiveMechanism(step, ((),), EVERYTHING, "counters")


def routed(router: PostProcessing, at_most: int, delta: F, *at_e: F) -> Advice:
    counter = Mechanism(name="counter", function=Counter(), E=ODDS, delta=delta, count=STREAMS)  # type: ignore[arg-type]
    plan = Plan(
        creation="parallel",
        discrete=True,
        at_most=at_most,
        router=router,  # type: ignore[arg-type]
        inputs=OneUpdate(),  # type: ignore[arg-type]
        mechanisms=[counter],
        at_E=list(at_e),
    )
    return advise(plan)


def lost(router: PostProcessing, delta: F, e_eps: F) -> F:
    """The least δ of the router before the counters, over three updates."""
    composed = post_process(router.lower(), counters(delta))
    updates = [Update(stream=stream, value=value) for stream in range(1, STREAMS + 1) for value in (0, 1)]
    pairs = [(x, y) for x in updates for y in updates if x.stream == y.stream and x.value <= y.value]
    return least_delta(continual_game(OneUpdate(), composed, pairs, 3), e_eps)


@pytest.mark.parametrize(
    ("router", "at_most", "delta"),
    thinned([(ByStream(), 1, DELTA), (ByStream(), 1, F(0)), (ToBoth(), 2, F(0)), (ToBoth(), 2, DELTA)], 4),
    ids=["one of them leaks", "one", "both", "both may leak"],
)
def test_no_more_is_lost_than_is_guaranteed(router: PostProcessing, at_most: int, delta: F) -> None:
    given = routed(router, at_most, delta, F(1), ODDS, F(2))
    assert given.router is not None
    for found in given.at_e:
        assert found.delta is not None
        assert lost(router, delta, found.e_eps) <= found.delta.high
    if isinstance(router, ByStream) and delta:
        # Both streams may have opened up: the one that has is chosen for the update that differs.
        assert lost(router, delta, ODDS) == 1 - (1 - delta) ** STREAMS


def test_a_router_that_touches_two_loses_more_than_one() -> None:
    """What would be guaranteed if the plan's number were believed."""
    assert routed(ToBoth(), 1, F(0), ODDS).chosen is None
    [believed] = routed(ByStream(), 1, F(0), ODDS).at_e
    assert believed.delta is not None
    assert lost(ToBoth(), F(0), ODDS) > believed.delta.high
