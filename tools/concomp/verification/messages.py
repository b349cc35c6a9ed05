"""What the command and the process in which a user's functions are verified say to each other, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concomp.model.files.evidence import PropertyEvidence
    from concomp.report.layout import Part
    from concomp.schemas.verification import VerdictData

Place = tuple[str, str | None]
"""A file, and a name in it or None for the only one that is meant."""
Lemma = tuple[Place | None, str]
"""A function, or None for the one that is verified, and a property of it."""


@dataclass(frozen=True)
class Doing:
    """What is being done with a user's file, as a participle, and what to do if that takes too long.

    file: which one; empty for that of what is verified.
    """

    words: str
    remedy: str
    file: str = ""

    def on(self, file: str) -> Doing:
        """The same with another file."""
        return replace(self, file=file)


IMPORTING = Doing("imported", "let it define functions only")
MAKING = Doing("made into an object", "let `__init__` do no more than to declare")
AT_VALUES = Doing("put at the values of its parameters", "give smaller ones")
STATING = Doing("asked for its `invariant`", "let that state few lines and end")


@dataclass(frozen=True)
class Request:
    """What is to be verified, and what it is compared with.

    within: the other function, of a post-processing f'. source, drawn: of a post-processing f, and what is valid of
    values per copy, by name. sensitive: the functions that are known to be 1-sensitive. values: of parameters of all
    of these, as typed. links: names of parameters, each with that of a parameter of the others that is the same.
    lemmas: by which what is asked may be proved.
    """

    subject: Place
    within: Place | None
    source: Place | None
    drawn: Mapping[str, Place]
    sensitive: tuple[str, ...]
    values: Mapping[str, str]
    links: Mapping[str, str]
    lemmas: tuple[Lemma, ...] = ()


@dataclass(frozen=True)
class Refusal:
    """Why something cannot be done, on one line."""

    message: str


@dataclass(frozen=True)
class Overview:
    """What was loaded, the values of its parameters as text, and the properties that will be asked of it.

    lemmas: what these may be proved by, in words.
    """

    data: dict[str, Any]
    values: tuple[str, ...]
    properties: tuple[str, ...]
    lemmas: tuple[str, ...] = ()


@dataclass(frozen=True)
class Certified:
    """The properties of which a directory holds certificates, and where it is not as its index says, in words."""

    properties: tuple[str, ...]
    differences: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """A verdict as data, and its trace in lines and tables.

    rejected: because its certificate was. evidence: of what is proved; no_evidence: why there is none of it.
    not_written: why its certificate could not be written where that was asked for.
    """

    data: VerdictData
    trace: tuple[Part, ...]
    rejected: bool = False
    evidence: PropertyEvidence | None = None
    no_evidence: str = ""
    not_written: str = ""
