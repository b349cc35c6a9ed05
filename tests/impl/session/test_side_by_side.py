"""A session, the model's filtered composition and a naive book go side by side, whatever is done in whatever order."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from concomp.impl.accounting.guarantees import ApproxDP
from concomp.impl.session.answers import FAILED
from concomp.impl.session.errors import ClosedHandle, InsufficientBudget, InvalidQuery
from concomp.impl.session.handle import Handle
from concomp.impl.session.session import Session
from concomp.model.composition.filtered import Filtered, sum_filter
from concomp.model.composition.messages import Create, Query
from concomp.model.laws.indistinguishability import PrivacyParameters
from tests.impl.session.mechanisms import Rising, answering

FACTORS = st.fractions(1, 2, max_denominator=12)
DELTAS = st.fractions(0, "1/10", max_denominator=60)
LEVELS = st.integers(0, 6) | st.just("junk")
BROKEN = 5
"""At this level a mechanism fails."""


def respond(level: int) -> int:
    """The level itself; fails at one of them."""
    if level == BROKEN:
        raise ValueError
    return level


class Naive:
    """A book that multiplies and adds up everything anew each time."""

    def __init__(self, e_eps: Fraction, delta: Fraction) -> None:
        self.budget = (e_eps, delta)
        self.charged: list[tuple[Fraction, Fraction]] = []

    @property
    def spent(self) -> tuple[Fraction, Fraction]:
        product, total = Fraction(1), Fraction(0)
        for e_eps, delta in self.charged:
            product, total = product * e_eps, total + delta
        return product, total

    def charge(self, e_eps: Fraction, delta: Fraction) -> bool:
        product, total = self.spent
        if product * e_eps > self.budget[0] or total + delta > self.budget[1]:
            return False
        self.charged.append((e_eps, delta))
        return True


class Queries:
    """A mechanism of the model, as far as a suitable sequence needs it."""

    queries = frozenset(range(7))


@dataclass
class Metered:
    """A session with what it is compared to: f^Filt of the model, read up to now, and the naive book."""

    session: Session
    naive: Naive
    filtered: Filtered
    state: Any
    created: int = 0

    def admits(self, message: object) -> bool:
        """Whether f^Filt accepts the message in both worlds; it forgets one that it rejects."""
        accepted, after = self.filtered.advance(self.state, (message, message))
        if accepted:
            self.state = after
        return accepted


@dataclass
class Talk:
    """A handle, in the session with its comparisons, and what its mechanism has come to."""

    handle: Handle
    of: Metered
    index: int
    end: object = None
    closed: bool = False


def metered(session: Session, e_eps: Fraction, delta: Fraction) -> Metered:
    filtered = Filtered(within_budget=sum_filter(PrivacyParameters(e_eps, delta)), established=lambda *asserted: True)
    return Metered(session, Naive(e_eps, delta), filtered, filtered.initial)


MECHANISM, FUNCTION = Queries(), Rising()


class SideBySide(RuleBasedStateMachine):
    """What a session does is what the model and the naive book say."""

    sessions: Bundle[Metered] = Bundle("sessions")
    talks: Bundle[Talk] = Bundle("talks")

    @initialize(target=sessions, e_eps=st.fractions(2, 8, max_denominator=6), delta=st.fractions("1/10", "1/3"))
    def open(self, e_eps: Fraction, delta: Fraction) -> Metered:
        self.all: list[Metered] = []
        found = metered(Session(ApproxDP(e_eps=e_eps, delta=delta)), e_eps, delta)
        self.all.append(found)
        return found

    @rule(target=talks, of=sessions, e_eps=FACTORS, delta=DELTAS)
    def launch(self, of: Metered, e_eps: Fraction, delta: Fraction) -> Any:
        mechanism = answering(respond, loss=ApproxDP(e_eps=e_eps, delta=delta), function=FUNCTION, answers=range(7))
        message = Create(mechanism=MECHANISM, initial=0, e_eps=e_eps, delta=delta, function=FUNCTION)
        admitted = of.naive.charge(e_eps, delta)
        assert of.admits(message) == admitted
        try:
            handle: Handle | None = of.session.create(mechanism)
        except InsufficientBudget:
            handle = None
        assert (handle is not None) == admitted
        of.created += admitted
        return Talk(handle, of, of.created) if handle is not None else multiple()

    @precondition(lambda self: len(self.all) < 3)
    @rule(target=sessions, of=sessions, e_eps=FACTORS, delta=DELTAS)
    def nest(self, of: Metered, e_eps: Fraction, delta: Fraction) -> Any:
        message = Create(mechanism=MECHANISM, initial=0, e_eps=e_eps, delta=delta, function=FUNCTION)
        admitted = of.naive.charge(e_eps, delta)
        assert of.admits(message) == admitted
        of.created += admitted
        try:
            session = of.session.session(ApproxDP(e_eps=e_eps, delta=delta))
        except InsufficientBudget:
            assert not admitted
            return multiple()
        assert admitted
        found = metered(session, e_eps, delta)
        self.all.append(found)
        return found

    @rule(talk=talks, level=LEVELS)
    def send(self, talk: Talk, level: object) -> None:
        before = talk.of.state
        accepted = level != "junk" and talk.of.admits(Query(payload=level, index=talk.index))
        try:
            answer = talk.handle.send(level)
        except ClosedHandle:
            assert talk.closed
            talk.of.state = before
            return
        except InvalidQuery:
            assert (accepted, talk.end, talk.closed) == (False, None, False)
            return
        assert not talk.closed
        if talk.end is None:
            assert accepted
            talk.end = FAILED if level == BROKEN else None
            assert answer == (FAILED if level == BROKEN else level)
        else:
            # What failed reads no more messages.
            talk.of.state = before
            assert answer is talk.end

    @rule(talk=talks)
    def close(self, talk: Talk) -> None:
        talk.handle.close()
        talk.closed = True

    @invariant()
    def they_agree(self) -> None:
        for each in getattr(self, "all", []):
            spent, reading = each.naive.spent, each.session.privacy_loss()
            rest = each.session.remaining().guarantee
            assert reading.is_exact
            assert reading.guarantee == ApproxDP(e_eps=spent[0], delta=spent[1])
            assert rest == ApproxDP(e_eps=each.naive.budget[0] / spent[0], delta=each.naive.budget[1] - spent[1])
            assert sum(each.session.describe().launches.values()) == len(each.naive.charged)


SideBySide.TestCase.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)
TestSideBySide = SideBySide.TestCase
