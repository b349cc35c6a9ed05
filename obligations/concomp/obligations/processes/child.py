"""Children: processes that serve calls, one after the other.

There is no other way into a process of our own. A child starts afresh, without importing the program that it is
started by, which need not guard against that; or it is a copy of this process. It takes no more memory than it may,
and leads a process group, so that what it starts ends with it. It ends when whoever started it does: an interrupt is
for that process alone, which ends its children on its way out, and where it is killed they see their connection closed.
"""

from __future__ import annotations

import os
import resource
import select
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from multiprocessing.context import ForkProcess
from signal import SIGKILL
from threading import Thread
from typing import Any, ParamSpec, Protocol, TypeVar

from concomp.obligations.processes.packing import pack, unpack

P = ParamSpec("P")
R = TypeVar("R")

UNABLE = 98
"""The status of a child that cannot send an answer."""
START = """\
import importlib
import sys
descriptor, memory, preload, *sys.path[:] = sys.argv[1:]
serve = importlib.import_module("concomp.obligations.processes.child").serve
for module in preload.split():
    importlib.import_module(module)
serve(int(descriptor), int(memory) if memory else None)
"""


@dataclass(frozen=True)
class TimedOut:
    """A call that did not end within its limit."""

    seconds: float


@dataclass(frozen=True)
class Crashed:
    """A call that ended with an exception: its traceback, or what became of the process."""

    message: str


@dataclass(frozen=True)
class Ended:
    """A call that took its process down: the status with which it ended, None if that is not known."""

    status: int | None


class Process(Protocol):
    """What serves: the leader of a process group."""

    @property
    def pid(self) -> int | None:
        """Its number, which is that of the group too."""

    def kill(self) -> None:
        """End it."""

    def status(self, seconds: float | None = None) -> int | None:
        """The status with which it ends, None if it does not within the limit."""


class Child:
    """A process that serves calls; used as a context, it ends with it."""

    def __init__(self, process: Process, connection: Connection) -> None:
        """Take a process that serves calls, and the connection to it."""
        self._process = process
        self._connection = connection

    def call(
        self, seconds: float, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs
    ) -> R | TimedOut | Crashed | Ended:
        """What a function of a module returns, or how it failed; a child that exceeds the limit is ended."""
        self.send(work, *arguments, **named)
        if not self._connection.poll(seconds):
            self.close()
            return TimedOut(seconds)
        answer: R | Crashed | Ended = self.receive()
        return answer

    def send(self, work: Callable[P, object], /, *arguments: P.args, **named: P.kwargs) -> None:
        """Ask for a call, and do not wait for it."""
        # That the child is no more is for `receive` to say.
        with suppress(OSError):
            self._connection.send_bytes(pack((work, arguments, named)))

    def receive(self) -> Any:
        """What came of the call that was sent, when it is done."""
        try:
            return unpack(self._connection.recv_bytes())
        except (EOFError, OSError):
            return Ended(self._process.status(1))

    def fileno(self) -> int:
        """The descriptor to wait at for what comes of a call."""
        return self._connection.fileno()

    def close(self) -> None:
        """End the child and all that it started, whatever it is doing."""
        self._connection.close()
        # The group lives on while anything that the child started does.
        with suppress(ProcessLookupError, PermissionError):
            if self._process.pid is not None:
                os.killpg(self._process.pid, SIGKILL)
        self._process.kill()
        self._process.status()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


def start_afresh(memory: int | None = None, preload: tuple[str, ...] = ()) -> Child:
    """A child that begins as a new Python does.

    memory: bytes of address space that it may take. preload: modules that it imports when it starts.
    """
    ours, theirs = Pipe()
    arguments = [str(theirs.fileno()), str(memory or ""), " ".join(preload), *sys.path]
    process = _Program(
        [sys.executable, "-c", START, *arguments],
        stdin=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
        start_new_session=True,
    )
    theirs.close()
    return Child(process, ours)


def start_copy(memory: int | None = None) -> Child:
    """A child that begins as a copy of this process, with all that it has imported.

    memory: bytes of address space that it may take.
    """
    ours, theirs = Pipe()
    process = _Copy(target=_serve_in_copy, args=(ours, theirs, memory), daemon=True)
    process.start()
    theirs.close()
    return Child(process, ours)


def serve(descriptor: int, memory: int | None) -> None:
    """Answer calls that come over an open connection, until its other end is closed."""
    connection = Connection(descriptor)
    Thread(target=_end_with, args=(descriptor,), daemon=True).start()
    # What a solver or a user's file prints must not mix with the output of the command, nor be lost with the process.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    # Not every system lets a process limit itself; where it does not, the limit of time remains.
    with suppress(ValueError, OSError):
        if memory is not None:
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


class _Program(subprocess.Popen[bytes]):
    def status(self, seconds: float | None = None) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self.wait(seconds)
        return None


class _Copy(ForkProcess):
    def status(self, seconds: float | None = None) -> int | None:
        self.join(seconds)
        return self.exitcode


def _serve_in_copy(ours: Connection, theirs: Connection, memory: int | None) -> None:
    os.setsid()
    ours.close()
    serve(theirs.fileno(), memory)


def _end_with(descriptor: int) -> None:
    """End the process when the other end of a connection is closed, whatever else it is doing."""
    watched = select.poll()
    watched.register(descriptor, 0)
    watched.poll()
    os._exit(0)


def _answer(packed: bytes) -> bytes:
    try:
        work, arguments, named = unpack(packed)
        return pack(work(*arguments, **named))
    except BaseException as error:
        # What a user's file throws is no reason for the process to end.
        return pack(Crashed("".join(traceback.format_exception(error, limit=-3)).strip()))
