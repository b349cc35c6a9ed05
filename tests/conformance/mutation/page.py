"""The page on mutants of targets: how many there are, what fails them, and why some conform as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.mutation.survivors import REASONS, Reason, reason
from tests.conformance.mutation.sweep import ENOUGH, Fate, Found, read

PAGE = Path(__file__).resolve().parents[3] / "docs" / "target_mutants.md"
HEAD = (
    "# Mutants of right targets",
    "",
    "Each of these is a right target with one mechanical mistake: a comparison moved, a constant one off, a statement",
    "dropped, two arguments exchanged, an early return, and such. Each was put behind the protocol of the",
    "[suite](conformance.md), and given vectors until three had failed it. Written by",
    "`python -m tests.conformance.mutation.page` from what `python -m tests.conformance.mutation.sweep` found, which",
    "is package data, `mutants.json`. The modules are those of the reference.",
    "",
    "| module | mutants | failed by three | by one or two | conform as well | open |",
    "|---|---|---|---|---|---|",
)
COLUMNS = ("three", "fewer", "conforms", "open")


def column(name: str, fate: Fate) -> str:
    """Where a mutant is counted."""
    if fate["kills"]:
        return "three" if len(fate["kills"]) >= ENOUGH else "fewer"
    return "conforms" if reason(name, fate) else "open"


def page(found: Found) -> str:
    """The page."""
    fates = {name: fate for each in found.values() for name, fate in each.items()}
    counted: dict[str, Counter[str]] = {}
    for name, fate in fates.items():
        counted.setdefault(_module(name), Counter()).update([column(name, fate), "all"])
    counted["all"] = sum(counted.values(), Counter[str]())
    rows = (f"| {name} | {c['all']} | {' | '.join(str(c[each]) for each in COLUMNS)} |" for name, c in counted.items())
    return "\n".join([*HEAD, *rows, "", *_conforming(fates), *_weak(fates)])


def _module(name: str) -> str:
    return name.split(":")[0].split(".")[0]


def _conforming(fates: dict[str, Fate]) -> Iterator[str]:
    """By reason, the mutants that conform as well."""
    yield "## Those that conform as well"
    yield ""
    yield "No vector that was put to them fails them, and none should. Each has a reason, and replies otherwise than"
    yield "what is right only where the reason allows it, which is checked."
    yield ""
    listed: dict[Reason, list[str]] = {each: [] for each in REASONS}
    for name, fate in fates.items():
        found = reason(name, fate) if not fate["kills"] else None
        if found is not None:
            listed[found].append(name)
    for each, names in listed.items():
        if names:
            yield from (f"**{each.why}**", "", *(f"- `{name}`" for name in names), "")


def _weak(fates: dict[str, Fate]) -> Iterator[str]:
    """The mutants that fewer than three vectors fail, and those of which nothing is known."""
    for title, wanted in (("Failed by one or two", "fewer"), ("Open", "open")):
        names = [name for name, fate in fates.items() if column(name, fate) == wanted]
        if names:
            yield from (f"## {title}", "", *(f"- `{name}`{_by(fates[name])}" for name in names), "")


def _by(fate: Fate) -> str:
    return f": {', '.join(fate['kills'])}" if fate["kills"] else ""


if __name__ == "__main__":
    PAGE.write_text(page(read()), encoding="utf-8")
