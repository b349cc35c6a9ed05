"""Derivations: their lines taken apart, so that a page can fold them; a long one has a page of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.registry.evidence import Evidence
from concomp.site.contents import Contents

LONG = 60
"""More lines than these have a page of their own."""
_LINE = re.compile(r"(?P<number>\d+′*)\. (?P<formula>.*?)(?:  \[(?P<reason>.*)\])?")


@dataclass(frozen=True)
class Line:
    """A line of a derivation; reason: by which it follows."""

    number: str
    formula: str
    reason: str


@dataclass(frozen=True)
class Stretch:
    """The lines under one heading."""

    heading: str
    lines: Sequence[Line]


def stretches(lines: Sequence[str]) -> list[Stretch]:
    """The lines of a derivation, parted by the lines that have no number."""
    found: list[tuple[str, list[Line]]] = []
    for text in lines:
        line = _LINE.fullmatch(text)
        if line is None:
            found.append((text.rstrip(":"), []))
        else:
            if not found:
                found.append(("", []))
            found[-1][1].append(Line(line["number"], line["formula"], line["reason"] or ""))
    return [Stretch(heading, parts) for heading, parts in found]


def is_long(evidence: Evidence) -> bool:
    """Whether a derivation has a page of its own."""
    return len(evidence.outcome.derivation) > LONG


def derivation_page(contents: Contents, evidence: Evidence) -> str:
    """The page of a long derivation."""
    own = contents.standing.evidence[evidence.statement]
    return f"{contents.pages[evidence.statement].removesuffix('index')}derivation-{own.index(evidence) + 1}/index"
