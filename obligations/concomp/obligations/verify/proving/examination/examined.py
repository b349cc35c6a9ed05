"""What comes of conditions that somebody states: which hold throughout, where others fail, and what is left open."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.obligation import Invariant
from concomp.obligations.verify.encoding.valuations import Moment


@dataclass(frozen=True)
class Failure:
    """A condition, and the start that violates it, or the step that leads out of it."""

    condition: Term
    moment: Moment


@dataclass(frozen=True)
class Examined:
    """What comes of conditions that are stated.

    kept: those that hold at the start and are kept by every step, given the others that are. failures: of the rest.
    left_open: a bad step that all that is kept allows; None if there is none.
    """

    kept: Invariant
    failures: tuple[Failure, ...]
    left_open: Moment | None
