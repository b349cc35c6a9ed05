"""What statements say about something of a user's: which of their hypotheses hold, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

How = Literal["proved", "holds", "declared", "violated", "undecided", "remains"]
"""What became of a hypothesis; *holds*: as a plan is written; *remains*: it is about more than what was given."""
Verdict = Literal["opened", "not opened", "false as printed", "counterexample"]
"""*counterexample*: the statement is false as printed, and what was given breaks it, or lets it be broken."""


@dataclass(frozen=True)
class Met:
    """A hypothesis in words, what became of it, why, and the trace that violates it, a line each.

    obstacle: of what is undecided, a step that nothing excludes which was found to be kept until then, in words.
    """

    hypothesis: str
    how: How
    reason: str = ""
    trace: Sequence[str] = ()
    obstacle: str = ""


@dataclass(frozen=True)
class Spoken:
    """A statement that speaks about it; case: of the statement, if it has several; words: what it would say, or why."""

    statement: str
    verdict: Verdict
    hypotheses: Sequence[Met] = ()
    case: str = ""
    words: str = ""


@dataclass(frozen=True)
class About:
    """All that is said about something: its name, its kind, and the statements, those that are opened first."""

    name: str
    kind: str
    spoken: Sequence[Spoken]


def in_order(name: str, kind: str, spoken: Sequence[Spoken]) -> About:
    """All that is said, the statements that are opened first, and then those that it breaks."""
    order: Sequence[Verdict] = ("opened", "counterexample", "false as printed", "not opened")
    return About(name, kind, sorted(spoken, key=lambda each: order.index(each.verdict)))
