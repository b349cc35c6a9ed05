"""A charge is made once, wherever the connection to its server is cut: after each message, in either direction."""

from __future__ import annotations

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.ledger import transactions
from concomp.impl.session.ledger.account import Account
from concomp.impl.session.ledger.ledger import Ledger
from tests.impl.session.ledger.wires import Way, Wire, wire
from tests.impl.session.mechanisms import TENTH

BUDGET = PureDP(100)
ENDLESS = 10**6
LEAST: dict[Way, int] = {"to the server": 2, "from the server": 10}


def messages(line: Wire, account: Account, way: Way) -> list[bytes]:
    """The messages of one charge, whose wire is not cut."""
    line.cut_after(ENDLESS, way)
    account.spend(TENTH, "a count")
    return [*line.handed_on]


def charged_once(line: Wire, account: Account, way: Way, after: int) -> None:
    """A charge is made once though its wire is cut after so many messages."""
    before = account.privacy_loss()
    line.cut_after(after, way)
    decided = account.spend(TENTH, f"cut after {after}")
    assert len(line.handed_on) == after
    assert decided.is_accepted
    assert account.privacy_loss().guarantee.epsilon_down == before.guarantee.epsilon_down + TENTH.epsilon_down  # type: ignore[union-attr]


@pytest.mark.parametrize("way", ["to the server", "from the server"])
def test_a_charge_whose_wire_is_cut_is_made_once(
    fresh_database: str, monkeypatch: pytest.MonkeyPatch, way: Way
) -> None:
    monkeypatch.setattr(transactions, "PAUSE", 0.001)
    with wire(fresh_database) as line:
        ledger = Ledger(line.url)
        account = ledger.start("main", usual_rule(BUDGET))
        account.spend(TENTH, "a count")
        said = messages(line, account, way)
        assert len(said) >= LEAST[way]
        for after in range(len(said)):
            charged_once(line, account, way, after)
        (found,) = ledger.verify()
        assert (found.number, found.problem) == (2 + len(said), None)
        ledger.close()
