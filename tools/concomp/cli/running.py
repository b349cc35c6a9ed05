"""What the commands share that run checks: how many at a time, and how far they are."""

from __future__ import annotations

import os
import sys

import click


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def progress(done: int, of: int) -> None:
    """Show how far the run is, where somebody is looking."""
    if sys.stderr.isatty() and of:
        click.echo(f"\r{done} of {of} checks" if done < of else "\r" + " " * 40 + "\r", nl=False, err=True)
