"""A run from the start in which inputs differ: an alignment of which there is none would say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute, substitute_all
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.vocabulary import leaves
from concomp.obligations.alignments.alignment import Alignment, private
from concomp.obligations.alignments.claims import at_first, following, of_a_step

LONGEST = 4
"""How many steps a run has at most, until inputs differ."""


def witnesses(alignment: Alignment) -> Iterator[Term]:
    """Runs from the start that end with inputs that differ, a step longer each: one of them must be possible.

    A step of a run is allowed by the relation, and what is foretold comes true in it.
    """
    program = alignment.program
    pairs = [[private(name, program.numbers, index) for index in (0, 1)] for name in program.inputs]
    differ = terms.disjunction(terms.negation(terms.equality(*pair)) for pair in pairs)
    step, after = terms.conjunction(of_a_step(alignment)), following(alignment)
    before, state = terms.conjunction([program.parameters, alignment.neighbours.parameters]), at_first(alignment)
    for count in range(LONGEST):
        listed = [step, differ, *after.values()]
        drawn = [leaf for leaf in leaves(listed) if leaf.operator == "message"]
        now = {**state, **{leaf: _at(leaf, count) for leaf in drawn}}
        before = terms.conjunction([before, substitute(step, now)])
        yield terms.conjunction([before, substitute(differ, now)])
        state = dict(zip(after, substitute_all(after.values(), now), strict=True))


def _at(leaf: Term, count: int) -> Term:
    """An input or a draw in a step of the run."""
    return terms.leaf("message", leaf.sort, f"{terms.leaf_name(leaf)}.step.{count}")
