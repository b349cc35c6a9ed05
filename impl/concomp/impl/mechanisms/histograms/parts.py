"""The parts of a histogram as they run: each is created when the post-processing says so, and named by its number.

A test ends with its first "above", and a noise mechanism with its number; what has ended is sent nothing any more, and
is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from typing import Any

from concomp.impl.mechanisms.functions import Comparison
from concomp.impl.mechanisms.histograms.d_counter import DCounter
from concomp.impl.mechanisms.histograms.queries import Query, Sums
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.mechanisms.thresholds import AboveThreshold
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.applications.histogram import Disturb, NewCounter, NewNoise, messages
from concomp.model.mechanisms.named.above_threshold import ABOVE


@dataclass(frozen=True)
class Parts:
    """What a histogram consists of.

    counter: counts the sums of intervals. test: of the query against a threshold. noise: of a number.
    """

    counter: DCounter
    test: AboveThreshold
    noise: DiscreteLaplace

    def start(self, query: Query, noisy: Noisy, randomness: Randomness) -> Respond:
        """What answers the messages of the post-processing: extended concurrent composition of its parts."""
        kinds: Any = messages(self.counter.columns)
        nothing = kinds.answer(above=False, noisy=0, sums=(0,) * self.counter.columns)
        looked = [nothing, kinds.answer(above=True, noisy=0, sums=nothing.sums)]
        running: dict[int, Callable[..., Any]] = {}
        created = 0

        def create(part: Callable[..., Any]) -> Any:
            nonlocal created
            created += 1
            running[created] = part
            return nothing

        def look(message: Any) -> Any:
            above = running[message.index](message.row, message.threshold)
            if above:
                del running[message.index]
            return looked[above]

        def disturb(message: Any) -> Any:
            return kinds.answer(above=False, noisy=running.pop(message.index)(message.value), sums=nothing.sums)

        def count(message: Any) -> Any:
            return kinds.answer(above=False, noisy=0, sums=running[message.index](message.sums))

        answers: dict[type, Callable[[Any], Any]] = {
            NewCounter: lambda message: create(self.counter.start(noisy, randomness)),
            NewNoise: lambda message: create(self.noise.start(noisy, randomness)),
            kinds.new_test: lambda message: create(_looking(query, message.sums, self.test.start(noisy, randomness))),
            kinds.test: look,
            Disturb: disturb,
            kinds.count: count,
        }
        return lambda message: answers[type(message)](message)


def _looking(query: Query, before: Sums, compare: Respond) -> Callable[[Any, Any], bool]:
    """HSV26 Algorithm 3: whether the query exceeds a threshold, on the sums before and all rows since, both noisy.

    A number exceeds a threshold if it is at least the next integer.
    """
    sums = list(before)

    def look(row: Any, threshold: Any) -> bool:
        for place, bit in enumerate(row):
            if bit:
                sums[place] += 1
        return compare(Comparison(value=query(tuple(sums)), threshold=floor(threshold) + 1)) == ABOVE

    return look
