"""Tainted variables and the properties of section 6.3 on small post-processings.

What is untainted is read off the text of a post-processing. Here each consequence is looked for in two copies as well,
run on every sequence of messages, of post-processings with two bits of state and a turn, in which each value is the sum
modulo 2 of some of what is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.model.applications.histogram import histogram_mechanism
from concomp.model.applications.local_protocol import Server
from concomp.model.language import Bool, PostProcessing, Record, otherwise, register, when
from concomp.model.language.processings import Registers
from concomp.model.language.taint import decides_by_untainted, shows_untainted, tainted_variables
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.mechanisms.taint import DIMENSIONS
from concomp.obligations.expectation import expect
from concomp.obligations.families.applications import histogram_variants, protocol_variants

MACHINES = 100
BITS = (False, True)
Parts = tuple[bool, bool, bool]
"""Whether the first bit, the second bit, and the message go into a value."""


class Ask(Record):
    """Tells a part something."""

    index: Bool
    value: Bool


class New(Record):
    """Creates a part of one of two kinds."""

    kind: Bool


@dataclass(frozen=True)
class Sums:
    """What goes into each value on a message from one side.

    first, second: the bits. to_right: the side that is sent to; by turns a sum of 0 means the left, and the right.
    created, asked: by turns the kind of part that is created, and the part that is asked. shown: what is sent to the
    left. guarded: the condition under which the negation of that is sent instead.
    """

    first: Parts
    second: Parts
    to_right: Parts
    created: Parts
    asked: Parts
    shown: Parts
    guarded: Parts


def machine(sums: Mapping[Side, Sums]) -> PostProcessing:
    """The post-processing with these sums, which tells each part that it asks the message it has received."""

    class OfSums(PostProcessing):
        """What is known, added modulo 2."""

        first = register(Bool, False)
        second = register(Bool, True)
        turn = register(Bool, False)

        def on_left(self, message: Bool) -> None:
            self.move(sums[LEFT], message)

        def on_right(self, message: Bool) -> None:
            self.move(sums[RIGHT], message)

        def move(self, own: Sums, message: Bool) -> None:
            """Send and go on as the sums of this side say."""
            known = (self.first, self.second, message)
            with when(self.turn != _added(own.to_right, known)):
                self.ask(_added(own.created, known), _added(own.asked, known), message)
            with otherwise():
                self.show(_added(own.shown, known), _added(own.guarded, known))
            self.first, self.second = _added(own.first, known), _added(own.second, known)
            self.turn = ~self.turn

        def ask(self, created: Bool, asked: Bool, message: Bool) -> None:
            """Create a part, or tell one the message."""
            with when(self.turn):
                self.send_right(Ask(index=asked, value=message))
            with otherwise():
                self.send_right(New(kind=created))

        def show(self, shown: Bool, guarded: Bool) -> None:
            """Send the value, or its negation."""
            with when(guarded):
                self.send_left(~shown)
            with otherwise():
                self.send_left(shown)

    return OfSums()


def _added(parts: Parts, known: tuple[Bool, Bool, Bool]) -> Bool:
    """The sum modulo 2 of some of the values; of none it is 0."""
    chosen = [value for part, value in zip(parts, known, strict=True) if part]
    total = Bool(False)
    for value in chosen:
        total = total != value
    return total


@cache
def machines() -> tuple[Mapping[Side, Sums], ...]:
    """Random sums; by chance the second bit and each of what is sent are made of answers and the second bit."""
    random = Random(85)

    def toss() -> bool:
        return random.randrange(2) == 0

    def parts(side: Side, public: bool) -> Parts:
        return (toss() and not public, toss(), toss() and not (public and side is LEFT))

    def sums() -> Mapping[Side, Sums]:
        public = [random.randrange(5) > 0 for _ in range(6)]

        def on(side: Side) -> Sums:
            return Sums(parts(side, public=False), *(parts(side, each) for each in public))

        return {side: on(side) for side in (LEFT, RIGHT)}

    return tuple(sums() for _ in range(MACHINES))


def differences(made: PostProcessing) -> frozenset[str]:
    """In what two copies come to differ that get the same answers, as long as they send to the same side.

    Of the registers their names; "decided": the side, the part that is created, or the one that is asked; "shown":
    whether something is sent to the left, and what.
    """
    respond = cache(made.respond)
    found: set[str] = set()
    met = {(LEFT, made.initial, made.initial)}
    waiting = list(met)
    while waiting:
        origin, one, other = waiting.pop()
        for left, right in product(BITS, BITS) if origin is LEFT else zip(BITS, BITS, strict=True):
            first, second = respond(one, origin, left), respond(other, origin, right)
            found |= {name for name, value in _seen(made, *first).items() if value != _seen(made, *second)[name]}
            following = (first[1], first[0], second[0])
            if first[1] is second[1] and following not in met:
                met.add(following)
                waiting.append(following)
    return frozenset(found)


def _seen(made: PostProcessing, state: Registers, side: Side, message: Any) -> Mapping[str, object]:
    """The registers after a step, and what is decided and shown in it."""
    registers = {each.name: value for each, value in zip(made.definition.registers, state, strict=True)}
    chosen = ("asks", message.index) if isinstance(message, Ask) else ("creates", message)
    return {
        **registers,
        "decided": (side, chosen if side is RIGHT else None),
        "shown": message if side is LEFT else None,
    }


@check(
    "HSV26 Section 6.3: tainted/untainted variables",
    "HSV26 Definition 6.5(1)",
    "HSV26 Definition 6.5(2)",
)
def untainted_values_are_alike_in_two_copies() -> Outcome:
    """Two copies never differ in what is untainted, nor in what they decide and show where that is untainted."""
    return _compared()


@cache
def _compared() -> Outcome:
    untainted = deciding = showing = indirect = 0
    for sums in machines():
        made = machine(sums)
        tainted = tainted_variables(made.definition)
        decides, shows = decides_by_untainted(made.definition), shows_untainted(made.definition)
        differing = differences(made)
        expect(not (decides and "decided" in differing), f"{sums} decides by what is tainted")
        expect(not (shows and "shown" in differing), f"{sums} shows what is tainted")
        for name in ("first", "second"):
            differs = name in differing
            expect(name in tainted or not differs, f"of {sums} the copies differ in {name}, which is untainted")
            indirect += differs and not getattr(sums[LEFT], name)[2]
            untainted += name not in tainted
        deciding, showing = deciding + decides, showing + shows
    expect(indirect > 0, "no variable is tainted through another one only")
    expect(0 < showing < MACHINES, f"{showing} of {MACHINES} show what is untainted")
    expect(0 < deciding < MACHINES, f"{deciding} of {MACHINES} decide by what is untainted")
    return Outcome(
        verdict="exact",
        scope=f"{MACHINES} random post-processings with two bits and a turn and messages of one bit, each value the "
        "sum modulo 2 of some of what is known (seed 85); two copies, all lengths",
        size=MACHINES,
        witness=f"{untainted} of {2 * MACHINES} variables are untainted, {deciding} decide by what is untainted, and "
        f"{showing} show only what is",
        control=f"in {indirect} of them an input goes into a variable through the other one only, and the copies "
        "come to differ in it",
    )


@check("HSV26 Definition 6.5(1)", "HSV26 Definition 6.5(2)")
def histograms_and_servers_decide_and_show_what_is_untainted() -> Outcome:
    """Read off the text of HSS and S_P: what is created, which part is asked, and what is shown, is untainted."""
    described = [*(histogram_mechanism(dimension) for dimension in DIMENSIONS), Server()]
    for each in described:
        expect(decides_by_untainted(each.definition), f"{each!r} decides by what is tainted")
        expect(shows_untainted(each.definition), f"{each!r} shows what is tainted")
    stops, shows = protocol_variants.StopsForData(), protocol_variants.ShowsData()
    skips = histogram_variants.wrong(histogram_variants.SkipsNoise)
    expect(not decides_by_untainted(stops.definition), "a server that stops for data decides by them")
    expect(not decides_by_untainted(skips.definition), "noise that is skipped for small sums is decided by them")
    expect(not shows_untainted(shows.definition), "a server that shows data shows what is tainted")
    return Outcome(
        verdict="exact",
        part="of HSS and S_P",
        scope=f"HSS in dimensions {', '.join(map(str, DIMENSIONS))}, and S_P, as they are written",
        size=len(described),
        witness=f"of HSS tainted are {' and '.join(sorted(tainted_variables(described[0].definition)))}",
        control="a server that stops for data, or shows them, and HSS that skips noise for small sums, do not",
    )
