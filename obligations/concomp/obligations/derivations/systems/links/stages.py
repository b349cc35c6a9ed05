"""A question about described systems, with what its answer proves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.exactness import demand_fields, exactly
from concomp.obligations.derivations.kernel.language import Formula
from concomp.obligations.derivations.kernel.sealing import sealed
from concomp.obligations.derivations.kernel.steps import Asked
from concomp.obligations.derivations.systems.descriptions.text import script


@final
@sealed
@dataclass(frozen=True, slots=True)
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

    def __post_init__(self) -> None:
        """Refuse what only looks like these."""
        demand_fields(self)

    @property
    def asked(self) -> Asked:
        """All that is put to the solvers."""
        return put_to_solvers(self.name, self.known, self.conclusion, self.interesting, self.variant)


@exactly
def put_to_solvers(name: str, known: tuple[Term, ...], conclusion: Term, interesting: Term, variant: Term) -> Asked:
    """What is put to the solvers of a question about described systems.

    The first text is unsatisfiable exactly if the conclusion follows from what is known, the second is satisfiable
    exactly if an interesting case exists, and the third exactly if the variant does not follow.
    """
    return Asked(
        name,
        script((*known, terms.negation(conclusion))),
        script((*known, interesting)),
        (script((*known, terms.negation(variant))),),
    )
