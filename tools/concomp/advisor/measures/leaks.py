"""Leaks: how badly mechanisms with the losses of a plan fail, in its measure, that announce what they will do.

A mechanism that announces with a small chance p that it will tell its next input, truthfully with chance q, loses as
little as one likes. Where an identical pair may come first and a differing one later, an adversary creates many, and
uses those that announce it. What they lose together is exact: of any number created, at most k of them used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from flint import arb

from concomp.advisor.facts.functions import CONSISTENT
from concomp.advisor.hypotheses.situation import Kind, Situation
from concomp.advisor.losses.scale import WHOLE
from concomp.advisor.losses.stated import Stated
from concomp.impl.accounting.guarantees import FDP, ZCDP
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import flint_rational
from concomp.model.laws.balls import Undecided, precision
from concomp.model.laws.concentrated import least_rho, within
from concomp.model.laws.divergences import Divergences, divergence, divergences
from concomp.model.laws.law import Law
from concomp.model.laws.renyi import renyi_moment
from concomp.model.mechanisms.randomised_response import noisy_bit

FURTHER = (0, 1, 2, 4)
"""How many mechanisms there are besides those that may be used."""
COPIES = 1000
"""The most copies of which it is computed what they lose."""
TOUCHED = 8
"""The most mechanisms that may be used for a leak to be looked at."""
TIMES = 4
"""How much more than one mechanism all of them together are to lose, at least, in the end."""
LARGEST_RHO, LARGEST_MOMENT = Fraction(30), Fraction(10**30)
"""The largest losses for which one is looked at; with larger ones next to everything is told anyway."""
LARGEST_ODDS = Fraction(10**100)
"""The largest odds that are tried: at orders close to 1 no odds one can write are enough."""
WIDTH = Fraction(1, 10**4)
BITS = 256
SMALLEST = 30
"""Chances of announcing down to 10^-SMALLEST are tried."""


@dataclass(frozen=True)
class Leak:
    """What copies of such a mechanism lose together, by how many are created.

    name: the kind whose loss it has. announces: p. tells: q. each: what one copy loses in the measure: its moment, the
    least ρ or 1 − T(0). reached: (number of copies, the same of all of them). limit: of unboundedly many.
    """

    name: str
    loss: Stated
    at_most: int
    announces: Fraction
    tells: Fraction
    reached: tuple[tuple[int, Bounds], ...]
    limit: Bounds

    @property
    def statement(self) -> str:
        """The statement that this goes on without end."""
        match self.loss:
            case RenyiLoss():
                return "HSV26 Theorem 13.5 (repaired)"
            case FDP():
                return "HSV26 Section 14: f-DP lower bound"
            case _:
                return "concomp Proposition 20"


def leak(situation: Situation) -> Leak | None:
    """The leak of mechanisms with the losses of a plan; None if its functions or losses leave no room for one."""
    measured = situation.measured
    if measured is None or measured.unsaid or situation.at_most is None or situation.at_most > TOUCHED:
        return None
    open_to = [
        (kind, loss)
        for kind, loss in zip(situation.kinds, measured.said, strict=True)
        if _is_open(kind) and loss == kind.loss
    ]
    for kind, loss in open_to:
        found = _found(loss)
        if found is not None:
            k = situation.at_most
            counts = sorted({k + more for more in FURTHER} | ({situation.created} if situation.created else set()))
            most = COPIES if situation.created is None else min(COPIES, situation.created)
            reached = tuple((count, lost(loss, *found, count, k)) for count in counts if k <= count <= most)
            return Leak(kind.name, loss, k, *found, reached, lost(loss, *found, None, k))
    return None


def _is_open(kind: Kind) -> bool:
    return kind.facts is not None and kind.facts.words.get(CONSISTENT) == "refuted"


def _found(loss: Stated) -> tuple[Fraction, Fraction] | None:
    """(p, q) with which one copy has this loss, and unboundedly many lose much more; None if there are none."""
    match loss:
        case RenyiLoss():
            return _of_moment(loss)
        case ZCDP() if 0 < loss.rho <= LARGEST_RHO:
            return _concentrated(loss.rho, None)
        case TCDP() if 0 < loss.rho <= LARGEST_RHO:
            return _concentrated(loss.rho, loss.omega)
        case FDP() if loss.function(Fraction(0)) < 1:
            return 1 - loss.function(Fraction(0)), Fraction(1)
        case _:
            return None


def _of_moment(loss: RenyiLoss) -> tuple[Fraction, Fraction] | None:
    """p = (S − 1)/(K − 1), where the moment K of what is told is larger: one copy has the moment S exactly."""
    moments = loss.moments
    if moments is None or not 1 < moments.low <= LARGEST_MOMENT:
        return None
    odds = Fraction(9)
    while told(loss.order, odds).low < TIMES * moments.low:
        odds = 10 * odds + 9
        if odds > LARGEST_ODDS:
            return None
    announces = (moments.low - 1) / (told(loss.order, odds).high - 1)
    exact = moments.is_exact and told(loss.order, odds).is_exact
    return announces if exact else _shorter(announces), odds / (1 + odds)


def _shorter(chance: Fraction) -> Fraction:
    """A little less, with few digits."""
    scale = 10 ** (len(str(int(1 / chance))) + 6)
    return Fraction(int(chance * scale), scale)


def told(order: Fraction, odds: Fraction) -> Bounds:
    """K, the moment of what is told with these odds."""
    laws = noisy_bit(odds, 0), noisy_bit(odds, 1)
    if order.denominator == 1 and order <= WHOLE:
        moment = renyi_moment(*laws, int(order))
        assert moment is not None
        return known(moment)
    with precision(BITS):
        return bounds((divergence(*laws, order) * flint_rational(order - 1)).exp())


def _concentrated(rho: Fraction, omega: Fraction | None) -> tuple[Fraction, Fraction] | None:
    """The largest p of the form 1, 2, 5 · 10^−j with which one copy is certainly ρ-zCDP, where D_1 of what is told is
    more than twice TIMES as large as ρ.
    """
    odds = Fraction(3)
    with precision(BITS):
        while not divergence(noisy_bit(odds, 0), noisy_bit(odds, 1), Fraction(1)) > flint_rational(2 * TIMES * rho):
            odds = 2 * odds + 1
    tells = odds / (1 + odds)
    chances = [Fraction(digit, 10**place) for place in range(1, SMALLEST) for digit in (5, 2, 1)]
    low, high = 0, len(chances)
    while low < high:
        middle = (low + high) // 2
        if _is_within(chances[middle], tells, rho, omega):
            high = middle
        else:
            low = middle + 1
    return (chances[low], tells) if low < len(chances) else None


def _is_within(announces: Fraction, tells: Fraction, rho: Fraction, omega: Fraction | None) -> bool:
    try:
        return within(divergences(*seen(announces, tells)), rho, omega)
    except Undecided:
        return False


def seen(announces: Fraction, tells: Fraction) -> tuple[Law[str], Law[str]]:
    """What is seen of one copy in the two worlds, by who sends (0, 1) if it announces that it will tell."""
    silent = {"silent": 1 - announces}
    first = {"0": announces * tells, "1": announces * (1 - tells)}
    second = {"0": announces * (1 - tells), "1": announces * tells}
    return Law({**silent, **first}), Law({**silent, **second})


def lost(loss: Stated, announces: Fraction, tells: Fraction, count: int | None, at_most: int) -> Bounds:
    """What so many copies lose, None for unboundedly many, of which the first to announce are used, at most k."""
    used = _used(announces, count, at_most)
    match loss:
        case RenyiLoss(order):
            moment = told(order, tells / (1 - tells))
            low, high = (
                sum((chance * one**times for times, chance in enumerate(used)), Fraction(0))
                for one in (moment.low, moment.high)
            )
            return Bounds(low, high)
        case ZCDP():
            return _least(used, tells, None)
        case TCDP():
            return _least(used, tells, loss.omega)
        case FDP():
            return known(1 - used[0])
    raise AssertionError(f"no leak has this loss: {loss}")


def _used(announces: Fraction, count: int | None, at_most: int) -> list[Fraction]:
    """The chances that 0, 1, …, k copies are used."""
    if count is None:
        return [Fraction(0)] * at_most + [Fraction(1)]
    fewer = [comb(count, number) * announces**number * (1 - announces) ** (count - number) for number in range(at_most)]
    return [*fewer, 1 - sum(fewer, Fraction(0))]


def _least(used: Sequence[Fraction], tells: Fraction, omega: Fraction | None) -> Bounds:
    """The least ρ of what was used so often, each a noisy bit."""
    odds = tells / (1 - tells)
    first, second = noisy_bit(odds, 0), noisy_bit(odds, 1)

    def at(order: Fraction) -> arb:
        one = divergence(first, second, order)
        if order == 1:
            return sum((one * flint_rational(chance * times) for times, chance in enumerate(used)), arb(0))
        moment = (one * flint_rational(order - 1)).exp()
        total = sum((moment**times * flint_rational(chance) for times, chance in enumerate(used)), arb(0))
        return total.log() / flint_rational(order - 1)

    largest = odds ** max(times for times, chance in enumerate(used) if chance)
    found = least_rho(Divergences(at, largest), omega, WIDTH)
    assert found is not None
    return Bounds(*found)
