"""A target's process: lines in, lines out, within limits, and nothing left behind."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from concomp.conformance.runner.memory import resident
from concomp.conformance.runner.misbehaviour import CannotStart, Misbehaved

GUARDIAN = Path(__file__).with_name("guardian.py")
CHUNK = 1 << 16
OFTEN = 0.1
"""Seconds between two looks at the memory of a target."""
GRACE = 5.0
"""Seconds for the guardian to end what is left."""
PATIENCE = 2.0
"""Seconds for a target that was told to stop to end by itself."""
KEPT = 4000
"""The bytes of standard error that are kept."""


@dataclass(frozen=True)
class Limits:
    """What a target may take.

    seconds: for a reply. memory: bytes that it and all that it started have. line: bytes of a reply. output: bytes that
    wait to be read beyond it.
    """

    seconds: float = 60.0
    memory: int = 2 << 30
    line: int = 32 << 20
    output: int = 64 << 20


class Process:
    """A target that runs; used as a context, it ends with it, and all that it started."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start the command; CannotStart where there is none."""
        self._limits = limits
        self._line, theirs = socket.socketpair()
        # Isolated and without packages, so that it starts at once and nothing of the target's comes in.
        guardian = [sys.executable, "-I", "-S", str(GUARDIAN), str(theirs.fileno()), *command]
        with theirs:
            self._process = subprocess.Popen(
                guardian,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._stdin, self._stdout, self._stderr = (stream.fileno() for stream in self._streams())
        self._unsent, self._unread, self._errors = bytearray(), bytearray(), bytearray()
        self._searched = 0
        self._looked = time.monotonic()
        self._selector = selectors.DefaultSelector()
        os.set_blocking(self._stdin, False)
        for stream in (self._stdout, self._stderr):
            os.set_blocking(stream, False)
            self._selector.register(stream, selectors.EVENT_READ)

    def send(self, line: bytes) -> None:
        """Send a line, as soon as the target reads it."""
        if not self._unsent:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._unsent += line + b"\n"
        self._write()

    def receive(self) -> bytes:
        """The next line of the target; Misbehaved if there comes none within the limits."""
        deadline = time.monotonic() + self._limits.seconds
        while (line := self._next_line()) is None:
            if not self._pump(OFTEN):
                raise self._ended()
            now = time.monotonic()
            if now > deadline:
                raise Misbehaved("hung", f"no reply in {self._limits.seconds:g} s")
            self._look_now_and_then()
        self._look_now_and_then()
        return line

    @property
    def errors(self) -> str:
        """The last of what the target wrote on standard error."""
        return self._errors.decode("utf-8", "replace")

    def wait(self) -> None:
        """Wait for the target to end by itself, for a while: it may have something to write yet."""
        self._line.settimeout(PATIENCE)
        with suppress(TimeoutError):
            self._line.recv(1000)

    def abandon(self) -> None:
        """Have the guardian end the target; whoever reads from it sees its output end."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the target, and all that it started."""
        self._line.close()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._selector.close()
        for stream in self._streams():
            stream.close()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def _streams(self) -> list[IO[bytes]]:
        return [each for each in (self._process.stdin, self._process.stdout, self._process.stderr) if each is not None]

    def _next_line(self) -> bytes | None:
        end = self._unread.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._unread)
            if self._searched > self._limits.line:
                raise Misbehaved("flooded", f"a line of more than {self._limits.line >> 20} MiB")
            return None
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        self._searched = 0
        return line

    def _pump(self, seconds: float) -> bool:
        """Read and write what can be; whether the target's output is still open."""
        for key, _ in self._selector.select(seconds):
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stderr:
                self._read_errors()
            else:
                read = os.read(self._stdout, CHUNK)
                self._unread += read
                if len(self._unread) > self._limits.output:
                    raise Misbehaved("flooded", f"more than {self._limits.output >> 20} MiB that nobody asked for")
                if not read:
                    return False
        return True

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin, self._unsent[:CHUNK])
        except BlockingIOError:
            return
        except BrokenPipeError:
            # It has ended, or does not listen any more; what it still says is read.
            sent = len(self._unsent)
        del self._unsent[:sent]
        if not self._unsent:
            self._selector.unregister(self._stdin)

    def _read_errors(self) -> None:
        read = os.read(self._stderr, CHUNK)
        if not read:
            self._selector.unregister(self._stderr)
        self._errors += read
        del self._errors[:-KEPT]

    def _look_now_and_then(self) -> None:
        """Look at the memory, unless that was done lately: by time alone, so that quick replies hide no growth."""
        now = time.monotonic()
        if now - self._looked > OFTEN:
            self._looked = now
            self._demand_small()

    def _demand_small(self) -> None:
        taken = resident(self._process.pid)
        if taken > self._limits.memory:
            raise Misbehaved("grew", f"{taken >> 20} MiB of memory, of {self._limits.memory >> 20}")

    def _ended(self) -> Misbehaved | CannotStart:
        """What is to be said of a target whose output has ended."""
        self._line.settimeout(1)
        try:
            told = self._line.recv(1000).decode()
        except TimeoutError:
            return Misbehaved("exited", "it closed its output, and goes on")
        while self._stderr in self._selector.get_map() and self._selector.select(0):
            self._read_errors()
        what, _, how = told.partition(" ")
        match what:
            case "missing":
                return CannotStart(how)
            case "signal":
                return Misbehaved("crashed", f"by signal {_signal_name(int(how))}")
        return Misbehaved("exited", f"with status {how}")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
