"""What the solvers are asked for a solved fact, and the false variants of it that they may refute."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.obligations.solvers.algebra import Claim


@dataclass(frozen=True)
class SolvedStep(Claim):
    """What the solvers are asked for a solved fact, with its false variants.

    strict: that the two sides are never equal. dispensable: the premises, those that bound something first. From the
    strongest: an inequality is strict; the conclusion follows without one of the premises; the variant that is given.
    """

    strict: str
    dispensable: tuple[str, ...]
    is_equation: bool

    @property
    def controls(self) -> tuple[str, ...]:
        """The texts that are satisfiable if an inequality is reached, or if a premise is needed, and the given one."""
        return tuple(dict.fromkeys((*self.reached, *self.needed, *super().controls)))

    @property
    def reached(self) -> tuple[str, ...]:
        """The text that is satisfiable exactly if the sides of an inequality are equal somewhere."""
        is_bound = self.strict != self.conclusion and not self.is_equation
        return (self.script(f"(not {self.strict})"),) if is_bound else ()

    @property
    def needed(self) -> tuple[str, ...]:
        """For each premise, the text that is satisfiable exactly if the others are not enough."""
        return tuple(self.script(f"(not {self.conclusion})", without=premise) for premise in self.dispensable)
