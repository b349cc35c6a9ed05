"""What came of checks: of each, and of a run of many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import Check
from concomp.obligations.expectation import Violation
from concomp.obligations.processes.child import TimedOut
from concomp.obligations.runner.index import Entry, Key
from concomp.obligations.runner.performing import Done, Ended, Unfinished
from concomp.obligations.runner.standing import Standing

Ending = Literal["confirmed", "stale", "missing", "failed", "timed out"]
RENEW = "`concomp check --renew`"


@dataclass(frozen=True)
class Result:
    """What came of one check of one statement; the message says why it is not confirmed."""

    check: Check
    ending: Ending
    message: str = ""

    @property
    def line(self) -> str:
        """The result in words."""
        return f"{self.check.statement}: {self.check.name}: {self.message}"


@dataclass(frozen=True)
class Report:
    """What came of a run.

    failures: a line for everything that is not as the registry expects.
    undecided: a line for every check that did not end in time.
    remarks: lines that change nothing.
    index: what the index is to say after the run.
    """

    standing: Standing
    failures: tuple[str, ...]
    undecided: tuple[str, ...]
    remarks: tuple[str, ...]
    index: Mapping[Key, Entry]


def missing_evidence(check: Check) -> Result:
    """The result where there is no evidence."""
    return Result(check, "missing", f"its evidence file is missing; {RENEW} finds it")


def comparison(check: Check, ended: Ended, stored: Outcome) -> Result:
    """The result of a recheck: it must come to the stored outcome."""
    if not isinstance(ended, Done):
        return without_outcome(check, ended)
    if ended.outcome == stored:
        return Result(check, "confirmed")
    fields = [name for name in Outcome.model_fields if getattr(ended.outcome, name) != getattr(stored, name)]
    again = f'if that is right, `concomp check --full "{check.statement}"` finds it anew'
    return Result(check, "failed", f"comes out otherwise than its evidence says: {', '.join(fields)}; {again}")


def without_outcome(check: Check, ended: Unfinished) -> Result:
    """The result of a check that did not come to an outcome."""
    if isinstance(ended, TimedOut):
        return Result(check, "timed out", f"did not end within {ended.seconds:g} seconds")
    return Result(check, "failed", str(ended) if isinstance(ended, Violation) else f"broke: {ended.message}")


def left_behind(check: Check, entries: Sequence[Entry], today: Entry) -> str | None:
    """Why confirmed evidence is stale all the same; None if it is not.

    A recheck judges what it recomputes, and findings as well; but it cannot tell whether a changed statement is still
    what the check is about, nor whether changed sources would find the same.
    """
    if any(entry.agrees(today) for entry in entries) or (not entries and check.find is None):
        return None
    if not entries:
        return f"the index does not say with which sources its finding was made; {RENEW} finds it again"
    if all(entry.statement != today.statement for entry in entries):
        return f"the statement has changed since; see that the check still fits it, then {RENEW} finds it again"
    if check.find is not None:
        return f"its finding was made with other sources than today's; {RENEW} finds it again"
    return None
