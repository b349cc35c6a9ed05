"""The properties of section 6.1 on small post-processings, decided twice.

A post-processing with one bit of state is given by a table. Its properties are asked as they are asked of large ones,
as a question to a solver about two copies. On the other hand the definitions are read literally: all sequences of
messages are listed, and put together are those with the same messages from the right, at the same places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.model.language import Bool, Monitor, PostProcessing, register, require, when
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.propositions import shortest_bad_run
from concomp.obligations.expectation import expect
from concomp.obligations.verify.properties.copies import ask_copies, maps_validity
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.validity import Validity

LENGTH = 4
MACHINES = 30
BITS = (False, True)
Move = tuple[bool, Side, bool]
"""The state afterwards, the side that is sent to, and the message."""
Table = Mapping[tuple[bool, Side, bool], Move]
"""(state, side that a message comes from, message) ↦ what is done."""


class OneDifference(Monitor):
    """At most one pair differs."""

    differed = register(Bool, False)

    def step(self, left: Bool, right: Bool) -> None:
        with when(left != right):
            require(~self.differed)
            self.differed = True


def machine(table: Table) -> PostProcessing:
    """The post-processing of a table."""

    class OfTable(PostProcessing):
        """What a table says."""

        state = register(Bool, False)

        def on_left(self, message: Bool) -> None:
            self.move(LEFT, message)

        def on_right(self, message: Bool) -> None:
            self.move(RIGHT, message)

        def move(self, origin: Side, message: Bool) -> None:
            """Do what the table says for this side."""
            state = self.state
            for before, received in product(BITS, repeat=2):
                after, side, sent = table[before, origin, received]
                with when((state == before) & (message == received)):
                    self.state = after
                    if side == LEFT:
                        self.send_left(sent)
                    else:
                        self.send_right(sent)

    return OfTable()


@cache
def tables() -> tuple[Table, ...]:
    """Random tables with messages to either side; of every third the sides and what is sent to the left are public."""
    random = Random(61)
    listed: list[Table] = []
    while len(listed) < MACHINES:
        table = _table(random, public=len(listed) % 3 == 0)
        if {side for _, side, _ in table.values()} == {LEFT, RIGHT}:
            listed.append(table)
    return tuple(listed)


def _table(random: Random, public: bool) -> Table:
    """A random table; public: where it sends, and what to the left, depends on messages from the right alone."""
    known: dict[object, tuple[Side, bool]] = {}
    table: dict[tuple[bool, Side, bool], Move] = {}
    for state, origin, message in product(BITS, (LEFT, RIGHT), BITS):
        after, side, sent = random.choice(BITS), random.choice((LEFT, RIGHT)), random.choice(BITS)
        if public:
            side, answer = known.setdefault((origin, message if origin is RIGHT else None), (side, sent))
            sent = answer if side is LEFT else sent
        table[state, origin, message] = after, side, sent
    return table


@dataclass(frozen=True)
class Run:
    """What a machine received, side and message, and what it sent."""

    received: tuple[tuple[Side, bool], ...]
    sent: tuple[tuple[Side, bool], ...]

    @property
    def public(self) -> tuple[Any, ...]:
        """The sides that messages came from, with those from the right."""
        return tuple((side, message if side is RIGHT else None) for side, message in self.received)


def runs(table: Table) -> Iterator[Run]:
    """Every run of up to LENGTH messages."""
    level = [(Run((), ()), False, LEFT)]
    for _ in range(LENGTH):
        following = []
        for run, state, origin in level:
            for message in BITS:
                after, side, sent = table[state, origin, message]
                longer = Run((*run.received, (origin, message)), (*run.sent, (side, sent)))
                following.append((longer, after, side))
                yield longer
        level = following


def violations(table: Table) -> dict[str, int | None]:
    """For each property, of how many messages its shortest violation is, by the definitions; None if there is none.

    A property is asked of runs in which those before it have not failed.
    """
    found: dict[str, int | None] = dict.fromkeys(("destination", "response", "f → f'"))
    listed = list(runs(table))
    groups: dict[Any, list[Run]] = {}
    for run in listed:
        groups.setdefault(run.public, []).append(run)
    for group in sorted(groups.values(), key=lambda group: len(group[0].received)):
        for one, other in product(group, repeat=2):
            broken = _broken(one, other)
            if broken is not None and found[broken] is None:
                found[broken] = len(one.received)
    return found


def _broken(one: Run, other: Run) -> str | None:
    """The property that two runs with the same public part break with their last message, if one does."""
    sides = [(side, there) for (side, _), (there, _) in zip(one.sent, other.sent, strict=True)]
    if any(side is not there for side, there in sides):
        return "destination" if all(side is there for side, there in sides[:-1]) else None
    shown = [sent == there for (side, sent), (_, there) in zip(one.sent, other.sent, strict=True) if side is LEFT]
    if not all(shown):
        return "response" if one.sent[-1][0] is LEFT and all(shown[:-1]) else None
    if _differences(one.received, other.received, LEFT) > 1:
        return None
    return "f → f'" if _differences(one.sent, other.sent, RIGHT) > 1 else None


def _differences(one: tuple[tuple[Side, bool], ...], other: tuple[tuple[Side, bool], ...], side: Side) -> int:
    """At how many places messages of one side differ."""
    return sum(first != second for first, second in zip(one, other, strict=True) if first[0] is side)


def shortest(question: Question) -> int | None:
    """Of how many messages the shortest bad run is, replayed; None if there is none of up to LENGTH."""
    run = shortest_bad_run(question, LENGTH)
    return None if run is None else len(run.steps)


def by_copies(made: PostProcessing) -> dict[str, int | None]:
    """The same by questions about two copies."""
    validity = Validity(OneDifference().definition, OneDifference().definition)
    questions = [ask_copies("destination", made), ask_copies("response", made), maps_validity(made, validity)]
    return {question.property: shortest(question) for question in questions}


@check(
    "HSV26 Section 6.1: Destination Property",
    "HSV26 Section 6.1: Response Property",
    "HSV26 Section 6.1: f->f' Property",
    "HSV26 Definition 6.5(3)",
)
def two_copies_are_all_pairs_of_runs() -> Outcome:
    """What is asked of two copies agrees with the definitions on all pairs of runs, down to the shortest violation."""
    return _compared()


@cache
def _compared() -> Outcome:
    counted = dict.fromkeys(("destination", "response", "f → f'"), 0)
    for table in tables():
        expected = violations(table)
        found = by_copies(machine(table))
        expect(found == expected, f"of {table} two copies violate {found}, pairs of runs {expected}")
        for name, length in expected.items():
            counted[name] += length is None
    for name, holding in counted.items():
        expect(0 < holding < MACHINES, f"{name} holds of {holding} of {MACHINES} machines")
    said = ", ".join(f"{name} of {holding}" for name, holding in counted.items())
    return Outcome(
        verdict="exact",
        scope=f"{MACHINES} random post-processings with one bit of state and messages of one bit; all runs of up to "
        f"{LENGTH} messages, those with the same messages from the right at the same places being compared; f and f' "
        "allow one differing pair",
        size=MACHINES,
        witness=f"these have the property in {LENGTH} messages: {said}",
        control="the others do not, and the shortest violation is as long by either way",
    )
