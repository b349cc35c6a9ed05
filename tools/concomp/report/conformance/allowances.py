"""The lists of known failures of two reports: one can only shrink, in what it names, at what cost, and until when."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from concomp.conformance.runner.outcomes import gravity_of

if TYPE_CHECKING:
    from concomp.schemas.conformance import KnownData

Lists = Mapping[str, Sequence["KnownData"]]
"""The entries of a list by the vector that each is about now; of several vectors one may have taken the place."""


def added(old: Lists, new: Lists) -> Iterator[KnownData]:
    """The entries about vectors that the list did not name."""
    yield from (each for name, entries in new.items() if name not in old for each in entries)


def widened(old: Lists, new: Lists) -> Iterator[str]:
    """In words, the entries that put up with a graver cost than before, or for longer."""
    for name, entries in new.items():
        for each in entries if name in old else ():
            before, until = min(old[name], key=_gravity), max(map(_expires, old[name]))
            if _gravity(each) < _gravity(before):
                yield f"{each['id']}: known to cost {_cost(each)}, and was to cost {_cost(before)}: {each['reason']}"
            if _expires(each) > until:
                yield f"{each['id']}: known until {_expires(each)}, and was until {until}: {each['reason']}"


def _cost(entry: KnownData) -> str:
    return entry.get("cost", "privacy")


def _gravity(entry: KnownData) -> int:
    """From 0 of the gravest; so is an entry that does not say, as in earlier reports: it may put up with anything."""
    return gravity_of(entry.get("cost", "privacy"))


def _expires(entry: KnownData) -> datetime.date:
    return datetime.date.fromisoformat(entry["expires"])
