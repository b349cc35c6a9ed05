"""The errors of the command line: one line each, and an exit status."""

from __future__ import annotations

import errno
from typing import IO, Any

import click

REMEDIES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO), "make room, or write it elsewhere"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "make it readable and writable"),
}
"""What helps where the system does not let a file or the output be read or written."""


class OneLine(click.ClickException):
    """An error told on one line of standard error."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print `concomp: …`, on standard error unless told otherwise."""
        message = " ".join(self.format_message().split())
        click.echo(f"concomp: {message}", file=file, err=file is None)


class BadInput(OneLine):
    """Thrown when what the user gave cannot be used; the message names place, value and remedy."""

    exit_code = 2


class Undecided(OneLine):
    """Thrown when the answer was not found within the limits."""

    exit_code = 3
