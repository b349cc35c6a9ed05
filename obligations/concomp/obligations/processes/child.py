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
import time
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


@dataclass(frozen=True)
class Note:
    """What a call tells before it ends."""

    content: object


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
        self.hear: Callable[[object], object] = _ignore
        """Gets what a call tells before it ends."""

    def call(
        self, seconds: float, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs
    ) -> R | TimedOut | Crashed | Ended:
        """What a function of a module returns, or how it failed; a child that exceeds the limit is ended."""
        self.send(work, *arguments, **named)
        deadline = time.monotonic() + seconds
        while self._connection.poll(max(0.0, deadline - time.monotonic())):
            answer: R | Crashed | Ended | Note = self.receive()
            if not isinstance(answer, Note):
                return answer
            self.hear(answer.content)
        self.close()
        return TimedOut(seconds)

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


_ANSWERING: list[Connection] = []
"""The connection over which this process answers, if it does."""


def tell(content: object) -> None:
    """Tell something to whoever waits for what this process is doing; only `Child.call` hears it."""
    for connection in _ANSWERING:
        connection.send_bytes(pack(Note(content)))


def within_own_limit(memory: int) -> int:
    """So many bytes of address space, or fewer if this process may take no more already."""
    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    return memory if soft == resource.RLIM_INFINITY else min(memory, soft)


def _ignore(content: object) -> None:
    """Hear nothing."""


def serve(descriptor: int, memory: int | None) -> None:
    """Answer calls that come over an open connection, until its other end is closed."""
    connection = Connection(descriptor)
    _ANSWERING[:] = [connection]
    Thread(target=_end_with, args=(descriptor,), daemon=True).start()
    # What a solver or a user's file prints must not mix with the output of the command, nor be lost with the process.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    # Not every system lets a process limit itself; where it does not, the limit of time remains.
    with suppress(ValueError, OSError):
        if memory is not None:
            hard = resource.getrlimit(resource.RLIMIT_AS)[1]
            resource.setrlimit(resource.RLIMIT_AS, (within_own_limit(memory), hard))
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
    """End the process, and all that it started, when the other end of a connection is closed."""
    watched = select.poll()
    watched.register(descriptor, 0)
    watched.poll()
    os.killpg(0, SIGKILL)


def _answer(packed: bytes) -> bytes:
    try:
        work, arguments, named = unpack(packed)
        return pack(work(*arguments, **named))
    except BaseException as error:
        # What a user's file throws is no reason for the process to end.
        return pack(Crashed("".join(traceback.format_exception(error, limit=-3)).strip()))
