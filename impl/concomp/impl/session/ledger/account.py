"""Accounts: books in a ledger. A charge is decided on the totals that are stored, and is kept before anything runs."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection

from concomp.impl.accounting.rules.rule import Reading, Refusal, Rule, charge
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.together import Asked, losses_of
from concomp.impl.session.book import Decide, Entry, account_of
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.isolation import Turn, Unique, is_elsewhere
from concomp.impl.session.ledger.charging import Charged, charge_head
from concomp.impl.session.ledger.engines import Database
from concomp.impl.session.ledger.forms import loss_text
from concomp.impl.session.ledger.heads import Head, locked_head, note_answered, read_head
from concomp.impl.session.ledger.memory import Memory, Seen
from concomp.impl.session.ledger.nested import NestedAccount, demand_account
from concomp.impl.session.ledger.statements import Rows
from concomp.impl.session.ledger.tables import LONGEST_LABEL
from concomp.impl.session.ledger.transactions import read, write
from concomp.model.numbers import ParameterError

T = TypeVar("T")
LONGEST_REQUEST = 200
UNKNOWN = "it is not known whether the charge was kept, and nothing was run; look into it, then launch again"


@dataclass(frozen=True)
class Decision:
    """What came of a charge.

    number: of its entry; None if it was refused. spent, remaining: what the book read then.
    """

    number: int | None
    spent: Reading
    remaining: Reading

    @property
    def is_accepted(self) -> bool:
        """Whether it was charged."""
        return self.number is not None


class Account(Unique):
    """A book in a ledger, for any number of processes: together they are one filter on one data set.

    name: of the book. rule: by which it decides, with its budget.
    """

    __slots__ = ("_answered", "_database", "_memory", "_process", "_turn", "name", "rule")

    def __init__(self, database: Database, memory: Memory, name: str, rule: Rule) -> None:
        """Take the database, what was seen of it, and what the book says of itself; a Ledger makes accounts."""
        self._database = database
        self._process = os.getpid()
        self._turn = Turn()
        self._memory = memory
        self._answered: set[str] = set()
        self.name = name
        self.rule = rule

    def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
        """Decide on the totals that are stored, append the charge, and return after the commit.

        A nonce that was charged before is not charged again. Raises InvalidQuery if it was, for something else;
        BookUnavailable; WrongProcess.
        """
        demand_account(self.name, self.rule, entry.account)
        return self.keep(nonce, entry, decide)

    def keep(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
        """The same for an entry of this book or of a session that is nested in it, by the totals of that one."""
        self.demand_own_process()
        demand_readable(entry.loss)
        answered, seen = self._waiting(), self._memory.of(self.name)

        def work(rows: Rows) -> Charged | Refusal:
            head = locked_head(rows, self.name, seen, nonce)
            charged = charge_head(rows, head, nonce, entry, decide)
            note_answered(rows, head, answered)
            return charged

        charged = write(self._database.engine, work, UNKNOWN)
        self._forget(answered)
        return charged if isinstance(charged, Refusal) else self._note(charged).totals

    def totals(self, account: str) -> Totals | None:
        """The totals that are stored; BookUnavailable, also for another account; WrongProcess."""
        demand_account(self.name, self.rule, account)
        return self.read(lambda rows, head: head.totals)

    def read(self, work: Callable[[Rows, Head], T]) -> T:
        """What reading the book comes to, at one moment; BookUnavailable; WrongProcess."""
        self.demand_own_process()
        # Before it is read: another thread may see more meanwhile.
        seen = self._memory.of(self.name)

        def reading(connection: Connection) -> tuple[Head, T]:
            rows = Rows.of(connection)
            head = read_head(rows, self.name, seen)
            return head, work(rows, head)

        head, found = read(self._database.engine, reading, "it cannot be read")
        self._memory.note(self.name, head.seen)
        return found

    def nested(self, nonce: str, rule: Rule) -> NestedAccount:
        """The account of a session that is nested in this one, and is charged with this nonce afterwards.

        Raises ParameterError for a rule of somebody's own.
        """
        return NestedAccount(self, (nonce,), rule)

    def answered(self, nonce: str) -> None:
        """Keep in mind that a charge has brought an answer; it is noted with the next charge, or by `flush`."""
        with self._turn.taken():
            self._answered.add(nonce)

    def flush(self) -> None:
        """Note which charges have brought answers; BookUnavailable; WrongProcess."""
        self.demand_own_process()
        answered, seen = self._waiting(), self._memory.of(self.name)
        if answered:
            write(
                self._database.engine,
                lambda rows: note_answered(rows, locked_head(rows, self.name, seen), answered),
                "it is not noted which charges have brought answers",
            )
            self._forget(answered)

    def spend(self, loss: Asked, label: str, request: str | None = None) -> Decision:
        """Charge a loss without a session, for whoever runs mechanisms elsewhere.

        label: what is charged for. request: an id of the caller's; sent again it gets what was decided, at no further
        charge. Raises ParameterError for a loss that the rule does not count; InvalidQuery for an id that was charged
        for something else; BookUnavailable; WrongProcess.
        """
        self.demand_own_process()
        entry, nonce = self.entry(loss, label), demand_request(request)
        seen = self._memory.of(self.name)
        decided = write(self._database.engine, lambda rows: self.spend_in(rows, nonce, entry, seen), UNKNOWN)
        decision = self.decision(decided)
        # Last: a handler of signals that forked meanwhile leaves the answer to one of both processes.
        self.demand_own_process()
        return decision

    def spend_in(self, rows: Rows, nonce: str, entry: Entry, seen: Seen) -> Charged | Refusal:
        """Charge an entry of this account within a transaction; seen: what was seen of it before that began."""

        def decide(kept: Totals | None) -> Totals | Refusal:
            return charge(self.rule, self._since_start(kept), entry.loss)

        return charge_head(rows, locked_head(rows, self.name, seen, nonce), nonce, entry, decide)

    def would_accept(self, loss: Asked) -> bool:
        """Whether the loss would be charged now; another process may be faster. Raises what `spend` does."""
        return isinstance(charge(self.rule, self._stored(), self.entry(loss, "?").loss), Totals)

    def privacy_loss(self) -> Reading:
        """What was lost so far, and no less."""
        return self.rule.spent(self._stored())

    def remaining(self) -> Reading:
        """The largest single loss that is still admitted, or just below it."""
        return self.rule.remaining(self._stored())

    def entry(self, asked: Asked, label: str) -> Entry:
        """What is charged; ParameterError for a loss that the rule does not count, and for what is no label."""
        demand_text("label", label, LONGEST_LABEL)
        for loss in losses_of(asked):
            self.rule.convert(loss)
        loss_text(asked)
        return Entry(account_of(self.rule), label, asked)

    def decision(self, charged: Charged | Refusal) -> Decision:
        """What came of a charge, as it is read."""
        if isinstance(charged, Refusal):
            return Decision(None, charged.spent, charged.remains)
        self._note(charged)
        return Decision(charged.entry.number, self.rule.spent(charged.totals), self.rule.remaining(charged.totals))

    def demand_own_process(self) -> None:
        """Raise WrongProcess in any process but the one that opened it."""
        refused = is_elsewhere(self._process, "book")
        if refused is not None:
            raise refused

    def __repr__(self) -> str:
        return f"<Account {self.name!r} within {self.rule.budget!r} by {self.rule.name}>"

    def _stored(self) -> Totals:
        return self._since_start(self.totals(account_of(self.rule)))

    def _since_start(self, totals: Totals | None) -> Totals:
        return self.rule.start if totals is None else totals

    def _note(self, charged: Charged) -> Charged:
        """Keep in mind that there is this entry."""
        self._memory.note(self.name, charged.entry)
        return charged

    def _waiting(self) -> frozenset[str]:
        """The charges that have brought answers, which is not written yet."""
        with self._turn.taken():
            return frozenset(self._answered)

    def _forget(self, answered: frozenset[str]) -> None:
        """Keep these in mind no longer: they are written."""
        with self._turn.taken():
            self._answered -= answered


def demand_readable(loss: Asked) -> None:
    """Raise BookUnavailable for a loss that nobody could read again; nothing is charged."""
    problem = None
    try:
        loss_text(loss)
    except ParameterError as error:
        problem = str(error)
    if problem is not None:
        raise BookUnavailable(f"nothing is charged: {problem}")


def demand_request(request: object) -> str:
    """The nonce of a request: its id, or one that is drawn; ParameterError for what is no id."""
    if request is None:
        return secrets.token_hex(16)
    return demand_text("request", request, LONGEST_REQUEST)


def demand_text(name: str, text: object, longest: int) -> str:
    """The text; ParameterError for what is none, cannot be printed, or is too long."""
    if type(text) is str and 0 < len(text) <= longest and text.isprintable():
        return text
    raise ParameterError(name, text, f"give printable text of 1 to {longest} characters")
