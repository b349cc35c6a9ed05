"""The rows of the registry: a statement of a paper, and a place where the print is wrong.

The words used here are those of the papers. A statement's text is given in the project's own words and in
plain ASCII; an erratum keeps what is printed, what is wrong with it, the counterexample and the repair.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Source = Literal["HSV26", "Haney23", "Lyu22", "Zhang24", "concomp"]

Kind = Literal[
    "algorithm",
    "claim",
    "condition",
    "constraint",
    "corollary",
    "definition",
    "discussion",
    "equation",
    "example",
    "experiment",
    "fact",
    "figure",
    "footnote",
    "lemma",
    "notation",
    "observation",
    "problem",
    "property",
    "proposition",
    "remark",
    "repair",
    "restatement",
    "table",
    "theorem",
]

CheckKind = Literal["definition", "exact-finite", "smt-unbounded", "smt-bounded", "property", "numeric", "cited"]

NotEncoded = Literal["prose", "measure theory", "asymptotic", "informal"]

ErratumClass = Literal["false", "misprint", "ambiguous", "gap in proof", "constant", "found right"]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Statement(_Row):
    """A numbered, or otherwise citable, statement of a paper, or of this project where no paper makes it.

    `check` says how it can be checked and `how` spells it out; `formal` names the formal counterparts of an
    informal statement; `repairs` is the key of the false statement that this row replaces; `not_encoded` is
    the reason why no code realises it, where there is one. `supposes` are the formulas that it supposes, where it is
    derived: what the derivation rests on besides definitions and other statements.
    """

    source: Source
    label: str
    kind: Kind
    title: str
    text: str
    section: str
    depends_on: tuple[str, ...]
    check: CheckKind
    how: str
    formal: tuple[str, ...] = ()
    errata: tuple[str, ...] = ()
    repairs: str | None = None
    not_encoded: NotEncoded | None = None
    supposes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name by which everything refers to the statement, like ``"HSV26 Theorem 5.4"``."""
        return f"{self.source} {self.label}"


class Erratum(_Row):
    """A place where a paper as printed is wrong, unclear, or was suspected and found right.

    `concerns` lists every statement that the erratum is about, `passages` the places without a row of their
    own; `refutes` is the part of `concerns` that is false as printed, each statement in itself. `confirmed`
    says how far the numbers were recomputed (`confirmation`: what exactly); `severity` is A (a guarantee is
    false), B (a procedure cannot run) or C (notation); `version` says which version of the paper has it.
    """

    id: str
    title: str
    concerns: tuple[str, ...]
    passages: tuple[str, ...]
    refutes: tuple[str, ...]
    classes: tuple[ErratumClass, ...]
    severity: str | None
    confirmed: Literal["yes", "partly", "textual"]
    confirmation: str
    version: str
    printed: str
    wrong: str
    counterexample: str
    repair: str
    remarks: str

    @property
    def sources(self) -> tuple[str, ...]:
        """The papers whose statements the erratum concerns, in alphabetical order."""
        return tuple(sorted({key.split(" ", 1)[0] for key in self.concerns}))


class Convention(_Row):
    """Notation, named models and other matter that a group of errata (by its id prefix) refers to."""

    errata: Literal["E", "HL", "Z"]
    title: str
    text: str
