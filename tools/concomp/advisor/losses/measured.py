"""A plan's losses on one scale."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.advisor.losses.scale import Scale
from concomp.advisor.losses.stated import Stated, Unsaid


@dataclass(frozen=True)
class Measured:
    """What is said on a scale: of each kind of mechanism, by its name, and of the budget.

    finite: whether the plan says that its mechanisms communicate finitely.
    """

    scale: Scale
    losses: tuple[tuple[str, Stated | Unsaid], ...]
    budget: Stated | Unsaid | None = None
    finite: bool = False

    @cached_property
    def unsaid(self) -> tuple[tuple[str, Unsaid], ...]:
        """What says nothing on the scale."""
        listed = (*self.losses, ("the budget", self.budget))
        return tuple((name, loss) for name, loss in listed if isinstance(loss, Unsaid))

    @property
    def said(self) -> tuple[Stated, ...]:
        """The losses of the kinds, of a plan of which all say something."""
        return tuple(loss for _, loss in self.losses if not isinstance(loss, Unsaid))
