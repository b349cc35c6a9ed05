"""python -m concomp.obligations.search.record: the page about the searches that were made.

The record is a journal that is kept with the code. It holds the best candidate of each search, so that a reader can
judge it again; the searches themselves can be made again from their seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.resources import as_file, files

import click

from concomp.obligations.search.journal import Entry, Journal
from concomp.obligations.search.objectives import OBJECTIVES, Objective
from concomp.obligations.search.playing import NOTHING

INTRODUCTION = """# Searches for violations

Written by `python -m concomp.obligations.search.record` from the journal that is kept with the code.

A search climbs over mechanisms with weights on a grid and over verification functions; how, says the
[how-to](howto.md#search-for-violations). The claims of the first table are false, and show what effort it
takes to find that out: a search ends with the first violation. How the climb moves was settled on seeds 0 to 9; the
seeds of this table were not looked at before. The claims of the second are believed; none of their searches found a
violation, though the ten against each claim were together at least twenty times as long as the longest of all searches
of the first table. Counted are the candidates that were tried, those that were tried again included, and among them the
ones about which the claim says something.

An excess is measured as the search measures it, for it is what the climb follows. For sparse parallel composition with
a budget on δ the unit is what waiting for the exceptional mechanisms can cost (what it would add to the printed bound),
or, where waiting costs nothing because sides may be exchanged, the smaller part of the bound; nothing is asked about
candidates for which this unit is zero. For a lazy simulation the unit is the claimed budget, for all others it is what
the bound leaves up to 1. An excess of 0 says that the claim is met with equality.
"""
FALSE = "| claim, as printed | space | seeds | found | tried, median | tried, most | judged, most | largest excess |"
TRUE = "| claim | space | seeds | found | tried, each | tried, in all | judged, in all | largest excess |"


def record() -> list[Entry]:
    """The searches that were made, in the order of the objectives and seeds."""
    with as_file(files("concomp.obligations") / "search" / "record.jsonl") as path:
        entries = Journal(path).entries()
    return [entry for name in OBJECTIVES for entry in sorted(_about(name, entries), key=lambda each: each.task.seed)]


def _about(name: str, entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.task.objective == name]


def page(entries: Sequence[Entry]) -> str:
    """The page about some searches."""
    return "\n".join((INTRODUCTION, *_table(FALSE, entries, True), "", *_table(TRUE, entries, False), ""))


def _table(head: str, entries: Sequence[Entry], refutable: bool) -> Iterator[str]:
    yield head
    yield "|---" * (head.count("|") - 1) + "|"
    for name, objective in OBJECTIVES.items():
        here = _about(name, entries)
        if here and objective.refutable == refutable:
            yield "| " + " | ".join((*_named(name, objective), _seeds(here), *_outcome(here, refutable))) + " |"


def _named(name: str, objective: Objective) -> tuple[str, str]:
    space = objective.space
    menu = f"; a menu of {space.members}" if space.members > 1 else ""
    return (
        f"{objective.key}: {objective.form} (`{name}`)",
        f"{space.shape.name}, in units of 1/{space.shape.unit}; {space.functions.name}{menu}",
    )


def _seeds(entries: Sequence[Entry]) -> str:
    seeds = [entry.task.seed for entry in entries]
    whole = seeds == list(range(seeds[0], seeds[-1] + 1))
    return f"{seeds[0]}–{seeds[-1]}" if whole else ", ".join(map(str, seeds))


def _outcome(entries: Sequence[Entry], refutable: bool) -> tuple[str, ...]:
    tried = sorted(entry.evaluations for entry in entries)
    judged = [entry.judged for entry in entries]
    found = f"{sum(entry.violates for entry in entries)} of {len(entries)}"
    largest = _excess(max(Fraction(entry.excess) for entry in entries))
    if refutable:
        return found, str(tried[len(tried) // 2]), str(tried[-1]), str(max(judged)), largest
    each = str(tried[0]) if tried[0] == tried[-1] else f"{tried[0]}–{tried[-1]}"
    return found, each, str(sum(tried)), str(sum(judged)), largest


def _excess(excess: Fraction) -> str:
    """A fraction, with some decimals if it is long."""
    if excess == NOTHING:
        return "none measured"
    return str(excess) if len(str(excess)) < 10 else f"≈ {float(excess):.6f}"


if __name__ == "__main__":
    click.echo(page(record()), nl=False)
