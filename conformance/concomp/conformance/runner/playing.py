"""A vector, played with a target."""

from __future__ import annotations

from concomp.conformance.protocol.replies import Reply
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.experimenting import play_experiment
from concomp.conformance.runner.judgement import Judgement, judge
from concomp.conformance.runner.misbehaviour import Misbehaved
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.vectors.expectations import Anything, Declined
from concomp.conformance.vectors.vector import NotThere, Step, Vector, with_quotes


def play(vector: Vector, conversation: Conversation) -> Outcome:
    """What comes of a vector; raises Misbehaved after which the target has to be started again."""
    if vector.experiment is not None:
        return play_experiment(vector, vector.experiment, conversation)
    return Play(vector, conversation).outcome()


class Play:
    """Messages are sent as soon as the replies that they quote are there.

    replies: what was replied so far, by the number of the step.
    """

    def __init__(self, vector: Vector, conversation: Conversation) -> None:
        """Take what is played, and with whom."""
        self._vector = vector
        self._conversation = conversation
        self._sent: list[int] = []
        self.replies: dict[int, Reply] = {}

    def outcome(self) -> Outcome:
        """Send and read everything, and judge it."""
        for number, step in enumerate(self._vector.steps, 1):
            while self._conversation.is_ahead or step.quotes & set(self._sent):
                self._receive()
            if self._send(step):
                self._sent.append(number)
        while self._sent:
            self._receive()
        self._conversation.begin_anew()
        return self._judged()

    def _send(self, step: Step) -> bool:
        """Send a step; not, where what it quotes was not granted."""
        if isinstance(step.send, str):
            self._conversation.send_line(step.send)
            return True
        try:
            message = with_quotes(step.send, {number: reply.ok for number, reply in self.replies.items()})
        except NotThere:
            return False
        self._conversation.send(message)
        return True

    def _receive(self) -> None:
        # Only what was answered is taken off, so that the step at which a target falls silent is known.
        reply = self._conversation.receive()
        self.replies[self._sent.pop(0)] = reply

    def _judged(self) -> Outcome:
        above = None
        for number, reply in self.replies.items():
            step = self._vector.steps[number - 1]
            if reply.outcome == "unsupported" and not isinstance(step.expect, Declined | Anything):
                return Outcome(
                    self._vector, "unsupported", None, number, str(step.expect), f"unsupported: {reply.unsupported}"
                )
            found = judge(step.expect, reply, self.replies)
            if not found.is_met:
                return self._failed(number, step, found)
            above = max((each for each in (above, found.above) if each is not None), default=None)
        return Outcome(self._vector, "passed", above=above)

    def _failed(self, number: int, step: Step, found: Judgement) -> Outcome:
        return Outcome(self._vector, "failed", found.cost, number, str(step.expect), found.reported, above=found.above)


def misbehaved(vector: Vector, error: Misbehaved, errors: str) -> Outcome:
    """The outcome of a vector at which a target misbehaved."""
    last = "\n".join(errors.strip().splitlines()[-5:])
    return Outcome(vector, error.kind, "robustness", None, "a reply to each message", error.detail, last)
