"""Terms in words, for formulas that people read."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.obligations.derivations.systems.descriptions.messages import SIGNALS

_BETWEEN = {"and": " and ", "or": " or ", "equal": " = ", "at most": " ≤ ", "less": " < ", "sum": " + "}


def words_of(term: Term) -> str:
    """A term as a sentence, or as the name of what it stands for."""
    if terms.is_constant(term):
        value = terms.constant_value(term)
        return SIGNALS[value] if value in SIGNALS else str(value).lower()
    if term.operator in LEAVES:
        return terms.leaf_name(term)
    return _compound(term)


def _compound(term: Term) -> str:
    parts = [words_of(argument) for argument in term.arguments]
    match term.operator:
        case "not":
            return f"not {_within(term.arguments[0])}"
        case "or" if any(each.operator == "not" for each in term.arguments):
            return _implication(term)
        case "choice":
            return f"({parts[1]} if {parts[0]}, else {parts[2]})"
        case "apply":
            return f"{getattr(term.data, 'name', term.data)}({', '.join(parts)})"
        case operator if operator in _BETWEEN:
            return _BETWEEN[operator].join(map(_within, term.arguments))
        case operator:
            return f"{operator}({', '.join(parts)})"


def _implication(term: Term) -> str:
    """Not A, or B, as: if A, then B."""
    premises = [each.arguments[0] for each in term.arguments if each.operator == "not"]
    others = [each for each in term.arguments if each.operator != "not"]
    premise = " and ".join(map(_within, premises))
    conclusion = " or ".join(map(_within, others)) if others else "this is false"
    return f"if {premise}, then {conclusion}"


def _within(term: Term) -> str:
    """A part of a sentence, in brackets if it is one itself."""
    words = words_of(term)
    is_simple = term.operator in (*LEAVES, "apply", "choice", "not", "equal")
    return words if is_simple else f"({words})"
