"""A question about described systems, with what its answer proves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Formula, Proposition
from concomp.obligations.derivations.kernel.sealing import sealed
from concomp.obligations.derivations.kernel.steps import MOVE_BY_MOVE
from concomp.obligations.derivations.systems.descriptions.text import script


def move_by_move(says: str, *systems: Index) -> Proposition:
    """What a stage says of systems: of its kind, so that it is nothing that a rule, a lemma or a definition says."""
    return Proposition(f"{MOVE_BY_MOVE}{says}", systems)


@final
@sealed
@dataclass(frozen=True)
class Stage:
    """A question about described systems.

    formula: what is proved. known: what may be used. conclusion: what follows. interesting: what a witness satisfies
    besides. variant: what does not follow.
    """

    name: str
    formula: Formula
    known: tuple[Term, ...]
    conclusion: Term
    interesting: Term
    variant: Term

    @cached_property
    def negation(self) -> str:
        """The text that is unsatisfiable exactly if the conclusion follows."""
        return script((*self.known, terms.negation(self.conclusion)))

    @cached_property
    def witness(self) -> str:
        """The text that is satisfiable exactly if an interesting case exists."""
        return script((*self.known, self.interesting))

    @cached_property
    def controls(self) -> tuple[str, ...]:
        """The text that is satisfiable exactly if the variant does not follow."""
        return (script((*self.known, terms.negation(self.variant))),)
