"""Tests run again by a Python that leaves assertions of the project out: `python -O`."""

from __future__ import annotations

import subprocess
import sys


def assert_refused_without_assertions(file: str) -> None:
    """Make sure that what a file of tests wants refused is refused by demands, and not by assertions."""
    others = ("-k", "not without_assertions")
    command = [sys.executable, "-O", "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *others, file]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:]
