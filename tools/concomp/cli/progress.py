"""A sign of life, on standard error, for what takes more than two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

QUIET = 2.0
"""Seconds before the first sign."""


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Say what is being done and for how long, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    done, started = Event(), time.monotonic()
    reporter = Thread(target=_report, args=(what, done, started), daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()


def _report(what: str, done: Event, started: float) -> None:
    if done.wait(QUIET):
        return
    while True:
        sys.stderr.write(f"\r{what}: {time.monotonic() - started:.0f} s ")
        sys.stderr.flush()
        if done.wait(1):
            sys.stderr.write("\r" + " " * (len(what) + 12) + "\r")
            sys.stderr.flush()
            return
