"""A copy of this process, in which a target is asked as if nothing had happened."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from typing import Any
from weakref import finalize

from concomp.conformance.targets.outcomes import Refused

Call = Callable[[str, dict[str, Any]], Any]
"""A command, with its fields, and what comes of it."""


class Forked:
    """A copied process that answers commands, one after the other; it ends with this object."""

    def __init__(self, call: Call) -> None:
        """Copy this process; there, `call` is called with each command."""
        self._connection, theirs = Pipe()
        process = os.fork()
        if process == 0:
            self._connection.close()
            _serve(call, theirs)
        theirs.close()
        self._end = finalize(self, _end, process)

    def ask(self, command: str, fields: dict[str, Any]) -> Any:
        """What comes of a command in the copy; Refused or RuntimeError as it says."""
        self._connection.send((command, fields))
        result, refused, error = self._connection.recv()
        if refused is not None:
            raise Refused(refused)
        if error is not None:
            raise RuntimeError(error)
        return result


def _serve(call: Call, connection: Connection) -> None:
    try:
        while True:
            command, fields = connection.recv()
            connection.send(_outcome(call, command, fields))
    finally:
        os._exit(0)


def _outcome(call: Call, command: str, fields: dict[str, Any]) -> tuple[Any, str | None, str | None]:
    try:
        return call(command, fields), None, None
    except Refused as error:
        return None, str(error), None
    except Exception as error:
        return None, None, f"{type(error).__name__}: {error}"


def _end(process: int) -> None:
    with suppress(ProcessLookupError, ChildProcessError):
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
