"""Calls in a child process: what comes back, and that nothing can hold them up."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
import z3

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.processes.packing import pack, unpack
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.solvers.worker import GaveUp, Worker
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.proving.induction import equalities, from_nothing
from tests.obligations.verify.small import X, Y, counters, differ, number, plus

LIMIT = 5_000


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as started:
        yield started


def who_am_i() -> int:
    """The number of the process."""
    return os.getpid()


def hang_in_python() -> None:
    """Never end."""
    while True:
        time.sleep(1)


def hang_in_a_solver() -> str:
    """Ask z3, without a limit, what it cannot answer."""
    a, b, c = z3.Ints("a b c")
    solver = z3.Solver()
    solver.add(a > 50, b > 50, c > 50, a * a * a + b * b * b == c * c * c + 42)
    return str(solver.check())


def leave_a_child_behind() -> int:
    """Start a process that does not end, and never end."""
    started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print(started.pid)
    while True:
        time.sleep(1)


def break_down() -> None:
    """Take the process down as a solver written in another language can."""
    ctypes.string_at(0)


def fail() -> None:
    """Raise what nobody expects."""
    raise ValueError("the number of the beast")


def give_up() -> None:
    """Raise what a solver that does not know raises."""
    raise Undecided("z3 gives up: timeout")


def take_memory(size: int) -> int:
    """Take so many bytes."""
    return len(bytearray(size))


def print_and_return(text: str) -> str:
    """Print, and return the same."""
    print(text)
    return text


def twice(term: Term) -> Term:
    """The term, added to itself."""
    return plus(term, term)


def test_a_call_returns_what_the_function_returns(worker: Worker) -> None:
    assert worker.call(10, twice, X) is plus(X, X)
    assert worker.call(10, print_and_return, "said") == "said"


def test_one_process_serves_many_calls(worker: Worker) -> None:
    first = worker.call(10, who_am_i)
    assert first == worker.call(10, who_am_i) != os.getpid()


def test_engines_work_in_the_child(worker: Worker) -> None:
    obligation = Obligation(counters(differ(X, Y)))
    assert worker.call(10, equalities, obligation, LIMIT) == (terms.equality(X, Y),)
    assert worker.call(10, from_nothing, obligation, milliseconds=LIMIT) is None


@pytest.mark.parametrize("work", [hang_in_python, hang_in_a_solver])
def test_a_call_that_hangs_is_killed_in_time_and_the_next_is_served(worker: Worker, work: object) -> None:
    before = worker.call(10, who_am_i)
    begun = time.monotonic()
    assert callable(work)
    assert worker.call(0.5, work) == TimedOut(0.5)
    assert time.monotonic() - begun < 2
    after = worker.call(10, who_am_i)
    assert isinstance(after, int)
    assert after != before
    assert isinstance(before, int)
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_what_a_killed_call_started_ends_with_it(worker: Worker) -> None:
    group = worker.call(10, who_am_i)
    assert isinstance(group, int)
    assert worker.call(0.5, leave_a_child_behind) == TimedOut(0.5)
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("a process of the group is still there")


def test_a_process_that_breaks_down_is_reported_and_replaced(worker: Worker) -> None:
    answer = worker.call(10, break_down)
    assert isinstance(answer, Crashed)
    assert "break_down ended with status -11" in answer.message
    assert worker.call(10, print_and_return, "still here") == "still here"


def test_an_exception_is_reported(worker: Worker) -> None:
    answer = worker.call(10, fail)
    assert isinstance(answer, Crashed)
    assert "ValueError: the number of the beast" in answer.message


def test_giving_up_is_told_apart_from_breaking_down(worker: Worker) -> None:
    assert worker.call(10, give_up) == GaveUp("z3 gives up: timeout")


def test_memory_is_limited() -> None:
    with Worker(memory=2**30) as small:
        answer = small.call(10, take_memory, 2**31)
        assert isinstance(answer, Crashed)
        assert "MemoryError" in answer.message
        assert small.call(10, take_memory, 2**20) == 2**20


def test_deep_terms_travel_whole() -> None:
    term = X
    for place in range(5_000):
        term = plus(term, number(place))
    assert unpack(pack({"deep": (term, term)})) == {"deep": (term, term)}


def test_a_closed_worker_has_no_process_and_starts_another_when_called() -> None:
    worker = Worker()
    worker.close()
    with worker:
        first = worker.call(10, who_am_i)
    assert isinstance(first, int)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    second = worker.call(10, who_am_i)
    assert second != first
    worker.close()
