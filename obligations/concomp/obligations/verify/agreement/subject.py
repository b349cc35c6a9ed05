"""What is compared: a question, its system over scalars, and what a certificate is about and says."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.scalars import Lowered
from concomp.obligations.verify.properties.properties import Question


@dataclass(frozen=True)
class Subject:
    """A question, its system over scalars, and the obligation made of it that a certificate is about.

    invariant: what the certificate says of every state that is reached.
    length: of the question's vectors, where the obligation is about vectors of every length.
    """

    question: Question
    lowered: Lowered
    obligation: Obligation
    invariant: Invariant
    length: int | None = None
