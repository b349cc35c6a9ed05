"""Child processes: what comes of calls, and that none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from concomp.obligations.processes.child import Child, Crashed, Ended, TimedOut, start_afresh, start_copy

Start = Callable[..., Child]
starts = pytest.mark.parametrize("start", [start_afresh, start_copy], ids=["afresh", "copy"])
linux = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux which processes there are, and for its limits")
STARTER = """
import sys, time
sys.path[:0] = {path!r}
from concomp.obligations.processes.child import start_afresh, start_copy
from tests.obligations.processes.test_child import number_of_process, sleep
children = [start_afresh(), start_copy()]
print(*[child.call(60, number_of_process) for child in children], flush=True)
for child in children:
    child.send(sleep, 600)
time.sleep(600)
"""


def number_of_process() -> int:
    return os.getpid()


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def leave(status: int) -> None:
    os._exit(status)


def divide(number: int, by: int) -> int:
    print("printed by a child")
    return number // by


def take_memory(size: int) -> int:
    return len(bytearray(size))


def leave_a_child_behind() -> int:
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid


@starts
def test_a_child_serves_calls_and_says_what_came_of_each(start: Start, capfd: pytest.CaptureFixture[str]) -> None:
    with start() as child:
        number = child.call(60, number_of_process)
        assert child.call(60, divide, 6, by=2) == 3
        crashed = child.call(60, divide, 6, by=0)
        assert isinstance(crashed, Crashed)
        assert crashed.message.endswith("ZeroDivisionError: integer division or modulo by zero")
        assert child.call(60, number_of_process) == number != os.getpid()
        assert child.call(60, leave, 3) == Ended(3)
    assert capfd.readouterr().out == ""


@starts
@linux
def test_a_child_past_its_limit_ends_with_all_that_it_started(start: Start) -> None:
    with start() as child:
        started = child.call(60, leave_a_child_behind)
        number = child.call(60, number_of_process)
        assert child.call(0.1, sleep, 600) == TimedOut(0.1)
    assert isinstance(started, int)
    assert isinstance(number, int)
    demand_end_of([number, started])


@starts
@linux
def test_memory_is_limited(start: Start) -> None:
    with start(2**32) as child:
        crashed = child.call(60, take_memory, 2**33)
        assert isinstance(crashed, Crashed)
        assert crashed.message.endswith("MemoryError")
        assert child.call(60, take_memory, 2**20) == 2**20


@linux
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL], ids=["interrupt", "kill"])
def test_no_child_outlives_the_program_that_started_it(end: signal.Signals) -> None:
    script = STARTER.format(path=[os.getcwd()])
    starter = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert starter.stdout is not None
    children = [int(number) for number in starter.stdout.readline().split()]
    assert len(children) == 2
    starter.send_signal(end)
    starter.wait(60)
    demand_end_of(children)


def demand_end_of(processes: list[int]) -> None:
    """Fail unless all of these end soon."""
    deadline = time.monotonic() + 5
    while any(map(goes_on, processes)):
        assert time.monotonic() < deadline, f"one of the processes {processes} goes on"
        time.sleep(0.02)


def goes_on(process: int) -> bool:
    """Whether a process is there and was not ended; one that nobody has asked for its status was."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
