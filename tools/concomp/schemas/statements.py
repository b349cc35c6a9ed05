"""What `concomp check`, `list` and `explain` print with `--json`."""

from __future__ import annotations

from typing import Literal

from pydantic import with_config
from typing_extensions import TypedDict

from concomp.schemas.values import EXACT, ErratumData, OutcomeData, Place, StatementData, Status, Truth, Word


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
    accepted_by: list[str]
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
    """A statement that another rests on, its repair, or one of our own that goes beyond it."""

    key: str
    text: str
    depends_on: list[str]


@with_config(EXACT)
class Below(TypedDict):
    """A statement of one kind of status among what another rests on."""

    key: str
    status: Status


@with_config(EXACT)
class TheoremData(TypedDict):
    """A theorem that Coq accepted, with what it supposes, and the axioms that it rests on."""

    name: str
    text: str
    axioms: list[str]


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
    beyond: list[Dependency]
    proved: list[str]
    accepted_by: list[str]
    theorems: list[TheoremData]
    below: list[Below]
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
class MetData(TypedDict):
    """A hypothesis of a statement, and what became of it; `obstacle`: of what is undecided, the step left open."""

    hypothesis: str
    how: Literal["proved", "holds", "declared", "violated", "undecided", "remains"]
    reason: str
    trace: list[str]
    obstacle: str


@with_config(EXACT)
class SpokenData(StatusData):
    """A statement that speaks about what was given."""

    key: str
    case: str
    verdict: Literal["opened", "not opened", "false as printed", "counterexample"]
    words: str
    hypotheses: list[MetData]


@with_config(EXACT)
class AboutOutput(TypedDict):
    """`concomp explain --about --json`."""

    schema: Literal["concomp.about/1"]
    name: str
    kind: str
    statements: list[SpokenData]
