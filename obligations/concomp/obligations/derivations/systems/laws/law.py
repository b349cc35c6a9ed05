"""What a law is: something that holds for all values of some symbols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.exactness import demand_fields
from concomp.obligations.derivations.kernel.sealing import sealed


@final
@sealed
@dataclass(frozen=True, slots=True)
class Law:
    """Something that holds for all values of some symbols."""

    symbols: tuple[Term, ...]
    says: Term

    def __post_init__(self) -> None:
        """Refuse what is no term."""
        demand_fields(self)

    def at(self, values: tuple[Term, ...]) -> Term:
        """What it says of some values."""
        return substitute(self.says, dict(zip(self.symbols, values, strict=True)))
