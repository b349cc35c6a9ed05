"""The functions of the tests with words that they accept and words that they reject: one table for all."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.model.language import (
    Monitor,
)
from tests.model.language.compositions import Create, Query, Slot, SparseParallel
from tests.model.language.monitors import (
    HALF,
    Ask,
    AtMostK,
    AtMostKOffByOne,
    Counter,
    CounterOneSided,
    EventLevel,
    EventLevelOverwritten,
    ExactlyOne,
    ExactlyOneReset,
    Histogram,
    HistogramByCoordinate,
    Init,
    Item,
    Laplace,
    LaplaceWrongGuard,
    OneUser,
    OneUserOverwritten,
    Phases,
    SparseVector,
    SparseVectorRarely,
    Static,
    StaticAgain,
    Threshold,
    Update,
    UpdatesAndQuestions,
    counter,
)

Word = tuple[tuple[object, object], ...]


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
