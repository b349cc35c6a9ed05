"""Work in a child process: it may take too much memory, and a user's code may hang, exit, or change what it imports.

The command itself lives on, and says on one line what became of the child.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click

from concomp.cli.errors import BadInput, Undecided
from concomp.cli.progress import progress

P = ParamSpec("P")
R = TypeVar("R")
MEMORY = 6 * 2**30
"""Bytes of address space that a child may take, but no more than three quarters of the machine's memory."""
SECONDS = 900
"""Seconds after which a child is given up."""
NO_MEMORY, UNABLE = 97, 98
"""The statuses of a child that ran out of memory, and of one that cannot send an answer."""
TOO_MUCH = "more memory than {:.1f} GiB is needed: lower the horizon, give fewer components, or ask for --bounds"


class _Failed(Exception):
    """What a child threw that is no error of the command line, or the status with which it ended."""


def with_own_code(what: str, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> R:
    """What a function returns when it is run in a copy of this process, while `what` is said to go on.

    Raises BadInput or Undecided as the function does, Undecided if it takes too much memory or time, RuntimeError if it
    throws anything else.
    """
    try:
        return _answer(get_context("fork"), what, work, arguments, named)  # type: ignore[no-any-return]
    except _Failed as error:
        raise RuntimeError(str(error)) from None


def with_users_code(file: str, what: str, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> R:
    """What a function of a module that runs a user's file returns, in a process that starts afresh.

    Raises BadInput or Undecided as the function does, Undecided if it takes too much memory or time, BadInput if it
    throws anything else or does not come back.
    """
    try:
        return _answer(get_context("spawn"), what, work, arguments, named)  # type: ignore[no-any-return]
    except _Failed as error:
        raise BadInput(f"{_place(str(error), file)}: {str(error).strip().splitlines()[-1]}: correct the file") from None


def _place(trace: str, file: str) -> str:
    """The file, with the innermost of its lines in a traceback."""
    lines = re.findall(rf'^  File "{re.escape(str(Path(file).resolve()))}", line (\d+)', trace, re.MULTILINE)
    return f"{file}:{lines[-1]}" if lines else file


def memory() -> int:
    """The bytes of address space that a child may take on this machine."""
    return min(MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4 * 3)


def _answer(
    context: ForkContext | SpawnContext,
    what: str,
    work: Callable[..., object],
    arguments: tuple[object, ...],
    named: dict[str, object],
) -> Any:
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_serve, args=(theirs, memory(), work, arguments, named), daemon=True)
    child.start()
    theirs.close()
    try:
        with progress(what):
            if not ours.poll(SECONDS):
                raise Undecided(f"no answer in {SECONDS} s: lower the horizon, or ask for --bounds")
            error, answer = ours.recv()
    except (EOFError, OSError):
        child.join()
        # By a signal: an allocation failed where no exception can be thrown, or the system ended the process.
        if child.exitcode is not None and (child.exitcode < 0 or child.exitcode == NO_MEMORY):
            raise Undecided(TOO_MUCH.format(memory() / 2**30)) from None
        raise _Failed(f"the process that ran it ended with status {child.exitcode}") from None
    finally:
        child.kill()
        child.join()
    if error is not None:
        raise error(answer)
    return answer


def _serve(
    connection: Connection,
    limit: int,
    work: Callable[..., object],
    arguments: tuple[object, ...],
    named: dict[str, object],
) -> None:
    """Send (None, answer), or (type of the error, message)."""
    # An interrupt is for the command, which ends the child.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Not every system lets a process limit itself.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
    # What a user's file prints must not mix with the output of the command.
    sys.stdout = sys.stderr
    try:
        connection.send(_done(work, arguments, named))
    except BaseException:
        # A user's file left this process nothing to tell with; the command hears of its end.
        os._exit(UNABLE)


def _done(
    work: Callable[..., object], arguments: tuple[object, ...], named: dict[str, object]
) -> tuple[type[Exception] | None, object]:
    try:
        return None, work(*arguments, **named)
    except BadInput as error:
        return BadInput, error.format_message()
    except click.ClickException as error:
        return Undecided, error.format_message()
    except MemoryError:
        # What was thrown still holds the memory, so that there is none to say it with.
        os._exit(NO_MEMORY)
    except Exception:
        return _Failed, traceback.format_exc()
