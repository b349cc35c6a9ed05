"""What a session is given, a book, hook, rule or attribute, neither spends, tells nor holds up more than it may."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import ZCDP, GaussianDP, PureDP
from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session.book import Decide, Entry, MemoryBook
from concomp.impl.session.errors import (
    BookUnavailable,
    InsufficientBudget,
    InvalidQuery,
    Reentrant,
    SessionError,
    WrongProcess,
)
from concomp.impl.session.events import Event
from concomp.impl.session.session import Session
from concomp.model.language import Monitor, Opaque, require
from concomp.model.numbers import ParameterError
from tests.impl.session.mechanisms import TENTH, Plain, answering, spending
from tests.impl.session.test_isolation import CANARY, Anything, record, told_by

FAILURES = (ValueError, StopIteration, asyncio.CancelledError, GeneratorExit)
INTERRUPTS = (KeyboardInterrupt, SystemExit)


class Ledger:
    """A book that is false while it is empty."""

    def __init__(self) -> None:
        self.rows: list[Totals] = []

    def __len__(self) -> int:
        return len(self.rows)

    def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
        decided = decide(self.totals(entry.account))
        if isinstance(decided, Totals):
            self.rows.append(decided)
        return decided

    def totals(self, account: str) -> Totals | None:
        return self.rows[-1] if self.rows else None


class Reading(Ledger):
    """A book whose totals are read as the test says."""

    def __init__(self, read: Callable[[], Any]) -> None:
        super().__init__()
        self.read = read

    def totals(self, account: str) -> Totals | None:
        return self.read()  # type: ignore[no-any-return]


def raiser(raised: BaseException) -> Callable[..., Any]:
    """What raises it, whatever it is called with."""

    def call(*given: object) -> object:
        raise raised

    return call


class TestArguments:
    def test_a_book_that_is_false_is_the_book(self) -> None:
        ledger = Ledger()
        first, second = Session(PureDP(1), book=ledger), Session(PureDP(1), book=ledger)
        first.create(spending(PureDP(1)))
        with pytest.raises(InsufficientBudget):
            second.create(spending(PureDP(1)))
        assert len(ledger) == 1

    def test_randomness_that_is_false_is_the_randomness(self) -> None:
        class Zeros:
            def __len__(self) -> int:
                return 0

            def below(self, bound: int) -> int:
                return 0

        session = Session(PureDP(1), randomness=Zeros(), trust="seeded")
        assert session.describe().randomness == "a source of the caller's"

    @pytest.mark.parametrize(
        ("given", "text"),
        [
            ({"book": 0}, "book is 0: give an object with the methods of Book, charge and totals"),
            ({"book": MemoryBook}, "give an object with the methods of Book, charge and totals"),
            ({"randomness": 5, "trust": "seeded"}, "randomness is 5: give an object with the method of Randomness"),
            ({"hook": None}, "hook is None: give a function of an event"),
            ({"rule": "basic"}, "rule is 'basic': give what makes a rule from a budget, such as fully_adaptive"),
            ({"rule": 3}, "rule is 3: give what makes a rule from a budget"),
            ({"rule": lambda budget: None}, "give what makes a rule from a budget"),
            ({"rule": lambda budget: budget}, "give what makes a rule from a budget"),
            ({"on_refusal": []}, "on_refusal is []: give one of 'continue', 'halt'"),
            *(({"rule": raiser(each())}, "give what makes a rule from a budget") for each in FAILURES),
        ],
    )
    def test_what_is_none_of_it_is_refused_at_once(self, given: dict[str, Any], text: str) -> None:
        with pytest.raises(ParameterError) as thrown:
            Session(PureDP(1), **given)
        assert text in str(thrown.value)

    def test_a_rule_of_a_nested_session_is_refused_before_its_charge(self) -> None:
        session = Session(PureDP(1))
        wrong: Any = 3
        with pytest.raises(ParameterError):
            session.session(TENTH, rule=wrong)
        assert session.privacy_loss().guarantee == PureDP(0)


class Willing(str):
    """A text that equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


def test_a_choice_is_a_text_and_no_more() -> None:
    for named in ({"trust": Willing("x")}, {"on_refusal": Willing("x")}):
        with pytest.raises(ParameterError, match="give one of"):
            Session(PureDP(1), **named)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="give one of None, 'declared'"):
        Session(PureDP(1)).create(Plain(kind="declared"), trust=Willing("x"))  # type: ignore[arg-type]


class TestBooks:
    @pytest.mark.parametrize("read", ["privacy_loss", "remaining", "describe"])
    @pytest.mark.parametrize("totals", [*(raiser(each("secret")) for each in FAILURES), lambda: 5])
    def test_a_book_that_cannot_be_read_is_unavailable(self, read: str, totals: Callable[[], Any]) -> None:
        session = Session(PureDP(1), book=Reading(totals))
        call = getattr(session, read)
        with pytest.raises(BookUnavailable) as thrown:
            call()
        assert str(thrown.value) == (
            "the book does not say what is kept of pure within pure {'epsilon': '1'}: look into it, then read again"
        )
        assert thrown.value.__context__ is None

    def test_a_book_whose_totals_read_the_session_is_refused(self) -> None:
        refused: list[str] = []

        def read() -> None:
            try:
                session.privacy_loss()
            except Reentrant as error:
                refused.append(str(error))

        session = Session(PureDP(1), book=Reading(read))
        assert session.privacy_loss().guarantee == PureDP(0)
        assert len(refused) == 1

    @pytest.mark.parametrize("budget", [PureDP(9), GaussianDP(3), ZCDP(2)])
    def test_a_book_is_read_for_its_account_only(self, budget: Any) -> None:
        book = MemoryBook()
        Session(ZCDP(1), book=book).create(spending(ZCDP("1/2")))
        session = Session(budget, book=book)
        for call in (session.privacy_loss, session.remaining, session.describe):
            with pytest.raises(BookUnavailable, match="keeps the account of zcdp within zcdp"):
                call()

    @pytest.mark.parametrize("asks", [True, False])
    def test_a_book_that_keeps_another_decision_is_unavailable(self, asks: bool) -> None:
        ledger = Ledger()
        Session(PureDP(1), book=ledger).create(spending(PureDP(1)))

        class Sloppy(Ledger):
            """A book that says it has kept what it had kept already."""

            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
                return (decide(ledger.rows[-1]) and ledger.rows[-1]) if asks else ledger.rows[-1]

        with pytest.raises(BookUnavailable, match="the book does not say whether"):
            Session(PureDP(1), book=Sloppy()).create(spending(PureDP(1)))

    def test_a_book_in_memory_is_used_in_its_process(self) -> None:
        book = MemoryBook()
        Session(PureDP(1), book=book).create(spending(PureDP("1/2")))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            refused, session = 0, Session(PureDP(1), book=book)
            for call in (lambda: session.create(spending(PureDP("1/2"))), session.privacy_loss):
                try:
                    call()
                except WrongProcess as error:
                    refused += "the book belongs to another process" in str(error)
            os._exit(refused)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 2


class Noting(logging.Handler):
    """Notes the exception that is being handled while it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.handled: list[object] = []

    def emit(self, entry: logging.LogRecord) -> None:
        self.handled.append(sys.exc_info()[1])


@pytest.fixture
def log() -> Iterator[Noting]:
    """A handler of the sessions' log."""
    logger, handler = logging.getLogger("concomp.session"), Noting()
    level = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(level)


def holding(**changes: Any) -> Plain:
    """A mechanism that holds a record where nobody shows it."""
    return Plain(answers=[record()], **changes)


def error_of(call: Callable[[], object]) -> BaseException | None:
    """What a call raises."""
    try:
        call()
    except BaseException as error:
        return error
    return None


class Nothing(Monitor):
    """Nothing is accepted."""

    def step(self, left: Opaque, right: Opaque) -> None:
        require(left != right)


class Unreadable(Plain):
    """A mechanism whose digest raises."""

    def __init__(self, kind: type[BaseException]) -> None:
        super().__init__()
        self.__dict__["raised"] = kind

    @property
    def digest(self) -> str:
        raise self.__dict__["raised"](record())


class TestSecrets:
    def test_hooks_and_logs_are_told_while_no_exception_is_handled(self, log: Noting) -> None:
        seen: list[object] = []
        session = Session(PureDP(1), hook=lambda event: seen.append(sys.exc_info()[1]) or 1 / 0)
        session.create(answering(raiser(ValueError(record())))).send(True)
        session.create(Plain(begin=raiser(ValueError(record()))))
        with pytest.raises(InvalidQuery):
            session.create(Unreadable(ValueError))
        assert seen == [None] * 4
        assert len(log.handled) == 9
        assert set(log.handled) == {None}

    @pytest.mark.parametrize("kind", [*FAILURES, *INTERRUPTS])
    @pytest.mark.parametrize("where", ["hook at a message", "hook at a failure", "hook at a launch", "book", "part"])
    def test_what_is_raised_passes_no_frame_with_a_record(self, kind: type[BaseException], where: str) -> None:
        told = {"hook at a message": "invalid query", "hook at a failure": "failure", "hook at a launch": "launch"}

        def hook(event: Event) -> None:
            if event.kind == told.get(where):
                raise kind(record())

        class Book(MemoryBook):
            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
                raise kind(record())

        session = Session(PureDP(1), hook=hook, book=Book() if where == "book" else None)
        calls: dict[str, Callable[[], object]] = {
            "hook at a message": lambda: session.create(answering(str, function=Nothing())).send(record()),
            "hook at a failure": lambda: session.create(
                answering(raiser(ValueError(record())), function=Anything())
            ).send(record()),
            "hook at a launch": lambda: session.create(holding()),
            "book": lambda: session.create(holding()),
            "part": lambda: session.create(Unreadable(kind)),
        }
        error = error_of(calls[where])
        if kind in FAILURES and where in ("hook at a failure", "hook at a launch"):
            assert error is None
        else:
            assert isinstance(error, kind if kind in INTERRUPTS else SessionError)
            assert CANARY not in told_by(error)
