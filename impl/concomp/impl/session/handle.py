"""Handles: talking to a mechanism that was launched. Talking is free; the launch has paid."""

from __future__ import annotations

from threading import Lock
from typing import Any

from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import FAILED, HALTED, FixedAnswer
from concomp.impl.session.errors import ClosedHandle, InvalidQuery
from concomp.impl.session.events import Event, Hook, Kind, announce
from concomp.impl.session.isolation import (
    INTERRUPTS,
    Unique,
    busy,
    demand_usable,
    interruption,
    is_elsewhere,
    is_waited_for,
)
from concomp.impl.session.launch import Launch
from concomp.impl.session.outcome import Outcome
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
        with self._lock:
            token = busy.set(True)
            try:
                return self._next(message)
            except INTERRUPTS as raised:
                # Nobody knows how far an interrupted mechanism, or its verification function, has read.
                self._end()
                interrupted = interruption(raised)
            finally:
                busy.reset(token)
        return (None, interrupted)

    def post_process(self, processing: PostProcessing, at_most: int = 1000) -> PostProcessed:
        """The mechanism behind an interactive post-processing, which asks it public questions and reads its answers.

        at_most: the most messages that the post-processing sends to the mechanism before it answers one query.
        """
        return PostProcessed(self, processing, at_most)

    def close(self) -> None:
        """End the conversation; what was charged stays charged. Waits for an answer that is being computed."""
        demand_usable(self._status.process)
        with self._lock:
            self._end()
        self._tell("close")

    def __repr__(self) -> str:
        return f"<Handle {self.number}: {self.name}>"

    def belongs_to(self, status: Status) -> bool:
        """Whether this handle was made by the session with this status."""
        return self._status is status

    def _next(self, message: object) -> Outcome[Any]:
        if self._closed or self._status.is_closed:
            return (None, ClosedHandle(f"{self!r} is closed: its charge is spent, launch it again"))
        if self._fixed is not None:
            return (self._fixed, None)
        if self._status.is_halted:
            return (HALTED, None)
        if self._left == 0:
            return (self._halt(), None)
        if not self._admits(message):
            self._tell("invalid query")
            return (None, InvalidQuery(f"{self!r} refuses the message: {REFUSED}"))
        if self._left is not None:
            self._left -= 1
        return (self._answer(message), None)

    def _admits(self, message: object) -> bool:
        try:
            return message is not START and message is not HALT and self._guard(message)
        except INTERRUPTS:
            raise
        except BaseException:
            return False

    def _answer(self, message: object) -> Any:
        try:
            answer = self._respond(message)
            if answer is HALT:
                return self._halt()
            if answer is not START and answer in self._answers:
                return answer
        except INTERRUPTS:
            raise
        except BaseException:
            # What was raised may hold records.
            return self._fail()
        return self._fail()

    def _fail(self) -> FixedAnswer:
        self._fixed = FAILED
        self._respond = None
        self._tell("failure")
        return FAILED

    def _halt(self) -> FixedAnswer:
        self._fixed = HALTED
        self._respond = None
        self._tell("end")
        return HALTED

    def _end(self) -> None:
        self._closed = True
        self._respond = None

    def _tell(self, kind: Kind) -> None:
        announce(Event(kind, self.name, self.number), self._hook)


def start(handle: Handle, launch: Launch, randomness: Randomness) -> BaseException | None:
    """Start the mechanism of a handle; where that fails it has failed, and stays charged. An interrupt is returned."""
    try:
        handle._respond = launch.begin(randomness)
    except INTERRUPTS as raised:
        handle._end()
        return interruption(raised)
    except BaseException:
        handle._fail()
    return None
