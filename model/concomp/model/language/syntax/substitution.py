"""Substitution.

Terms with some of their parts replaced. What has become simpler by it is simplified as the language itself would
have done, so that equal meanings stay one term where they were one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term


def substitute(term: Term, mapping: Mapping[Term, Term]) -> Term:
    """The term with leaves, or whole subterms, replaced by terms of the same sort."""
    return substitute_all([term], mapping)[0]


def substitute_all(roots: Iterable[Term], mapping: Mapping[Term, Term]) -> list[Term]:
    """Each of the terms with the same replacements, sharing the work."""
    listed = list(roots)
    image: dict[Term, Term] = {}
    for term in terms.descendants(listed):
        replacement = mapping.get(term)
        if replacement is None:
            replacement = rebuild(term, tuple([image[argument] for argument in term.arguments]))
        image[term] = replacement
    return [image[term] for term in listed]


def rebuild(term: Term, arguments: tuple[Term, ...]) -> Term:
    """The term's operator applied to new arguments."""
    if arguments == term.arguments:
        return term
    match term.operator:
        case "not":
            return terms.negation(*arguments)
        case "and":
            return terms.conjunction(arguments)
        case "or":
            return terms.disjunction(arguments)
        case "equal":
            return terms.equality(*arguments)
        case "choice":
            return terms.choice(*arguments)
        case "field":
            return terms.field(arguments[0], str(term.data))
        case "item":
            assert isinstance(term.data, int)
            return terms.item(arguments[0], term.data)
        case _:
            return terms.make(term.operator, arguments, term.data)
