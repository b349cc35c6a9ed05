"""Verification functions for every test of the language."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from concomp.model.language import (
    Abs,
    Bool,
    Int,
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
