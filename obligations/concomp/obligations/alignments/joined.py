"""What an edge between two users of a local protocol loses, each constant reached as nearly as one likes.

Here e^ε1 = 1/a = 2 and e^ε2 = 1/b = 8, so that 2·ε1 + ε2 and 2·ε1 + 2·ε2 are 32 and 256, and the 2·ε1 + 4·ε2 of two
users who lose ε1 + 2·ε2 each is 16384.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from concomp.model.programs.comparisons import endless_sparse_vector
from concomp.model.programs.joined_users import PRESENT, USERS
from concomp.model.programs.laws import Answer, Inputs, Instance
from concomp.obligations.alignments import of_joined_users
from concomp.obligations.alignments.field import EIGHTH, HALF, Example
from concomp.obligations.alignments.trial import Ratios, Trial

SOURCE = "HSV26 Lemma 9.1"
NOISE = {"a": HALF, "b": EIGHTH}
IN_WORLD_0 = {PRESENT: 1}


def law(ratios: Ratios, inputs: Sequence[Inputs], answers: Sequence[Answer]) -> Fraction:
    """The chance of the answers: given these, each user answers by noise of its own, as a sparse vector that goes on.

    |N ∩ A| + ν < d + τ is −|N ∩ A| − ν ≥ 1 − d − τ.
    """
    users = Instance(endless_sparse_vector(), ratios)
    chances = []
    for place in range(len(USERS)):
        asked = list(_asked(place, inputs, answers))
        compared = [{"value": -count, "threshold": 1 - threshold} for count, threshold, _ in asked]
        chances.append(users.chance(compared, [(answer,) for *_, answer in asked]))
    return prod(chances, start=Fraction(1))


def _asked(place: int, inputs: Sequence[Inputs], answers: Sequence[Answer]) -> Iterator[tuple[int, int, int]]:
    """What a user is asked: how many neighbours it has, the threshold, and what it answers."""
    user = USERS[place]
    for number, (given, shown) in enumerate(zip(inputs, answers, strict=True)):
        gone, other_gone = (any(earlier[of] for earlier in answers[:number]) for of in (place, 1 - place))
        if not gone and given.get(f"asked_{user}", True):
            edge = given["edge"] if given.get(f"sees_{user}", not other_gone) else 0
            yield given[f"count_{user}"] + edge, given["threshold"], shown[place]


def peeling(thresholds: Sequence[int]) -> Trial:
    """Neither has other neighbours; u is removed in the second round, v in the third."""
    return _trial([{"count_u": 0, "count_v": 0, "threshold": each} for each in thresholds], [(0, 0), (1, 0), (0, 1)])


def questioning(high: int, low: int) -> Trial:
    """Both are asked twice about each other and a high threshold, and then about others and a low one."""
    counts = {"count_u": 0, "count_v": 0, "asked_u": True, "asked_v": True}
    asked = ((True, high), (True, high), (False, low))
    steps = [{**counts, "sees_u": sees, "sees_v": sees, "threshold": each} for sees, each in asked]
    return _trial(steps, [(0, 0), (0, 0), (1, 1)])


def _trial(steps: Sequence[Inputs], answers: Sequence[Answer]) -> Trial:
    zero, one = ([{**each, "edge": edge} for each in steps] for edge in (1, 0))
    return Trial(zero, one, answers, law=law)


LOWERED, RISING = peeling((12, 12, -12)), peeling((12, 12, 12))
ANY_SETS = questioning(12, -12)

EDGES = (
    Example(SOURCE, "core decomposition", of_joined_users.peeled, NOISE, Fraction(32), LOWERED, IN_WORLD_0),
    Example(
        SOURCE,
        "a server that asks about any sets",
        of_joined_users.questioned,
        NOISE,
        Fraction(256),
        ANY_SETS,
        IN_WORLD_0,
    ),
)
"""2·ε1 + ε2 and 2·ε1 + 2·ε2."""

TOO_LITTLE = (
    Example(SOURCE, "core decomposition for 2·ε1", of_joined_users.peeled, NOISE, Fraction(4), LOWERED,
            IN_WORLD_0),
    Example(SOURCE, "core decomposition for ε1 + ε2, d never falls", of_joined_users.peeled, NOISE, Fraction(16),
            RISING, IN_WORLD_0),
    Example(SOURCE, "any sets for 2·ε1 + ε2", of_joined_users.questioned, NOISE, Fraction(32), ANY_SETS,
            IN_WORLD_0),
)  # fmt: skip
"""Each claims less than is lost."""
