"""What the commands share that run checks."""

from __future__ import annotations

import os
import sys

import pytest

from concomp.cli.running import counted


def test_a_run_ends_once_nobody_reads_its_output(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as output:
        monkeypatch.setattr(sys, "stdout", output)
        with counted("checking", "checks") as listener:
            listener(1, 2)
            os.close(reader)
            with pytest.raises(BrokenPipeError):
                listener(1, 2)
