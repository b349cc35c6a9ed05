"""The chapters of the papers: what one page of the map is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from concomp.model.registry.rows import Statement
from concomp.obligations.runner.standing import by_section
from concomp.report.map.markdown import anchor

FOLDER = "docs/map"
_CHAPTER = re.compile(r"(Section|Appendix)s? (\w+)")


@dataclass(frozen=True)
class Chapter:
    """A section of a paper with its subsections, in each of which are statements, repairs behind what they repair."""

    paper: str
    title: str
    sections: Mapping[str, Sequence[Statement]]

    @property
    def name(self) -> str:
        """The chapter's name, like "HSV26 Section 5"."""
        return f"{self.paper} {self.title}"

    @property
    def page(self) -> str:
        """The page about it, as a path in the clone."""
        return f"{FOLDER}/{anchor(self.name)}.md"

    @property
    def rows(self) -> list[Statement]:
        """All its statements."""
        return [row for rows in self.sections.values() for row in rows]


def chapters(rows: Iterable[Statement]) -> list[Chapter]:
    """The chapters in which these statements stand, in their order, those of a paper together."""
    grouped: dict[tuple[str, str], dict[str, list[Statement]]] = {}
    for (paper, section), members in by_section(rows).items():
        grouped.setdefault((paper, _title(section)), {})[section] = members
    return [Chapter(paper, title, sections) for (paper, title), sections in grouped.items()]


def _title(section: str) -> str:
    """The chapter of a section: "Section 5" of "Section 5.2 (proof Section 11)"."""
    found = _CHAPTER.match(section)
    return f"{found[1]} {found[2]}" if found else section
