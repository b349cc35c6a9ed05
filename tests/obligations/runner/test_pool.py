"""Work in processes of its own."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.runner.pool import SELDOM, run

ROOT = Path(__file__).resolve().parents[3]


def work(task: str) -> str:
    if task == "number":
        return str(os.getpid())
    if task.startswith("await "):
        wait_until(Path(task.removeprefix("await ")).exists)
    if task.startswith("touch "):
        Path(task.removeprefix("touch ")).touch()
    if task == "hang":
        time.sleep(600)
    if task == "exit":
        os._exit(3)
    if task == "raise":
        raise KeyError("no such thing")
    if task == "leave a child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        return str(child.pid)
    if task == "lead":
        return str(os.getsid(0) == os.getpid())
    if task == "print":
        print("noise")
    if task == "look for cycles":
        return f"{gc.get_threshold() == SELDOM} {gc.get_freeze_count() > 0}"
    return task.upper()


def outcomes(tasks: Sequence[str], jobs: int, limit: float = 60) -> dict[int, object]:
    return dict(run(work, tasks, jobs, limit))


def test_every_task_is_done_once() -> None:
    tasks = [f"task {number}" for number in range(20)]
    assert outcomes(tasks, 2) == {number: task.upper() for number, task in enumerate(tasks)}
    assert outcomes([], 2) == {}


def test_neighbouring_tasks_go_to_one_worker_and_none_is_idle(tmp_path: Path) -> None:
    helped = tmp_path / "helped"
    # The third task waits for the fourth, which waits behind it, until the other worker has nothing left.
    found = outcomes(["number", "number", f"await {helped}", f"touch {helped}"], 2)
    assert found[0] == found[1]
    assert helped.exists()
    assert all(isinstance(outcome, str) for outcome in found.values()), found


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


PARENT = """
import sys, time
from concomp.obligations.runner.pool import run
from tests.obligations.runner.test_pool import sleep_and_tell
if __name__ == "__main__":
    for _ in run(sleep_and_tell, sys.argv[1:], 2, 600):
        pass
"""


def sleep_and_tell(file: str) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(file).write_text(f"{os.getpid()} {child.pid} ")
    time.sleep(600)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_outlives_the_command(tmp_path: Path, stop: signal.Signals) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    command = [sys.executable, "-c", PARENT, *map(str, files)]
    parent = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True)
    wait_until(lambda: all(file.exists() and file.read_text().endswith(" ") for file in files))
    # As a terminal does: the whole group is sent it.
    os.killpg(parent.pid, stop)
    parent.wait(20)
    pids = [int(pid) for file in files for pid in file.read_text().split()]
    assert len(pids) == 4
    wait_until(lambda: all(map(ended, pids)))


def test_a_worker_never_hears_what_interrupts_the_command() -> None:
    assert outcomes(["lead"], 1) == {0: "True"}


def test_a_worker_looks_for_cycles_seldom_and_this_process_as_before() -> None:
    usual, frozen = gc.get_threshold(), gc.get_freeze_count()
    assert outcomes(["look for cycles"], 1) == {0: "True True"}
    assert (gc.get_threshold(), gc.get_freeze_count()) == (usual, frozen)


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(400):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("it did not come about")


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
