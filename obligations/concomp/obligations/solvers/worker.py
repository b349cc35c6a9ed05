"""Work with solvers in a process of its own.

A solver may hang, take all memory, or bring its process down. It therefore works in a child process, started afresh,
which serves one call after the other; past its limit it is killed, and the next call gets a new one. The child does
not import the program that it is started by, which need not guard against that, and it ends when that program does.
Terms travel as a table, since a graph of them may be deeper than Python's own way to send objects goes.
"""

from __future__ import annotations

import io
import os
import pickle
import resource
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from threading import Thread
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.obligation import Undecided

P = ParamSpec("P")
R = TypeVar("R")

GIGABYTE = 2**30
UNABLE = 98
"""The status of a child that cannot send an answer."""
START = """\
import importlib
import sys
descriptor, memory, preload, *sys.path[:] = sys.argv[1:]
serve = importlib.import_module("concomp.obligations.solvers.worker").serve
importlib.import_module(preload)
serve(int(descriptor), int(memory))
"""


@dataclass(frozen=True)
class TimedOut:
    """A call that did not end within its limit."""

    seconds: float


@dataclass(frozen=True)
class Crashed:
    """A call that ended with an exception, or took its process down."""

    message: str


@dataclass(frozen=True)
class GaveUp:
    """A call in which a solver did not decide what it was asked."""

    reason: str


class Worker:
    """A child process that serves calls; used as a context, it ends with it."""

    def __init__(self, memory: int = 4 * GIGABYTE, preload: str = __name__) -> None:
        """Start nothing yet.

        memory: bytes of address space that the child may take. preload: a module that it imports when it starts.
        """
        self._memory = memory
        self._preload = preload
        self._child: tuple[subprocess.Popen[bytes], Connection] | None = None

    def warm_up(self) -> None:
        """Start the child, so that the first call need not wait for it."""
        if self._child is None:
            ours, theirs = Pipe()
            arguments = [str(theirs.fileno()), str(self._memory), self._preload, *sys.path]
            process = subprocess.Popen(
                [sys.executable, "-c", START, *arguments],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
            theirs.close()
            self._child = process, ours

    def call(
        self, seconds: float, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs
    ) -> R | TimedOut | Crashed | GaveUp:
        """What a function of a module returns, or how it failed.

        seconds: the limit; a child that exceeds it is killed.
        """
        deadline = time.monotonic() + seconds
        self.warm_up()
        assert self._child is not None
        process, connection = self._child
        try:
            connection.send_bytes(pack((work, arguments, named)))
            if not connection.poll(max(0.0, deadline - time.monotonic())):
                self.close()
                return TimedOut(seconds)
            answer: R | Crashed | GaveUp = unpack(connection.recv_bytes())
        except (EOFError, OSError):
            status = _status(process)
            self.close()
            return Crashed(f"the process of {work.__name__} ended with status {status}")
        return answer

    def close(self) -> None:
        """End the child, whatever it is doing; a later call starts another."""
        if self._child is None:
            return
        process, connection = self._child
        self._child = None
        connection.close()
        # The child leads a group, so that what a solver started ends with it.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def pack(value: object) -> bytes:
    """The value as bytes, its terms apart, each once."""
    body, table = io.BytesIO(), _Table()
    _TermPickler(body, table).dump(value)
    return pickle.dumps((table.rows, body.getvalue()))


def unpack(packed: bytes) -> Any:
    """The value of such bytes."""
    rows, body = pickle.loads(packed)
    known: list[Term] = []
    for operator, arguments, data in rows:
        known.append(terms.make(operator, tuple(known[number] for number in arguments), data))
    return _TermUnpickler(io.BytesIO(body), known).load()


class _Table:
    """Terms by number, arguments before what uses them."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, tuple[int, ...], object]] = []
        self._numbers: dict[Term, int] = {}

    def number(self, term: Term) -> int:
        if term not in self._numbers:
            for each in terms.descendants([term]):
                if each not in self._numbers:
                    arguments = tuple(self._numbers[argument] for argument in each.arguments)
                    self._numbers[each] = len(self.rows)
                    self.rows.append((each.operator, arguments, each.data))
        return self._numbers[term]


class _TermPickler(pickle.Pickler):
    def __init__(self, body: io.BytesIO, table: _Table) -> None:
        super().__init__(body)
        self._table = table

    def persistent_id(self, value: object) -> int | None:
        return self._table.number(value) if isinstance(value, Term) else None


class _TermUnpickler(pickle.Unpickler):
    def __init__(self, body: io.BytesIO, known: list[Term]) -> None:
        super().__init__(body)
        self._known = known

    def persistent_load(self, number: int) -> Term:
        return self._known[number]


def serve(descriptor: int, memory: int) -> None:
    """Answer calls that come over an open connection, until its other end is closed."""
    connection = Connection(descriptor)
    Thread(target=_end_with, args=(descriptor,), daemon=True).start()
    # What a solver or a user's file prints must not mix with the output of the command, nor be lost with the process.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    # Not every system lets a process limit itself; where it does not, the limit of time remains.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    while True:
        try:
            packed = connection.recv_bytes()
        except EOFError:
            return
        try:
            connection.send_bytes(_answer(packed))
        except BaseException:
            # A user's file left this process nothing to tell with; whoever called hears of its end.
            os._exit(UNABLE)


def _end_with(descriptor: int) -> None:
    """End the process when the other end of a connection is closed, whatever else it is doing."""
    watched = select.poll()
    watched.register(descriptor, 0)
    watched.poll()
    os._exit(0)


def _status(process: subprocess.Popen[bytes]) -> int | None:
    with suppress(subprocess.TimeoutExpired):
        return process.wait(1)
    return None


def _answer(packed: bytes) -> bytes:
    try:
        work, arguments, named = unpack(packed)
        return pack(work(*arguments, **named))
    except Undecided as error:
        return pack(GaveUp(str(error)))
    except BaseException as error:
        # What a user's file throws is no reason for the process to end.
        return pack(Crashed("".join(traceback.format_exception(error, limit=-3)).strip()))
