"""What the commands share that run checks: how many at a time, and how far they are."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from concomp.cli.progress import progress


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def counted(what: str, unit: str) -> Iterator[Callable[[int, int], None]]:
    """A listener that shows how far a run is, where somebody is looking.

    It raises BrokenPipeError once nobody reads the output any more.
    """
    with progress(what) as count:
        count.unit = f" {unit}"

        def listener(done: int, of: int) -> None:
            _demand_reader()
            count.done, count.of = done, of

        yield listener


def _demand_reader() -> None:
    """Notice without writing that the reader of the output is gone, as in `| head -1`."""
    poll = select.poll()
    with suppress(OSError, ValueError):  # An output without a file of its own is read.
        poll.register(sys.stdout.fileno(), 0)
    if any(event & select.POLLERR for _, event in poll.poll(0)):
        raise BrokenPipeError
