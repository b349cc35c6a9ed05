"""Hill climbing with restarts: a seed decides the whole course, and the effort is a number of evaluations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random

from concomp.obligations.search.candidates import Candidate
from concomp.obligations.search.playing import NOTHING

PATIENCE = 150
"""Evaluations without improvement after which the search starts again elsewhere."""

Excess = Callable[[Candidate], Fraction]


@dataclass(frozen=True)
class Climbed:
    """What a search came to.

    best: the candidate that comes closest to the claim, or exceeds it; excess: by which part.
    evaluations: how many candidates were tried. judged: about how many of them the claim says something.
    """

    best: Candidate
    excess: Fraction
    evaluations: int
    judged: int


def climb(
    excess: Excess,
    drawn: Callable[[Random], Candidate],
    moved: Callable[[Random, Candidate], Candidate],
    seed: int,
    effort: int,
) -> Climbed:
    """Search until a claim is exceeded, or `effort` ≥ 1 candidates were tried.

    excess: the objective, positive at a violation. drawn, moved: a random candidate, and a neighbour of one.
    """
    random, excess = Random(seed), cache(excess)
    at = best = drawn(random)
    here = highest = excess(at)
    evaluations, judged, idle = 1, int(here != NOTHING), 0
    while highest <= 0 and evaluations < effort:
        starting = idle >= PATIENCE
        candidate = drawn(random) if starting else moved(random, at)
        value = excess(candidate)
        evaluations, judged = evaluations + 1, judged + (value != NOTHING)
        idle = 0 if starting or value > here else idle + 1
        if starting or value >= here:
            at, here = candidate, value
        if value > highest:
            best, highest = candidate, value
    return Climbed(best, highest, evaluations, judged)
