"""Evidence: what a check found out about a statement, as a value that can be stored and compared.

An outcome is the finding itself: a verdict, what was covered, a witness that the check was not vacuous, and
the control that shows it can fail. Evidence ties an outcome to the statement and the check that it comes from.
"""

import hashlib
import json
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, JsonValue, field_validator, model_validator

from concomp.model.registry.rows import Statement

Verdict = Literal["proved", "proved to n", "exact", "tested", "sampled", "assumed", "refuted"]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Outcome(_Value):
    """What a check found.

    `scope` names in words what was covered, `part` the part of the statement that it is about if that is not all of it,
    such as "for (ε,δ)-DP". `size` counts the cases, `bound` is the n of "proved to n".
    `witness` describes a non-trivial case that occurred, and None means that the check was vacuous;
    `control` describes the deliberately false variant that was refuted inside the same scope. `source` says
    where an assumed statement is taken from. `rules` are the trusted rules that a proof rests on besides the answers
    of solvers, each with what it says, and `derivation` is the proof, a line for every step. `formulas` are what is
    derived, and `hypotheses` what it is derived from, each a formula with the statement that it comes from; those of
    one formula only stand below a line that names it.

    Raises `pydantic.ValidationError` if the verdict lacks what it needs: a refutation its counterexample, an
    exact result its size, an assumption its source, "proved to n" its n.
    """

    verdict: Verdict
    scope: str
    part: str | None = None
    size: int | None = None
    bound: int | None = None
    witness: str | None = None
    control: str | None = None
    counterexample: dict[str, JsonValue] | None = None
    source: str | None = None
    notes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    derivation: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()

    @field_validator("counterexample")
    @classmethod
    def _exact_counterexample(cls, value: dict[str, JsonValue] | None) -> dict[str, JsonValue] | None:
        _refuse_floats(value, "counterexample")
        return value

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.verdict == "refuted" and not self.counterexample:
            raise ValueError("counterexample is missing: a refutation must show one")
        if self.verdict == "exact" and (self.size is None or self.size < 1):
            raise ValueError(f"size is {self.size}: an exact result must say how many cases it covers, >= 1")
        if self.verdict == "assumed" and not self.source:
            raise ValueError("source is missing: an assumption must say where it is taken from")
        if self.verdict == "proved to n" and (self.bound is None or self.bound < 0):
            raise ValueError(f"bound is {self.bound}: 'proved to n' must say its n, >= 0")
        return self


class _Kept(_Value):
    outcome: Outcome
    findings: JsonValue | None = None

    @field_validator("findings")
    @classmethod
    def _exact_findings(cls, value: JsonValue | None) -> JsonValue | None:
        _refuse_floats(value, "findings")
        return value


class Evidence(_Kept):
    """An outcome with what it is about: the statement's key and the check's dotted name.

    `findings` is what the slow half of the check hands to the fast one (certificates, traces, families).
    """

    statement: str
    check: str


def statement_hash(statement: Statement) -> str:
    """The SHA-256 of what a statement claims: its key, kind and text, not the commentary around it."""
    claim = {"key": statement.key, "kind": statement.kind, "text": statement.text}
    canonical = json.dumps(claim, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def to_json(evidence: Evidence) -> str:
    """The canonical text of findings and outcome: sorted keys, one entry a line, a final newline.

    What they are about is said by where the text is kept; part, formulas and hypotheses, where there are any.
    """
    kept = evidence.model_dump(mode="json", include={"findings", "outcome"})
    for name in ("part", "formulas", "hypotheses"):
        if not kept["outcome"][name]:
            del kept["outcome"][name]
    return json.dumps(kept, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def from_json(text: str | bytes, statement: str, check: str) -> Evidence:
    """The evidence about a statement that a text describes; raises `pydantic.ValidationError` if it describes none."""
    kept = _Kept.model_validate_json(text)
    return Evidence(statement=statement, check=check, outcome=kept.outcome, findings=kept.findings)


def _refuse_floats(value: JsonValue | None, place: str) -> None:
    if isinstance(value, float):
        raise ValueError(f'{place} is the float {value}: write it as a rational, like "1/3"')
    if isinstance(value, dict):
        for name, entry in value.items():
            _refuse_floats(entry, f"{place}.{name}")
    if isinstance(value, list):
        for index, entry in enumerate(value):
            _refuse_floats(entry, f"{place}[{index}]")
