"""Sums of long lists of positive floats, and exponentials of arithmetic progressions, block by block."""

from __future__ import annotations

import numpy as np

from concomp.impl.accounting.outcomes.outcomes import Floats

BLOCK = 512
"""Of so many values, so that few roundings follow each other."""
WITHIN = 50.0
"""By how much exponents differ within a block at most, unless the progression is steeper."""


def roundings(count: int) -> int:
    """By how many roundings such a sum of so many may be off."""
    return BLOCK + count // BLOCK + 2


def sums_up_to(values: Floats) -> Floats:
    """For each place the sum of all before it, and at last that of all."""
    blocks = np.zeros(-(-len(values) // BLOCK) * BLOCK)
    blocks[: len(values)] = values
    sums: Floats = np.cumsum(blocks.reshape(-1, BLOCK), axis=1)
    sums[1:] += np.cumsum(sums[:-1, -1])[:, None]
    return np.concatenate(([0.0], sums.ravel()[: len(values)]))


def add_up(values: Floats) -> float:
    """The sum of all."""
    whole = len(values) // BLOCK * BLOCK
    blocks = values[:whole].reshape(-1, BLOCK).sum(axis=1)
    return float(blocks.sum() + values[whole:].sum())


def exponentials(slope: float, first: int, count: int, plus: float) -> Floats:
    """e^{slope·place + plus} for so many places from the first on."""
    size = max(1, min(BLOCK, int(WITHIN / max(abs(slope), WITHIN / BLOCK))))
    starts = first + size * np.arange(-(-count // size))
    blocks: Floats = np.multiply.outer(np.exp(slope * starts + plus), np.exp(slope * np.arange(size))).ravel()
    return blocks[:count]


def roundings_of_exponentials(slope: float, first: int, count: int, plus: float) -> int:
    """By how many roundings each of these, and its inverse, may be off."""
    return 16 + int(8 * (abs(slope) * (abs(first) + count + BLOCK) + abs(plus)))
