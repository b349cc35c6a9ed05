"""Sessions.

A session creates mechanisms, lets them be talked to in any order, and meters what they lose by a rule that is fixed at
the start. A launch is charged, and the charge confirmed, before anything runs. What to create, whom to ask and when is
the caller's choice, which may depend on every answer, but not on records.
"""

from __future__ import annotations

import secrets
from collections import Counter
from threading import Lock
from typing import Any, Literal

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Reading, Refusal, Rule, RuleFor, rule_within
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.noise.randomness import Randomness, SystemRandomness
from concomp.impl.session.book import Book, Entry, MemoryBook
from concomp.impl.session.description import Description
from concomp.impl.session.errors import (
    BookUnavailable,
    ForeignHandle,
    InsufficientBudget,
    InvalidQuery,
    SessionError,
    bare,
)
from concomp.impl.session.events import LOG, Event, Hook, Kind, announce, silent
from concomp.impl.session.handle import Handle, start
from concomp.impl.session.isolation import Unique, busy, demand_usable
from concomp.impl.session.launch import read_launch
from concomp.impl.session.mechanism import ContinualMechanism
from concomp.impl.session.outcome import Outcome, settle
from concomp.impl.session.status import Status
from concomp.model.numbers import ParameterError

FOREIGN = "the handle is of another session: send the message to its own"


class Session(Unique):
    """Concurrent composition under a filter, at run time (HSV26 Theorem 12.4).

    Whatever is created and asked, in whatever order, all answers together lose no more than the budget, with respect
    to pairs of message sequences that each mechanism's verification function accepts.
    """

    __slots__ = (
        *("_account", "_book", "_halts", "_hook", "_launches", "_lock"),
        *("_number", "_randomness", "_rule", "_status"),
    )

    def __init__(
        self,
        budget: Guarantee,
        *,
        rule: RuleFor | None = None,
        book: Book | None = None,
        randomness: Randomness | None = None,
        trust: Literal["seeded"] | None = None,
        on_refusal: Literal["continue", "halt"] = "continue",
        hook: Hook = silent,
    ) -> None:
        """Fix the budget and the rule.

        budget: PureDP, ApproxDP, RenyiDP, ZCDP or GaussianDP. rule: how losses add up; the usual way of the budget's
        measure unless it is given. book: where charges are kept; in memory unless it is given.
        randomness: what mechanisms draw from; any but the operating system's needs trust="seeded".
        on_refusal: "halt" ends the session, for ever, when the rule refuses a launch. hook: is told of each event.
        Raises ParameterError for what is none of this.
        """
        chosen = rule_within(usual_rule if rule is None else rule, budget)
        _demand_choice("on_refusal", on_refusal, ("continue", "halt"))
        _demand_choice("trust", trust, (None, "seeded"))
        if randomness is not None and type(randomness) is not SystemRandomness and trust != "seeded":
            raise ParameterError("randomness", randomness, "its numbers may be known: say trust='seeded' to use it")
        self._prepare(
            chosen, book or MemoryBook(), randomness or SystemRandomness(), on_refusal == "halt", hook, Status()
        )

    def _prepare(self, rule: Rule, book: Book, randomness: Randomness, halts: bool, hook: Hook, status: Status) -> None:
        self._rule = rule
        self._account = f"{rule.name} within {rule.budget.measure} {rule.budget.fields}"
        self._book = book
        self._randomness = randomness
        self._halts = halts
        self._hook = hook
        self._status = status
        self._lock = Lock()
        self._number = 0
        self._launches: Counter[str] = Counter()

    def create(self, mechanism: ContinualMechanism, *, trust: Literal["declared"] | None = None) -> Handle:
        """Launch a mechanism: charge its loss, and start it when the charge is confirmed.

        trust: "declared" also takes a loss, and properties of a verification function, that are declared only.
        Raises InvalidQuery for what is no mechanism, or has a loss in another measure; NoEvidence; InsufficientBudget,
        and nothing is charged; Halted; ClosedHandle; BookUnavailable; WrongProcess; Reentrant.
        """
        outcome = self.outcome(mechanism, trust)
        # What is raised has this frame, and nothing in it tells what the mechanism holds.
        del mechanism
        return settle(outcome)

    def outcome(self, mechanism: ContinualMechanism, trust: Literal["declared"] | None = None) -> Outcome[Handle]:
        """What `create` comes to, as a value."""
        try:
            return self._launched(mechanism, trust)
        except (SessionError, ParameterError) as error:
            return (None, bare(error))

    def send(self, handle: Handle, message: object) -> Any:
        """`handle.send(message)`; ForeignHandle for a handle of another session."""
        own = isinstance(handle, Handle) and handle.belongs_to(self._status)
        outcome = handle.outcome(message) if own else (None, ForeignHandle(FOREIGN))
        del message
        return settle(outcome)

    def session(self, budget: Guarantee, *, rule: RuleFor | None = None) -> Session:
        """A nested session: its budget is charged here and now, and nothing of it is refunded.

        Its budget is in the measure of this session's. Raises ParameterError for no budget or rule, and what `create`
        raises.
        """
        chosen = rule_within(usual_rule if rule is None else rule, budget)
        demand_usable(self._status.process)
        name = f"a session within {budget!r}"
        own = self._rule.budget
        if budget.measure is not own.measure:
            raise InvalidQuery(f"{name} is asked of one within {own!r}: give a budget that is {own.measure}")
        with self._lock:
            self._charge(name, budget, "session")
            status = self._status.nested()
        inner = object.__new__(Session)
        inner._prepare(chosen, MemoryBook(), self._randomness, self._halts, self._hook, status)
        return inner

    @property
    def privacy_budget(self) -> Guarantee:
        """What may be lost in all."""
        return self._rule.budget

    def privacy_loss(self) -> Reading:
        """What was lost so far, by the rule, and no less; nested sessions count with their whole budget.

        It is an odometer: what it reads is valid for a threshold that is fixed in advance, not for the one at which
        somebody chose to stop reading.
        """
        return self._rule.spent(self._totals())

    def remaining(self) -> Reading:
        """The largest single loss that is still admitted, or just below it; of slots, those that are free."""
        return self._rule.remaining(self._totals())

    def describe(self) -> Description:
        """The session as it stands: budget, rule, readings, and on whose word the losses rest."""
        totals = self._totals()
        with self._lock:
            launches = dict(sorted(self._launches.items()))
        own = type(self._randomness) is SystemRandomness
        status = "closed" if self._status.is_closed else "halted" if self._status.is_halted else "open"
        return Description(
            self._rule.budget,
            self._rule.name,
            self._rule.source,
            self._rule.spent(totals),
            self._rule.remaining(totals),
            launches,
            self._status.failures_covered,
            "the operating system" if own else "a source of the caller's",
            status,
        )

    def close(self) -> None:
        """End the session, with all its handles and nested sessions; nothing is refunded."""
        demand_usable(self._status.process)
        self._status.close()
        self._tell("close", "the session")

    def __repr__(self) -> str:
        return f"<Session within {self._rule.budget!r} by {self._rule.name}>"

    def _launched(self, mechanism: ContinualMechanism, trust: Literal["declared"] | None) -> Outcome[Handle]:
        demand_usable(self._status.process)
        self._status.demand_open()
        _demand_choice("trust", trust, (None, "declared"))
        token = busy.set(True)
        try:
            launch = read_launch(mechanism, self._rule, trust == "declared")
            with self._lock:
                number = self._charge(launch.name, launch.loss, launch.evidence.kind)
                if not launch.evidence.failures_covered:
                    self._status.uncover_failures()
                handle = Handle(launch, number, self._status, self._hook)
            interrupt = start(handle, launch, self._randomness)
        finally:
            busy.reset(token)
        return (handle, None) if interrupt is None else (None, interrupt)

    def _charge(self, name: str, loss: Guarantee, kind: str) -> int:
        """Charge a loss and count the launch; the lock is held, so that no launch comes between."""
        self._status.demand_open()
        decided = self._decided(Entry(self._account, name, loss))
        if isinstance(decided, Refusal):
            if self._halts:
                self._status.halt()
            self._tell("refusal", name, loss=loss)
            raise InsufficientBudget(decided)
        self._number += 1
        self._launches[kind] += 1
        self._tell("launch", name, self._number, loss)
        return self._number

    def _decided(self, entry: Entry) -> Totals | Refusal:
        """The book's decision, after its commit; BookUnavailable where it does not say what it kept."""
        token = busy.set(True)
        decided = None
        try:
            decided = self._book.charge(secrets.token_hex(16), entry, lambda kept: self._decide(kept, entry.loss))
        except BookUnavailable:
            raise
        except Exception:
            LOG.warning("the book failed at a charge")
        finally:
            busy.reset(token)
        if isinstance(decided, Totals | Refusal):
            return decided
        raise BookUnavailable(
            f"the book does not say whether {entry.loss!r} is charged; nothing was run: look into it, then launch again"
        )

    def _decide(self, kept: Totals | None, loss: Guarantee) -> Totals | Refusal:
        return self._rule.charge(self._rule.start if kept is None else kept, loss)

    def _totals(self) -> Totals:
        demand_usable(self._status.process)
        kept = self._book.totals()
        return self._rule.start if kept is None else kept

    def _tell(self, kind: Kind, name: str, number: int | None = None, loss: Guarantee | None = None) -> None:
        token = busy.set(True)
        try:
            announce(Event(kind, name, number, loss), self._hook)
        finally:
            busy.reset(token)


def _demand_choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise ParameterError(name, value, f"give one of {', '.join(map(repr, choices))}")
