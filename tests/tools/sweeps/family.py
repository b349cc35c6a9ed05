"""A family of mechanisms in Python."""

from __future__ import annotations

from fractions import Fraction

import concomp


def releases(ratio: Fraction, rounds: int = 1, clamp: tuple[int, int] = (0, 1)) -> concomp.Game:
    """So many geometric releases."""
    return concomp.game(concomp.two_sided_geometric(ratio, clamp=clamp), rounds=rounds, function="any")
