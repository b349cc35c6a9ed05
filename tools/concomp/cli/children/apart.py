"""Work in a child process: it may take too much memory, and a user's code may hang, exit, or change what it imports.

The command itself lives on, and says on one line what became of the child.
"""

from __future__ import annotations

import os
import re
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click

from concomp.cli.errors import BadInput, Undecided
from concomp.cli.progress import progress
from concomp.impl.audit.rounds import heard_by
from concomp.model.mechanisms.demands import MechanismError
from concomp.obligations.processes.child import (
    Child,
    Crashed,
    Ended,
    TimedOut,
    start_afresh,
    start_copy,
    tell,
    within_own_limit,
)

P = ParamSpec("P")
R = TypeVar("R")
MEMORY = 6 * 2**30
"""Bytes of address space that a child may take, but no more than three quarters of the machine's memory."""
SECONDS = 900
"""Seconds after which a child is given up."""
OFTEN = 0.5
"""Seconds between two words about the rounds that are done."""
NO_MEMORY = 97
"""The status of a child that ran out of memory."""
TOO_MUCH = "more memory than {} GiB is needed: lower the horizon, give fewer components, or {}"
TOO_LONG = "no answer in {:g} s: lower the horizon, or {}"


@dataclass(frozen=True)
class Job:
    """What is said to go on, and within which limits.

    seconds: after which the child is given up. memory: bytes of address space; a lower limit of the user's own stays.
    Both are left to the command where they are None.
    otherwise: what else its user may do where a limit is hit, in words.
    hear: gets what the child tells on the way, but for the rounds that it has done.
    """

    what: str
    seconds: float | None = None
    memory: int | None = None
    otherwise: str = "ask for --bounds"
    hear: Callable[[object], object] = lambda content: None

    @property
    def bytes(self) -> int:
        """The bytes of address space that the child may take on this machine."""
        return within_own_limit(memory() if self.memory is None else self.memory)


class LimitHit(Undecided):
    """Thrown when the answer was not found within the limits of time and memory."""


@dataclass(frozen=True)
class Rounds:
    """So many rounds are done, of so many."""

    done: int
    of: int


@dataclass(frozen=True)
class Failure:
    """What a function raised: an error that says what is wrong, or in full what is none."""

    error: type[click.ClickException] | type[MechanismError] | None
    message: str


class _Unexpected(Exception):
    """What is no error of the command line: a traceback, or the status with which a child ended."""


def with_own_code(job: Job, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> R:
    """What a function of a module returns when it is run in a copy of this process.

    Raises BadInput or Undecided as the function does, LimitHit if it takes too much memory or time, RuntimeError if it
    throws anything else.
    """
    try:
        return _answer(start_copy(job.bytes), job, work, arguments, named)  # type: ignore[no-any-return]
    except _Unexpected as error:
        raise RuntimeError(str(error)) from None


def with_users_code(file: str, job: Job, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> R:
    """What a function of a module that runs a user's file returns, in a process that starts afresh.

    Raises BadInput, Undecided or MechanismError as the function does, LimitHit if it takes too much memory or time,
    BadInput if it throws anything else or does not come back.
    """
    try:
        return _answer(start_afresh(job.bytes), job, work, arguments, named)  # type: ignore[no-any-return]
    except _Unexpected as error:
        raise BadInput(f"{_place(str(error), file)}: {str(error).strip().splitlines()[-1]}: correct the file") from None


def _place(trace: str, file: str) -> str:
    """The file, with the innermost of its lines in a traceback."""
    lines = re.findall(rf'^  File "{re.escape(str(Path(file).resolve()))}", line (\d+)', trace, re.MULTILINE)
    return f"{file}:{lines[-1]}" if lines else file


def memory() -> int:
    """The bytes of address space that a child may take on this machine unless told otherwise."""
    return min(MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4 * 3)


def _gib(memory: int) -> str:
    """Bytes in GiB, to two digits."""
    gib = memory / 2**30
    return f"{gib:.2g}" if gib < 10 else f"{gib:.0f}"


def _answer(
    started: Child, job: Job, work: Callable[..., object], arguments: tuple[object, ...], named: Mapping[str, object]
) -> Any:
    with started as child, progress(job.what) as count:

        def hear(content: object) -> None:
            if isinstance(content, Rounds):
                count.done, count.of, count.unit = content.done, content.of, " rounds"
            else:
                job.hear(content)

        child.hear = hear
        outcome = child.call(SECONDS if job.seconds is None else job.seconds, _perform, work, arguments, named)
    match outcome:
        case TimedOut(seconds):
            raise LimitHit(TOO_LONG.format(seconds, job.otherwise))
        case Ended(status) if status is not None and (status < 0 or status == NO_MEMORY):
            # By a signal: an allocation failed where no exception can be thrown, or the system ended the process.
            raise LimitHit(TOO_MUCH.format(_gib(job.bytes), job.otherwise))
        case Ended(status):
            raise _Unexpected(f"the process that ran it ended with status {status}")
        case Crashed(message) | Failure(None, message):
            raise _Unexpected(message)
        case Failure(error, message) if error is not None:
            raise error(message)
        case _:
            return outcome


def _perform(work: Callable[..., object], arguments: tuple[object, ...], named: Mapping[str, object]) -> object:
    """What a function returns, or its failure; the rounds that it does are told, now and then."""
    told = 0.0

    def listener(done: int, of: int) -> None:
        nonlocal told
        if time.monotonic() - told > OFTEN:
            told = time.monotonic()
            tell(Rounds(done, of))

    try:
        with heard_by(listener):
            return work(*arguments, **named)
    except BadInput as error:
        return Failure(BadInput, error.format_message())
    except click.ClickException as error:
        return Failure(Undecided, error.format_message())
    except MechanismError as error:
        return Failure(MechanismError, str(error))
    except MemoryError:
        # What was thrown still holds the memory, so that there is none to say it with.
        os._exit(NO_MEMORY)
    except Exception:
        return Failure(None, traceback.format_exc())
