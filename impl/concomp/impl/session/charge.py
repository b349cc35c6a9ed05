"""What a launch is charged for, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from concomp.impl.accounting.rules.rule import Rule
from concomp.impl.accounting.together import Asked
from concomp.model.files.evidence import LossEvidence


class Charge(NamedTuple):
    """A charge that is to be made.

    name, loss: of what is launched. kind: what its loss rests on, a kind of evidence or a session of its own.
    failures_covered: whether the loss counts that FAILED is answered. evidence: that of the mechanism's loss.
    opens: the rule of the nested session that is launched, if it is one.
    """

    name: str
    loss: Asked
    kind: str
    failures_covered: bool
    evidence: LossEvidence | None = None
    opens: Rule | None = None


class Receipt(NamedTuple):
    """A charge that is kept.

    number: of the launch within the session, from 1. note_answer: tells the book that the launch has brought an answer.
    """

    number: int
    note_answer: Callable[[], object]
