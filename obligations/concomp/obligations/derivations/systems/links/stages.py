"""A question about described systems, with what its answer proves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.exactness import demand_fields
from concomp.obligations.derivations.kernel.language import Formula
from concomp.obligations.derivations.kernel.sealing import sealed
from concomp.obligations.derivations.kernel.steps import Asked, as_asked
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
    def negation(self) -> str:
        """The text that is unsatisfiable exactly if the conclusion follows."""
        return script((*self.known, terms.negation(self.conclusion)))

    @property
    def witness(self) -> str:
        """The text that is satisfiable exactly if an interesting case exists."""
        return script((*self.known, self.interesting))

    @property
    def controls(self) -> tuple[str, ...]:
        """The text that is satisfiable exactly if the variant does not follow."""
        return (script((*self.known, terms.negation(self.variant))),)

    @property
    def asked(self) -> Asked:
        """All that is put to the solvers."""
        return as_asked(self)
