"""Where a characteristic function is small.

The modulus of the characteristic function of a sum of independent flips is known in closed form: a flip between two
values that are 2r apart, with variance v·r², contributes 1 − v sin²(r t) to its square. The product is at most e^{−G/2}
with G(t) = Σ v sin²(r t), whose slope is bounded, so that one look at G settles a whole stretch of t. What is left are
the points where the function has to be evaluated.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sin

ENOUGH = 5.0
"""The first few waves are looked at alone if they damp, on average, this often what is needed."""
ROUNDING = 5e-6
"""What floating point may get wrong in G, relative to the sum of its weights."""


@dataclass(frozen=True)
class Waves:
    """G(t) = Σ weight·sin²(rate·t) over its (weight, rate)."""

    terms: tuple[tuple[float, float], ...]

    def damping(self, t: float) -> float:
        """A number that G(t) is not below, if t·rate is below 10^10: then it is known to 4·10^−6."""
        return sum([weight * sin(rate * t) ** 2 for weight, rate in self.terms]) - ROUNDING * self.weight

    @property
    def weight(self) -> float:
        """The sum of the weights."""
        return sum(weight for weight, _ in self.terms)

    @property
    def slope(self) -> float:
        """A number that |G′| is not above."""
        return sum(weight * rate for weight, rate in self.terms) * (1 + ROUNDING)

    def slowest(self, need: float) -> Waves:
        """The slowest waves, as many as together damp well beyond the need."""
        terms, total = sorted(self.terms, key=lambda term: term[1]), 0.0
        for count, (weight, _) in enumerate(terms, 1):
            total += weight
            if total >= ENOUGH * need:
                return Waves(tuple(terms[:count]))
        return self


def loud_points(waves: Waves, spacing: float, last: int, need: float, looks: int) -> list[int] | None:
    """The j in 0, …, last at which G(j·spacing) ≥ need has not been seen; None if it takes more looks at terms."""
    if waves.weight < 2 * need:
        return None
    few = waves.slowest(need)
    reach_of = [(each, each.slope * spacing) for each in ((few, waves) if few is not waves else (waves,))]
    loud: list[int] = []
    done = ahead = 0
    while done <= last:
        look = min(done + ahead, last)
        reach = -1
        for each, slope in reach_of if look == done else reach_of[:1]:
            looks -= len(each.terms)
            slack = each.damping(look * spacing) - need
            reach = int(min(slack / slope, last)) if slack >= 0 else -1
            if reach >= 0:
                break
        if look - reach <= done:
            done, ahead = look + reach + 1, reach
        elif look > done:
            ahead = (look - done) // 2
        else:
            loud.append(done)
            done += 1
        if looks < 0:
            return None
    return loud
