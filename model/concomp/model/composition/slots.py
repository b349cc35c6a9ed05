"""Fixed slots.

The privacy parameters of a composition are a multiset fixed in advance. Each mechanism that uses some takes a free
slot that fits; since slots fit exactly or not at all, taking the first that fits decides whether the parameters in
use form a sub-multiset of the fixed ones.
"""

from __future__ import annotations

from collections.abc import Callable

from concomp.model.composition.suitable import Suitable
from concomp.model.language import Bool, Real, Record, Vector, all_of, parameter, register, require


class Parameters(Record):
    """Privacy parameters (ε, δ); e_eps is e^ε."""

    e_eps: Real
    delta: Real


def within_range(slot: Parameters) -> Bool:
    """Whether ε ≥ 0 and 0 ≤ δ ≤ 1."""
    return (slot.e_eps >= 1) & (slot.delta >= 0) & (slot.delta <= 1)


class WithSlots(Suitable):
    """Suitable sequences, and k slots of which each can be taken once."""

    def __init__(self, count: int, **given: object) -> None:
        """Take the number k of slots; their parameters are `slots=` a tuple of k `Parameters`."""
        super().__init__(**given)
        self.slots = parameter(
            Vector(Parameters, count), where=lambda slots: all_of(within_range(slot) for slot in slots)
        )
        self.free = register(Vector(Bool, count), True)

    def take(self, fits: Callable[[Parameters], Bool]) -> None:
        """Take the first free slot that fits; there must be one."""
        taken = Bool(False)
        for index, slot in enumerate(self.slots):
            taken, self.free[index] = offered(taken, self.free[index], fits(slot))
        require(taken)


def offered(taken: Bool, free: Bool, fits: Bool) -> tuple[Bool, Bool]:
    """Whether a slot is taken by now, and whether this one is still free, after this one was offered."""
    hit = ~taken & free & fits
    return taken | hit, free & ~hit
