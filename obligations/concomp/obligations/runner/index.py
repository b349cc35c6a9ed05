"""The index of the evidence: what it is, and with what it was made, a line for each check and statement.

The lines are sorted and stand by themselves, so that two branches that each add some are merged by keeping all lines
(`merge=union` in .gitattributes); where both have one for the same check, either may be the one that is current.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from concomp.model.registry.evidence import Evidence, to_json

FILE = "evidence.lock"
REBUILD = "concomp map"
HEADER = f"""\
# Evidence, and with what it was made: statement | check | hashes of statement, sources and evidence | versions.
# Generated; do not edit. After a merge, or when it is out of date: {REBUILD}
"""

DIGITS = 16
"""Hexadecimal digits of a hash that are kept."""

Key = tuple[str, str]
"""The dotted name of a check, and the statement."""


class Spoiled(Exception):
    """Thrown when what is kept of evidence cannot be used as it stands."""


class SpoiledIndex(Spoiled):
    """Thrown when the index cannot be read, or a line of it."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{FILE}{reason}; `git checkout` brings it back, or delete it and run `{REBUILD}`")


@dataclass(frozen=True)
class Entry:
    """With what a piece of evidence was made.

    statement, sources: the first digits of the hashes of the statement and of the sources of the check. versions: of
    Python and of the libraries that computed. evidence: the first digits of its own hash, as soon as there is any.
    """

    statement: str
    sources: str
    versions: Mapping[str, str]
    evidence: str = ""

    def of(self, evidence: Evidence) -> Entry:
        """The entry of this piece of evidence."""
        return replace(self, evidence=short_hash(to_json(evidence)))

    def is_of(self, evidence: Evidence) -> bool:
        """Whether this is the entry of this piece of evidence, word by word."""
        return self == self.of(evidence)

    def agrees(self, other: Entry) -> bool:
        """Whether both were made with the same statement and the same sources."""
        return (self.statement, self.sources) == (other.statement, other.sources)


Index = Mapping[Key, tuple[Entry, ...]]
"""The entries of each check of each statement: one, unless two branches were merged."""


def index_of(text: str) -> Index:
    """The index that a text describes; raises SpoiledIndex."""
    found: dict[Key, tuple[Entry, ...]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            cells = line.split(" | ")
            if len(cells) != 6:
                raise _no_line(number, line)
            statement, check, of_statement, of_sources, of_evidence, versions = cells
            entry = Entry(of_statement, of_sources, _versions(number, line, versions), of_evidence)
            found[check, statement] = (*found.get((check, statement), ()), entry)
    return found


def text_of(entries: Mapping[Key, Entry]) -> str:
    """The text of an index."""
    return HEADER + "".join(sorted(_line(key, entry) for key, entry in entries.items()))


def short_hash(text: str) -> str:
    """The first digits of the hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def versions_in_words(versions: Mapping[str, str]) -> str:
    """Versions as a list, such as "python 3.11, z3 4.13"."""
    return ", ".join(f"{name} {version}" for name, version in sorted(versions.items()))


def _line(key: Key, entry: Entry) -> str:
    check, statement = key
    hashes = (entry.statement, entry.sources, entry.evidence)
    return " | ".join((statement, check, *hashes, versions_in_words(entry.versions))) + "\n"


def _no_line(number: int, line: str) -> SpoiledIndex:
    return SpoiledIndex(f", line {number}: {line[:60]!r} is no line of the index")


def _versions(number: int, line: str, text: str) -> dict[str, str]:
    pairs = [each.partition(" ") for each in text.split(", ")]
    if not all(name and version for name, _, version in pairs):
        raise _no_line(number, line)
    return {name: version for name, _, version in pairs}
