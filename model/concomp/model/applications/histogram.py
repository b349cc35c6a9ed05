"""Monotone histogram queries under continual observation.

A stream of vectors of bits arrives; after each, the value of a query on the vector of sums is wanted. The mechanism
HSS divides the stream into intervals. A sparse vector test on a noisy threshold says when an interval ends; then the
sums of the interval are given to a continual counter in d dimensions, whose answer is what the query is put to until
the next interval ends. HSS itself is a post-processing of these private parts: only the sums of the current interval
are not private, and they go to the parts alone.

A creation is acknowledged, and the created part is named by its number, counted from 1. Privacy parameters go with
the kind of part, so that creations do not repeat them. The inner test follows Algorithm 4's order in the main text:
it looks at the interval before the sums are handed on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from concomp.model.language import (
    Abs,
    Bool,
    Declared,
    Enumeration,
    Int,
    Map,
    Max,
    Monitor,
    PostProcessing,
    Real,
    Record,
    Vector,
    both,
    each,
    elsewhen,
    every,
    function,
    ite,
    otherwise,
    register,
    require,
    same_case,
    when,
)
from concomp.model.registry.tags import realises


class Phase(Enumeration):
    """What HSS waits for: an input, or the answer to its last message."""

    NOT_BEGUN = "not begun"
    INPUT = "input"
    COUNTER_CREATED = "counter created"
    TEST_CREATED = "test created"
    TESTED = "tested"
    NOISE_CREATED = "noise created"
    NOISY = "noisy"
    COUNTED = "counted"
    NEXT_TEST_CREATED = "next test created"


class Part(Enumeration):
    """The kinds of private parts."""

    NONE = "none"
    COUNTER = "counter"
    TEST = "test"
    NOISE = "noise"


class NewCounter(Record):
    """Creates the counter in d dimensions."""


class NewNoise(Record):
    """Creates a Laplace mechanism."""


class Disturb(Record):
    """The number that a Laplace mechanism is to add noise to."""

    index: Int
    value: Int


@dataclass(frozen=True)
class Messages:
    """The messages of HSS in one dimension that hold vectors, and what a part answers.

    new_test: creates a sparse vector test that starts with these sums. test: a row and a threshold for it.
    count: sums for the counter. answer: of the fields only the one that the part's kind gives counts.
    forwarded: all messages to the parts.
    """

    new_test: type[Record]
    test: type[Record]
    count: type[Record]
    answer: type[Record]
    forwarded: Any


@cache
def messages(dimension: int | str) -> Messages:
    """The messages of HSS for vectors of this dimension, a number or the name of a parameter."""

    class NewTest(Record):
        """Creates a sparse vector test that starts with these sums."""

        sums: Annotated[Vector[Int], dimension]

    class Test(Record):
        """A row, and the threshold that the sums are tested against."""

        index: Int
        row: Annotated[Vector[Bool], dimension]
        threshold: Real

    class Count(Record):
        """The sums of an interval."""

        index: Int
        sums: Annotated[Vector[Int], dimension]

    class Answer(Record):
        """What a part answers: whether the threshold is passed, a noisy number, or noisy sums."""

        above: Bool
        noisy: Int
        sums: Annotated[Vector[Int], dimension]

    return Messages(NewTest, Test, Count, Answer, NewCounter | NewTest | NewNoise | Test | Disturb | Count)


gamma = function(Int, Int, result=Real, name="gamma")
"""γ(t, j): how far the threshold is above what the query is at, at time t in interval j."""
xi = function(Int, Int, result=Real, name="xi")
"""ξ(t, j): how far below the threshold the inner test still counts as above, at time t in interval j."""


@realises("HSV26 Definition 7.3")
@cache
def query(dimension: int | str) -> Declared[Int]:
    """q: an integer of a vector of sums, to be 1-sensitive: sums no further than 1 apart have values no further."""
    return function(Vector(Int, dimension), result=Int, name="query")


class HistogramSteps(PostProcessing):
    """What HSS does with an input and with an answer, in any dimension.

    time, interval: t and j. sums: c, the sums of the current interval. estimate: h, the counter's last answer.
    row: the input that waits for the first parts to be created.
    """

    phase = register(Phase, Phase.NOT_BEGUN)
    created = register(Int, 0)
    test = register(Int, 0)
    time = register(Int, 0)
    interval = register(Int, 1)
    threshold = register(Real, gamma(1, 1))

    def __init__(self, dimension: int | str, **given: object) -> None:
        """Take the dimension d, a number or the name of a parameter."""
        super().__init__(**given)
        self.messages = messages(dimension)
        self.query = query(dimension)
        self.sums = register(Vector(Int, dimension), 0)
        self.estimate = register(Vector(Int, dimension), 0)
        self.row = register(Vector(Bool, dimension), False)

    def receive(self, row: Vector[Bool]) -> None:
        """Take the next input: add it to the interval, and let the sparse vector test look at it."""
        self.time = self.time + 1
        self.sums = each(lambda past, bit: past + ite(bit, 1, 0), self.sums, row)
        self.row = row
        with when(self.phase == Phase.NOT_BEGUN):
            self.create(NewCounter())
            self.phase = Phase.COUNTER_CREATED
        with otherwise():
            self.ask_test()

    def proceed(self, answer: Any) -> None:
        """Go on from where the answer of a part was waited for."""
        phase = self.phase
        with when(phase == Phase.COUNTER_CREATED):
            self.phase = Phase.TEST_CREATED
            self.create_test()
        with elsewhen(phase == Phase.TEST_CREATED):
            self.ask_test()
        with elsewhen(phase == Phase.TESTED):
            self.end_interval(answer.above)
        with elsewhen(phase == Phase.NOISE_CREATED):
            self.phase = Phase.NOISY
            self.send_right(Disturb(index=self.created, value=self.noiseless()))
        with elsewhen(phase == Phase.NOISY):
            self.raise_threshold(answer.noisy)
            self.hand_on()
        with elsewhen(phase == Phase.COUNTED):
            self.begin_interval(answer.sums)
        with otherwise():
            self.show()

    def end_interval(self, above: Bool) -> None:
        """End the interval where the test says so, else show the query's value."""
        with when(above):
            self.phase = Phase.NOISE_CREATED
            self.create(NewNoise())
        with otherwise():
            self.show()

    def raise_threshold(self, noisy: Int) -> None:
        """The inner test: where it passes, the threshold is raised."""
        with when(Real(noisy) > self.threshold - xi(self.time, self.interval)):
            self.threshold = self.threshold + gamma(self.time, self.interval)

    def hand_on(self) -> None:
        """Give the sums of the interval to the counter, which is the first part created."""
        self.phase = Phase.COUNTED
        self.send_right(self.messages.count(index=1, sums=self.sums))

    def begin_interval(self, sums: Vector[Int]) -> None:
        """Take the counter's answer, and begin the next interval with a new test."""
        self.estimate = sums
        self.clear()
        self.interval = self.interval + 1
        self.threshold = self.threshold - gamma(self.time, self.interval - 1) + gamma(self.time, self.interval)
        self.phase = Phase.NEXT_TEST_CREATED
        self.create_test()

    def clear(self) -> None:
        """Begin a new interval with sums of 0."""
        self.sums = each(lambda past: Int(0), self.sums)

    def show(self) -> None:
        """Adapt the threshold to the next step, and show the query's value on the counter's last answer."""
        self.threshold = self.threshold - gamma(self.time, self.interval) + gamma(self.time + 1, self.interval)
        self.phase = Phase.INPUT
        self.send_left(self.shown())

    def shown(self) -> Int:
        """The value shown: q(h)."""
        return self.query(self.estimate)

    def noiseless(self) -> Int:
        """q(c + h), to which the Laplace mechanism adds noise."""
        return self.query(each(lambda past, present: past + present, self.estimate, self.sums))

    def ask_test(self) -> None:
        """Let the current test look at the last input."""
        self.phase = Phase.TESTED
        self.send_right(self.messages.test(index=self.test, row=self.row, threshold=self.threshold))

    def create_test(self) -> None:
        """Create a test on the counter's last answer, and make it the current one."""
        self.create(self.messages.new_test(sums=self.estimate))
        self.test = self.created

    def create(self, part: Record) -> None:
        """Create a part."""
        self.created = self.created + 1
        self.send_right(part)


@realises("HSV26 Algorithm 4")
class ClampedSteps(HistogramSteps):
    """The same, where what the counter answers is clamped at 0: a query of natural numbers is put to nothing else.

    The sums are never negative, so that the clamp brings no estimate farther from them.
    """

    def begin_interval(self, sums: Vector[Int]) -> None:
        """Begin the next interval at the clamped answer."""
        super().begin_interval(each(lambda total: Max(total, 0), sums))


@realises("HSV26 Algorithm 4")
@cache
def histogram_mechanism(dimension: int | str, steps: Callable[[int], Any] = HistogramSteps) -> PostProcessing:
    """HSS for vectors of this dimension, as a post-processing of its private parts.

    steps: what it does with an input and with an answer; Algorithm 4 unless another is given.
    """
    answer = messages(dimension).answer

    class Histogram(steps):  # type: ignore[misc, valid-type]
        """HSS in one dimension."""

        def on_left(self, row: Annotated[Vector[Bool], dimension]) -> None:
            self.receive(row)

        def on_right(self, message: answer) -> None:  # type: ignore[valid-type]
            self.proceed(message)

    made: PostProcessing = Histogram(dimension)
    return made


class PartsSteps(Monitor):
    """What is required of the messages that HSS sends, in any dimension: f' of the privacy analysis.

    kind: of each part. disturbed: the Laplace mechanisms that have had their one number.
    test_differed, noise_differed, count_differed: a pair of this kind has differed; each may do so once.
    """

    created = register(Int, 0)
    kind = register(Map[Int, Part], Part.NONE)
    disturbed = register(Map[Int, Bool], False)
    test_differed = register(Bool, False)
    noise_differed = register(Bool, False)
    count_differed = register(Bool, False)

    def read(self, kinds: Messages, left: Any, right: Any) -> None:
        """Require what each kind of message asks for."""
        require(same_case(left, right))
        creations = ((NewCounter, Part.COUNTER), (kinds.new_test, Part.TEST), (NewNoise, Part.NOISE))
        for record, part in creations:
            with both(left, right, record) as (one, other):
                require(one == other)
                self.created = self.created + 1
                self.kind[self.created] = part
        with both(left, right, kinds.test) as (one, other):
            self.look_at_test(one, other)
        with both(left, right, Disturb) as (one, other):
            self.look_at_noise(one, other)
        with both(left, right, kinds.count) as (one, other):
            self.look_at_count(one, other)

    def look_at_test(self, left: Any, right: Any) -> None:
        """A test: one test's thresholds agree, and one row may differ."""
        require((left.index == right.index) & (self.kind[left.index] == Part.TEST))
        require(left.threshold == right.threshold)
        with when(left.row != right.row):
            require(~self.test_differed)
            self.test_differed = True

    def look_at_noise(self, left: Disturb, right: Disturb) -> None:
        """A Laplace mechanism: one number each, and one pair may differ by at most 1."""
        require((left.index == right.index) & (self.kind[left.index] == Part.NOISE))
        require(~self.disturbed[left.index])
        self.disturbed[left.index] = True
        with when(left.value != right.value):
            require(~self.noise_differed & (Abs(left.value - right.value) <= 1))
            self.noise_differed = True

    def look_at_count(self, left: Any, right: Any) -> None:
        """The counter: one pair of sums may differ, by at most 1 in each coordinate."""
        require((left.index == right.index) & (self.kind[left.index] == Part.COUNTER))
        with when(left.sums != right.sums):
            require(~self.count_differed)
            require(every(lambda x, y: Abs(x - y) <= 1, left.sums, right.sums))
            self.count_differed = True


@realises("HSV26 Section 7.2: HSS is private")
@cache
def parts_of_histogram(dimension: int | str) -> type[Monitor]:
    """f': of all parts one test, one Laplace mechanism and the counter get neighbouring inputs, the rest identical."""
    kinds = messages(dimension)
    forwarded = kinds.forwarded

    class PartsOfHistogram(PartsSteps):
        """The messages that HSS sends to its parts."""

        def step(self, left: forwarded, right: forwarded) -> None:  # type: ignore[valid-type]
            self.read(kinds, left, right)

    return PartsOfHistogram
