"""Handles: talking to a mechanism that was launched. Talking is free; the launch has paid."""

from __future__ import annotations

from collections.abc import Container
from threading import Lock
from typing import Any

from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import FAILED, HALTED, FixedAnswer
from concomp.impl.session.errors import ClosedHandle, InvalidQuery
from concomp.impl.session.events import Event, Hook, Kind, announce
from concomp.impl.session.isolation import Unique, contain, demand_usable, is_elsewhere, is_waited_for
from concomp.impl.session.launch import Launch
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.outcome import Outcome, answer_unless_interrupted, outcome_of, settle
from concomp.impl.session.processed import PostProcessed
from concomp.impl.session.status import Status
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.mechanisms.interactive import HALT, START

REFUSED = "its verification function does not accept it, paired with itself, after what was sent"


class Handle(Unique):
    """A mechanism that was launched in a session.

    name, number: of the mechanism, and of the handle within the session, from 1.
    failures_covered: whether its loss counts that FAILED is answered.
    """

    __slots__ = (
        *("_answers", "_closed", "_fixed", "_guard", "_hook", "_left", "_lock", "_respond", "_status"),
        *("failures_covered", "name", "number"),
    )

    def __init__(self, launch: Launch, number: int, status: Status, hook: Hook) -> None:
        """Take what is launched and the session's status; `Session.create` makes handles."""
        self.name = launch.name
        self.number = number
        self.failures_covered = launch.evidence.failures_covered
        self._status = status
        self._hook = hook
        self._lock = Lock()
        self._guard = launch.guard()
        self._respond: Any = None
        self._answers = launch.answers
        self._left = launch.horizon
        self._fixed: FixedAnswer | None = None
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
        refused = is_elsewhere(self._status.process) or is_waited_for()
        if refused is not None:
            return (None, refused)
        return outcome_of(self._exchange, message)

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
        with self._lock:
            try:
                outcome, kind = self._next(message)
            except BaseException:
                # Nobody knows how far an interrupted mechanism, or its verification function, has read.
                self._end()
                raise
        if kind is not None:
            self._tell(kind)
        return settle(outcome)

    def _next(self, message: object) -> tuple[Outcome[Any], Kind | None]:
        """What the message comes to, and what is to be told of it once the lock is released; raises interrupts."""
        # Read first: whoever closes the handle waits for nobody, and takes it away last.
        respond = self._respond
        if self._closed or self._status.is_closed:
            return (None, ClosedHandle(f"{self!r} is closed: its charge is spent, launch it again")), None
        if self._fixed is not None:
            return (self._fixed, None), None
        if self._status.is_halted:
            return (HALTED, None), None
        if self._left == 0:
            return (self._halt(), None), "end"
        if not answer_unless_interrupted(contain(self._admits, message)):
            return (None, InvalidQuery(f"{self!r} refuses the message: {REFUSED}")), "invalid query"
        if self._left is not None:
            self._left -= 1
        answer, error = contain(_reply, respond, self._answers, message)
        answer_unless_interrupted((answer, error))
        if answer is HALT:
            return (self._halt(), None), "end"
        if error is not None or answer is FAILED:
            return (self._fail(), None), "failure"
        return (answer, None), None

    def _admits(self, message: object) -> bool:
        return message is not START and message is not HALT and self._guard(message)

    def _fail(self) -> FixedAnswer:
        self._fixed = FAILED
        self._respond = None
        return FAILED

    def _halt(self) -> FixedAnswer:
        self._fixed = HALTED
        self._respond = None
        return HALTED

    def _end(self) -> None:
        self._closed = True
        self._respond = None

    def _tell(self, kind: Kind) -> None:
        announce(Event(kind, self.name, self.number), self._hook)


def _reply(respond: Respond, answers: Container[Any], message: object) -> object:
    """The mechanism's answer, or HALT; FAILED for one that is outside its answer space."""
    answer = respond(message)
    return answer if answer is HALT or (answer is not START and answer in answers) else FAILED


def start(handle: Handle, launch: Launch, randomness: Randomness) -> None:
    """Start the mechanism of a handle; where that fails it has failed, and stays charged. Raises interrupts."""
    respond, error = contain(launch.begin, randomness)
    answer_unless_interrupted((respond, error))
    if error is None:
        handle._respond = respond
    else:
        handle._fail()
        handle._tell("failure")
