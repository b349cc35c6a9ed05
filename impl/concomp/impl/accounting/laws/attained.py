"""What an adversary attains for certain, of mechanisms whose laws are not symmetric: a bound from below.

A profile is the larger of two, one for each order of the worlds, and bounds both; a mechanism may attain one of them in
one order alone. So from below one adversary counts, who asks every mechanism one question. It sees draws whose chances
differ in the two worlds, and suspects a world from some place of the privacy loss on, or where that is exposed. All
mechanisms are in the same world, and the worlds are taken in either order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import exp, floor
from typing import NamedTuple

from flint import arb

from concomp.impl.accounting.laws.draws import Draw, Draws, Response
from concomp.impl.accounting.laws.law import BITS, PrivacyLossLaw
from concomp.impl.accounting.laws.placement import Counted, Half, place
from concomp.impl.accounting.laws.windowed import tilted_draws
from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.optimal.exposure import none_of
from concomp.impl.accounting.optimal.lattice import is_zero
from concomp.impl.accounting.optimal.tail_search import ball
from concomp.impl.accounting.optimal.tails import GUARD, bounds
from concomp.impl.accounting.optimal.tilting import BeyondBell
from concomp.impl.accounting.parameters import PureLoss, RationalLoss, Unit, float_logarithm
from concomp.model.laws.balls import precision

TAIL_BITS = 128
NEWTON = 60
"""How often E is improved."""
SETTLED = Fraction(1, 10**6)
"""The part of E by which a step is short: the line there is as close as the square of it."""
FARTHEST = 100.0
"""The longest step, as a logarithm."""


class Place(NamedTuple):
    """Where an outcome is: its loss, whether that is towards the suspected world, and its chances in both."""

    loss: PureLoss
    towards: bool
    here: arb
    there: arb


@dataclass(frozen=True)
class Suspicion:
    """An adversary that suspects one world, `here`, of two.

    exposed: a number that the probability of seeing what the other world cannot show is not below. here, there: the
    draws in the two worlds that lose something, None if none does. seen: the probabilities that nothing is exposed and
    nothing cut off, in the two worlds.
    """

    exposed: Fraction
    here: Draws | None
    there: Draws | None
    seen: tuple[arb, arb]

    def delta(self, e_eps: Fraction) -> Fraction:
        """A δ that is attained at E ≥ 1."""
        here, there = self._tails(e_eps)
        with precision(BITS):
            return self.exposed + max(Fraction(0), bounds(here - ball(e_eps) * there).low)

    def e_eps(self, delta: Fraction, near: Fraction) -> Fraction:
        """An E ≥ 1 below which this δ < 1 is not enough; near: where it is looked for first.

        What is suspected from one place on attains a line over E. So wherever the place is, E where the line reaches δ
        is not too large; the nearer the place, the closer it is.
        """
        found, at = Fraction(1), near
        for _ in range(NEWTON):
            here, there = self._tails(at)
            with precision(BITS):
                level = ball(delta - self.exposed)
                if there > 0:
                    found = max(found, bounds((here - level) / there).low)
                factor = _factor(here - ball(at) * there, ball(at) * there, level)
            if factor is None and found > 1:
                break
            following = max(Fraction(1), at * (factor or Fraction(1, 2)))
            if abs(following - at) <= at * SETTLED:
                break
            at = following
        return found

    def _tails(self, e_eps: Fraction) -> tuple[arb, arb]:
        """The chances to be suspected without exposure in the two worlds, from the place of E on."""
        with precision(BITS):
            if self.here is None or self.there is None:
                return self.seen
            units = min(float(self.here.total), float_logarithm(e_eps) / self.here.float_unit)
            start = floor((self.here.total + units) / 2) + 1
            tails = _tail(self.here, start), _tail(self.there, start)
            return self.seen[0] * tails[0], self.seen[1] * tails[1]


def _factor(excess: arb, slope: arb, level: arb) -> Fraction | None:
    """By which factor of E the excess about reaches the level, by a step of Newton's method for their logarithms.

    None where they are not known to be above 0.
    """
    if not (excess > 0 and slope > 0 and level > 0):
        return None
    step = ((excess / level).log() * excess / slope).mid()
    return Fraction(exp(max(-FARTHEST, min(FARTHEST, float(step)))))


def _tail(draws: Draws, start: int) -> arb:
    """The chance of m ≥ start, by that of m < start where the law that is tilted to the start does not reach it."""
    if start > draws.total:
        return arb(0)
    with precision(TAIL_BITS + GUARD):
        try:
            return tilted_draws(draws, start, TAIL_BITS).tail(start)[0]
        except BeyondBell:
            below = draws.total - start + 1
        try:
            return 1 - tilted_draws(draws.mirrored, below, TAIL_BITS).tail(below)[0]
        except BeyondBell:
            return arb(1) / 2 + arb(0, 1) / 2


@dataclass(frozen=True)
class Attained:
    """One adversary against mechanisms side by side, which suspects one world or the other."""

    orders: tuple[Suspicion, Suspicion]

    def delta(self, e_eps: Fraction) -> Fraction:
        """A δ that is attained at E ≥ 1."""
        return max(order.delta(e_eps) for order in self.orders)

    def e_eps(self, delta: Fraction, near: Fraction) -> Fraction:
        """An E ≥ 1 below which this δ < 1 is not enough; near: where it is looked for first."""
        return max(order.e_eps(delta, near) for order in self.orders)

    @property
    def exposed(self) -> Fraction:
        """A δ that is attained however large E is."""
        return max(order.exposed for order in self.orders)


def attained(laws: Counted) -> Attained | None:
    """What is attained against laws, each so many times; None if their responses are attained themselves."""
    if all(law.attained is None for law, _ in laws):
        return None
    seen = [(_view(law), times) for law, times in laws]
    return Attained((_suspicion(seen), _suspicion([(view.exchanged, times) for view, times in seen])))


@dataclass(frozen=True)
class View:
    """What is seen of one mechanism. exposed: the probabilities of what one world alone shows, in the two worlds."""

    exposed: tuple[Fraction, Fraction]
    places: tuple[Place, ...]

    @property
    def exchanged(self) -> View:
        """The same with the two worlds exchanged."""
        return View(
            self.exposed[::-1],
            tuple(Place(loss, not towards, there, here) for loss, towards, here, there in self.places),
        )


def _view(law: PrivacyLossLaw) -> View:
    with precision(BITS):
        if law.attained is None:
            return View((law.exposed.low,) * 2, tuple(_both_ways(law)))
        exposed = [sum((pair[world] for pair in law.attained if not pair[1 - world]), Fraction(0)) for world in (0, 1)]
        places = (Place(RationalLoss(max(p / q, q / p)), p >= q, ball(p), ball(q)) for p, q in law.attained if p and q)
        return View((exposed[0], exposed[1]), tuple(places))


def _both_ways(law: PrivacyLossLaw) -> Iterable[Place]:
    for loss, weight in law.responses:
        if weight == 0:
            continue
        away = weight / (1 + loss.power(1))
        yield Place(loss, True, weight - away, away)
        yield Place(loss, False, away, weight - away)


def _suspicion(seen: list[tuple[View, int]]) -> Suspicion:
    exposed = 1 - none_of((view.exposed[0], times) for view, times in seen).high
    with precision(BITS):
        masses = _mass(seen, lambda place: place.here), _mass(seen, lambda place: place.there)
        losing = [(view, times) for view, times in seen if not all(is_zero(place.loss) for place in view.places)]
        if not losing:
            return Suspicion(exposed, None, None, masses)
        unit = _unit(losing)
        here = tuple((_draw(view, unit, lambda place: place.here), times) for view, times in losing)
        there = tuple((_draw(view, unit, lambda place: place.there), times) for view, times in losing)
        return Suspicion(exposed, Draws(here, unit), Draws(there, unit), masses)


Chance = Callable[[Place], arb]


def _mass(seen: Iterable[tuple[View, int]], chance: Chance) -> arb:
    """The probability that every mechanism shows what has a place."""
    found = arb(1)
    for view, times in seen:
        found *= sum(map(chance, view.places), arb(0)) ** times
    return found


def _unit(losing: Iterable[tuple[View, int]]) -> Unit:
    """The unit of a lattice that has all losses, or of a grid that is close to them."""
    laws = []
    for view, times in losing:
        weights: dict[PureLoss, arb] = {}
        for loss, _, here, there in view.places:
            weights[loss] = weights.get(loss, arb(0)) + (here + there) / 2
        laws.append((PrivacyLossLaw("the losses of a view", tuple(weights.items()), known(Fraction(0))), times))
    return place(laws).below.unit


def _draw(view: View, unit: Unit, chance: Chance) -> Draw:
    """The draw in one world, its outcomes on the nearest places with their own chances; these sum up to 1."""
    # Half a loss is the unit where only even places are taken.
    step, size = (2 if isinstance(unit, Half) else 1), unit.logarithm()
    sides: dict[int, tuple[arb, arb]] = {}
    for each in view.places:
        units = step * round(float((each.loss.logarithm() / size / step).mid()))
        towards, away = sides.get(units, (arb(0), arb(0)))
        share = chance(each) if units else chance(each) / 2
        sides[units] = (
            towards + (share if each.towards or not units else 0),
            away + (share if not (each.towards and units) else 0),
        )
    whole = sum((towards + away for towards, away in sides.values()), arb(0))
    return Draw(tuple(Response(units, towards / whole, away / whole) for units, (towards, away) in sides.items()))
