"""What each command prints with `--json`, and the files of their own that they read and write, as types.

A command says by these types what it prints, so that the type checker compares the two, and the JSON Schemas are made
from them. Nothing here is brought in when a command runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, WithJsonSchema, with_config
from pydantic_core import CoreSchema
from typing_extensions import TypedDict

from concomp.model.registry.evidence import Outcome
from concomp.model.registry.rows import Erratum, Statement

EXACT = ConfigDict(extra="forbid")
Rational = Annotated[str, Field(pattern=r"^-?[0-9]+(/[1-9][0-9]*)?$", description="a rational number, p/q or p")]
Status = Annotated[str, Field(description="how far a statement is established")]
Number = Annotated[
    str | int,
    Field(description='an exact number: an integer, or text like "3/2", "0.1" or "1e-6"'),
]
PrivacyText = Annotated[
    str, Field(pattern="^ *(eps|E|delta) *=", description="as in eps=0.1,delta=1e-9 or E=3/2,delta=1/100")
]
Word = Annotated[str, Field(description="the status under its old name, until 1.0", deprecated=True)]
Place = Annotated[str, Field(description="file and line, relative to the clone or absolute: path/file.py:31")]
Truth = Literal["as printed", "misprint", "false", "not examined"]


@dataclass(frozen=True)
class Dumped:
    """Says that a value is a pydantic model, dumped."""

    model: type[BaseModel]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The schema of the model."""
        return handler.generate_schema(self.model)


OutcomeData = Annotated[dict[str, Any], Dumped(Outcome)]
StatementData = Annotated[dict[str, Any], Dumped(Statement)]
ErratumData = Annotated[dict[str, Any], Dumped(Erratum)]
Message = Annotated[Any, WithJsonSchema({"description": "a message or a value, by its sort"})]


@with_config(EXACT)
class EvidenceData(TypedDict):
    """What a check found out about a statement, and with which versions of Python and of libraries."""

    statement: str
    check: str
    outcome: OutcomeData
    found_with: dict[str, str]


@with_config(EXACT)
class CheckedStatement(TypedDict):
    """A statement and how far it is established."""

    source: str
    label: str
    status: Status
    word: Word
    rests_on: Status | None
    truth: Truth
    evidence: list[EvidenceData]


@with_config(EXACT)
class CheckOutput(TypedDict):
    """`concomp check --json`."""

    schema: Literal["concomp.check/1"]
    statements: list[CheckedStatement]


class StatusData(TypedDict):
    """How a statement stands."""

    truth: Truth
    status: Status
    word: Word
    rests_on: Status | None


@with_config(EXACT)
class ListedStatement(StatusData):
    """A statement and how it stands."""

    key: str
    source: str
    label: str
    kind: str
    title: str
    section: str


@with_config(EXACT)
class ListOutput(TypedDict):
    """`concomp list --json`."""

    schema: Literal["concomp.list/1"]
    statements: list[ListedStatement]


@with_config(EXACT)
class Dependency(StatusData):
    """A statement that another rests on, or its repair."""

    key: str
    text: str
    depends_on: list[str]


@with_config(EXACT)
class StatementStory(StatusData):
    """`concomp explain --json` of a statement."""

    schema: Literal["concomp.explain/1"]
    statement: StatementData
    realised_by: list[str]
    realised_at: list[Place]
    evidence: list[EvidenceData]
    checked_at: list[Place]
    errata: list[ErratumData]
    repair: Dependency | None
    dependencies: list[Dependency]


@with_config(EXACT)
class Concerned(StatusData):
    """A statement that an erratum is about."""

    key: str


@with_config(EXACT)
class ErratumStory(TypedDict):
    """`concomp explain --json` of an erratum."""

    schema: Literal["concomp.explain/1"]
    erratum: ErratumData
    statements: list[Concerned]


@with_config(EXACT)
class Step(TypedDict):
    """One pair of messages of a trace, or what two copies of a post-processing do."""

    left: Message
    right: Message
    accepted: bool
    registers: dict[str, Message]


@with_config(EXACT)
class RejectionData(TypedDict):
    """Where a run rejects, and by which line."""

    index: int
    reason: str
    file: str
    line: int
    text: str
    registers: dict[str, Message]


@with_config(EXACT)
class VerdictData(TypedDict):
    """What was found out about one property."""

    property: str
    verdict: Literal["proved", "refuted", "unknown", "vacuous"]
    scope: str
    seconds: float
    reason: str
    unsatisfiable: bool
    parameters: dict[str, Message] | None
    trace: list[Step] | None
    rejection: RejectionData | None
    certificate: str | None
    tried: list[str]


@with_config(EXACT)
class OpeningData(TypedDict):
    """The theorems that verdicts open, and what each asks besides."""

    opens: list[str]
    hypotheses: dict[str, list[str]]


@with_config(EXACT)
class VerifiedData(TypedDict):
    """A verification function or a post-processing, as it was verified."""

    kind: Literal["verification function", "post-processing"]
    name: str
    description: str
    place: str
    parameters: dict[str, Message]
    witness: VerdictData | None
    properties: list[VerdictData]
    opens: list[str]
    hypotheses: dict[str, list[str]]
    usable_at_run_time: bool
    warnings: list[str]


@with_config(EXACT)
class VerifyOutput(TypedDict):
    """`concomp verify --json`."""

    schema: Literal["concomp.verify/1"]
    functions: list[VerifiedData]


@with_config(EXACT)
class DeltaAt(TypedDict):
    """The least δ of a composition at E, or bounds of it."""

    e_eps: Rational
    delta: NotRequired[Rational]
    delta_low: NotRequired[Rational]
    delta_high: NotRequired[Rational]


@with_config(EXACT)
class ComposeOutput(TypedDict):
    """`concomp compose --json`: what was asked for."""

    schema: Literal["concomp.compose/1"]
    results: NotRequired[list[DeltaAt]]
    e_eps: NotRequired[Rational | None]
    e_eps_low: NotRequired[Rational]
    e_eps_high: NotRequired[Rational]
    epsilon: NotRequired[float | None]


@with_config(EXACT)
class AuditedAt(TypedDict):
    """The exact privacy at E: δ of each world over the other, and their maximum."""

    e_eps: Rational
    delta_0: Rational
    delta_1: Rational
    delta: Rational


@with_config(EXACT)
class LeastE(TypedDict):
    """The least E for a δ; null if none suffices."""

    delta: Rational
    e_eps: Rational | None


@with_config(EXACT)
class TargetData(TypedDict):
    """Whether the target is exceeded."""

    e_eps: Rational
    delta: Rational
    exceeded: bool


@with_config(EXACT)
class AttackData(TypedDict):
    """The best attacker at E: a decision tree where that is small, and a plan whose steps share what repeats."""

    e_eps: Rational
    suspected: int
    delta: Rational
    tree: Message
    plan: list[Message] | None


@with_config(EXACT)
class MomentData(TypedDict):
    """Rényi moments of one order, of each world over the other; null for infinity."""

    order: int
    moment_0: Rational | None
    moment_1: Rational | None


@with_config(EXACT)
class AuditOutput(TypedDict):
    """`concomp audit --json`; what was not asked for by an option of its own is left out."""

    schema: Literal["concomp.audit/1"]
    horizon: int
    results: list[AuditedAt]
    profile: list[list[Rational]] | None
    least: NotRequired[LeastE]
    target: NotRequired[TargetData]
    attackers: NotRequired[list[AttackData]]
    renyi: NotRequired[list[MomentData]]
    trade_off: NotRequired[list[list[Rational]]]


@with_config(EXACT)
class BoundedAt(TypedDict):
    """Bounds of the least δ at E."""

    e_eps: Rational
    delta_low: Rational
    delta_high: Rational


@with_config(EXACT)
class LeastBetween(TypedDict):
    """Bounds of the least E for a δ; null where there is none."""

    delta: Rational
    e_eps_low: Rational | None
    e_eps_high: Rational | None


@with_config(EXACT)
class BoundsOutput(TypedDict):
    """`concomp audit --bounds --json`."""

    schema: Literal["concomp.audit.bounds/1"]
    horizon: int
    results: list[BoundedAt]
    least: NotRequired[LeastBetween]
    target: NotRequired[TargetData]


@with_config(EXACT)
class RecheckOutput(TypedDict):
    """`concomp audit --recheck --json`: whether a simulation certificate holds, and the fault if it does not."""

    schema: Literal["concomp.audit.recheck/1"]
    holds: bool
    e_eps: Rational
    delta: Rational
    histories: int
    fault: str | None


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
class AdviseOutput(TypedDict):
    """`concomp advise --json`; theorem: the index of the one that is rested on."""

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
    own_attack: AttackData | None
    attack: WorstCaseData | None


@with_config(EXACT)
class ComposeFile(TypedDict):
    """What `concomp compose --file` reads: parameters, as pairs [E, δ] or text, and what is asked for."""

    params: Annotated[list[tuple[Number, Number] | PrivacyText], Field(min_length=1)]
    e_eps: NotRequired[list[Number]]
    delta: NotRequired[Number]
