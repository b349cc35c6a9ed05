"""A sign of life, on standard error, for what takes more than two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer

from concomp.report.terminal import terminal

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
    """Say what is being done, how much of it, and for how long, if standard error is a terminal; then take it away."""
    count = Count()
    console = terminal(sys.stderr)
    if console is None or console.is_dumb_terminal:
        yield count
        return
    # Brought in here and not by the thread, in whose midst a process of ours may be copied.
    from rich.live import Live
    from rich.text import Text

    started = time.monotonic()

    def line() -> Text:
        return Text(f"{what}{count}: {time.monotonic() - started:.0f} s", no_wrap=True, overflow="ellipsis")

    live = Live(console=console, get_renderable=line, transient=True, redirect_stdout=False, redirect_stderr=False)
    first = Timer(QUIET, live.start, [True])
    first.daemon = True
    first.start()
    try:
        yield count
    finally:
        first.cancel()
        first.join()
        live.stop()
