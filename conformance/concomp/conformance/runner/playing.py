"""A vector, played with a target."""

from __future__ import annotations

from fractions import Fraction

from concomp.conformance.protocol.replies import Reply
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.experimenting import play_experiment
from concomp.conformance.runner.judgement import Judgement, judge
from concomp.conformance.runner.misbehaviour import Misbehaved
from concomp.conformance.runner.outcomes import Outcome, gravity
from concomp.conformance.runner.what_was_granted import Granting
from concomp.conformance.vectors.expectations import Anything, Declined, Expectation
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
        """The gravest of what failed, the first of equals: what costs utility hides nothing that costs privacy."""
        granting, failed, above = Granting(self._vector, self.replies), list[Outcome](), list[Fraction]()
        for number, reply in self.replies.items():
            expected = granting.expected(number)
            if reply.outcome == "unsupported" and not isinstance(expected, Declined | Anything):
                failed.append(self._unsupported(number, expected, reply))
                continue
            found = judge(expected, reply, self.replies)
            if not found.is_met:
                failed.append(self._failed(number, expected, found))
            elif found.above is not None:
                above.append(found.above)
        if failed:
            return min(failed, key=gravity)
        return Outcome(self._vector, "passed", above=max(above, default=None))

    def _unsupported(self, number: int, expected: Expectation, reply: Reply) -> Outcome:
        said = f"unsupported: {reply.unsupported}"
        return Outcome(self._vector, "unsupported", None, number, str(expected), said)

    def _failed(self, number: int, expected: Expectation, found: Judgement) -> Outcome:
        return Outcome(self._vector, "failed", found.cost, number, str(expected), found.reported, above=found.above)


def misbehaved(vector: Vector, error: Misbehaved, errors: str) -> Outcome:
    """The outcome of a vector at which a target misbehaved."""
    last = "\n".join(errors.strip().splitlines()[-5:])
    return Outcome(vector, error.kind, "robustness", None, "a reply to each message", error.detail, last)


def unjudged(vector: Vector, error: Exception) -> Outcome:
    """The outcome of a vector at which judging itself failed."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return Outcome(vector, "failed", "robustness", None, "replies that can be judged", f"no judgement: {said}")
