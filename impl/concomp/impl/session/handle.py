"""Handles: talking to a mechanism that was launched. Talking is free; the launch has paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import HALTED
from concomp.impl.session.charge import Charge, Receipt
from concomp.impl.session.conversations.conversation import REFUSED, Conversation
from concomp.impl.session.conversations.processed import PostProcessed
from concomp.impl.session.errors import ClosedHandle, InvalidQuery
from concomp.impl.session.events import Hook, Kind, announce
from concomp.impl.session.isolation import Turn, Unique, contain, demand_usable, is_elsewhere, why_unusable
from concomp.impl.session.outcome import INTERRUPTS, Outcome, answer_unless_interrupted, outcome_of
from concomp.impl.session.status import Status
from concomp.model.language.postprocessing import PostProcessing

REFUSAL = "its verification function does not accept it, paired with itself, after what was sent"


class Handle(Unique):
    """A mechanism that was launched in a session.

    name, number: of the mechanism, and of the handle within the session, from 1.
    failures_covered: whether its loss counts that FAILED is answered.
    """

    __slots__ = (
        *("_closed", "_conversation", "_hook", "_note_answer", "_status", "_turn"),
        *("failures_covered", "name", "number"),
    )

    def __init__(
        self, charge: Charge, receipt: Receipt, conversation: Conversation, status: Status, hook: Hook
    ) -> None:
        """Take what was charged, what answers, and the session's status; a session makes handles."""
        self.name = charge.name
        self.number = receipt.number
        self._note_answer: Callable[[], object] | None = receipt.note_answer
        self.failures_covered = charge.failures_covered
        self._conversation: Conversation | None = conversation
        self._status = status
        self._hook = hook
        self._turn = Turn()
        self._closed = False

    def send(self, message: object) -> Any:
        """The mechanism's answer to the next message; FAILED or HALTED for ever after it failed or ended.

        Raises InvalidQuery if the verification function refuses the message paired with itself, which changes nothing;
        ClosedHandle, WrongProcess and Reentrant.
        """
        answer, error = self.outcome(message)
        if error is None:
            return answer
        # What is raised has this frame, and nothing in it tells the message.
        del message
        raise error

    update = send
    """`send`, of a message that brings data."""
    query = send
    """`send`, of a message that asks."""

    def outcome(self, message: object) -> Outcome[Any]:
        """What `send` comes to, as a value."""
        # Both before any lock: a fork may have left it locked, and whoever waits for this thread may hold it.
        refused = why_unusable(self._status.process)
        if refused is not None:
            return (None, refused)
        goes_on = False
        try:
            outcome = outcome_of(self._exchange, message)
            # Again: a signal handler may have forked meanwhile, and the answer is the parent's.
            refused = is_elsewhere(self._status.process)
            goes_on = refused is None and not isinstance(outcome[1], INTERRUPTS)
            return outcome if refused is None else (None, refused)
        finally:
            # An answer that was computed is lost.
            if not goes_on:
                self._end()

    def post_process(self, processing: PostProcessing, at_most: int = 1000) -> PostProcessed:
        """The mechanism behind an interactive post-processing, which asks it public questions and reads its answers.

        at_most: the most messages that the post-processing sends to the mechanism before it answers one query.
        """
        return PostProcessed(self, processing, at_most)

    def close(self) -> None:
        """End the conversation; what was charged stays charged. An answer that is being computed is still given."""
        demand_usable(self._status.process)
        self._end()
        self._tell("close")

    def __repr__(self) -> str:
        return f"<Handle {self.number}: {self.name}>"

    def belongs_to(self, status: Status) -> bool:
        """Whether this handle was made by the session with this status."""
        return self._status is status

    def _exchange(self, message: object) -> Any:
        """The answer, once what is to be told of it was told, when the lock is released."""
        with self._turn.taken():
            # Read first: whoever closes the handle waits for nobody, and takes it away last.
            conversation = self._conversation
            if conversation is None or self._closed or self._status.is_closed:
                raise ClosedHandle(f"{self!r} is closed: its charge is spent, launch it again")
            if self._status.is_halted and conversation.fixed is None:
                return HALTED
            try:
                reply = conversation.exchange(message)
            except BaseException:
                # Nobody knows how far the mechanism, or its verification function, has read.
                self._end()
                raise
        answer, kind = reply
        if self._note_answer is not None and reply is not REFUSED:
            note_answer, self._note_answer = self._note_answer, None
            answer_unless_interrupted(contain(note_answer))
        if kind is not None:
            self._tell(kind)
        if reply is REFUSED:
            raise InvalidQuery(f"{self!r} refuses the message: {REFUSAL}")
        return answer

    def _end(self) -> None:
        self._closed = True
        self._conversation = None

    def _tell(self, kind: Kind) -> None:
        announce(self._hook, kind, self.name, self.number)


def start(handle: Handle, randomness: Randomness) -> None:
    """Start what answers the messages to a handle; where that fails it has failed, and stays charged.

    Raises interrupts.
    """
    kind = None if handle._conversation is None else handle._conversation.begin(randomness)
    if kind is not None:
        handle._tell(kind)
