"""The d-counter as each of its coordinates sees it: on small vectors all of them together see what it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from concomp.model.applications.d_counter import d_counter
from concomp.model.applications.neighbours import neighbouring_sums
from concomp.model.applications.private_histogram import answers_law
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, InteractiveMechanism, Message
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.propositions import mistake
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.applications.counting_columns import (
    MEANINGS,
    Counting,
    NeighbouringUpdates,
    OneForAll,
    seen_from,
)

Vector = tuple[int, ...]
Stream = tuple[Vector, ...]
SIZES = ((1, (0, 1, 2)), (2, (0, 1, 2)), (3, (0, 2)))
"""Dimensions, and the entries of their vectors."""
SCOPE = "streams of 2 vectors, of 1 and 2 coordinates up to 2, and of 3 coordinates 0 or 2"
RELATED = {dimension: neighbouring_sums(dimension)() for dimension, _ in SIZES}
SEEN = NeighbouringUpdates()
BASE = 4
"""Larger than any entry, so that a number in this base tells all that a counter was sent."""


@check("HSV26 Section 7.1: d-counter")
def whichever_coordinate_sees_it_it_is_the_d_counter() -> Outcome:
    """As a post-processing of counters, the d-counter answers what it does, whichever coordinate sees it."""
    cases = [(place, stream) for dimension, _ in SIZES for stream in _streams(dimension) for place in range(dimension)]
    for place, stream in cases:
        expect(
            _shown(Counting, place, stream) == _counted(stream), f"seen from {place} it counts otherwise on {stream}"
        )
    different = (case for case in cases if _shown(OneForAll, *case) != _counted(case[1]))
    place, stream = first_case(different, f"it is the d-counter, too, if {mistake(OneForAll)}")
    return Outcome(
        verdict="exact",
        part="the processing that is proved of",
        scope=f"{SCOPE}; counters that tell all they were sent",
        size=len(cases),
        witness=f"on {cases[-1][1]} it answers {_counted(cases[-1][1])}",
        control=f"if {mistake(OneForAll)}, it answers otherwise on {stream}, seen from {place}",
    )


@check("HSV26 Corollary 7.5")
def what_all_coordinates_see_near_is_near() -> Outcome:
    """Streams are related by ~_C if and only if each coordinate sees them as neighbouring."""
    pairs = [pair for dimension, _ in SIZES for pair in product(_streams(dimension), repeat=2)]
    near = {pair for pair in pairs if _is_near(*pair)}
    for pair in pairs:
        expect((pair in near) == all(_sees_near(*pair)), f"it is otherwise with {pair}")
    partly = first_case((pair for pair in pairs if pair not in near and any(_sees_near(*pair))), "one coordinate does")
    return Outcome(
        verdict="exact",
        part="what coordinates see of ~_C",
        scope=SCOPE,
        size=len(pairs),
        witness=f"{len(near)} pairs of streams are related by ~_C",
        control=f"one coordinate sees as neighbouring what is not, such as {partly}",
    )


def _streams(dimension: int) -> Iterator[Stream]:
    return product(product(dict(SIZES)[dimension], repeat=dimension), repeat=2)


def _noted(number: int, entry: int) -> int:
    """A number that tells what one told before, and an entry more."""
    return BASE * number + entry + 1


def _counted(stream: Stream) -> tuple[Message, ...]:
    """What the d-counter answers, if its counters tell all that they were sent."""
    told = InteractiveMechanism(lambda state, entry: Law.point((_noted(state, entry),) * 2), (0,), EVERYTHING)
    [answers] = answers_law(d_counter(told, len(stream[0])), stream)
    return answers


def _shown(machine: type[Counting], place: int, stream: Stream) -> tuple[Message, ...]:
    """What the post-processing shows on a stream that a coordinate sees, with counters of the same kind."""
    dimension = len(stream[0])
    seeing: Any = machine(dimension=dimension, place=place, **MEANINGS)
    counters, state, shown = [0] * dimension, seeing.initial, []
    for vector in stream:
        state, side, sent = seeing.respond(state, LEFT, seen_from(place, vector))
        while side is RIGHT:
            counters[sent.counter] = _noted(counters[sent.counter], int(sent.value))
            state, side, sent = seeing.respond(state, RIGHT, counters[sent.counter])
        shown.append(sent)
    return tuple(shown)


def _is_near(one: Stream, other: Stream) -> bool:
    return RELATED[len(one[0])](list(zip(one, other, strict=True)))


def _sees_near(one: Stream, other: Stream) -> Iterator[bool]:
    """Whether each coordinate sees two streams as neighbouring."""
    for place in range(len(one[0])):
        updates = [(seen_from(place, left), seen_from(place, right)) for left, right in zip(one, other, strict=True)]
        yield SEEN(updates)
