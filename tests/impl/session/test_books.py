"""A book is charged before anything runs, and the sessions that share it share its budget."""

from __future__ import annotations

import pytest

from concomp.impl.accounting.guarantees import ApproxDP, PureDP
from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session.book import Decide, Entry, MemoryBook
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.session import Session
from tests.impl.session.launching import launches, message
from tests.impl.session.mechanisms import TENTH, Plain, answering


class TestBooks:
    def test_a_book_that_fails_lets_nothing_run(self) -> None:
        class Broken(MemoryBook):
            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
                super().charge(nonce, entry, decide)
                raise OSError("the disk is full of secrets")

        session = Session(PureDP(1), book=Broken())
        text = message(lambda: session.create(answering(lambda bit: pytest.fail("run"))), BookUnavailable)
        assert text == (
            "the book does not say whether PureDP(epsilon='1/10') is charged; nothing was run: "
            "look into it, then launch again"
        )
        assert session.privacy_loss().guarantee == TENTH

    def test_a_book_that_answers_nonsense_lets_nothing_run(self) -> None:
        class Silent(MemoryBook):
            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
                return None  # type: ignore[return-value]

        with pytest.raises(BookUnavailable):
            Session(PureDP(1), book=Silent()).create(Plain())

    def test_a_nonce_is_charged_once(self) -> None:
        book, rule = MemoryBook(), Session(PureDP(1))._rule
        entry = Entry("an account", "a response", TENTH)
        for nonce in ("a", "a", "b"):
            book.charge(nonce, entry, lambda kept: rule.charge(rule.start if kept is None else kept, TENTH))
        assert rule.spent(book.totals("an account") or rule.start).guarantee == PureDP("1/5")
        assert repr(book) == "<MemoryBook, 2 charges>"

    def test_sessions_that_share_a_book_share_its_budget(self) -> None:
        book = MemoryBook()
        first, second = Session(PureDP("3/10"), book=book), Session(PureDP("3/10"), book=book)
        assert launches(first, TENTH, TENTH) + launches(second, TENTH, TENTH) == 3
        assert first.privacy_loss().guarantee == second.privacy_loss().guarantee == PureDP("3/10")

    def test_a_book_keeps_one_account(self) -> None:
        book = MemoryBook()
        Session(PureDP(1), book=book).create(Plain())
        assert message(lambda: Session(PureDP(2), book=book).create(Plain()), BookUnavailable) == (
            "the book keeps the account of pure within pure {'epsilon': '1'}: give each budget a book"
        )


class Noting(MemoryBook):
    """A book whose notes are interrupted, or fail."""

    raised: type[BaseException] = KeyboardInterrupt

    def answered(self, nonce: str) -> None:
        raise self.raised

    def flush(self) -> None:
        raise self.raised


def test_whoever_interrupts_a_note_is_heard() -> None:
    session = Session(PureDP(1), book=Noting())
    handle = session.create(answering(lambda bit: bit))
    with pytest.raises(KeyboardInterrupt):
        handle.send(True)
    with pytest.raises(KeyboardInterrupt):
        session.close()


def test_a_note_that_fails_holds_up_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Noting, "raised", OSError)
    session = Session(PureDP(1), book=Noting())
    assert session.create(answering(lambda bit: bit)).send(True) is True
    session.close()
    assert session.describe().status == "closed"


def test_slots_are_known_by_their_numbers() -> None:
    book, budget = MemoryBook(), ApproxDP(e_eps=12)
    first = Session(budget, book=book, rule=slots([PureDP(e_eps=3), PureDP(e_eps=2)]))
    assert first.describe().rule == "slots (e_eps 3, delta 0; e_eps 2, delta 0)"
    first.create(Plain())
    with pytest.raises(BookUnavailable):
        Session(budget, book=book, rule=slots([PureDP(e_eps=4), PureDP(e_eps=2)])).create(Plain())
