"""A mechanism of another library in a process of its own: if the library crashes, that mechanism has failed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Container, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import finalize

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.interop.mechanism import BorrowedMechanism
from concomp.impl.interop.messages import Data, DataThenQueries, Query
from concomp.impl.interop.pickling import read, write
from concomp.impl.interop.pipes import put, take
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import LossEvidence, PropertyEvidence
from concomp.model.numbers import ParameterError

PROGRAM = "import sys; sys.path[:] = {path!r}; from concomp.impl.interop.child_main import main; main(*{pipes!r})"
"""What the process runs; it imports what this one does, wherever this one was told to look."""


@dataclass(frozen=True, eq=False, repr=False)
class InChild:
    """The same mechanism, which runs in a child process: one for each launch, which ends with it."""

    mechanism: BorrowedMechanism
    written: bytes

    @property
    def name(self) -> str:
        """Its name."""
        return self.mechanism.name

    @property
    def digest(self) -> str:
        """Its hash: where it runs does not change its law."""
        return self.mechanism.digest

    @property
    def function(self) -> DataThenQueries:
        """What it may be sent."""
        return self.mechanism.function

    @property
    def loss(self) -> Guarantee:
        """What it loses."""
        return self.mechanism.loss

    @property
    def evidence(self) -> LossEvidence:
        """How that is known."""
        return self.mechanism.evidence

    @property
    def properties(self) -> Sequence[PropertyEvidence]:
        """What is proved of its verification function."""
        return self.mechanism.properties

    @property
    def answers(self) -> Container[Any]:
        """Its answers."""
        return self.mechanism.answers

    def begin(self, randomness: Randomness) -> Respond:
        """Start the process; OSError if that is not possible."""
        return _Child(self.written).respond

    def __repr__(self) -> str:
        return f"{self.mechanism!r} in a child process"


def in_child(mechanism: BorrowedMechanism) -> InChild:
    """The mechanism of another library in a process of its own; a crash of the library is answered FAILED.

    Raises ParameterError for what is no mechanism of another library, and for one that cannot be handed to another
    process, such as one with a function of the main program in it.
    """
    if not isinstance(mechanism, BorrowedMechanism):
        raise ParameterError("mechanism", mechanism, "give one that from_opendp or from_tumult made")
    try:
        return InChild(mechanism, write(mechanism.source))
    except Exception as error:
        problem = (str(error) or type(error).__name__).split("\n")[0]
    raise ParameterError(
        "mechanism", mechanism, f"it cannot be handed to another process: {problem}: run it in this one"
    )


class _Child:
    """A process that answers messages, as long as somebody holds it."""

    def __init__(self, written: bytes) -> None:
        """Start it, and hand it the mechanism."""
        # Of its own: what a library, or Python when it starts, prints is no answer.
        (incoming, asking), (answering, outgoing), (living, life) = os.pipe(), os.pipe(), os.pipe()
        theirs = incoming, outgoing, living
        try:
            process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM.format(path=sys.path, pipes=theirs)],
                pass_fds=theirs,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except BaseException:
            for each in (asking, answering, life):
                os.close(each)
            raise
        finally:
            for each in theirs:
                os.close(each)
        self._process = process
        self._asking: Any = os.fdopen(asking, "wb")
        self._answering: Any = os.fdopen(answering, "rb")
        finalize(self, _end, process, (self._asking, self._answering, os.fdopen(life, "wb")), os.getpid())
        self._put(written)

    def respond(self, message: Data | Query) -> Any:
        """The answer to a message; an exception if the mechanism raises one, or its process ended."""
        self._put(write(message))
        is_answered, answer = read(take(self._answering))
        if is_answered:
            return answer
        raise ValueError("the mechanism raised an exception in its process")

    def _put(self, written: bytes) -> None:
        put(self._asking, written)


def _end(process: Any, pipes: tuple[Any, ...], owner: int) -> None:
    """Kill the process, whatever it is at; a fork of its owner leaves it alone."""
    if os.getpid() == owner:
        process.kill()
        process.wait()
        for pipe in pipes:
            with suppress(OSError):
                pipe.close()
