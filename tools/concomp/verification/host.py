"""The process in which a user's function lives, as seen from the command.

The command asks it to load a file and then for one verdict after the other; plain data goes back. What does the work
is brought in here and not in the process of the command, while the solvers' process starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from concomp.verification.messages import Answer, Certified, Overview, Refusal, Request

if TYPE_CHECKING:
    from concomp.schemas.verification import OpeningData, RegisterData
    from concomp.verification.examination import Examination

_examinations: list[Examination] = []


def begin(request: Request, properties: Sequence[str] | None) -> Overview | Refusal:
    """Load what is to be verified, and what it is compared with; what was loaded earlier is forgotten."""
    from concomp.obligations.verify.proving.stages import new_worker

    worker = new_worker()
    worker.warm_up()
    from concomp.verification.examination import examine

    examination = examine(worker, request)
    if isinstance(examination, Refusal):
        return examination
    _examinations[:] = [examination]
    return examination.overview(properties)


def settle_lemma(words: str, seconds: float) -> str:
    """Settle what others may be proved by; why it is not used, if it is not."""
    [examination] = _examinations
    return examination.settle_lemma(words, seconds)


def settle(name: str, seconds: float, directory: str | None) -> Answer:
    """The verdict on a property; a proof's certificate is written below the directory, if one is given."""
    [examination] = _examinations
    return examination.settle(name, seconds, directory)


def recheck(name: str, seconds: float, directory: str) -> Answer | Refusal:
    """The verdict on a property by the certificate in a directory, without looking for a proof."""
    [examination] = _examinations
    return examination.recheck(name, seconds, directory)


def certified(directory: str) -> Certified | Refusal:
    """The properties of which a directory holds certificates, and what its index says otherwise."""
    [examination] = _examinations
    return examination.certified(directory)


def openings(words: Mapping[str, Any]) -> OpeningData:
    """The theorems that verdicts open."""
    [examination] = _examinations
    return examination.openings(words)


def registers(words: Mapping[str, Any], seconds: float) -> tuple[RegisterData, ...]:
    """What is found of each register of a post-processing that was loaded, with these verdicts."""
    [examination] = _examinations
    return examination.registers(words, seconds)


def warnings(seconds: float) -> tuple[str, ...]:
    """What is written in what was loaded and does not matter, in words."""
    [examination] = _examinations
    return examination.warnings(seconds)


def give_up(name: str, reason: str) -> Answer:
    """A verdict that was not reached."""
    from concomp.verification.examination import unknown_answer

    return unknown_answer(name, reason)
