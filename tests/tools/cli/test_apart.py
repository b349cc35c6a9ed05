"""Work in a child process: its answers, its errors, and how its end is told."""

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from concomp.cli.children import apart
from concomp.cli.children.apart import Job, with_own_code, with_users_code
from concomp.cli.errors import BadInput, Undecided


def add(one: int, two: int) -> int:
    print("printed by the child")
    return one + two


def bad() -> None:
    raise BadInput("the field: the value: the remedy")


def undecided() -> None:
    raise Undecided("not within the limits")


def divide() -> float:
    return 1 / 0


def take() -> int:
    return len(bytearray(apart.MEMORY))


def hoard() -> None:
    """Take all memory by small pieces, so that there is none left to tell of it."""
    held: list[list[int]] = []
    while True:
        held.append([len(held)] * 8)


def be_ended() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def leave() -> None:
    os._exit(7)


def sleep() -> None:
    time.sleep(60)


@pytest.mark.parametrize("run", [with_own_code, partial(with_users_code, "own.py")], ids=["own", "users"])
def test_a_child_answers_and_its_errors_are_told(run: Callable[..., object]) -> None:
    assert run(Job("adding"), add, 2, two=3) == 5
    with pytest.raises(BadInput, match="the field: the value: the remedy"):
        run(Job("failing"), bad)
    with pytest.raises(Undecided, match="not within the limits"):
        run(Job("failing"), undecided)


@pytest.mark.parametrize("run", [with_own_code, partial(with_users_code, "own.py")], ids=["own", "users"])
@pytest.mark.skipif(sys.platform != "linux", reason="not every system lets a process limit itself")
def test_a_child_that_takes_too_much_memory_is_undecided(run: Callable[..., object]) -> None:
    for work in (take, be_ended):
        with pytest.raises(Undecided, match=r"more memory than .* GiB is needed: lower the horizon"):
            run(Job("taking"), work)


@pytest.mark.skipif(sys.platform != "linux", reason="not every system lets a process limit itself")
def test_a_child_that_has_no_memory_left_to_say_so_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    monkeypatch.setattr(apart, "MEMORY", pages * os.sysconf("SC_PAGE_SIZE") + 2**26)
    with pytest.raises(Undecided, match=r"more memory than .* GiB is needed"):
        with_own_code(Job("hoarding"), hoard)


def test_what_a_users_code_throws_is_bad_input() -> None:
    with pytest.raises(BadInput, match=r"^own\.py: ZeroDivisionError: division by zero: correct the file"):
        with_users_code("own.py", Job("dividing"), divide)
    with pytest.raises(BadInput, match=r"test_apart\.py:\d+: ZeroDivisionError: division by zero: correct the file"):
        with_users_code(__file__, Job("dividing"), divide)
    with pytest.raises(BadInput, match=r"^own\.py: the process that ran it ended with status 7: correct the file"):
        with_users_code("own.py", Job("leaving"), leave)


def test_what_our_own_code_throws_is_an_internal_error() -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError: division by zero"):
        with_own_code(Job("dividing"), divide)


def test_a_child_that_does_not_come_back_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "SECONDS", 0.2)
    with pytest.raises(Undecided, match=r"no answer in 0\.2 s: lower the horizon"):
        with_own_code(Job("sleeping"), sleep)


def test_memory_is_at_most_a_part_of_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "MEMORY", 2**60)
    assert 2**20 < apart.memory() < 2**60
