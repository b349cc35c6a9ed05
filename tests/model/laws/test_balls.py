"""Balls have the precision that was set for them, whatever other threads and processes do."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import pytest
from flint import arb, ctx

from concomp.model.laws.balls import precision

ROOT = Path(__file__).parents[3]


@pytest.fixture
def quick_switches() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("quick_switches")
def test_threads_keep_their_precision() -> None:
    def radii(bits: int) -> set[int]:
        found = set()
        for _ in range(200):
            with precision(bits):
                found.add(int((arb(2).sqrt().rad() * (1 << bits)).ceil().unique_fmpz()))
        return found

    before = ctx.prec
    with ThreadPoolExecutor(6) as pool:
        every = list(pool.map(radii, [60, 200, 900] * 4))
    assert set.union(*every) <= {1, 2}
    assert ctx.prec == before


def test_one_precision_stands_within_another() -> None:
    before = ctx.prec
    with precision(100):
        with precision(300):
            assert ctx.prec == 300
        assert ctx.prec == 100
    assert ctx.prec == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_child_waits_for_no_thread_of_its_parent() -> None:
    held, end = Event(), Event()

    def hold() -> None:
        with precision(100):
            held.set()
            end.wait()

    thread = Thread(target=hold)
    thread.start()
    held.wait()
    child = os.fork()
    if not child:
        with precision(64):
            os._exit(0)
    end.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0


def test_nobody_sets_the_precision_by_himself() -> None:
    rooms = (
        path
        for room in ("model", "impl", "conformance", "obligations", "tools")
        for path in (ROOT / room).rglob("*.py")
    )
    setting = [path.name for path in rooms if "workprec" in (text := path.read_text("utf-8")) or "ctx.prec =" in text]
    assert setting == ["balls.py"]
