"""What programs and what is said of them are made of: names, leaves of certain sorts, and values.

A leaf is its kind, its sort and its name, and all three are compared. Names that are given are identifiers; names that
are derived from them have a dot, so that neither is ever taken for the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, Sort
from concomp.model.language.syntax.terms import Term

DEEPEST = 128
"""How deep terms may be nested; what reads them goes down level by level."""
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
SORTS: Mapping[Sort, tuple[Sort, ...]] = {INT: (BOOL, INT), REAL: (BOOL, INT, REAL)}
"""The sorts of a program's terms, by that of its numbers."""


class ProgramError(ValueError):
    """A program, or what is asked about one, is not of the form that is wanted."""


def leaves(roots: Iterable[Term]) -> list[Term]:
    """The registers, inputs, draws and parameters of terms, each once."""
    return [term for term in terms.descendants(roots) if term.operator in terms.LEAVES and not terms.is_constant(term)]


def sorts_of(place: str, found: Iterable[Term]) -> Mapping[str, Sort]:
    """The sorts of leaves of one kind, by name; ProgramError for a name with two sorts."""
    sorts: dict[str, Sort] = {}
    for leaf in found:
        name = terms.leaf_name(leaf)
        if sorts.setdefault(name, leaf.sort) != leaf.sort:
            raise ProgramError(f"{place}: {name} is of sort {sorts[name].name} and of {leaf.sort.name}; write one")
    return sorts


def parameters_of(place: str, roots: Iterable[Term]) -> Mapping[str, Sort]:
    """The sorts of the parameters of terms, by name; ProgramError for a name with two sorts."""
    return sorts_of(place, (leaf for leaf in leaves(roots) if leaf.operator == "parameter"))


def demand_names(place: str, names: Iterable[object]) -> None:
    """Make sure that names are identifiers; ProgramError if not."""
    for name in names:
        if type(name) is not str or not IDENTIFIER.fullmatch(name):
            raise ProgramError(f"{place}: the name {name!r}: write letters, digits and _ only, a letter or _ first")


def demand_apart(place: str, names: Sequence[str]) -> None:
    """Make sure that no name of a list stands there twice; ProgramError if one does."""
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise ProgramError(f"{place}: {', '.join(twice)} stands for two things; rename one")


def demand_terms(place: str, roots: Iterable[object], numbers: Sort) -> None:
    """Make sure that these are terms of a program with such numbers, and not too deep; ProgramError if not."""
    if numbers not in SORTS:
        raise ProgramError(f"{place}: numbers are {numbers!r}; write INT or REAL")
    listed: list[Term] = []
    for root in roots:
        if not isinstance(root, Term):
            raise ProgramError(f"{place}: {root!r} is no term; write term_of(…)")
        listed.append(root)
    depth: dict[Term, int] = {}
    for term in terms.descendants(listed):
        depth[term] = 1 + max((depth[each] for each in term.arguments), default=0)
        if depth[term] > DEEPEST:
            raise ProgramError(f"{place}: a term is nested more than {DEEPEST} deep; write a flatter one")
        if term.sort not in SORTS[numbers]:
            raise ProgramError(
                f"{place}: {terms.describe(term, 2)} is of sort {term.sort.name}; where numbers are {numbers.name}, "
                f"write terms of {', '.join(each.name for each in SORTS[numbers])}"
            )


def demand_sort(place: str, term: Term, *wanted: Sort) -> None:
    """Make sure that a term is of one of these sorts; ProgramError if not."""
    if term.sort not in wanted:
        raise ProgramError(
            f"{place}: {terms.describe(term, 2)} is of sort {term.sort.name}; "
            f"write a term of {' or '.join(each.name for each in wanted)}"
        )


def demand_leaves(place: str, roots: Iterable[Term], known: Iterable[Term]) -> None:
    """Make sure that terms depend on known leaves only, of the same kind, sort and name; ProgramError if not."""
    allowed = set(known)
    unknown = sorted(_in_words(leaf) for leaf in leaves(roots) if leaf not in allowed)
    if unknown:
        listed = ", ".join(sorted(map(_in_words, allowed))) or "nothing"
        raise ProgramError(f"{place}: depends on {', '.join(unknown)}; it may depend on {listed}")


def demand_values(place: str, given: Mapping[str, object], sorts: Mapping[str, Sort | None]) -> None:
    """Make sure that exactly these names have values of their sorts, None for Int or Bool; ProgramError if not."""
    _demand_exactly(place, given, sorts)
    for name, sort in sorts.items():
        wanted = (INT, BOOL) if sort is None else (sort,)
        if not any(each.contains(given[name]) for each in wanted):
            raise ProgramError(
                f"{place}: {name} is {given[name]!r}; write a value of {' or '.join(each.name for each in wanted)}"
            )


def demand_ratios(place: str, given: Mapping[str, object], names: Iterable[str]) -> None:
    """Make sure that exactly these ratios are given, rational and strictly between 0 and 1; ProgramError if not."""
    _demand_exactly(f"{place}: ratios", given, names)
    for name, ratio in given.items():
        if type(ratio) is not Fraction or not 0 < ratio < 1:
            raise ProgramError(f"{place}: ratio {name} is {ratio!r}; write a Fraction strictly between 0 and 1")


def _demand_exactly(place: str, given: Mapping[str, object], names: Iterable[str]) -> None:
    wanted = set(names)
    if set(given) != wanted:
        raise ProgramError(
            f"{place}: given are {', '.join(sorted(map(str, given))) or 'none'}; "
            f"give exactly {', '.join(sorted(wanted)) or 'none'}"
        )


def _in_words(leaf: Term) -> str:
    return f"{leaf.operator} {terms.leaf_name(leaf)}: {leaf.sort.name}"
