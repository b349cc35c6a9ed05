"""Compiled functions of compositions: how fast they read, beside the same function written by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from benchmarks.timing import seconds
from concomp.impl.verification.subverifiers import SubVerifiers
from concomp.impl.verification.verifier import compile_monitor
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


def lines() -> Iterator[str]:
    """The figures."""
    yield f"f_inf with 2 slots and 3 sub-verifiers, a query each of {MESSAGES}"
    compiled, by_hand = per_query(compiled_function()), per_query(sparse_parallel((SLOT, SLOT)))
    yield f"compiled {compiled:.2f} µs, by hand {by_hand:.2f} µs, ratio {compiled / by_hand:.2f}"


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
