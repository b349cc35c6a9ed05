"""Proofs for every length, from proofs for length 1.

What is true of the only coordinate of vectors of length 1 is often true of every coordinate of longer ones. So an
invariant is looked for at length 1, where all that is known of machines can be used, and read at one arbitrary
coordinate; whether it proves anything there is for solvers to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute_all
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.obligations.verify.encoding.coordinates import ANY, without_idle
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.properties.at_length import open_lengths, system_at_length
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.proofs import (
    Proof,
    by_few_templates,
    by_phases,
    by_spacer,
    obligations,
    reductions,
)

FIRST = "[0]"
"""How the name of the only entry of a vector of length 1 ends."""


def by_one_coordinate(attempt: Attempt, question: Question, listed: Sequence[Obligation]) -> Iterator[Proof]:
    """Proposals for a question about vectors of every length: invariants of it at length 1, read at any coordinate."""
    if not open_lengths(question):
        return
    # What is true of a length because it is 1 is not looked for.
    short = without_idle(lower(system_at_length(question, 1)).system, open_lengths(question))
    ones = obligations(short, question.indices)
    reduced = [each for obligation in ones for each in reductions(attempt, obligation)]
    engines = (by_phases, by_spacer, by_few_templates)
    found = chain.from_iterable(engine(attempt, ones, reduced) for engine in engines)
    for proof in found:
        attempt.note("length 1", "read at any coordinate")
        yield from (Proof(each, lifted) for each in listed if (lifted := lift(proof.invariant, each)) is not None)


def lift(invariant: Invariant, obligation: Obligation) -> Invariant | None:
    """An invariant about the only coordinate, read at any; None if it speaks of what the obligation has not."""
    system = obligation.system
    known = [*(each.symbol for each in system.registers), *(each.symbol for each in system.parameters)]
    lifted = substitute_all(invariant, {_at_first(each): each for each in known if ANY in terms.leaf_name(each)})
    leaves = {each for each in terms.descendants(lifted) if each.operator in LEAVES and not terms.is_constant(each)}
    return tuple(lifted) if leaves <= set(known) else None


def _at_first(leaf: Term) -> Term:
    return terms.leaf(leaf.operator, leaf.sort, terms.leaf_name(leaf).replace(ANY, FIRST))
