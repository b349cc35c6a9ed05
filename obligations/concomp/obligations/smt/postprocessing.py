"""Verification of a post-processing: whether a composition of private parts keeps private what it is told.

The composition theorem for modular mechanisms takes a post-processing that is total, keeps destination and response,
and maps f-valid sequences to f'-valid ones. It is offered only where all four are proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from concomp.model.language import PostProcessing
from concomp.obligations.smt import copies_replay  # noqa: F401 - says how copies are replayed
from concomp.obligations.smt.copies import (
    MAPS,
    PROPERTIES,
    WITNESS,
    CopiesQuestion,
    Validity,
    ask_copies,
    maps_validity,
    sends_a_difference,
)
from concomp.obligations.smt.inquiry import Inquiry
from concomp.obligations.smt.openings import Door, openings
from concomp.obligations.smt.pipeline import settle, settle_witness
from concomp.obligations.smt.sensitivity import Sensitivity
from concomp.obligations.smt.verdicts import Opening, Verdict
from concomp.obligations.smt.worker import Worker

SECONDS = 120.0
PARTS_PRIVATE = "the composition of the parts is (ε, δ)-DP with respect to f'"
TERMINATES = "for each message from the left, it sends finitely many to the right"
DOORS = tuple(
    Door(theorem, (*PROPERTIES, MAPS), (PARTS_PRIVATE, TERMINATES))
    for theorem in ("HSV26 Theorem 6.1", "HSV26 Corollary 6.6")
)


@dataclass(frozen=True)
class PostProcessingReport:
    """The verdicts on one post-processing.

    witness: that a pair which differs can be sent to the right at all. opens: the theorems that the verdicts open.
    """

    name: str
    witness: Verdict
    verdicts: tuple[Verdict, ...]
    opens: tuple[Opening, ...]

    def __getitem__(self, name: str) -> Verdict:
        """The verdict on the property of this name; KeyError if there is none."""
        return {each.property: each for each in self.verdicts}[name]


def verify_post_processing(
    machine: PostProcessing,
    validity: Validity,
    sensitive: Iterable[Sensitivity] = (),
    seconds: float = SECONDS,
    progress: Callable[[str], None] = lambda name: None,
) -> PostProcessingReport:
    """Settle whether a post-processing is total, has the destination and response properties, and maps f to f'.

    machine: the post-processing; parameters without a value stay symbolic. validity: f and f'.
    sensitive: which of the functions that it uses are known to be 1-sensitive. seconds: the limit for each property.
    progress is told the name of what is being settled.
    Raises NotAskable if f or f' reads other messages than the post-processing receives or sends.
    """
    known = tuple(sensitive)
    asked = [*(ask_copies(name, machine, known) for name in PROPERTIES), maps_validity(machine, validity, known)]
    with Worker(preload="concomp.obligations.smt.stages") as worker:
        progress(WITNESS)
        witness = settle_witness(worker, _inquiry(sends_a_difference(machine, validity, known)), seconds)
        verdicts = []
        for question in asked:
            progress(question.property)
            verdicts.append(settle(worker, _inquiry(question), witness, seconds))
    words = {each.property: each.verdict for each in (witness, *verdicts)}
    return PostProcessingReport(machine.definition.name, witness, tuple(verdicts), openings(words, DOORS))


def _inquiry(question: CopiesQuestion) -> Inquiry:
    return Inquiry(question, question.property, question.property, {})
