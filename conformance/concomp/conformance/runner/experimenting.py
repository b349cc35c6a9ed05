"""An experiment, played with a target: its messages are sent ahead, batch by batch."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.conformance.experiments.experiment import Experiment
from concomp.conformance.experiments.finding import ANEW, Finding, Message, Unplayable
from concomp.conformance.protocol.replies import Reply
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.vectors.vector import Vector


def play_experiment(vector: Vector, experiment: Experiment, conversation: Conversation) -> Outcome:
    """What comes of an experiment; raises Misbehaved after which the target has to be started again."""
    try:
        found = _finding(experiment, conversation)
    except Unplayable as error:
        outcome = _unplayable(vector, error)
    else:
        outcome = _judged(vector, found)
    conversation.begin_anew()
    return outcome


def _finding(experiment: Experiment, conversation: Conversation) -> Finding:
    play = experiment.play()
    try:
        messages = next(play)
        while True:
            messages = play.send(_exchange(messages, conversation))
    except StopIteration as end:
        finding: Finding = end.value
        return finding


def _exchange(messages: Sequence[Message], conversation: Conversation) -> list[Reply]:
    """The replies to messages, which are sent as far ahead as may be."""
    replies: list[Reply] = []
    asked = 0
    for message in messages:
        if message is ANEW:
            replies += [conversation.receive() for _ in range(asked - len(replies))]
            replies.append(conversation.start_again())
            asked += 1
            continue
        if conversation.is_ahead:
            replies.append(conversation.receive())
        conversation.send(message)
        asked += 1
    while len(replies) < len(messages):
        replies.append(conversation.receive())
    return replies


def _judged(vector: Vector, found: Finding) -> Outcome:
    if found.kept:
        return Outcome(vector, "passed", expected=found.expected, reported=found.reported)
    return Outcome(vector, "failed", found.cost, None, found.expected, found.reported)


def _unplayable(vector: Vector, error: Unplayable) -> Outcome:
    """Of a target that does not do what it claims: it says so, refuses, or fails."""
    reported, expected = str(error), "what the experiment asks for is done"
    match error.reply.outcome:
        case "unsupported":
            return Outcome(vector, "unsupported", None, None, expected, reported)
        case "refused":
            return Outcome(vector, "failed", "utility", None, expected, reported)
    return Outcome(vector, "failed", "robustness", None, expected, reported)
