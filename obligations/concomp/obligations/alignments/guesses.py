"""What guess-and-check and its parts lose, each bound reached as nearly as one likes, and what loses more.

The noise of the tolerance is of scale 1/ε, that of distances and of the values shown c/ε; here e^(ε/c) = 2, so that 3ε
and 4ε are 8 and 16 at c = 1, and 64 and 256 at c = 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from concomp.model.programs import guesses
from concomp.obligations.alignments import of_guesses
from concomp.obligations.alignments.field import EVEN, HALF, QUARTER, Example, unaligned
from concomp.obligations.alignments.trial import Trial

SOURCE = "Lyu22 appendix B"
TOLERANCE = 8
SHOWN = 16
"""A number that no value exceeds."""


def guessed(values: Sequence[tuple[int, int]], shown: Sequence[tuple[int, ...]]) -> Trial:
    """Values of both worlds, where all guesses are 0, and what is shown of them."""
    zero, one = ([{"value": pair[world], "guess": 0} for pair in values] for world in (0, 1))
    return Trial(zero, one, shown)


def checked(passing: int, wrong: Sequence[tuple[int, int]], shown: tuple[int, ...] = ()) -> Trial:
    """Values farther from their guess in world 1 that pass, then such that are wrong; what is shown of these, if more.

    passing: how many pass.
    """
    nothing = (0,) * len(shown)
    pairs = [(TOLERANCE, TOLERANCE + 1)] * passing + [*wrong]
    return guessed(pairs, [(0, *nothing)] * passing + [(1, *shown)] * len(wrong))


def released(count: int) -> Trial:
    """Values at their guess in world 1, and above it in world 0, that are shown."""
    return Trial([{"value": 1}] * count, [{"value": 0}] * count, [(SHOWN,)] * count)


ONCE, TWICE = {"N": 1, "tolerance": TOLERANCE}, {"N": 2, "tolerance": TOLERANCE}
FEWER, ALL = {"a": QUARTER, "b": HALF}, {"a": QUARTER, "b": HALF, "c": HALF}
NEARER = [(1, 0)]
"""A value at its guess in world 1, and above it in world 0."""

BOUNDS = (
    Example(SOURCE, "it shows no value, c = 1", of_guesses.check, EVEN, Fraction(8), checked(16, NEARER), ONCE),
    Example(SOURCE, "it shows no value, c = 2", of_guesses.check, FEWER, Fraction(64), checked(16, NEARER * 2), TWICE),
    Example(SOURCE, "values with noise, c = 2", of_guesses.answers, {"c": HALF}, Fraction(4), released(2), {"N": 2}),
    Example(SOURCE, "guess-and-check, c = 1", of_guesses.guess_and_check, {**EVEN, "c": HALF}, Fraction(16),
            checked(16, NEARER, (SHOWN,)), ONCE),
    Example(SOURCE, "guess-and-check, c = 2", of_guesses.guess_and_check, ALL, Fraction(256),
            checked(16, NEARER * 2, (SHOWN,)), TWICE),
)  # fmt: skip
"""3ε, ε and 4ε."""

WRONG = (
    Example(SOURCE, "the tolerance's noise is drawn anew for each guess",
            unaligned(guesses.fresh_guess_and_check), {**EVEN, "c": HALF}, Fraction(16),
            checked(8, NEARER, (SHOWN,)), ONCE),
    Example(SOURCE, "WRONG is not counted", unaligned(guesses.endless_guess_and_check), {**EVEN, "c": HALF},
            Fraction(16), checked(4, NEARER * 3, (SHOWN,)), {"tolerance": TOLERANCE}),
    Example(SOURCE, "noise of scale 1/ε for c = 2", of_guesses.guess_and_check,
            {"a": QUARTER, "b": QUARTER, "c": QUARTER}, Fraction(256), checked(4, NEARER * 2, (SHOWN,)), TWICE),
    Example(SOURCE, "the compared distance is shown", unaligned(guesses.distance_shown), EVEN, Fraction(16),
            checked(8, NEARER, (1,)), ONCE),
)  # fmt: skip
"""Each loses more than 4ε."""
