"""The numbers that statements have in an earlier version of their paper, read off the table in the errata."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from concomp.model.registry.registry import Registry

KINDS = {
    "Def": "Definition",
    "Thm": "Theorem",
    "Lem": "Lemma",
    "Cor": "Corollary",
    "Rem": "Remark",
    "Not": "Notation",
    "Alg": "Algorithm",
    "Claim": "Claim",
    "Claims": "Claim",
}
_ITEM = re.compile(r"(?:(?P<kind>[A-Z][a-z]+) )?(?P<first>[A-Z]?[.\d]+)(?:-(?P<last>[A-Z]?[.\d]+))?(?: \(.*\))?")


def earlier_numbers(registry: Registry) -> dict[str, list[str]]:
    """The labels of the earlier version by the keys of the statements that they are now, like "Theorem 5.5".

    Only what the table pairs one to one, number by number; a statement that kept its number is left out.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for convention in registry.conventions:
        for earlier, now in _pairs(convention.text):
            for old, new in zip(_labels(earlier), _labels(now), strict=False):
                key = f"HSV26 {new}"
                if old != new and key in registry.statements and len(_labels(earlier)) == len(_labels(now)):
                    found[key].append(old)
    return dict(found)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """What the rows of the table pair."""
    _, heading, table = text.partition("| earlier | main |")
    for line in table.splitlines() if heading else ():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        yield from (
            ((earlier, now) for earlier, now in (cells[:2], cells[3:5]) if earlier and now) if len(cells) > 4 else ()
        )


def _labels(cell: str) -> Sequence[str]:
    """The labels that a cell lists, each with its kind; none if it lists anything else."""
    labels: list[str] = []
    kind = ""
    for part in re.split(r", | / ", cell):
        found = _ITEM.fullmatch(part.strip())
        if found is None or not (kind := KINDS.get(found["kind"] or "", kind)):
            return []
        labels += [f"{kind} {number}" for number in _range(found["first"], found["last"])]
    return labels


def _range(first: str, last: str | None) -> list[str]:
    if last is None:
        return [first]
    chapter, _, start = first.rpartition(".")
    return [f"{chapter}.{number}".lstrip(".") for number in range(int(start), int(last.rpartition(".")[2]) + 1)]
