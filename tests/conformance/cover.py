"""The greedy cover of the kill matrix: few vectors that together fail every wrong target, so many times over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence


def cover(kills: Mapping[str, Sequence[str]], times: int) -> list[str]:
    """Vectors, the next always one that fails most of what is not yet failed often enough; the first of equals.

    kills: of each vector, the targets that it fails. times: how often each is to be failed, if there are so many.
    """
    available = Counter(target for targets in kills.values() for target in targets)
    left = Counter({target: min(times, number) for target, number in available.items()})
    chosen: list[str] = []
    waiting = dict.fromkeys(sorted(kills))
    while +left:
        best = max(waiting, key=lambda vector: sum(left[target] > 0 for target in kills[vector]))
        chosen.append(best)
        del waiting[best]
        left.subtract(target for target in kills[best] if left[target] > 0)
    return chosen
