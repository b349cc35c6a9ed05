"""Work in processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence

import pytest

from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.runner.pool import run


def work(task: str) -> str:
    if task == "hang":
        time.sleep(600)
    if task == "exit":
        os._exit(3)
    if task == "raise":
        raise KeyError("no such thing")
    if task == "leave a child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        return str(child.pid)
    if task == "print":
        print("noise")
    return task.upper()


def outcomes(tasks: Sequence[str], jobs: int, limit: float = 60) -> dict[int, object]:
    return dict(run(work, tasks, jobs, limit))


def test_every_task_is_done_once() -> None:
    tasks = [f"task {number}" for number in range(20)]
    assert outcomes(tasks, 2) == {number: task.upper() for number, task in enumerate(tasks)}
    assert outcomes([], 2) == {}


def test_no_task_holds_up_the_others() -> None:
    found = outcomes(["hang", "exit", "raise", "last"], jobs=1, limit=3)
    assert found[0] == TimedOut(3)
    assert found[1] == Crashed("its process ended with status 3")
    assert isinstance(found[2], Crashed)
    assert "KeyError: 'no such thing'" in found[2].message
    assert found[3] == "LAST"


def test_what_a_worker_starts_ends_with_it() -> None:
    pid = int(str(outcomes(["leave a child"], 1)[0]))
    for _ in range(100):
        if ended(pid):
            return
        time.sleep(0.05)
    pytest.fail(f"the process {pid} goes on")


def ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # Killed, but nobody has asked for its exit status yet.
    return "State:\tZ" in open(f"/proc/{pid}/status").read() if os.path.exists(f"/proc/{pid}/status") else False


def test_what_a_task_prints_does_not_mix_with_the_output(capfd: pytest.CaptureFixture[str]) -> None:
    assert outcomes(["print"], 1) == {0: "PRINT"}
    assert capfd.readouterr().out == ""
