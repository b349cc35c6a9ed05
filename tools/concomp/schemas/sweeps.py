"""What `concomp audit --grid` prints with `--json`."""

from __future__ import annotations

from typing import Literal

from pydantic import with_config
from typing_extensions import TypedDict

from concomp.schemas.privacy import LeastE
from concomp.schemas.values import EXACT, Rational


@with_config(EXACT)
class SweptAt(TypedDict):
    """The least δ at E."""

    e_eps: Rational
    delta: Rational


@with_config(EXACT)
class SweptRow(TypedDict):
    """A point of the grid, by its values; what was found there, or why nothing was."""

    point: dict[str, str]
    results: list[SweptAt]
    least: LeastE | None
    failure: str | None


@with_config(EXACT)
class KeptRow(TypedDict):
    """A line of a file of rows that are done: the row, and what tells what it is about."""

    about: str
    row: SweptRow


@with_config(EXACT)
class SweepOutput(TypedDict):
    """`concomp audit --grid --json`: a row for each point, in the order of the grid."""

    schema: Literal["concomp.audit.sweep/1"]
    rows: list[SweptRow]
