"""What `concomp verify` prints with `--json`."""

from __future__ import annotations

from typing import Literal

from pydantic import with_config
from typing_extensions import TypedDict

from concomp.schemas.values import EXACT, Message


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
class ApplicationData(TypedDict):
    """A declared relation or function on a trace: what it was asked, and its value there."""

    name: str
    arguments: list[Message]
    value: Message


@with_config(EXACT)
class StatedData(TypedDict):
    """What came of a condition that the author states to hold throughout.

    `shown` says where it fails, or why nothing is known of it.
    """

    place: str
    text: str
    outcome: Literal[
        "is kept",
        "is kept as long as the property has not failed",
        "fails at the start",
        "fails on the trace",
        "is not kept from a state that the other lines allow",
        "is not settled",
        "is not used",
    ]
    shown: str


@with_config(EXACT)
class AssumedData(TypedDict):
    """A lemma that a proof rests on, and the SHA-256 of each manifest of its own certificates."""

    function: str
    property: str
    scope: str
    manifests: list[str]


@with_config(EXACT)
class VerdictData(TypedDict):
    """What was found out about one property."""

    property: str
    verdict: Literal["proved", "refuted", "unknown", "vacuous"]
    scope: str
    given: list[str]
    seconds: float
    reason: str
    unsatisfiable: bool
    parameters: dict[str, Message] | None
    trace: list[Step] | None
    applications: list[ApplicationData]
    rejection: RejectionData | None
    certificate: str | None
    tried: list[str]
    stated: list[StatedData]
    obstacle: str
    assuming: list[AssumedData]


@with_config(EXACT)
class OpeningData(TypedDict):
    """The theorems that verdicts open, and what each asks besides."""

    opens: list[str]
    hypotheses: dict[str, list[str]]


@with_config(EXACT)
class RegisterData(TypedDict):
    """A register of a post-processing: by which line it becomes tainted, and whether two copies can differ in it.

    sources: what is tainted of what goes into it there. copies: whether two copies can differ; "same" is said only if
    they behave alike in all that is seen. messages: after how many messages they can differ.
    """

    name: str
    tainted: bool
    place: str | None
    sources: list[str]
    by_condition: bool
    copies: Literal["same", "differ", "unknown"]
    messages: int | None


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
    registers: list[RegisterData]
    opens: list[str]
    hypotheses: dict[str, list[str]]
    usable_at_run_time: bool
    evidence: str | None
    warnings: list[str]


@with_config(EXACT)
class VerifyOutput(TypedDict):
    """`concomp verify --json`."""

    schema: Literal["concomp.verify/1"]
    functions: list[VerifiedData]
