"""A bench on which a target becomes one mutant after the other, each through the runner's own protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from concomp.conformance.protocol.replies import Reply
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.misbehaviour import CannotStart, Misbehaved
from concomp.conformance.runner.playing import Play, play
from concomp.conformance.runner.process import Limits
from concomp.conformance.vectors.vector import Vector
from tests.conformance.mutation.host import order
from tests.conformance.mutation.reached import noting

LIMITS = Limits(seconds=20)


class Bench:
    """A host that becomes one mutant after the other."""

    def __init__(self, name: str, folder: Path) -> None:
        """Take the name of the subject, and a folder for orders."""
        self._name, self._order, self._notes = name, folder / "order", folder / "notes"
        self._conversation: Conversation | None = None

    def is_failed(self, vector: Vector, sources: Mapping[str, str]) -> bool:
        """Whether the vector fails the target with these sources."""
        order(self._order, self._name, sources)
        return self._fails(vector)

    def reached(self, vector: Vector, sources: Mapping[str, str]) -> frozenset[str]:
        """The functions that a vector reaches in the target."""
        self._notes.write_text("", encoding="utf-8")
        noted = {module: noting(module, source) for module, source in sources.items()}
        order(self._order, self._name, noted, self._notes)
        if self._fails(vector):
            raise AssertionError(f"{vector.id} fails {self._name}, which is right")
        return frozenset(self._notes.read_text(encoding="utf-8").split())

    def replies(self, vector: Vector, sources: Mapping[str, str]) -> dict[int, str]:
        """What is replied to each step of a vector that misbehaves at none, but for texts and handles."""
        order(self._order, self._name, sources)
        conversation = self._begun()
        played = Play(vector, conversation)
        played.outcome()
        return {number: _plain(reply) for number, reply in played.replies.items()}

    def close(self) -> None:
        """End the host."""
        if self._conversation is not None:
            self._conversation.stop()
            self._conversation = None

    def _fails(self, vector: Vector) -> bool:
        try:
            return play(vector, self._begun()).verdict != "passed"
        except (CannotStart, Misbehaved):
            # One that does not start is failed by whatever would be put to it.
            if self._conversation is not None:
                self._conversation.close()
            self._conversation = None
            return True

    def _begun(self) -> Conversation:
        if self._conversation is None:
            command = [sys.executable, "-m", "tests.conformance.mutation.host", str(self._order)]
            self._conversation = Conversation(command, LIMITS)
        self._conversation.begin_anew()
        return self._conversation


def _plain(reply: Reply) -> str:
    result = {name: each for name, each in (reply.ok or {}).items() if name != "handle"}
    return f"{reply.outcome} {json.dumps(result, sort_keys=True)}"


@contextmanager
def bench(name: str) -> Iterator[Bench]:
    """A bench for a subject, which ends with the context."""
    with TemporaryDirectory() as folder:
        made = Bench(name, Path(folder))
        try:
            yield made
        finally:
            made.close()
