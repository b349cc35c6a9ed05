"""What `concomp ledger status`, `history` and `verify` print with `--json`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import with_config
from typing_extensions import TypedDict

from concomp.schemas.values import EXACT

Loss = dict[str, Any] | list[dict[str, Any]]
"""A loss by its measure and its numbers, or several that were charged at once."""


@with_config(EXACT)
class BookData(TypedDict):
    """A book as it stands: readings in words, the number and hash of its last entry."""

    name: str
    rule: str
    budget: Loss
    spent: str
    remaining: str
    number: int
    head: str
    unanswered: int


@with_config(EXACT)
class StatusOutput(TypedDict):
    """`concomp ledger status --json`."""

    schema: Literal["concomp.ledger.status/1"]
    books: list[BookData]


@with_config(EXACT)
class PostingData(TypedDict):
    """A charge. answered: whether it is known that it brought an answer. path: of its nested session; null for none."""

    number: int
    time: str
    label: str
    loss: Loss
    kind: str
    nonce: str
    hash: str
    answered: bool
    path: str | None


@with_config(EXACT)
class HistoryOutput(TypedDict):
    """`concomp ledger history --json`."""

    schema: Literal["concomp.ledger.history/1"]
    name: str
    entries: list[PostingData]


@with_config(EXACT)
class FoundData(TypedDict):
    """What was found of a book. problem: the first thing that does not agree; null if all does."""

    name: str
    number: int
    head: str
    problem: str | None


@with_config(EXACT)
class VerificationOutput(TypedDict):
    """`concomp ledger verify --json`."""

    schema: Literal["concomp.ledger.verify/1"]
    books: list[FoundData]
