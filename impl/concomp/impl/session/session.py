"""Sessions.

A session creates mechanisms, lets them be talked to in any order, and meters what they lose by a rule that is fixed at
the start. A launch is charged, and the charge confirmed, before anything runs. What to create, whom to ask and when is
the caller's choice, which may depend on every answer, but not on records.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, Unpack

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Reading, Refusal, Rule, RuleFor, charge
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import SystemRandomness
from concomp.impl.session.arguments import choose_book, choose_randomness, choose_rule, demand_choice, demand_hook
from concomp.impl.session.book import IN_MEMORY, NO_NOTES, Book, Entry, Nests, Notes, account_of
from concomp.impl.session.charge import Charge, Receipt
from concomp.impl.session.conversations.conversation import Single
from concomp.impl.session.description import Description
from concomp.impl.session.errors import (
    BookUnavailable,
    ForeignHandle,
    InsufficientBudget,
    InvalidQuery,
    WrongProcess,
)
from concomp.impl.session.events import Hook, announce, silent, warn
from concomp.impl.session.groups.group import Group, Routed
from concomp.impl.session.groups.partition import Request, Router, read_partition
from concomp.impl.session.handle import Handle, start
from concomp.impl.session.isolation import Turn, Unique, contain, demand_usable
from concomp.impl.session.launches.launch import read_launch
from concomp.impl.session.mechanism import ContinualMechanism
from concomp.impl.session.outcome import INTERRUPTS, Outcome, answer_unless_interrupted, outcome_of, settle
from concomp.impl.session.status import Status
from concomp.model.numbers import Exact

if TYPE_CHECKING:
    # It brings SQLAlchemy in, which takes as long to import as all the rest.
    from concomp.impl.session.ledger.ledger import Ledger

T = TypeVar("T")
FOREIGN = "the handle is of another session: send the message to its own"
DECISIONS = (Totals, Refusal)
OF_BOOKS = (BookUnavailable, WrongProcess, *INTERRUPTS)
"""What a book raises that is passed on; anything else says that it does not work."""


class Settings(TypedDict, total=False):
    """What a session is given besides its budget, rule and book; `Session` says what each is."""

    randomness: Randomness | None
    trust: Literal["seeded"] | None
    on_refusal: Literal["continue", "halt"]
    hook: Hook


class Session(Unique):
    """Concurrent composition under a filter, at run time (HSV26 Theorem 12.4).

    Whatever is created and asked, in whatever order, all answers together lose no more than the budget, with respect
    to pairs of message sequences that each mechanism's verification function accepts.
    """

    __slots__ = (
        *("_account", "_book", "_halts", "_hook", "_launches", "_nests", "_notes"),
        *("_number", "_randomness", "_rule", "_status", "_turn"),
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

        budget: PureDP, ApproxDP, RenyiDP, ZCDP, GaussianDP or FDP. rule: how losses add up; the usual way of the
        budget's measure unless it is given, and for FDP it has to be. book: where charges are kept; in memory unless it
        is given. randomness: what mechanisms draw from; any but the operating system's needs trust="seeded".
        on_refusal: "halt" ends the session, for ever, when the rule refuses a launch. hook: is told of each event.
        Raises ParameterError for what is none of this.
        """
        chosen = choose_rule(budget, rule)
        demand_choice("on_refusal", on_refusal, ("continue", "halt"))
        source = choose_randomness(randomness, trust)
        demand_hook(hook)
        self._prepare(chosen, choose_book(book), source, on_refusal == "halt", hook, Status())

    @classmethod
    def start(
        cls,
        ledger: str | Path | Ledger,
        budget: Guarantee,
        *,
        name: str = "main",
        rule: RuleFor | None = None,
        **settings: Unpack[Settings],
    ) -> Session:
        """Begin a book in a ledger, which outlives this process, and a session that is charged there.

        ledger: a path or URL of a database, or a Ledger. name: of the book. settings: as of a Session.
        Raises BookUnavailable if there is a book of this name, and what making a Session raises.
        """
        chosen = choose_rule(budget, rule)
        # First, so that no book is begun where there will be no session.
        cls(budget, rule=lambda _: chosen, **settings)
        account = _open(ledger).start(name, chosen)
        return cls(budget, rule=lambda _: account.rule, book=account, **settings)

    @classmethod
    def resume(
        cls,
        ledger: str | Path | Ledger,
        budget: Guarantee,
        *,
        name: str = "main",
        rule: RuleFor | None = None,
        **settings: Unpack[Settings],
    ) -> Session:
        """A session that is charged in a book that there is: what was spent stays spent.

        Mechanisms that ran are not kept. The arguments are those of `start`; any number of processes may go on with one
        book, and together they are one filter on one data set. Raises BookUnavailable if the book is missing, or has
        another measure, rule or budget, and what making a Session raises.
        """
        account = _open(ledger).resume(name, choose_rule(budget, rule))
        return cls(budget, rule=lambda _: account.rule, book=account, **settings)

    def _prepare(self, rule: Rule, book: Book, randomness: Randomness, halts: bool, hook: Hook, status: Status) -> None:
        self._rule = rule
        self._account = account_of(rule)
        self._book = book
        self._nests = book if isinstance(book, Nests) else IN_MEMORY
        self._notes = book if isinstance(book, Notes) else NO_NOTES
        self._randomness = randomness
        self._halts = halts
        self._hook = hook
        self._status = status
        self._turn = Turn()
        self._number = 0
        self._launches: dict[str, int] = {}

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
        return outcome_of(self._launched, mechanism, trust)

    def partition(
        self,
        router: Router,
        mechanism: ContinualMechanism,
        *,
        at_most: int,
        delta_budget: Exact | None = None,
        longest_exchange: int = 1000,
        trust: Literal["declared"] | None = None,
    ) -> Group:
        """Launch a group: any number of copies of a mechanism behind a router, few of which get differing inputs.

        at_most: how many get differing inputs, which is proved of the router. All that the group may lose is charged
        here and now. delta_budget: what the δ of all copies that are created may come to, where that has to be paid.
        longest_exchange: the most inputs that the router hands to copies before it answers a message.
        trust: as of `create`. Raises what `create` does, and ParameterError for a number that is none.
        """
        outcome = self.partition_outcome(Request(router, mechanism, at_most, delta_budget, longest_exchange, trust))
        # As in `create`.
        del router, mechanism
        return settle(outcome)

    def partition_outcome(self, request: Request) -> Outcome[Group]:
        """What `partition` comes to, as a value."""
        return outcome_of(self._partitioned, request)

    def send(self, handle: Handle, message: object) -> Any:
        """`handle.send(message)`; ForeignHandle for a handle of another session."""
        own = isinstance(handle, Handle) and handle.belongs_to(self._status)
        outcome = handle.outcome(message) if own else (None, ForeignHandle(FOREIGN))
        del message
        return settle(outcome)

    def session(self, budget: Guarantee, *, rule: RuleFor | None = None) -> Session:
        """A nested session: its budget is charged here and now, and nothing of it is refunded.

        Its budget is in the measure of this session's. A book in a ledger keeps what it launches too, and then its rule
        is one of concomp's. Raises ParameterError for no budget or rule, and what `create` raises.
        """
        demand_usable(self._status.process)
        chosen = choose_rule(budget, rule)
        name = f"a session within {budget!r}"
        own = self._rule.budget
        if budget.measure is not own.measure:
            raise InvalidQuery(f"{name} is asked of one within {own!r}: give a budget that is {own.measure}")
        nonce = secrets.token_hex(16)
        book = settle(contain(self._nests.nested, nonce, chosen))
        self._charge(Charge(name, budget, "session", failures_covered=True, opens=chosen), nonce)
        inner = object.__new__(Session)
        inner._prepare(chosen, book, self._randomness, self._halts, self._hook, self._status.nested())
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
        return self._read(self._rule.spent)

    def remaining(self) -> Reading:
        """The largest single loss that is still admitted, or just below it; of slots, those that are free."""
        return self._read(self._rule.remaining)

    def describe(self) -> Description:
        """The session as it stands: budget, rule, readings, and on whose word the losses rest."""
        spent, remaining = self._read(lambda totals: (self._rule.spent(totals), self._rule.remaining(totals)))
        own = type(self._randomness) is SystemRandomness
        status = "closed" if self._status.is_closed else "halted" if self._status.is_halted else "open"
        return Description(
            self._rule.budget,
            self._rule.name,
            self._rule.source,
            spent,
            remaining,
            dict(sorted(self._launches.items())),
            self._status.failures_covered,
            "the operating system" if own else "a source of the caller's",
            status,
        )

    def close(self) -> None:
        """End the session, with all its handles and nested sessions; nothing is refunded."""
        demand_usable(self._status.process)
        self._status.close()
        answer_unless_interrupted(contain(self._notes.flush))
        announce(self._hook, "close", "the session")

    def __repr__(self) -> str:
        return f"<Session within {self._rule.budget!r} by {self._rule.name}>"

    def _launched(self, mechanism: ContinualMechanism, trust: Literal["declared"] | None) -> Handle:
        demand_usable(self._status.process)
        self._status.demand_open()
        demand_choice("trust", trust, (None, "declared"))
        launch = settle(contain(read_launch, mechanism, self._rule, trust == "declared"))
        charge = launch.charge
        receipt = self._charge(charge, secrets.token_hex(16))
        handle = Handle(charge, receipt, Single(launch), self._status, self._hook)
        start(handle, self._randomness)
        return handle

    def _partitioned(self, request: Request) -> Group:
        demand_usable(self._status.process)
        self._status.demand_open()
        partition = settle(contain(read_partition, request, self._rule))
        receipt = self._charge(partition.charge, secrets.token_hex(16))
        group = Group(partition, receipt, Routed(partition), self._status, self._hook)
        start(group, self._randomness)
        return group

    def _charge(self, charge: Charge, nonce: str) -> Receipt:
        """Charge a loss and count the launch, with no launch between; then tell, when no lock is held any more."""
        name, loss, kind = charge.name, charge.loss, charge.kind
        with self._turn.taken():
            self._status.demand_open()
            entry = Entry(self._account, name, loss, kind, charge.evidence, opens=charge.opens)
            decided, error = self._decided(nonce, entry)
            if isinstance(decided, Totals):
                self._number = number = self._number + 1
                # Whoever reads it holds no lock, so that it is replaced as a whole.
                self._launches = {**self._launches, kind: self._launches.get(kind, 0) + 1}
                if not charge.failures_covered:
                    self._status.uncover_failures()
            elif isinstance(decided, Refusal) and self._halts:
                self._status.halt()
        if isinstance(decided, Refusal):
            announce(self._hook, "refusal", name, loss=loss)
            raise InsufficientBudget(decided)
        if error is not None:
            if not isinstance(error, INTERRUPTS):
                warn("the book failed at a charge")
            raise error
        announce(self._hook, "launch", name, number, loss)
        return Receipt(number, partial(self._notes.answered, nonce))

    def _decided(self, nonce: str, entry: Entry) -> Outcome[Totals | Refusal]:
        """The book's decision, after its commit; BookUnavailable where it does not say what it kept."""
        decisions: list[Totals | Refusal] = []

        def decide(kept: Totals | None) -> Totals | Refusal:
            decisions.append(charge(self._rule, self._rule.start if kept is None else kept, entry.loss))
            return decisions[-1]

        decided, error = contain(lambda: self._book.charge(nonce, entry, decide))
        # A book may try again, but it has the last decision to keep, and no other.
        if isinstance(decided, DECISIONS) and decisions[-1:] == [decided]:
            return (decided, None)
        if isinstance(error, OF_BOOKS):
            return (None, error)
        unknown = f"the book does not say whether {entry.loss!r} is charged; nothing was run"
        return (None, BookUnavailable(f"{unknown}: look into it, then launch again"))

    def _read(self, read: Callable[[Totals], T]) -> T:
        """What is read off the book's totals; BookUnavailable where it does not say, or they are not the rule's."""
        demand_usable(self._status.process)
        reading, error = contain(lambda: read(self._totals()))
        if reading is not None:
            return reading
        if isinstance(error, OF_BOOKS):
            raise error
        raise BookUnavailable(f"the book does not say what is kept of {self._account}: look into it, then read again")

    def _totals(self) -> Totals:
        kept = self._book.totals(self._account)
        return self._rule.start if kept is None else kept


def _open(ledger: str | Path | Ledger) -> Ledger:
    """The ledger; what it needs is brought in now."""
    from concomp.impl.session.ledger.ledger import open_ledger

    return open_ledger(ledger)
