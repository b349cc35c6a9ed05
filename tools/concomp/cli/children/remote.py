"""A user's functions, asked from a distance.

The file is loaded and the verdicts are reached in a process that can be ended at any time: whatever the file does, the
command answers within its limits. After a verdict that had to be given up a new process takes over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from concomp.cli.errors import BadInput, Undecided
from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.solvers.worker import GaveUp, Worker
from concomp.verification import host
from concomp.verification.messages import IMPORTING, Answer, Certified, Doing, Overview, Refusal, Request

if TYPE_CHECKING:
    from concomp.schemas.verification import OpeningData, RegisterData

LOADING = 10.0
"""Seconds that a file may take to import."""
STARTING = 5.0
"""Seconds for this program's own modules, which come with the first file: it may be one of many on a busy machine."""
SLACK = 2.0
"""Seconds, and how many times its limit a verdict may take, for all that is done beside solving."""


@dataclass(frozen=True)
class Questions:
    """What is asked: of what, and which properties.

    seconds: for each property. certificate, recheck: the directories for proofs to write and to check.
    """

    request: Request
    properties: tuple[str, ...] | None
    seconds: float
    certificate: str | None
    recheck: str | None


class Remote:
    """The process that answers questions about one function; used as a context, it ends with it."""

    def __init__(self, questions: Questions) -> None:
        """Start the process."""
        self._questions = questions
        self._lemmas: tuple[str, ...] = ()
        self._doing = IMPORTING
        self._worker = Worker()
        self._worker.hear = self._hear
        self._worker.warm_up()

    def __enter__(self) -> Remote:
        return self

    def __exit__(self, *details: object) -> None:
        self._worker.close()

    def begin(self) -> Overview:
        """Load the function; BadInput if that is not possible."""
        asked = self._questions
        limit = min(LOADING, asked.seconds) + STARTING
        self._doing = IMPORTING
        overview = self._worker.call(limit, host.begin, asked.request, asked.properties)
        doing = self._doing
        file = doing.file or asked.request.subject[0]
        match overview:
            case Refusal(message):
                raise BadInput(message)
            case TimedOut():
                raise BadInput(f"{file}: is still being {doing.words} after {limit:g} s; {doing.remedy}")
            case Crashed(message) | GaveUp(message):
                raise BadInput(
                    f"{file}: ended the process in which it is {doing.words} ({_last(message)}); run it with "
                    "python first"
                )
            case _:
                self._lemmas = overview.lemmas
                return overview

    def settle_lemma(self, words: str) -> str:
        """Settle what others may be proved by; why it is not used, if it is not."""
        seconds = self._questions.seconds
        refusal = self._worker.call((seconds + 1) * SLACK, host.settle_lemma, words, seconds)
        if isinstance(refusal, str):
            return refusal
        reason = self._reason(refusal)
        self._forget_lemma(words)
        return f"the lemma {words} is not used: {reason}"

    def settle(self, name: str) -> Answer:
        """The verdict on a property; unknown if the process had to be ended."""
        seconds, directory = self._questions.seconds, self._questions.certificate
        # A new process has to settle lemmas again.
        limit = (seconds + 1) * SLACK * (1 + len(self._lemmas))
        answer = self._worker.call(limit, host.settle, name, seconds, directory)
        return self._give_up(name, answer) if isinstance(answer, TimedOut | Crashed | GaveUp) else answer

    def recheck(self, name: str, directory: str) -> Answer:
        """The verdict on a property by its certificate; BadInput if there is none."""
        seconds = self._questions.seconds
        answer = self._worker.call((seconds + 1) * SLACK, host.recheck, name, seconds, directory)
        if isinstance(answer, Refusal):
            raise BadInput(answer.message)
        return self._give_up(name, answer) if isinstance(answer, TimedOut | Crashed | GaveUp) else answer

    def certified(self, directory: str) -> Certified:
        """What the directory holds certificates of; BadInput if it names none of this function."""
        found = self._worker.call(LOADING, host.certified, directory)
        if isinstance(found, Refusal):
            raise BadInput(f"--recheck {directory}: {found.message}")
        if isinstance(found, TimedOut | Crashed | GaveUp) or not (found.properties or found.differences):
            raise BadInput(
                f"--recheck {directory}: holds no certificate of this function; write one with --certificate"
            )
        return found

    def openings(self, words: Mapping[str, Any]) -> OpeningData:
        """The theorems that verdicts open."""
        found = self._worker.call(LOADING, host.openings, words)
        return {"opens": [], "hypotheses": {}} if isinstance(found, TimedOut | Crashed | GaveUp) else found

    def registers(self, words: Mapping[str, Any]) -> tuple[RegisterData, ...]:
        """What is found of each register of a post-processing; nothing where the process ended, or took too long."""
        seconds = self._questions.seconds
        found = self._worker.call((seconds + 1) * SLACK, host.registers, words, seconds)
        return () if isinstance(found, TimedOut | Crashed | GaveUp) else found

    def warnings(self) -> tuple[str, ...]:
        """What is written and does not matter, in words; nothing where that is not known."""
        found = self._worker.call(LOADING, host.warnings, self._questions.seconds)
        return () if isinstance(found, TimedOut | Crashed | GaveUp) else found

    def _hear(self, told: object) -> None:
        """Remember what is being done with the file."""
        if isinstance(told, Doing):
            self._doing = told

    def _give_up(self, name: str, ended: TimedOut | Crashed | GaveUp) -> Answer:
        """An unknown verdict; a new process is ready for the next one."""
        reason = self._reason(ended)
        self._worker.close()
        self.begin()
        unknown = self._worker.call(LOADING, host.give_up, name, reason)
        if isinstance(unknown, TimedOut | Crashed | GaveUp):
            raise Undecided(f"{name}: {reason}, and no new process can be started; try again")
        return unknown

    def _forget_lemma(self, words: str) -> None:
        """Begin again in a new process, where no property is kept waiting for a lemma."""
        request = self._questions.request
        place = self._lemmas.index(words)
        kept = replace(request, lemmas=(*request.lemmas[:place], *request.lemmas[place + 1 :]))
        self._questions = replace(self._questions, request=kept)
        self._worker.close()
        self.begin()

    def _reason(self, ended: TimedOut | Crashed | GaveUp) -> str:
        match ended:
            case TimedOut(seconds):
                return f"no verdict in {seconds:g} s, stopped"
            case Crashed(message) | GaveUp(message):
                return _last(message)


def _last(message: str) -> str:
    """The last line of a traceback."""
    return message.strip().splitlines()[-1]
