"""Verification functions with accepted and rejected words: one table for every test of the language."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from concomp.model.language import (
    Abs,
    Bool,
    Int,
    Map,
    Monitor,
    Opaque,
    Real,
    Record,
    Vector,
    accept_if,
    all_of,
    both,
    elsewhen,
    otherwise,
    parameter,
    register,
    relation,
    require,
    same_case,
    when,
)

Word = tuple[tuple[object, object], ...]
HALF = Fraction(1, 2)


class Data(Opaque):
    """A message of which nothing is known."""


class EventLevel(Monitor):
    """At most one message differs."""

    used = register(Bool, False)

    def step(self, left: Data, right: Data) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class EventLevelOverwritten(Monitor):
    """Wrong: the flag is overwritten by every message."""

    used = register(Bool, False)

    def step(self, left: Data, right: Data) -> None:
        require(~self.used | (left == right))
        self.used = left != right


class Item(Record):
    """A contribution of a user."""

    user: Int
    value: Data


class OneUser(Monitor):
    """All differing items belong to one user."""

    chosen = register(Bool, False)
    target = register(Int, 0)

    def step(self, left: Item, right: Item) -> None:
        require(left.user == right.user)
        with when(left != right):
            require(~self.chosen | (self.target == left.user))
            self.chosen = True
            self.target = left.user


class OneUserOverwritten(Monitor):
    """Wrong: the user is set in every message."""

    chosen = register(Bool, False)
    target = register(Int, 0)

    def step(self, left: Item, right: Item) -> None:
        require(left.user == right.user)
        with when(left != right):
            require(~self.chosen | (self.target == left.user))
            self.chosen = True
        self.target = left.user


class Dataset(Opaque):
    """A data set."""


class Question(Opaque):
    """A question about a data set."""


def differ_in_one(left: frozenset[int], right: frozenset[int]) -> bool:
    """Whether one data set has exactly one element more."""
    return len(left ^ right) == 1


neighbouring = relation(Dataset, Dataset, reflexive=True, symmetric=True, meaning=differ_in_one)


class Init(Record):
    """The data set, sent first."""

    data: Dataset


class Ask(Record):
    """A question."""

    question: Question


class Static(Monitor):
    """Neighbouring data sets first, then identical questions."""

    started = register(Bool, False)

    def step(self, left: Init | Ask, right: Init | Ask) -> None:
        require(same_case(left, right))
        with both(left, right, Init) as (x, y):
            require(~self.started & neighbouring(x.data, y.data))
        with both(left, right, Ask) as (p, q):
            require(self.started & (p.question == q.question))
        self.started = True


class StaticAgain(Monitor):
    """Wrong: data sets may be sent at any time."""

    started = register(Bool, False)

    def step(self, left: Init | Ask, right: Init | Ask) -> None:
        require(same_case(left, right))
        with both(left, right, Init) as (x, y):
            require(neighbouring(x.data, y.data))
        with both(left, right, Ask) as (p, q):
            require(self.started & (p.question == q.question))
        self.started = True


class Update(Record):
    """An update of the data."""

    value: Data


class UpdatesAndQuestions(Monitor):
    """Kinds agree, questions are identical, at most one update differs."""

    used = register(Bool, False)

    def step(self, left: Update | Ask, right: Update | Ask) -> None:
        require(same_case(left, right))
        with both(left, right, Ask) as (p, q):
            require(p == q)
        with both(left, right, Update) as (u, v), when(u.value != v.value):
            require(~self.used)
            self.used = True


class AtMostK(Monitor):
    """At most k messages differ."""

    k = parameter(Int, where=lambda k: k >= 0)
    count = register(Int, 0)

    def step(self, left: Data, right: Data) -> None:
        with when(left != right):
            self.count += 1
            require(self.count <= self.k)


class AtMostKOffByOne(Monitor):
    """Wrong: the number is tested before it is counted."""

    k = parameter(Int, where=lambda k: k >= 0)
    count = register(Int, 0)

    def step(self, left: Data, right: Data) -> None:
        with when(left != right):
            require(self.count <= self.k)
            self.count += 1


class Counter(Monitor):
    """At most one number differs, by at most 1."""

    used = register(Bool, False)

    def step(self, left: Real, right: Real) -> None:
        with when(left != right):
            require(~self.used & (Abs(left - right) <= 1))
            self.used = True


class CounterOneSided(Monitor):
    """Wrong: only an excess of the left number is bounded."""

    used = register(Bool, False)

    def step(self, left: Real, right: Real) -> None:
        with when(left != right):
            require(~self.used & (left - right <= 1))
            self.used = True


class Threshold(Record):
    """Two bits and a threshold."""

    row: Annotated[Vector[Bool], 2]
    threshold: Real


class SparseVector(Monitor):
    """Thresholds are equal, at most one row differs."""

    used = register(Bool, False)

    def step(self, left: Threshold, right: Threshold) -> None:
        require(left.threshold == right.threshold)
        with when(left.row != right.row):
            require(~self.used)
            self.used = True


class SparseVectorRarely(Monitor):
    """Wrong: thresholds are compared only where rows differ."""

    used = register(Bool, False)

    def step(self, left: Threshold, right: Threshold) -> None:
        with when(left.row != right.row):
            require(left.threshold == right.threshold)
            require(~self.used)
            self.used = True


class Histogram(Monitor):
    """At most one row of two bits differs."""

    used = register(Bool, False)

    def step(self, left: Annotated[Vector[Bool], 2], right: Annotated[Vector[Bool], 2]) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class HistogramByCoordinate(Monitor):
    """Wrong: each coordinate may differ once, at different times."""

    used = register(Vector(Bool, 2), False)

    def step(self, left: Annotated[Vector[Bool], 2], right: Annotated[Vector[Bool], 2]) -> None:
        for i in range(2):
            with when(left[i] != right[i]):
                require(~self.used[i])
                self.used[i] = True


def counter(d: int) -> type[Monitor]:
    """Vectors of d numbers, at most one of which differs, by at most 1 in each coordinate."""

    class VectorCounter(Monitor):
        used = register(Bool, False)

        def step(self, left: Annotated[Vector[Real], d], right: Annotated[Vector[Real], d]) -> None:
            with when(left != right):
                require(~self.used)
                require(all_of(Abs(x - y) <= 1 for x, y in zip(left, right, strict=True)))
                self.used = True

    return VectorCounter


class ExactlyOne(Monitor):
    """Accepted if exactly one message differs so far."""

    count = register(Int, 0)

    def step(self, left: Data, right: Data) -> None:
        with when(left != right):
            self.count += 1
        accept_if(self.count == 1)


class ExactlyOneReset(Monitor):
    """Wrong: an identical pair resets the count."""

    count = register(Int, 0)

    def step(self, left: Data, right: Data) -> None:
        with when(left != right):
            self.count += 1
        with otherwise():
            self.count = 0
        accept_if(self.count <= 1)


class Laplace(Monitor):
    """One message only, whose numbers differ by at most 1."""

    done = register(Bool, False)

    def step(self, left: Real, right: Real) -> None:
        require(~self.done & (Abs(left - right) <= 1))
        self.done = True


class LaplaceWrongGuard(Monitor):
    """Wrong: a second message is accepted if it differs."""

    done = register(Bool, False)

    def step(self, left: Real, right: Real) -> None:
        require((~self.done | (left != right)) & (Abs(left - right) <= 1))
        self.done = True


class Slot(Record):
    """The parameters of a mechanism."""

    e_eps: Real
    delta: Real


class Create(Record):
    """Creates a mechanism with these parameters."""

    e_eps: Real
    delta: Real


class Query(Record):
    """A message to the mechanism of this index."""

    index: Int
    payload: Data


class Created(Monitor):
    """Creations are identical; queries go to mechanisms that exist, with one index."""

    made = register(Int, 0)
    e_eps = register(Map[Int, Real], 1)
    delta = register(Map[Int, Real], 0)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        require(same_case(left, right))
        with both(left, right, Create) as (c, d):
            require(c == d)
            self.made += 1
            self.e_eps[self.made] = c.e_eps
            self.delta[self.made] = c.delta
        with both(left, right, Query) as (p, q):
            require((p.index == q.index) & (p.index >= 1) & (p.index <= self.made))


class SparseParallel(Created):
    """The mechanisms that get a differing pair fit into k fixed slots."""

    exceptional = register(Map[Int, Bool], False)

    def __init__(self, k: int, **given: object) -> None:
        super().__init__(**given)
        self.slots = parameter(Vector(Slot, k), where=lambda slots: all_of(slot.e_eps > 1 for slot in slots))
        self.free = register(Vector(Bool, k), True)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        super().step(left, right)
        with both(left, right, Query) as (p, q):
            j = p.index
            with when((p.payload != q.payload) & ~self.exceptional[j]):
                self.exceptional[j] = True
                self.spend(self.e_eps[j], self.delta[j])

    def spend(self, e_eps: Real, delta: Real) -> None:
        taken = Bool(False)
        for i, slot in enumerate(self.slots):
            hit = ~taken & self.free[i] & (slot.e_eps == e_eps) & (slot.delta == delta)
            self.free[i] = self.free[i] & ~hit
            taken = taken | hit
        require(taken)


class Phases(Monitor):
    """Three phases by `when`, `elsewhen`, `otherwise`: one, then two differing pairs, then none."""

    seen = register(Int, 0)

    def step(self, left: Data, right: Data) -> None:
        with when(self.seen == 0):
            require(left == right)
        with elsewhen(self.seen <= 2):
            require(left != right)
        with otherwise():
            require(left == right)
        self.seen += 1


@dataclass(frozen=True)
class Example:
    """A function with words that it accepts and words that it rejects."""

    name: str
    monitor: Monitor
    accepted: tuple[Word, ...]
    rejected: tuple[Word, ...]


SAME = ("a", "a")
DIFF = ("a", "b")
MORE = ("c", "d")


def item(user: int, value: str) -> Item:
    """An item."""
    return Item(user=user, value=value)


def init(*elements: int) -> Init:
    """The message with this data set."""
    return Init(data=frozenset(elements))


def ask(question: str) -> Ask:
    """The message with this question."""
    return Ask(question=question)


NEIGHBOURS = (init(1), init(1, 2))
ASKED = (ask("q"), ask("q"))
ZERO, ONE, BOTH = (False, False), (True, False), (True, True)


def row(bits: tuple[bool, bool], threshold: int) -> Threshold:
    """The row with this threshold."""
    return Threshold(row=bits, threshold=threshold)


def slot(e_eps: int, delta: Fraction) -> Slot:
    """The slot with these parameters."""
    return Slot(e_eps=e_eps, delta=delta)


def create(e_eps: int, delta: Fraction) -> tuple[Create, Create]:
    """The pair that creates a mechanism."""
    return (Create(e_eps=e_eps, delta=delta), Create(e_eps=e_eps, delta=delta))


def query(index: int, left: str, right: str) -> tuple[Query, Query]:
    """The pair of messages to the mechanism of this index."""
    return (Query(index=index, payload=left), Query(index=index, payload=right))


SLOTS = (slot(2, Fraction(0)), slot(3, HALF))
CREATED = (create(3, HALF), create(2, Fraction(0)), create(2, Fraction(0)))

EXAMPLES = (
    Example("1", EventLevel(), ((SAME, DIFF, SAME), (DIFF,)), ((DIFF, MORE), (DIFF, SAME, DIFF))),
    Example("2", EventLevelOverwritten(), ((DIFF, SAME, DIFF),), ((DIFF, MORE),)),
    Example(
        "3",
        OneUser(),
        (((item(1, "a"), item(1, "b")), (item(2, "a"), item(2, "a")), (item(1, "c"), item(1, "d"))),),
        (
            ((item(1, "a"), item(2, "a")),),
            ((item(1, "a"), item(1, "b")), (item(2, "a"), item(2, "b"))),
        ),
    ),
    Example(
        "4",
        OneUserOverwritten(),
        (((item(1, "a"), item(1, "b")), (item(2, "a"), item(2, "a")), (item(2, "c"), item(2, "d"))),),
        (((item(1, "a"), item(1, "b")), (item(2, "a"), item(2, "a")), (item(1, "c"), item(1, "d"))),),
    ),
    Example(
        "5",
        Static(),
        ((NEIGHBOURS, ASKED, ASKED), ((init(1), init(1)), ASKED)),
        (
            (ASKED,),
            (NEIGHBOURS, NEIGHBOURS),
            ((init(1), init(2)),),
            (NEIGHBOURS, (ask("q"), ask("r"))),
            ((init(1), ask("q")),),
        ),
    ),
    Example("6", StaticAgain(), ((NEIGHBOURS, NEIGHBOURS, ASKED),), ((ASKED,), (NEIGHBOURS, (ask("q"), ask("r"))))),
    Example(
        "7",
        UpdatesAndQuestions(),
        (((Update(value="a"), Update(value="b")), ASKED, (Update(value="c"), Update(value="c"))),),
        (
            ((ask("q"), ask("r")),),
            ((Update(value="a"), ask("a")),),
            ((Update(value="a"), Update(value="b")), (Update(value="a"), Update(value="b"))),
        ),
    ),
    Example("8", AtMostK(k=2), ((DIFF, SAME, MORE, SAME),), ((DIFF, MORE, DIFF),)),
    Example("8 for k = 0", AtMostK(k=0), ((SAME, SAME),), ((DIFF,),)),
    Example("9", AtMostKOffByOne(k=0), ((DIFF, SAME),), ((DIFF, MORE),)),
    Example("10", Counter(), (((1, 2), (5, 5)), ((Fraction(1), HALF),)), (((1, 3),), ((1, 2), (1, 2)))),
    Example("11", CounterOneSided(), (((1, 9),),), (((9, 1),), ((1, 2), (1, 2)))),
    Example(
        "12",
        SparseVector(),
        (((row(ZERO, 1), row(ONE, 1)), (row(ONE, 2), row(ONE, 2))),),
        (((row(ZERO, 1), row(ZERO, 2)),), ((row(ZERO, 1), row(ONE, 1)), (row(ZERO, 1), row(BOTH, 1)))),
    ),
    Example(
        "13",
        SparseVectorRarely(),
        (((row(ZERO, 1), row(ZERO, 2)),),),
        (((row(ZERO, 1), row(ONE, 2)),), ((row(ZERO, 1), row(ONE, 1)), (row(ZERO, 1), row(BOTH, 1)))),
    ),
    Example("14", Histogram(), (((ZERO, ONE), (ONE, ONE)),), (((ZERO, ONE), (ONE, BOTH)),)),
    Example("15", HistogramByCoordinate(), (((ZERO, ONE), (ONE, BOTH)),), (((ZERO, BOTH), (ZERO, ONE)),)),
    Example("16", counter(2)(), ((((0, 0), (1, HALF)), ((0, 0), (0, 0))),), ((((0, 0), (2, 0)),),)),
    Example("17", ExactlyOne(), ((DIFF,), (SAME, DIFF, SAME)), ((SAME,), (DIFF, MORE))),
    Example("18", ExactlyOneReset(), ((DIFF,), (DIFF, MORE, SAME)), ((DIFF, MORE), (SAME, DIFF, MORE))),
    Example("19", Laplace(), (((0, 1),), ((0, 0),)), (((0, 2),), ((0, 1), (0, 0)))),
    Example("20", LaplaceWrongGuard(), (((0, 1), (0, 1)),), (((0, 2),), ((0, 1), (0, 0)))),
    Example(
        "fixed slots",
        SparseParallel(2, slots=SLOTS),
        (
            (*CREATED, query(1, "a", "b"), query(1, "c", "d"), query(2, "a", "b"), query(3, "a", "a")),
            (*CREATED, query(3, "a", "b"), query(1, "a", "b")),
        ),
        (
            (*CREATED, query(2, "a", "b"), query(3, "a", "b")),
            (*CREATED, query(4, "a", "a")),
            (query(0, "a", "a"),),
            ((Create(e_eps=2, delta=0), Create(e_eps=3, delta=0)),),
            (create(4, HALF), query(1, "a", "b")),
        ),
    ),
    Example(
        "no slots",
        SparseParallel(0, slots=()),
        ((create(2, HALF), query(1, "a", "a")),),
        ((create(2, HALF), query(1, "a", "b")),),
    ),
    Example("phases", Phases(), ((SAME, DIFF, MORE, SAME),), ((DIFF,), (SAME, SAME), (SAME, DIFF, MORE, DIFF))),
)
