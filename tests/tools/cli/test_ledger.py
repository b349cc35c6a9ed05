"""`concomp ledger` says what is spent, lists charges, and exits 1 where a ledger does not verify."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from concomp.cli import main
from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.ledger.ledger import Ledger


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    """The path of a ledger with a book of two charges, one of which brought an answer, and an empty one."""
    ledger = Ledger(tmp_path / "budget.db")
    account = ledger.start("main", usual_rule(PureDP(1)))
    account.spend(PureDP("1/10"), "a count", request="one")
    account.answered("one")
    account.flush()
    account.spend(PureDP("1/5"), "a sum", request="two")
    ledger.start("other", usual_rule(PureDP(2)))
    ledger.close()
    return str(tmp_path / "budget.db")


def run(*arguments: str) -> tuple[int, str]:
    """The exit status, and what is printed."""
    result = CliRunner().invoke(main, ["ledger", *arguments])
    return result.exit_code, result.output


def test_status_reads_each_book(ledger: str) -> None:
    status, text = run("status", ledger)
    assert status == 0
    for line in (
        "book        main",
        "spent       PureDP(epsilon='3/10')",
        "remaining   PureDP(epsilon='7/10')",
        "unanswered  1 not known to have brought an answer",
        "book        other",
        "charges     0",
    ):
        assert line in text.splitlines()


def test_history_lists_charges_in_order(ledger: str) -> None:
    status, text = run("history", ledger)
    first, second = text.splitlines()
    assert status == 0
    assert first.endswith("PureDP(epsilon='1/10')  a count (declared)")
    assert second.endswith("PureDP(epsilon='1/5')  a sum (declared, no answer known)")
    assert run("history", ledger, "--unanswered")[1].splitlines() == [second]


def test_machines_read_the_same(ledger: str) -> None:
    (status, text), (_, charges) = run("status", ledger, "--json"), run("history", ledger, "--json")
    assert status == 0
    main_book, _other = json.loads(text)["books"]
    assert main_book["budget"] == {"measure": "pure", "numbers": {"epsilon": "1"}}
    last = json.loads(charges)["entries"][-1]
    assert (last["number"], last["label"], last["answered"]) == (2, "a sum", False)
    found = json.loads(run("verify", ledger, "--json")[1])["books"]
    assert [(each["name"], each["problem"]) for each in found] == [("main", None), ("other", None)]
    assert found[0]["head"] == main_book["head"] == last["hash"]


def test_an_edit_exits_1(ledger: str) -> None:
    (head,) = (each.head for each in Ledger(ledger).states("main"))
    assert run("verify", ledger, "--book", "main", "--expect", head)[0] == 0
    assert run("verify", ledger, "--book", "main", "--expect", "0" * 64)[0] == 1
    with sqlite3.connect(ledger) as connection:
        connection.execute("UPDATE entries SET label = 'nothing' WHERE number = 1")
    status, text = run("verify", ledger)
    assert status == 1
    assert "main: DOES NOT VERIFY: entry 1: its hash is not that of what it says" in text
    assert "other: 0 charges agree" in text


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("status", "mysql://host/x"), 2, "give a path, sqlite:///path or postgresql://user@host/database"),
        (("status", "missing.db"), 3, "give the path of a file that is there"),
        (("history", "LEDGER", "--book", "x"), 3, "there is no book 'x'"),
        (("verify", "LEDGER", "--expect", "x"), 2, "name it by --book"),
        (("verify",), 2, "Missing argument 'URL'"),
    ],
)
def test_bad_input_is_one_line(ledger: str, arguments: tuple[str, ...], status: int, said: str) -> None:
    found, text = run(*(ledger if each == "LEDGER" else each for each in arguments))
    assert (found, said in text, text.count("\n")) == (status, True, 1)


def test_migrate_says_that_there_is_nothing_to_do(ledger: str, tmp_path: Path) -> None:
    assert run("migrate", ledger) == (
        0,
        "main: has schema 2, nothing to migrate\nother: has schema 2, nothing to migrate\n",
    )
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute("UPDATE books SET schema = 3")
        connection.commit()
    status, text = run("migrate", ledger)
    assert status == 3
    assert "has schema 3, and this program knows 2: use a newer concomp" in text
    assert run("migrate", str(tmp_path / "none.db"))[0] == 3
