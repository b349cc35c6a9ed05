"""`concomp ledger`: what books in a ledger say, and whether it is true."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from concomp.cli.errors import BadInput, Undecided
from concomp.impl.accounting.rules.written import write_loss
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger.history import Posting, State
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.ledger.migration import Migration
from concomp.impl.session.ledger.verification import Verification
from concomp.model.numbers import ParameterError
from concomp.report.layout import Table
from concomp.report.terminal import say

if TYPE_CHECKING:
    from concomp.schemas.ledgers import (
        BookData,
        FoundData,
        HistoryOutput,
        PostingData,
        StatusOutput,
        VerificationOutput,
    )

EXAMPLES = """\b
Examples:
  concomp ledger status budget.db
  concomp ledger history postgresql://user@host/database --book survey
  concomp ledger verify budget.db --expect "$(cat yesterdays-head)"
  concomp ledger migrate budget.db
"""
DOES_NOT_VERIFY = 1
URL = click.argument("url")
BOOK = click.option("--book", "name", metavar="NAME", help="One book; all of them unless it is given.")
JSON = click.option("--json", "as_data", is_flag=True, help="For machines.")


@click.group("ledger", epilog=EXAMPLES)
def command() -> None:
    """Read, verify and migrate a ledger: the database in which sessions keep what they have charged.

    URL is a path, sqlite:///path, or postgresql://user@host/database.
    """


@command.command()
@URL
@BOOK
@JSON
def status(url: str, name: str | None, as_data: bool) -> None:
    """Print what is spent and what remains of each book, and the hash of its head."""
    with _opened(url) as ledger:
        states = ledger.states(name)
    if as_data:
        output: StatusOutput = {"schema": "concomp.ledger.status/1", "books": list(map(_book_data, states))}
        click.echo(json.dumps(output, ensure_ascii=False, indent=1))
    else:
        say([part for state in states for part in ("", _book_table(state))][1:] or ["there is no book"])


@command.command()
@URL
@click.option("--book", "name", metavar="NAME", default="main", show_default=True, help="The book.")
@click.option("--unanswered", is_flag=True, help="Only charges that are not known to have brought an answer.")
@JSON
def history(url: str, name: str, unanswered: bool, as_data: bool) -> None:
    """Print the charges of a book, in order, and what its nested sessions launched.

    "in 3/7": in the session that charge 7 opened in that which charge 3 opened, and paid for with charge 3.
    """
    show: Callable[[Iterator[Posting]], None] = partial(_print_data, name) if as_data else _print_lines

    def chosen(postings: Iterator[Posting]) -> None:
        show(posting for posting in postings if not (unanswered and posting.is_answered))

    with _opened(url) as ledger:
        ledger.history(name, chosen)


@command.command()
@URL
@BOOK
@click.option(
    "--expect", metavar="HEAD", help="The hash of a head that was kept elsewhere; needs --book if there are more."
)
@JSON
def verify(url: str, name: str | None, expect: str | None, as_data: bool) -> int:
    """Make chain, totals and decisions again; exit 1 if anything does not agree.

    What was cut off the end, and an old copy that was put back, are noticed with --expect alone.
    """
    with _opened(url) as ledger:
        if expect is not None and name is None:
            name = _only(ledger.names())
        found = ledger.verify(name, expect)
    if as_data:
        output: VerificationOutput = {"schema": "concomp.ledger.verify/1", "books": list(map(_found_data, found))}
        click.echo(json.dumps(output, ensure_ascii=False, indent=1))
    else:
        say([*map(_found_text, found)] or ["there is no book"])
    return DOES_NOT_VERIFY if any(each.problem for each in found) else 0


@command.command()
@URL
def migrate(url: str) -> None:
    """Take the books of an older concomp to the form of this one, all or none; no charge is changed."""
    with _opened(url) as ledger:
        migrations = ledger.migrate()
    say([*map(_migration_text, migrations)] or ["there is no book"])


@contextmanager
def _opened(url: str) -> Iterator[Ledger]:
    """A ledger; what is wrong with it, or with how it was named, is told on one line."""
    problem: BadInput | Undecided | None = None
    try:
        with Ledger(url) as ledger:
            yield ledger
    except ParameterError as error:
        problem = BadInput(str(error))
    except BookUnavailable as error:
        problem = Undecided(str(error))
    if problem is not None:
        raise problem


def _only(names: Sequence[str]) -> str:
    if len(names) != 1:
        raise BadInput(f"--expect is about one book, and there are {len(names)}: name it by --book")
    return names[0]


def _book_table(state: State) -> Table:
    rows = {
        "book": state.name,
        "budget": repr(state.rule.budget),
        "rule": f"{state.rule.name} ({state.rule.source})",
        "spent": repr(state.spent),
        "remaining": repr(state.remaining),
        "charges": str(state.number),
        "unanswered": f"{state.unanswered} not known to have brought an answer",
        "head": state.head,
    }
    return Table(tuple(rows.items()))


def _book_data(state: State) -> BookData:
    return {
        "name": state.name,
        "rule": state.rule.name,
        "budget": write_loss(state.rule.budget),
        "spent": repr(state.spent),
        "remaining": repr(state.remaining),
        "number": state.number,
        "head": state.head,
        "unanswered": state.unanswered,
    }


def _print_lines(postings: Iterator[Posting]) -> None:
    for posting in postings:
        mark = "" if posting.is_answered else ", no answer known"
        nested = "" if posting.path is None else f", in {posting.path}"
        what = f"{posting.label} ({posting.kind}{nested}{mark})"
        say([f"{posting.number:>7}  {posting.time}  {posting.loss!r}  {what}"])


def _print_data(name: str, postings: Iterator[Posting]) -> None:
    output: HistoryOutput = {
        "schema": "concomp.ledger.history/1",
        "name": name,
        "entries": list(map(_posting_data, postings)),
    }
    click.echo(json.dumps(output, ensure_ascii=False, indent=1))


def _posting_data(posting: Posting) -> PostingData:
    return {
        "number": posting.number,
        "time": posting.time,
        "label": posting.label,
        "loss": write_loss(posting.loss),
        "kind": posting.kind,
        "nonce": posting.nonce,
        "hash": posting.hash,
        "answered": posting.is_answered,
        "path": posting.path,
    }


def _migration_text(migration: Migration) -> str:
    if migration.before == migration.after:
        return f"{migration.name}: has schema {migration.after}, nothing to migrate"
    return f"{migration.name}: migrated from schema {migration.before} to {migration.after}"


def _found_text(found: Verification) -> str:
    if found.problem is not None:
        return f"{found.name}: DOES NOT VERIFY: {found.problem}"
    return f"{found.name}: {found.number} charges agree with the chain, the totals and the rule; head {found.head}"


def _found_data(found: Verification) -> FoundData:
    return {"name": found.name, "number": found.number, "head": found.head, "problem": found.problem}
