"""What the commands share that run checks: how many at a time, and how far they are."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress

import click


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def progress(done: int, of: int, what: str = "checks") -> None:
    """Show how far the run is, where somebody is looking; BrokenPipeError once nobody reads the output any more."""
    _demand_reader()
    if sys.stderr.isatty() and of:
        click.echo(f"\r{done} of {of} {what}" if done < of else "\r" + " " * 40 + "\r", nl=False, err=True)


def _demand_reader() -> None:
    """Notice without writing that the reader of the output is gone, as in `| head -1`."""
    poll = select.poll()
    with suppress(OSError, ValueError):  # An output without a file of its own is read.
        poll.register(sys.stdout.fileno(), 0)
    if any(event & select.POLLERR for _, event in poll.poll(0)):
        raise BrokenPipeError
