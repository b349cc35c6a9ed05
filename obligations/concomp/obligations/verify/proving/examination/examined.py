"""What comes of conditions that somebody states: which hold throughout, where others fail, and what is left open."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.obligation import Invariant
from concomp.obligations.verify.encoding.valuations import Moment


@dataclass(frozen=True)
class Failure:
    """A condition, and the start that violates it, or the step that leads out of it; None if no solver decides it."""

    condition: Term
    moment: Moment | None


@dataclass(frozen=True)
class Examined:
    """What comes of conditions that are stated.

    kept: those that hold at the start and are kept by every step, given the others that are. failures: of the rest.
    proves: whether what is kept excludes every bad step.
    """

    kept: Invariant
    failures: tuple[Failure, ...]
    proves: bool
