"""The process in which a user's function lives, as seen from the command.

The command asks it to load a file and then for one verdict after the other; plain data goes back. What does the work
is brought in here and not in the process of the command, while the solvers' process starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concomp.schemas.outputs import OpeningData, VerdictData
    from concomp.verification.session import Session

Place = tuple[str, str | None]
"""A file, and a name in it or None for the only one that is meant."""

_sessions: list[Session] = []


@dataclass(frozen=True)
class Request:
    """What is to be verified, and what it is compared with.

    within: the other function, of a post-processing f'. source, drawn: of a post-processing f, and what is valid of
    values per copy, by name. sensitive: the functions that are known to be 1-sensitive. values: of parameters, as
    typed.
    """

    subject: Place
    within: Place | None
    source: Place | None
    drawn: Mapping[str, Place]
    sensitive: tuple[str, ...]
    values: Mapping[str, str]


@dataclass(frozen=True)
class Refused:
    """Why something cannot be done, on one line."""

    message: str


@dataclass(frozen=True)
class Opened:
    """What was loaded, the values of its parameters as text, and the properties that will be asked of it."""

    data: dict[str, Any]
    values: tuple[str, ...]
    properties: tuple[str, ...]


@dataclass(frozen=True)
class Settled:
    """A verdict as data and as the lines of its trace; rejected: because its certificate was."""

    data: VerdictData
    lines: tuple[str, ...]
    rejected: bool = False


def open_case(request: Request, properties: Sequence[str] | None) -> Opened | Refused:
    """Load what is to be verified, and what it is compared with; what was loaded earlier is forgotten."""
    from concomp.obligations.verify.proving.stages import new_worker

    worker = new_worker()
    worker.warm_up()
    from concomp.verification.session import begin

    session = begin(worker, request)
    if isinstance(session, Refused):
        return session
    _sessions[:] = [session]
    return session.opened(properties)


def settled(name: str, seconds: float, directory: str | None) -> Settled:
    """The verdict on a property; a proof's certificate is written below the directory, if one is given."""
    [session] = _sessions
    return session.settled(name, seconds, directory)


def rechecked(name: str, seconds: float, directory: str) -> Settled | Refused:
    """The verdict on a property by the certificate in a directory, without looking for a proof."""
    [session] = _sessions
    return session.rechecked(name, seconds, directory)


def certified(directory: str, properties: Sequence[str]) -> tuple[str, ...]:
    """Those of the properties of which a directory holds a certificate."""
    [session] = _sessions
    return session.certified(directory, properties)


def opened(words: Mapping[str, Any]) -> OpeningData:
    """The theorems that verdicts open."""
    [session] = _sessions
    return session.opened_by(words)


def warnings(seconds: float) -> tuple[str, ...]:
    """What is written in what was loaded and does not matter, in words."""
    [session] = _sessions
    return session.warnings(seconds)


def unreached(name: str, reason: str) -> Settled:
    """A verdict that was not reached."""
    from concomp.verification.session import unreached

    return unreached(name, reason)
