"""What is looked at where a question is about vectors of every length.

Violations are looked for at small lengths, and the running functions are compared with what is proved where vectors
have more than one coordinate.
"""

from __future__ import annotations

from collections.abc import Iterator

from concomp.obligations.verify.agreement.subject import Subject
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.scalars import Lowered, lower
from concomp.obligations.verify.properties.at_length import at_length, open_lengths, small_lengths
from concomp.obligations.verify.properties.properties import Question


def searched(question: Question) -> Iterator[tuple[Question, Lowered]]:
    """The questions whose violations are looked for, each over scalars: the question itself, or it at small lengths.

    Raises Unsupported if it may have no small length.
    """
    lengths = small_lengths(question) if open_lengths(question) else ()
    listed = [at_length(question, each) for each in lengths] or [question]
    return ((each, lower(each.system)) for each in listed)


def compared(question: Question, obligation: Obligation, invariant: Invariant) -> Subject:
    """What is to agree with the running functions: obligation and invariant of a proof, the question at a length."""
    if not open_lengths(question):
        return Subject(question, lower(question.system), obligation, invariant)
    *_, length = small_lengths(question)
    fixed = at_length(question, length)
    return Subject(fixed, lower(fixed.system), obligation, invariant, length)
