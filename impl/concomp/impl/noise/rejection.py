"""Rejection: an attempt is repeated until it is accepted.

What comes of it has the law of one attempt, given that it is accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from concomp.impl.noise.randomness import Randomness

X = TypeVar("X")
Attempt = Callable[[Randomness], X | None]
"""What draws once, and answers None where it is to be repeated."""


def first_accepted(attempt: Attempt[X], randomness: Randomness) -> X:
    """What the first accepted attempt answers."""
    while (outcome := attempt(randomness)) is None:
        pass
    return outcome
