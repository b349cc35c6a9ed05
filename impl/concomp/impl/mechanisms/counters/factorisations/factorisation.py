"""Factorisations A = L·R of the matrix of prefix sums, with R of integers: what noise is added to, and how it is read.

Step t releases y_t = Σ_{s≤t} R_ts·x_s + z_t, and shows the t-th prefix sum of x̂, with R·x̂ = y. What is released may
have a number added that everybody knows, so let it be
    v_t = R_tt·x_t + Σ_{s<t} R_ts·(x_s − x̂_s):
this is small, however large the items are. Numbers x̂ and residues x − x̂ are integers in units of 2^−bits, and what is
divided is rounded; as R is of integers, the residues of other items differ by just as much as these items.
"""

from __future__ import annotations

from typing import Protocol


def divide(number: int, divisor: int) -> int:
    """The nearest integer to number/divisor; of two, the larger."""
    return (2 * number + divisor) // (2 * divisor)


class Memory(Protocol):
    """What is kept of the residues of past items."""

    def ahead(self) -> int:
        """Σ_{s<t} R_ts·(x_s − x̂_s), to the nearest integer, or nearly so: t is the number of residues so far."""

    def add(self, residue: int) -> None:
        """Take the next residue, in units of 2^−bits."""


class Factorisation(Protocol):
    """A factorisation for so many steps."""

    @property
    def steps(self) -> int:
        """How many steps there are at most."""

    @property
    def bits(self) -> int:
        """The entries of R are in units of 2^−bits."""

    @property
    def squares(self) -> int:
        """The most that Σ_t (v_t − v'_t)² can be for one item that differs by at most 1, given what was released."""

    def diagonal(self, step: int) -> int:
        """R_tt, an integer above 0, for a step from 0."""

    def memory(self) -> Memory:
        """What remembers nothing yet."""

    def spread(self, step: int) -> float:
        """Σ_s L_ts², by which the variance of z is multiplied in what is shown at a step from 0."""

    @property
    def largest_spread(self) -> float:
        """The largest of these."""
