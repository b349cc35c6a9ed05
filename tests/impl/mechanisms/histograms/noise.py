"""Ways to disturb what a histogram releases: not at all, as far as is trusted, and from bulk noise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from random import Random

from concomp.impl.mechanisms.histograms.histogram import ContinualHistogram
from concomp.impl.mechanisms.noisy import Disturb, Draw, Noisy
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.samplers import Noise, gaussian_noise, geometric_noise

BULK = 1 << 12


class WithoutNoise(Noisy):
    """No noise."""

    def geometric(self, ratio: Fraction) -> Disturb:
        return lambda value, randomness: value

    def gaussian(self, variance: Fraction) -> Disturb:
        return lambda value, randomness: value

    def hidden(self, ratio: Fraction) -> Draw:
        return lambda randomness: 0


@dataclass
class AsFarAsTrusted(Noisy):
    """Every draw is as far from 0 as is trusted, times `times`, on whichever side chance says.

    A number's noise is told from that of the counter by its ratio. The nodes of an answer of the counter are at most
    2e in epoch e, and share what is trusted of it.
    """

    histogram: ContinualHistogram
    seed: int
    times: int = 1

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.numbers, self.nodes = count(1), count()
        self.draws: dict[Fraction, Iterator[int]] = {}

    def geometric(self, ratio: Fraction) -> Disturb:
        if ratio == self.histogram.parts.noise.ratio:
            return lambda value, randomness: value + self._side(self._number(next(self.numbers)))
        return self._node()

    def gaussian(self, variance: Fraction) -> Disturb:
        return self._node()

    def hidden(self, ratio: Fraction) -> Draw:
        margins, test = self.histogram.margins, self.histogram.parts.test
        drawn = self.draws.setdefault(ratio, count(1))
        # a(t, j) is what both together may be: of each, what is left of it where the other is that of the first.
        first = margins.tested(1, 1)
        share = Fraction(1, 3) if ratio == test.threshold_ratio else Fraction(2, 3)

        def draw(randomness: Randomness) -> int:
            place = next(drawn)
            here = margins.tested(1, place) if ratio == test.threshold_ratio else margins.tested(place, 1)
            return self._side(int(share * first) + here - first)

        return draw

    def _number(self, interval: int) -> int:
        return self.histogram.margins.xi(1, interval) - self.histogram.margins.tested(1, interval)

    def _node(self) -> Disturb:
        def disturb(value: int, randomness: Randomness) -> int:
            interval = next(self.nodes) // self.histogram.columns + 1
            epoch = (interval + 1).bit_length() - 1
            return value + self._side(self.histogram.margins.counted(interval) // (2 * epoch))

        return disturb

    def _side(self, far: int) -> int:
        return self.random.choice((-1, 1)) * far * self.times


class LateTests(AsFarAsTrusted):
    """Noise that keeps each test from passing as long as it can."""

    def hidden(self, ratio: Fraction) -> Draw:
        draw, away = super().hidden(ratio), 1 if ratio == self.histogram.parts.test.threshold_ratio else -1
        return lambda randomness: away * abs(draw(randomness))


@dataclass
class FromBulk(Noisy):
    """Noise as it is, many numbers drawn at once."""

    drawn: dict[tuple[Callable[[Fraction], Noise], Fraction], list[int]] = field(default_factory=dict)

    def geometric(self, ratio: Fraction) -> Disturb:
        draw = self.hidden(ratio)
        return lambda value, randomness: value + draw(randomness)

    def gaussian(self, variance: Fraction) -> Disturb:
        draw = self._draw(gaussian_noise, variance)
        return lambda value, randomness: value + draw(randomness)

    def hidden(self, ratio: Fraction) -> Draw:
        return self._draw(geometric_noise, ratio)

    def _draw(self, make: Callable[[Fraction], Noise], argument: Fraction) -> Draw:
        left, noise = self.drawn.setdefault((make, argument), []), make(argument)

        def draw(randomness: Randomness) -> int:
            if not left:
                left.extend(map(int, noise.draw_many(BULK, randomness)))
            return left.pop()

        return draw
