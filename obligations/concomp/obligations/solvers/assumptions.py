"""Texts that ask several questions: whether what is asserted can hold under one more assumption, a name that is true.

A solver reads and prepares what is common once, and has to decide one question at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers import smtlib

QUESTION = "check-sat-assuming"


def script(common: Term, questions: Sequence[Term], comments: Iterable[str] = ()) -> str:
    """A text that asks of each of the truth values whether it can hold together with the common one."""
    asked = [terms.leaf("message", BOOL, f"question {number}") for number in range(1, len(questions) + 1)]
    meanings = map(terms.implication, asked, questions)
    text = smtlib.script(terms.conjunction([common, *meanings]), comments).removesuffix("(check-sat)\n")
    declared = [f"(declare-const {smtlib.name(each)} Bool)\n" for each in asked]
    # Where a constant says all, the text does without the name.
    missing = [each for each in declared if each not in text]
    return "".join([text, *missing, *(f"({QUESTION} ({smtlib.name(each)}))\n" for each in asked)])


def asks(text: str) -> bool:
    """Whether a text is one that asks questions under assumptions."""
    return f"({QUESTION} " in text
