"""Commands that a user waits for: the conformance suite on the reference, and the site."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure
from benchmarks.timing import seconds


def figures() -> Iterator[Figure]:
    """Seconds on the clock, start-up included."""
    yield Figure("concomp conform concomp, all vectors", seconds(lambda: _run("conform", "concomp")), 120, "s")
    with TemporaryDirectory() as folder:
        site = str(Path(folder) / "site")
        yield Figure("concomp site, all pages", seconds(lambda: _run("site", site)), 90, "s")


def _run(*words: str) -> None:
    """Run a command as a user does; CalledProcessError if it fails."""
    subprocess.run([Path(sys.executable).with_name("concomp"), *words], check=True, capture_output=True)
