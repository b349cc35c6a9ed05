"""Twins: what two runs of one function do with registers and messages of their own.

Of all pairs of terms that could be compared, those are worth it that say the same in two runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import LEAVES, Term

_SIDE = re.compile(r"^(left|right)\b")


def twins(listed: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    """The pairs of terms that are one term but for the run, or the side of a pair, that their leaves belong to."""
    shapes = {term: _shape(term) for term in listed}
    return (pair for pair in combinations(listed, 2) if shapes[pair[0]] is shapes[pair[1]])


def _shape(term: Term) -> Term:
    """The term with its leaves as if there were one run and one side."""
    leaves = [each for each in terms.descendants([term]) if each.operator in LEAVES and not terms.is_constant(each)]
    return substitute(term, {leaf: terms.leaf(leaf.operator, leaf.sort, _name(leaf)) for leaf in leaves})


def _name(leaf: Term) -> str:
    return _SIDE.sub("side", terms.leaf_name(leaf).rpartition(":")[2])
