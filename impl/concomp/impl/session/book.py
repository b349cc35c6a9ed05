"""Books: where what was charged is kept.

A book runs the decision on the totals that it keeps, in a transaction of its own, and returns after the commit: what it
returned is charged, whatever happens then. Here the book is in memory and ends with its process.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol, runtime_checkable

from concomp.impl.accounting.rules.rule import Refusal, Rule
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.together import Asked
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.isolation import Turn, Unique, is_elsewhere
from concomp.model.files.evidence import LossEvidence

Decide = Callable[[Totals | None], Totals | Refusal]
"""From the totals that are kept, None before the first charge, to those after the charge, or to a refusal."""


LONGEST_ACCOUNT = 1000


def account_of(rule: Rule) -> str:
    """What the account of a rule and its budget is called; one whose numbers are long, by their start and hash."""
    text = f"{rule.name} within {rule.budget.measure} {rule.budget.fields}"
    return shortened(text, LONGEST_ACCOUNT)


def shortened(text: str, longest: int) -> str:
    """A text, or the start of one that is longer, with its length and hash, by which no other is taken for it."""
    if len(text) <= longest:
        return text
    end = f"… ({len(text)} characters, SHA-256 {sha256(text.encode()).hexdigest()})"
    return text[: longest - len(end)] + end


@dataclass(frozen=True)
class Entry:
    """A charge.

    account: the budget and rule that it is for. name, loss: of what is launched. kind: what the loss rests on, a kind
    of evidence or a session of its own. evidence: that of a mechanism; None where there is none. path: of the nested
    session that launches it, within its book; None for the book's own. opens: the rule of the nested session that is
    launched, if it is one.
    """

    account: str
    name: str
    loss: Asked
    kind: str = "declared"
    evidence: LossEvidence | None = None
    path: str | None = None
    opens: Rule | None = None


class Book(Protocol):
    """What keeps the totals of one account."""

    def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
        """Decide on the totals that are kept, keep those that come out, and return them after the commit.

        A nonce that was charged before is not charged again; the totals are returned. A refusal is not kept.
        Raises BookUnavailable where it is not known whether the charge was kept.
        """

    def totals(self, account: str) -> Totals | None:
        """The totals that are kept; None before the first charge.

        Raises BookUnavailable for another account, and where it is not known what is kept.
        """


@runtime_checkable
class Nests(Protocol):
    """What a book may keep besides its own charges: those of the sessions that are nested in it."""

    def nested(self, nonce: str, rule: Rule) -> Book:
        """What keeps the charges of a nested session, whose own charge is made with this nonce afterwards.

        Raises ParameterError for a rule that cannot be kept; then nothing is charged.
        """


class NestsInMemory:
    """A book that keeps nothing of nested sessions: they end with their process."""

    def nested(self, nonce: str, rule: Rule) -> Book:
        """A book in memory."""
        return MemoryBook()


IN_MEMORY = NestsInMemory()


@runtime_checkable
class Notes(Protocol):
    """What a book may note besides charges, so that people see which of them brought anything."""

    def answered(self, nonce: str) -> None:
        """Keep in mind that a charge has brought an answer."""

    def flush(self) -> None:
        """Write down what is kept in mind."""


class NoNotes:
    """The notes of a book that makes none."""

    def answered(self, nonce: str) -> None:
        """Nothing is noted."""

    def flush(self) -> None:
        """Nothing is written."""


NO_NOTES = NoNotes()


class MemoryBook(Unique):
    """A book in memory, for one account."""

    __slots__ = ("_account", "_charged", "_process", "_totals", "_turn")

    def __init__(self) -> None:
        """Open an empty book."""
        self._turn = Turn()
        self._process = os.getpid()
        self._account: str | None = None
        self._charged: set[str] = set()
        self._totals: Totals | None = None

    def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
        """Decide and keep under a lock; BookUnavailable for an entry of another account; WrongProcess."""
        self._demand_own_process()
        with self._turn.taken():
            self._demand_account(entry.account)
            if nonce in self._charged and self._totals is not None:
                return self._totals
            decided = decide(self._totals)
            if isinstance(decided, Totals):
                self._account, self._totals = entry.account, decided
                self._charged.add(nonce)
            return decided

    def totals(self, account: str) -> Totals | None:
        """The totals that are kept; BookUnavailable for another account; WrongProcess."""
        self._demand_own_process()
        with self._turn.taken():
            self._demand_account(account)
            return self._totals

    def _demand_own_process(self) -> None:
        refused = is_elsewhere(self._process, "book")
        if refused is not None:
            raise refused

    def _demand_account(self, account: str) -> None:
        if self._account not in (None, account):
            raise BookUnavailable(f"the book keeps the account of {self._account}: give each budget a book")

    def __repr__(self) -> str:
        return f"<MemoryBook, {len(self._charged)} charges>"
