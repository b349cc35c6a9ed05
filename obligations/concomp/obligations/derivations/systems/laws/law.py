"""What a law is: something that holds for all values of some symbols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.sealing import sealed


@final
@sealed
@dataclass(frozen=True, slots=True)
class Law:
    """Something that holds for all values of some symbols."""

    symbols: tuple[Term, ...]
    says: Term

    def at(self, *values: Term) -> Instance:
        """What it says of some values."""
        return Instance(self, values)


@final
@sealed
@dataclass(frozen=True, slots=True)
class Instance:
    """A law at some values of its symbols."""

    law: Law
    values: tuple[Term, ...]

    @property
    def term(self) -> Term:
        """What it says there."""
        return substitute(self.law.says, dict(zip(self.law.symbols, self.values, strict=True)))
