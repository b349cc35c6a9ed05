"""What commands print for people: as it is into a pipe or a file, and no wider than the terminal where there is one."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

import click

from concomp.report.layout import Part, fitted, lines_of

if TYPE_CHECKING:
    from rich.console import Console


def say(parts: Iterable[Part]) -> None:
    """Print lines and tables on standard output."""
    console = terminal(sys.stdout)
    click.echo("\n".join(lines_of(parts) if console is None else fitted(parts, console)))


def terminal(stream: TextIO) -> Console | None:
    """The terminal that a stream is, with colours unless it is dumb or NO_COLOR is set; None if it is none."""
    if not stream.isatty():
        return None
    from rich.console import Console

    width, height = _size(stream)
    return Console(
        file=stream,
        width=width,
        height=height,
        force_terminal=True,
        force_jupyter=False,
        markup=False,
        emoji=False,
        highlight=False,
    )


def _size(stream: TextIO) -> os.terminal_size:
    """The columns and lines of a terminal, which need not be that of other streams; the usual ones if it has none."""
    with suppress(OSError):
        size = os.get_terminal_size(stream.fileno())
        if size.columns > 0:
            return size
    return shutil.get_terminal_size()
