"""A history is read once, and what its reader raises is its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger import history
from concomp.impl.session.ledger.history import Posting
from concomp.impl.session.ledger.ledger import Ledger
from tests.impl.session.ledger.test_crashes import terminate_others
from tests.impl.session.mechanisms import TENTH

BUDGET, CHARGES = PureDP(1), 5


@pytest.fixture
def ledger(url: str) -> Ledger:
    """A book of some charges."""
    ledger = Ledger(url)
    account = ledger.start("main", usual_rule(BUDGET))
    for number in range(CHARGES):
        account.spend(TENTH, f"count {number}")
    return ledger


@pytest.mark.parametrize("error", [OSError(28, "no room"), BrokenPipeError(), ValueError("mine"), KeyError("mine")])
def test_what_a_reader_raises_is_passed_on(ledger: Ledger, error: Exception) -> None:
    calls = []

    def use(postings: Iterator[Posting]) -> None:
        calls.append(next(postings))
        raise error

    with pytest.raises(type(error)) as thrown:
        ledger.history("main", use)
    assert thrown.value is error
    assert len(calls) == 1
    assert len(ledger.history("main", list)) == CHARGES


def test_a_history_whose_connection_is_lost_is_not_begun_again(
    fresh_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "AT_ONCE", 2)
    ledger = Ledger(fresh_database)
    account = ledger.start("main", usual_rule(BUDGET))
    for number in range(CHARGES):
        account.spend(TENTH, f"count {number}")
    seen: list[int] = []

    def use(postings: Iterator[Posting]) -> None:
        seen.extend(each.number for each in islice(postings, 1))
        terminate_others(fresh_database)
        seen.extend(each.number for each in postings)

    with pytest.raises(BookUnavailable, match="no more of it can be read"):
        ledger.history("main", use)
    assert seen == [*range(1, len(seen) + 1)]
    assert len(seen) < CHARGES
