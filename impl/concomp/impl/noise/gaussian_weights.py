"""What the chances of discrete Gaussian noise are proportional to."""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb


def gaussian_weights(base: arb) -> Iterator[arb]:
    """base^(x²) for x = 0, 1, …, at the precision that is set."""
    weight, factor, square = arb(1), base, base * base
    while True:
        yield weight
        weight, factor = weight * factor, factor * square
