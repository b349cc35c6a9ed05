"""The page on mutants of targets: how many there are, what fails them, and why some conform as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.mutation.subjects import SUBJECTS
from tests.conformance.mutation.survivors import LISTED, Reason, reason
from tests.conformance.mutation.sweep import ENOUGH, Fate, Found, read

PAGE = Path(__file__).resolve().parents[3] / "docs" / "target_mutants.md"
HEAD = (
    "# Mutants of targets",
    "",
    "Each of these is a target with one mechanical mistake, put behind the protocol of the [suite](conformance.md),",
    "and given vectors until three had failed it. Written by `python -m tests.conformance.mutation.page` from what",
    "`python -m tests.conformance.mutation.sweep` found, which is package data, `mutants.json`.",
    "",
)
OF_RIGHT = (
    "## Of right targets",
    "",
    "The modules of the reference, with every mistake: a comparison moved, a constant one off, a statement dropped,",
    "two arguments exchanged, an early return, and such; then two small filters, of which wrong ones are made.",
    "",
)
OF_WRONG = (
    "## Of wrong targets",
    "",
    "The part of each [wrong target](wrong_targets.md) in which its error is, with one mistake at a place, after which",
    "the program goes on: beside an error it may make this smaller, hide it, or take it back. The vectors that fail",
    "the wrong target come first. Left out is what reads messages itself, which is a program of its own.",
    "",
)
COLUMNS = ("three", "fewer", "conforms", "open")
TABLE = ("| module | mutants | failed by three | by one or two | conform | open |", "|---|---|---|---|---|---|")


def column(subject: str, name: str, fate: Fate) -> str:
    """Where a mutant is counted."""
    if fate["kills"]:
        return "three" if len(fate["kills"]) >= ENOUGH else "fewer"
    return "conforms" if reason(subject, name, fate) else "open"


def page(found: Found) -> str:
    """The page."""
    right = {subject: each for subject, each in found.items() if SUBJECTS[subject].is_right}
    wrong = {subject: each for subject, each in found.items() if subject not in right}
    return "\n".join(
        [*HEAD, *OF_RIGHT, *_counted(right), *OF_WRONG, *_counted(wrong), *_conforming(found), *_weak(found)]
    )


def _counted(found: Found) -> Iterator[str]:
    """By module, how many there are, and what becomes of them."""
    counted: dict[str, Counter[str]] = {}
    for subject, name, fate in _each(found):
        counted.setdefault(_module(name), Counter()).update([column(subject, name, fate), "all"])
    counted["all"] = sum(counted.values(), Counter[str]())
    yield from TABLE
    yield from (
        f"| {name} | {c['all']} | {' | '.join(str(c[each]) for each in COLUMNS)} |" for name, c in counted.items()
    )
    yield ""


def _each(found: Found) -> Iterator[tuple[str, str, Fate]]:
    for subject, fates in found.items():
        for name, fate in fates.items():
            yield subject, name, fate


def _module(name: str) -> str:
    return name.split(":")[0].split(".")[0]


def _conforming(found: Found) -> Iterator[str]:
    """By reason, the mutants that conform."""
    yield "## Those that conform"
    yield ""
    yield "No vector that was put to them fails them, and none should. Each has a reason, and replies otherwise than"
    yield "what is right only where the reason allows it, which is checked."
    yield ""
    listed: dict[Reason, list[str]] = {each: [] for each in LISTED}
    for subject, name, fate in _each(found):
        why = None if fate["kills"] else reason(subject, name, fate)
        if why is not None:
            listed[why].append(name)
    for each, names in listed.items():
        if names:
            yield from (f"**{each.why}**", "", *(f"- `{name}`" for name in names), "")


def _weak(found: Found) -> Iterator[str]:
    """The mutants that fewer than three vectors fail, and those of which nothing is known."""
    for title, wanted in (("Failed by one or two", "fewer"), ("Open", "open")):
        listed = [(name, fate) for subject, name, fate in _each(found) if column(subject, name, fate) == wanted]
        if listed:
            yield from (f"## {title}", "", *(f"- `{name}`{_by(fate)}" for name, fate in listed), "")


def _by(fate: Fate) -> str:
    return f": {', '.join(fate['kills'])}" if fate["kills"] else ""


if __name__ == "__main__":
    PAGE.write_text(page(read()), encoding="utf-8")
