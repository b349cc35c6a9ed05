"""The functions of the table of cases as subjects of mutation: each with a sentence, and messages to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any

from concomp.model.language import Monitor
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.functions.agreement import Word
from concomp.obligations.families.mutation.subject import MutationSubject, Setting
from tests.model.language.examples import ask, init, item, row
from tests.model.language.monitors import (
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
    Laplace,
    LaplaceWrongGuard,
    OneUser,
    OneUserOverwritten,
    SparseVector,
    SparseVectorRarely,
    Static,
    StaticAgain,
    Update,
    UpdatesAndQuestions,
    counter,
    differ_in_one,
)

Relation = Callable[[Any, Any], bool]


def pairs(*messages: Any) -> tuple[Pair, ...]:
    """Every pair of these messages."""
    return tuple(product(messages, repeat=2))


DATA = pairs("a", "b")
ITEMS = pairs(*(item(user, value) for user in (0, 1) for value in "ab"))
ROWS = pairs(*(row((left, right), 0) for left, right in product((False, True), repeat=2)), row((False, True), 1))
BITS = tuple(product((False, True), repeat=2))
NUMBERS = tuple((left, right) for left, right in pairs(0, 1, 2, 3))
VECTORS = pairs((0, 0), (1, 0), (0, 1), (2, 0), (0, 2))
STATES = pairs(*map(init, (1, 2)), init(1, 2), ask("q"), ask("r"))
UPDATES = pairs(Update(value="a"), Update(value="b"), ask("a"), ask("b"))


def different(words: Word) -> list[tuple[Any, Any]]:
    """The pairs that differ."""
    return [(left, right) for left, right in words if left != right]


def at_most(count: int, relation: Relation = lambda left, right: True) -> Callable[[Word], bool]:
    """At most so many pairs differ, and these are in the relation."""
    return lambda words: len(different(words)) <= count and all(relation(*pair) for pair in different(words))


def near(left: Sequence[Any], right: Sequence[Any]) -> bool:
    """At most 1 apart in each coordinate."""
    return all(abs(x - y) <= 1 for x, y in zip(left, right, strict=True))


def not_overwritten(words: Word) -> bool:
    """No two pairs in a row differ."""
    unequal = [left != right for left, right in words]
    return not any(one and other for one, other in pairwise(unequal))


def one_user(words: Word) -> bool:
    """Users agree, and those of differing pairs are one."""
    agree = all(left.user == right.user for left, right in words)
    return agree and len({left.user for left, _ in different(words)}) <= 1


def last_user(words: Word) -> bool:
    """Users agree; a differing pair after another one has the user of the pair before it."""
    if any(left.user != right.user for left, right in words):
        return False
    places = [place for place, (left, right) in enumerate(words) if left != right]
    return all(words[place][0].user == words[place - 1][0].user for place in places[1:])


def initialised(words: Word) -> bool:
    """Neighbouring data first, then identical questions."""
    return initialised_again(words) and not any(hasattr(left, "data") for left, _ in words[1:])


def initialised_again(words: Word) -> bool:
    """Neighbouring data first, and again at any time; otherwise identical questions."""
    return hasattr(words[0][0], "data") and all(
        neighbours(left, right) if hasattr(left, "data") else left == right for left, right in words
    )


def neighbours(left: Any, right: Any) -> bool:
    """Data that are equal or neighbouring."""
    return hasattr(right, "data") and (left == right or differ_in_one(left.data, right.data))


def updated(words: Word) -> bool:
    """Kinds agree, questions are identical, at most one update differs."""
    return at_most(1)(words) and all(hasattr(x, "value") and hasattr(y, "value") for x, y in different(words))


def thresholds_agree(words: Word) -> bool:
    """Thresholds agree in every pair."""
    return all(left.threshold == right.threshold for left, right in words)


def rows_of(words: Word) -> Word:
    """The rows without their thresholds."""
    return tuple((left.row, right.row) for left, right in words)


def sparse_rarely(words: Word) -> bool:
    """At most one row differs, and where one does the thresholds agree."""
    unequal = [(left, right) for left, right in words if left.row != right.row]
    return len(unequal) <= 1 and thresholds_agree(tuple(unequal))


def by_coordinate(words: Word) -> bool:
    """Each coordinate differs at most once."""
    return all(sum(left[i] != right[i] for left, right in words) <= 1 for i in range(2))


def run_of_differences(words: Word) -> int:
    """How many of the last pairs differ."""
    unequal = [left != right for left, right in words]
    return next((count for count, differs in enumerate(reversed(unequal)) if not differs), len(unequal))


def laplace(words: Word) -> bool:
    """One pair, at most 1 apart."""
    return len(words) == 1 and abs(words[0][0] - words[0][1]) <= 1


def laplace_wrong(words: Word) -> bool:
    """All pairs at most 1 apart, and those after the first differ."""
    return all(abs(x - y) <= 1 for x, y in words) and all(x != y for x, y in words[1:])


def subject(
    name: str, alphabet: tuple[Pair, ...], *settings: tuple[Monitor, Callable[[Word], bool]]
) -> MutationSubject:
    """The subject of a row of the table."""
    return MutationSubject(name, tuple(Setting(function, holds, alphabet, 4) for function, holds in settings))


@cache
def subjects() -> tuple[MutationSubject, ...]:
    """The twenty functions of the table."""
    return (
        subject("1 EventLevel", DATA, (EventLevel(), at_most(1))),
        subject("2 EventLevelOverwritten", DATA, (EventLevelOverwritten(), not_overwritten)),
        subject("3 OneUser", ITEMS, (OneUser(), one_user)),
        subject("4 OneUserOverwritten", ITEMS, (OneUserOverwritten(), last_user)),
        subject("5 Static", STATES, (Static(), initialised)),
        subject("6 StaticAgain", STATES, (StaticAgain(), initialised_again)),
        subject("7 UpdatesAndQuestions", UPDATES, (UpdatesAndQuestions(), updated)),
        subject("8 AtMostK", DATA, *((AtMostK(k=k), at_most(k)) for k in range(3))),
        subject("9 AtMostKOffByOne", DATA, *((AtMostKOffByOne(k=k), at_most(k + 1)) for k in range(3))),
        subject("10 Counter", NUMBERS, (Counter(), at_most(1, lambda x, y: abs(x - y) <= 1))),
        subject("11 CounterOneSided", NUMBERS, (CounterOneSided(), at_most(1, lambda x, y: x - y <= 1))),
        subject(
            "12 SparseVector",
            ROWS,
            (SparseVector(), lambda words: thresholds_agree(words) and at_most(1)(rows_of(words))),
        ),
        subject("13 SparseVectorRarely", ROWS, (SparseVectorRarely(), sparse_rarely)),
        subject("14 Histogram", pairs(*BITS), (Histogram(), at_most(1))),
        subject("15 HistogramByCoordinate", pairs(*BITS), (HistogramByCoordinate(), by_coordinate)),
        subject("16 VectorCounter", VECTORS, (counter(2)(), at_most(1, near))),
        subject("17 ExactlyOne", DATA, (ExactlyOne(), lambda words: len(different(words)) == 1)),
        subject("18 ExactlyOneReset", DATA, (ExactlyOneReset(), lambda words: run_of_differences(words) <= 1)),
        subject("19 Laplace", NUMBERS, (Laplace(), laplace)),
        subject("20 LaplaceWrongGuard", NUMBERS, (LaplaceWrongGuard(), laplace_wrong)),
    )
