"""What `concomp experiment` prints with `--json`."""

from __future__ import annotations

from typing import Literal

from pydantic import with_config
from typing_extensions import TypedDict

from concomp.schemas.values import EXACT, Rational


@with_config(EXACT)
class AreasData(TypedDict):
    """Areas under the curve, mean and standard deviation, of two attackers."""

    informed: list[float]
    by_frequencies: list[float]


@with_config(EXACT)
class TestedData(TypedDict):
    """A row of Zhang24's Table VIII or IX: what is measured, what is expected, what is possible, what is printed."""

    table: Literal["VIII", "IX"]
    epsilon: Rational
    epsilon_of_each: Rational
    composition: AreasData
    single: AreasData
    expected: float
    gaussian: float
    ceiling: float
    printed: list[list[float]]
    impossible_by: float | None
    exceeds: bool


@with_config(EXACT)
class MembershipOutput(TypedDict):
    """`concomp experiment membership --json`."""

    schema: Literal["concomp.experiment.membership/1"]
    genotypes: str
    people: int
    places: int
    repeats: int
    releases: int
    scored: int
    seed: int
    tests: list[TestedData]


@with_config(EXACT)
class ToldData(TypedDict):
    """What two answers tell: μ² exactly, and the least δ, rounded up."""

    mu_squared: Rational
    delta: float


@with_config(EXACT)
class JoinedData(TypedDict):
    """Two answers whose noises have a correlation."""

    correlation: Rational
    one_sign: ToldData
    opposite: ToldData


@with_config(EXACT)
class CorrelationOutput(TypedDict):
    """`concomp experiment correlation --json`."""

    schema: Literal["concomp.experiment.correlation/1"]
    epsilon: Rational
    delta: Rational
    at_epsilon: Rational
    rows: list[JoinedData]
