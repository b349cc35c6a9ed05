"""The last place at which something still holds, where it can be undecided close to it."""

from __future__ import annotations

from collections.abc import Callable

Side = Callable[[int], int]
"""1 where it holds, −1 where it does not, 0 where that is undecided; it holds far below and does not far above."""


def last_holding(side: Side, guess: int) -> range:
    """Places of which one is the last that holds, found from a guess; more than two if more are undecided."""
    if side(guess) == 0 and side(guess + 1) == 0:
        return range(guess - 1, guess + 2)
    holding, step = guess, 1
    while side(holding) <= 0:
        holding, step = holding - step, 2 * step
    failing, step = holding + 1, 1
    while side(failing) >= 0:
        failing, step = failing + step, 2 * step
    while failing - holding > 1:
        middle = (holding + failing) // 2
        here = side(middle)
        if here > 0:
            holding = middle
        elif here < 0:
            failing = middle
        elif side(middle - 1) > 0 and side(middle + 1) < 0:
            return range(middle - 1, middle + 1)
        else:
            break
    return range(holding, failing)
