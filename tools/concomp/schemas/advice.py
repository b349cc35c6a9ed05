"""What `concomp advise` prints with `--json`."""

from __future__ import annotations

from typing import Literal

from pydantic import with_config
from typing_extensions import TypedDict

from concomp.schemas.privacy import AttackData
from concomp.schemas.values import EXACT, Rational, Status, Truth, Word


@with_config(EXACT)
class HypothesisData(TypedDict):
    """A hypothesis of a theorem, whether it holds of a plan, and what would make it hold."""

    hypothesis: str
    status: Literal["holds", "declared", "fails", "unknown"]
    reason: str
    trace: list[str]
    change: str


@with_config(EXACT)
class ConsideredData(TypedDict):
    """A theorem that was considered for a plan."""

    statement: str
    case: str
    says: str
    status: Status
    word: Word
    rests_on: Status | None
    truth: Truth
    applies: bool
    hypotheses: list[HypothesisData]


@with_config(EXACT)
class GuaranteedAt(TypedDict):
    """What is guaranteed at one E: exactly, or at most; and the exact value for the plan's own mechanisms."""

    e_eps: Rational
    delta: Rational | None
    is_exact: bool
    own_delta: Rational | None


@with_config(EXACT)
class GuaranteedFor(TypedDict):
    """The least E that is guaranteed for a δ; null if there is none."""

    delta: Rational
    e_eps: Rational | None
    epsilon: float | None
    is_exact: bool


@with_config(EXACT)
class CopiesData(TypedDict):
    """What so many copies lose."""

    copies: int
    delta: Rational


@with_config(EXACT)
class WorstCaseData(TypedDict):
    """What worst-case mechanisms with a label of the plan lose to an attack."""

    statement: str
    mechanism: str
    label: list[Rational]
    at_most: int
    e_eps: Rational
    claimed: Rational
    deltas: list[CopiesData]


@with_config(EXACT)
class TargetAdvice(TypedDict):
    """Whether the plan's target is guaranteed, and the largest number of touched mechanisms with which it would be."""

    reached: Literal["reached", "missed", "undecided"]
    at_most: int | None


@with_config(EXACT)
class PrintedAt(TypedDict):
    """What is printed for one E, and not valid."""

    e_eps: Rational
    delta: Rational


@with_config(EXACT)
class PrintedData(TypedDict):
    """What a statement would say of the plan that is false as printed, with its erratum and the counterexample."""

    statement: str
    erratum: str
    counterexample: str
    at_e: list[PrintedAt]


@with_config(EXACT)
class RouterData(TypedDict):
    """What is known of the plan's router; enough: how many touched mechanisms it is proved to keep to instead."""

    statement: str
    router: str
    inputs: str
    verdict: Literal["proved", "refuted", "unknown"]
    lacking: str
    trace: list[str]
    enough: int | None


@with_config(EXACT)
class ChangeData(TypedDict):
    """The one change that comes nearest to a guarantee; is_enough: whether the theorem applies then."""

    statement: str
    case: str
    hypothesis: str
    change: str
    is_enough: bool


@with_config(EXACT)
class DiscreteData(TypedDict):
    """What is guaranteed if each continuous noise is replaced by its discrete twin, and by which statement."""

    statement: str | None
    at_e: list[GuaranteedAt]
    at_delta: list[GuaranteedFor]


@with_config(EXACT)
class LostData(TypedDict):
    """What copies lose together: a moment, the least ρ, or 1 less the trade-off function at 0; copies: null for any."""

    copies: int | None
    low: Rational
    high: Rational


@with_config(EXACT)
class LeakData(TypedDict):
    """What copies lose of a mechanism that announces, with chance p, that it will tell its input, with chance q."""

    statement: str
    mechanism: str
    loss: str
    at_most: int
    announces: Rational
    tells: Rational
    reached: list[LostData]


@with_config(EXACT)
class BesideData(TypedDict):
    """A plan in one measure: the theorem and the least E for the δ that was asked for; reason: why there is none."""

    measure: str
    statement: str | None
    e_eps: Rational | None
    epsilon: float | None
    reason: str


@with_config(EXACT)
class AdviseOutput(TypedDict):
    """`concomp advise --json`; theorem: the index of the one that is rested on.

    measure: in which losses are counted, null for (ε, δ). loss: what is lost in it, in words. beside: a plan in a
    measure in all of them, the least first. not_audited: mechanisms in files that are audited under the file's function
    only, which is not the plan's.
    """

    schema: Literal["concomp.advise/1"]
    title: str
    outcome: Literal["advice", "missed", "undecided"]
    theorem: int | None
    theorems: list[ConsideredData]
    at_e: list[GuaranteedAt]
    at_delta: list[GuaranteedFor]
    profile: list[list[Rational]]
    change: ChangeData | None
    discrete: DiscreteData | None
    target: TargetAdvice | None
    as_printed: list[PrintedData]
    router: RouterData | None
    not_audited: list[str]
    own_attack: AttackData | None
    attack: WorstCaseData | None
    measure: str | None
    loss: str | None
    leak: LeakData | None
    beside: list[BesideData]
