"""Code that a user brings runs in a child process: it may hang, end the process, or change what it imports."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

import click

from concomp.obligations.cli.errors import BadInput, Undecided

P = ParamSpec("P")
R = TypeVar("R")
MEMORY = 6 * 2**30
"""Bytes of address space that a child may take."""


def in_child(work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> R:
    """What a function of a module returns when it is run in a child process.

    Raises BadInput or Undecided as the function does, BadInput if it throws anything else or does not come back.
    """
    ours, theirs = get_context("spawn").Pipe(duplex=False)
    child = get_context("spawn").Process(target=_serve, args=(theirs, work, arguments, named), daemon=True)
    child.start()
    theirs.close()
    try:
        good, answer = ours.recv()
    except EOFError:
        child.join()
        raise BadInput(f"the process that ran the file ended with status {child.exitcode}: correct the file") from None
    finally:
        child.kill()
        child.join()
    if not good:
        message, status = answer
        raise (Undecided if status == Undecided.exit_code else BadInput)(message)
    found: R = answer
    return found


def _serve(
    connection: Connection, work: Callable[..., object], arguments: tuple[object, ...], named: dict[str, object]
) -> None:
    # Not every system lets a process limit itself.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    # What the file prints must not mix with the output of the command.
    sys.stdout = sys.stderr
    try:
        connection.send((True, work(*arguments, **named)))
    except click.ClickException as error:
        connection.send((False, (error.format_message(), error.exit_code)))
    except MemoryError:
        connection.send((False, (f"more than {MEMORY >> 30} GiB of memory are needed: lower the horizon", 3)))
    except Exception as error:
        connection.send((False, (f"the file: {type(error).__name__}: {error}: correct the file", 2)))
