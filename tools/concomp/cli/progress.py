"""A sign of life, on standard error, for what takes more than two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread

QUIET = 2.0
"""Seconds before the first sign."""


@dataclass
class Count:
    """How much is done, and of how much where that is known; unit: of what, as it is written behind the number;
    said: which part of the work is being done, where it has several."""

    done: int = 0
    of: int | None = None
    unit: str = ""
    said: str = ""

    def step(self) -> None:
        """One more is done."""
        self.done += 1

    def say(self, part: str) -> None:
        """Another part of the work is being done."""
        self.said = f", {part}"

    def __str__(self) -> str:
        return self.said if self.of is None else f", {min(self.done, self.of)} of {self.of}{self.unit}"


@contextmanager
def progress(what: str) -> Iterator[Count]:
    """Say what is being done, how much of it, and for how long, if standard error is a terminal."""
    count = Count()
    if not sys.stderr.isatty():
        yield count
        return
    done, started = Event(), time.monotonic()
    reporter = Thread(target=_report, args=(what, count, done, started), daemon=True)
    reporter.start()
    try:
        yield count
    finally:
        done.set()
        reporter.join()


def _report(what: str, count: Count, done: Event, started: float) -> None:
    if done.wait(QUIET):
        return
    while True:
        line = f"{what}{count}: {time.monotonic() - started:.0f} s "
        sys.stderr.write(f"\r{line}")
        sys.stderr.flush()
        if done.wait(1):
            sys.stderr.write("\r" + " " * (len(line) + 2) + "\r")
            sys.stderr.flush()
            return
