"""Tainted variables and the properties of section 6.3 on small post-processings.

What is untainted is read off the text of a post-processing. Here each consequence is asked of two copies as well, of
post-processings with two bits of state and a turn, in which each value is the sum modulo 2 of some of what is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from concomp.model.applications.histogram import histogram_mechanism
from concomp.model.applications.local_protocol import Server
from concomp.model.language import Bool, PostProcessing, otherwise, register, when
from concomp.model.language.taint import decides_by_untainted, shows_untainted, tainted_variables
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.mechanisms.taint import DIMENSIONS, differ
from concomp.obligations.checks.propositions import shortest_bad_run
from concomp.obligations.expectation import expect
from concomp.obligations.families.applications import histogram_variants, protocol_variants
from concomp.obligations.verify.properties.copies import ask_copies
from concomp.obligations.verify.properties.properties import Question

LENGTH = 4
MACHINES = 20
Parts = tuple[bool, bool, bool]
"""Whether the first bit, the second bit, and the message go into a value."""


@dataclass(frozen=True)
class Sums:
    """What goes into each value on a message from one side: both bits, the side that is sent to, what is sent.

    By turns a sum of 0 means to send to the left, and to the right.
    """

    first: Parts
    second: Parts
    to_right: Parts
    sent: Parts


def machine(sums: Mapping[Side, Sums]) -> PostProcessing:
    """The post-processing with these sums."""

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
            sent = _added(own.sent, known)
            with when(self.turn != _added(own.to_right, known)):
                self.send_right(sent)
            with otherwise():
                self.send_left(sent)
            self.first, self.second = _added(own.first, known), _added(own.second, known)
            self.turn = ~self.turn

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
    """Random sums; by chance the second bit, the side, and what is sent are made of answers and the second bit."""
    random = Random(85)

    def toss() -> bool:
        return random.randrange(2) == 0

    def parts(side: Side, public: bool) -> Parts:
        return (toss() and not public, toss(), toss() and not (public and side is LEFT))

    def sums() -> Mapping[Side, Sums]:
        public = [random.randrange(4) > 0 for _ in range(3)]

        def on(side: Side) -> Sums:
            second, to_right, sent = (parts(side, each) for each in public)
            return Sums(parts(side, public=False), second, to_right, sent)

        return {side: on(side) for side in (LEFT, RIGHT)}

    return tuple(sums() for _ in range(MACHINES))


def violated(question: Question) -> bool:
    """Whether there is a bad run of up to LENGTH messages."""
    return shortest_bad_run(question, LENGTH) is not None


@check(
    "HSV26 Section 6.3: tainted/untainted variables",
    "HSV26 Definition 6.5",
    "HSV26 Definition 6.5(1)",
    "HSV26 Definition 6.5(2)",
)
def untainted_values_are_alike_in_two_copies() -> Outcome:
    """Two copies never differ in what is untainted, nor in where they send and what they show if that is."""
    return _compared()


@cache
def _compared() -> Outcome:
    untainted = deciding = showing = indirect = 0
    for sums in machines():
        made = machine(sums)
        tainted = tainted_variables(made.definition)
        decides, shows = decides_by_untainted(made.definition), shows_untainted(made.definition)
        expect(not (decides and violated(ask_copies("destination", made))), f"{sums} decides by what is tainted")
        expect(not (decides and shows and violated(ask_copies("response", made))), f"{sums} shows what is tainted")
        for name in ("first", "second"):
            differs = violated(differ(made, [name]))
            expect(name in tainted or not differs, f"of {sums} the copies differ in {name}, which is untainted")
            indirect += differs and not getattr(sums[LEFT], name)[2]
            untainted += name not in tainted
        deciding, showing = deciding + decides, showing + (decides and shows)
    expect(indirect > 0, "no variable is tainted through another one only")
    expect(0 < showing < deciding, f"{showing} show what is untainted, of {deciding} that decide by it")
    return Outcome(
        verdict="exact",
        scope=f"{MACHINES} random post-processings with two bits and a turn and messages of one bit, each value the "
        f"sum modulo 2 of some of what is known (seed 85); two copies over up to {LENGTH} messages",
        size=MACHINES,
        witness=f"{untainted} of {2 * MACHINES} variables are untainted, {deciding} decide by what is untainted, and "
        f"{showing} of these show only that",
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
