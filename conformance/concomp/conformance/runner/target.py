"""A target that is asked one vector after the other, and is started again after it misbehaved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from concomp.conformance.protocol.replies import Identity
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.misbehaviour import CannotStart, Misbehaved
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.playing import misbehaved, play, unjudged
from concomp.conformance.runner.process import Limits
from concomp.conformance.vectors.vector import Vector
from concomp.model.printing import legible, one_line


class Target:
    """A target, which runs from when it is first asked."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Take what starts its adapter, and what it may take."""
        self._command = command
        self._limits = limits
        self._conversation: Conversation | None = None
        self._is_abandoned = False

    def identity(self) -> Identity:
        """Who it is; CannotStart where it does not start."""
        return self._talking().identity

    def put(self, vector: Vector) -> Outcome:
        """What comes of a vector, whatever the target does."""
        try:
            conversation = self._talking()
        except CannotStart as error:
            return misbehaved(vector, Misbehaved("exited", one_line(f"it does not start again: {error}")), "")
        try:
            outcome = play(vector, conversation)
        except Misbehaved as error:
            self._end(conversation)
            outcome = misbehaved(vector, error, conversation.errors)
        except Exception as error:  # A reply that nobody thought of costs this vector, and not the run.
            self._end(conversation)
            outcome = unjudged(vector, error)
        # What a target says goes to terminals and files; of what it reports, each thing has one line.
        expected, reported = one_line(outcome.expected), one_line(outcome.reported)
        return replace(outcome, expected=expected, reported=reported, errors=legible(outcome.errors))

    def stop(self) -> None:
        """End it, if it runs."""
        if self._conversation is not None:
            self._conversation.stop()
            self._conversation = None

    def abandon(self) -> None:
        """Have it ended, whatever it is asked by another thread, and not started again."""
        self._is_abandoned = True
        if (conversation := self._conversation) is not None:
            conversation.abandon()

    def _end(self, conversation: Conversation) -> None:
        """Have it started again for the next vector."""
        conversation.close()
        self._conversation = None

    def _talking(self) -> Conversation:
        if self._is_abandoned:
            raise CannotStart("the run was interrupted")
        if self._conversation is None:
            self._conversation = Conversation(self._command, self._limits)
        return self._conversation
