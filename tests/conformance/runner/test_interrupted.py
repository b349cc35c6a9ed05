"""A run that is interrupted ends at once, with nothing left behind, however much was still to come."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.conformance.runner.test_containment import adapter, left_by

SECONDS = 5
PROCESSES = 5
RUN = """\
import sys
from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.running import run
from tests.conformance.runner.test_containment import vector
run(sys.argv[1:], [vector(f"v{k}", "misbehave") for k in range(50)], Limits(seconds=6), 2)
"""


def test_an_interrupted_run_ends_at_once() -> None:
    mark = f"{os.getpid()} interrupted"
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", RUN, *adapter("hang"), mark]
    with subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE, text=True) as runner:
        while len(left_by(mark)) < PROCESSES:  # The runner, and two guardians with what they guard.
            time.sleep(0.05)
        begun = time.monotonic()
        runner.send_signal(signal.SIGINT)
        assert runner.stderr is not None
        assert runner.stderr.read().endswith("KeyboardInterrupt\n")
    assert time.monotonic() - begun < SECONDS
    assert left_by(mark) == []
