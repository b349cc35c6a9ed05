"""Compiled functions: how fast they read, beside the same function written by hand, and what memory they take."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from benchmarks.figures import Figure
from benchmarks.timing import seconds
from concomp.impl.monitors.subverifiers import SubVerifiers
from concomp.impl.monitors.verifier import compile_monitor
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.parallel import SparseParallel
from concomp.model.composition.slots import Parameters
from concomp.model.language import Monitor
from tests.model.language.monitors import AtMostK, EventLevel

MESSAGES = 10_000
SLOT = Parameters(e_eps=Fraction(3, 2), delta=Fraction(1, 8))
Accepts = Callable[[Any, Any], bool]


class Mechanism:
    """A mechanism, of which only the query space counts here."""

    queries = frozenset("abc")


def figures() -> Iterator[Figure]:
    """The figures."""
    compiled, by_hand = per_pair(compile_monitor(EventLevel()).accepts), per_pair(event_level())
    yield Figure("event level, compiled, a message", compiled, 0.1, "µs")
    yield Figure("the same beside one written by hand", compiled / by_hand, 2, "")
    compiled, by_hand = per_query(compiled_function()), per_query(sparse_parallel((SLOT, SLOT)))
    yield Figure("f_∞ with 2 slots and 3 sub-verifiers, compiled, a query", compiled, 1.5, "µs")
    yield Figure("the same beside one written by hand", compiled / by_hand, 2, "")
    yield Figure(f"memory that {MESSAGES} more messages take", growth(compile_monitor(AtMostK(k=2)).accepts), 1000, "B")


def per_pair(accepts: Accepts) -> float:
    """Microseconds for a message."""

    def read() -> None:
        for _ in range(MESSAGES):
            accepts("a", "a")

    return seconds(read) / MESSAGES * 1e6


def growth(accepts: Accepts) -> int:
    """How many bytes more are held after as many messages again."""
    per_pair(accepts)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(MESSAGES):
        accepts("a", "a")
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return max(0, after - before)


def event_level() -> Accepts:
    """At most one message differs, as one would write it without the language."""
    used = rejected = False

    def accepts(left: object, right: object) -> bool:
        nonlocal used, rejected
        if rejected:
            return False
        if left != right:
            if used:
                rejected = True
                return False
            used = True
        return True

    return accepts


def compiled_function() -> Accepts:
    """f_∞, compiled, its sub-verifiers too; what creation queries assert is taken for true."""
    function = SparseParallel(2, slots=(SLOT, SLOT), established=lambda *_: True, **SubVerifiers().meanings)
    return compile_monitor(function).accepts


def per_query(accepts: Accepts) -> float:
    """Microseconds for a query, after three creations of which one mechanism is exceptional."""
    functions: tuple[Monitor, ...] = (EventLevel(), AtMostK(k=2), EventLevel())
    for function in functions:
        create = Create(mechanism=Mechanism(), initial="s", e_eps=SLOT.e_eps, delta=SLOT.delta, function=function)
        assert accepts(create, create)
    assert accepts(Query(payload="a", index=1), Query(payload="b", index=1))
    queries = [Query(payload="c", index=1 + number % 3) for number in range(MESSAGES)]

    def read() -> None:
        for query in queries:
            accepts(query, query)

    return seconds(read) / MESSAGES * 1e6


def sparse_parallel(slots: tuple[Parameters, ...]) -> Accepts:
    """f_∞ as one would write it without the language, its sub-verifiers being the same compiled ones."""
    sub = SubVerifiers()
    free = list(slots)
    created: list[Create] = []
    progress: list[Any] = []
    exceptional: set[int] = set()
    rejected = False

    def accepts(left: Any, right: Any) -> bool:
        nonlocal rejected
        if rejected:
            return False
        if (read if isinstance(left, Query) else create)(left, right):
            return True
        rejected = True
        return False

    def create(left: Any, right: Any) -> bool:
        if not isinstance(left, Create) or not isinstance(right, Create) or left.__dict__ != right.__dict__:
            return False
        created.append(left)
        progress.append(sub.begins(left.function))
        return True

    def read(left: Any, right: Any) -> bool:
        if not isinstance(right, Query):
            return False
        index, one, other = left.index, left.payload, right.payload
        if index != right.index or not 1 <= index <= len(created):
            return False
        made = created[index - 1]
        function = made.function
        if one not in made.mechanism.queries or other not in made.mechanism.queries:
            return False
        if not sub.admits(function, progress[index - 1], one, other):
            return False
        progress[index - 1] = sub.continues(function, progress[index - 1], one, other)
        if one == other or index in exceptional:
            return True
        exceptional.add(index)
        fitting = [slot for slot in free if slot.e_eps == made.e_eps and slot.delta == made.delta]
        if fitting:
            free.remove(fitting[0])
        return bool(fitting)

    return accepts
