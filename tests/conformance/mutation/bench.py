"""A bench on which a target becomes one mutant after the other, each through the runner's own protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from concomp.conformance.protocol.replies import Reply
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.misbehaviour import CannotStart, Misbehaved
from concomp.conformance.runner.playing import Play, play
from concomp.conformance.runner.process import Limits
from concomp.conformance.vectors.vector import Vector
from tests.conformance.mutation.host import order
from tests.conformance.mutation.reached import noting

LIMITS = Limits(seconds=20)
Replies = Mapping[int, str]
"""What is replied to each step, but for texts and handles."""


class Said(NamedTuple):
    """Whether a vector fails a target, and what this replies; nothing, of an experiment, or where it misbehaves."""

    failed: bool
    replies: Replies


class Bench:
    """A host that becomes one mutant after the other."""

    def __init__(self, folder: Path) -> None:
        """Take a folder for orders."""
        self._order, self._notes = folder / "order", folder / "notes"
        self._conversation: Conversation | None = None
        self._known: dict[tuple[str, str], Replies] = {}

    def put(self, vector: Vector, name: str, sources: Mapping[str, str]) -> Said:
        """What comes of a vector, put to the subject of this name with these sources."""
        order(self._order, name, sources)
        return self._put(vector)

    def replies(self, vector: Vector, name: str) -> Replies:
        """What a subject replies as it is."""
        if (name, vector.id) not in self._known:
            self._known[name, vector.id] = self.put(vector, name, {}).replies
        return self._known[name, vector.id]

    def reached(self, vector: Vector, name: str, sources: Mapping[str, str]) -> frozenset[str]:
        """The functions that a vector reaches in a subject, which is right."""
        self._notes.write_text("", encoding="utf-8")
        noted = {module: noting(module, source) for module, source in sources.items()}
        order(self._order, name, noted, self._notes)
        if self._put(vector).failed:
            raise AssertionError(f"{vector.id} fails {name}, which is right")
        return frozenset(self._notes.read_text(encoding="utf-8").split())

    def close(self) -> None:
        """End the host."""
        if self._conversation is not None:
            self._conversation.stop()
            self._conversation = None

    def _put(self, vector: Vector) -> Said:
        try:
            begun = self._begun()
            found = _played(vector, begun)
            # What it leaves behind is cleared away when the next is made, and so harms no other vector.
            begun.begin_anew()
            return found
        except (CannotStart, Misbehaved):
            # One that does not start is failed by whatever would be put to it.
            if self._conversation is not None:
                self._conversation.close()
            self._conversation = None
            return Said(True, {})

    def _begun(self) -> Conversation:
        if self._conversation is None:
            command = [sys.executable, "-m", "tests.conformance.mutation.host", str(self._order)]
            self._conversation = Conversation(command, LIMITS)
        self._conversation.begin_anew()
        return self._conversation


def _played(vector: Vector, conversation: Conversation) -> Said:
    if not vector.steps:
        return Said(play(vector, conversation).verdict != "passed", {})
    played = Play(vector, conversation)
    failed = played.outcome().verdict != "passed"
    return Said(failed, {number: _plain(reply) for number, reply in played.replies.items()})


def _plain(reply: Reply) -> str:
    result = {name: each for name, each in (reply.ok or {}).items() if name != "handle"}
    return f"{reply.outcome} {json.dumps(result, sort_keys=True)}"


@contextmanager
def bench() -> Iterator[Bench]:
    """A bench, which ends with the context."""
    with TemporaryDirectory() as folder:
        made = Bench(Path(folder))
        try:
            yield made
        finally:
            made.close()
