"""Accounts of nested sessions: their launches are kept in the book of the outermost session, before anything runs.

The book has paid for all that a nested session may launch. What it launches is kept like any other launch all the same:
so every answer that left a process has its entry, and what a nested session has spent is what is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from concomp.impl.accounting.rules.rule import Refusal, Rule
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session.book import Decide, Entry, account_of
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.isolation import Unique
from concomp.impl.session.ledger.forms import rule_text
from concomp.impl.session.ledger.heads import Head
from concomp.impl.session.ledger.nesting import path_of, totals_at
from concomp.impl.session.ledger.statements import Rows
from concomp.model.numbers import ParameterError

T = TypeVar("T")
DEEPEST = 100
"""How deep sessions are nested in a book."""


class Keeper(Protocol):
    """The account of the outermost session, whose book this is."""

    name: str

    def keep(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
        """Charge an entry of the book, or of a session that is nested in it."""

    def read(self, work: Callable[[Rows, Head], T]) -> T:
        """What reading the book comes to."""

    def answered(self, nonce: str) -> None:
        """Keep in mind that a charge has brought an answer."""

    def flush(self) -> None:
        """Note which charges have brought answers."""


class NestedAccount(Unique):
    """What keeps the launches of a nested session: the totals are its own, by its own rule, and the book is another's.

    One process has it, and it ends with it; its entries stay.
    """

    __slots__ = ("_book", "_openers", "_path", "_rule")

    def __init__(self, book: Keeper, openers: tuple[str, ...], rule: Rule) -> None:
        """Take the book, the nonces of the charges that open it and the sessions around it, and its rule.

        Raises ParameterError for a rule of somebody's own, and for one that is nested too deep.
        """
        if len(openers) > DEEPEST:
            remedy = f"nest sessions in a ledger at most {DEEPEST} deep"
            raise ParameterError("the depth of a nested session", len(openers), remedy)
        rule_text(rule)
        self._book = book
        self._openers = openers
        self._path: str | None = None
        self._rule = rule

    def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
        """Decide on the totals that are stored of the nested session; otherwise as `Account.charge`."""
        demand_account(self._book.name, self._rule, entry.account)
        return self._book.keep(nonce, replace(entry, path=self._located()), decide)

    def totals(self, account: str) -> Totals | None:
        """The totals that are stored of the nested session; otherwise as `Account.totals`."""
        demand_account(self._book.name, self._rule, account)
        path = self._located()
        return self._book.read(lambda rows, head: totals_at(rows, head, path))

    def nested(self, nonce: str, rule: Rule) -> NestedAccount:
        """The account of a session that is nested in this one; otherwise as `Account.nested`."""
        return NestedAccount(self._book, (*self._openers, nonce), rule)

    def answered(self, nonce: str) -> None:
        """Keep in mind that a launch has brought an answer, and so have the sessions that it is nested in."""
        for each in (*self._openers, nonce):
            self._book.answered(each)

    def flush(self) -> None:
        """Note which charges of the book have brought answers; BookUnavailable; WrongProcess."""
        self._book.flush()

    def _located(self) -> str:
        """The path of its launches."""
        if self._path is None:
            self._path = self._book.read(lambda rows, head: path_of(rows, head, self._openers[-1]))
        return self._path

    def __repr__(self) -> str:
        return f"<NestedAccount in {self._book!r}>"


def demand_account(book: str, rule: Rule, account: str) -> None:
    """Raise BookUnavailable for the account of another rule or budget."""
    own = account_of(rule)
    if account != own:
        raise BookUnavailable(f"the book {book!r} keeps the account of {own}: give each budget a book")
