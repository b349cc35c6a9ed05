"""Privacy-loss laws on a lattice: exactly where all losses have a common unit, otherwise close below and close above.

Above, a response between two places becomes a mixture of the two that reveals the same to every test that does not
look between them: its chance of being away from the bit, 1/(1 + e^ε), stays the same in the mean. Below, it keeps its
chances and is put on the nearer place: a test that looks at places alone learns less. Both err by the square of the
distance of places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from concomp.impl.accounting.laws.draws import Draw, Draws, Response
from concomp.impl.accounting.laws.law import BITS, PrivacyLossLaw
from concomp.impl.accounting.optimal.lattice import common_unit, is_zero, multiple
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, Unit, flint_rational
from concomp.model.laws.balls import precision

Counted = Sequence[tuple[PrivacyLossLaw, int]]
LARGEST = 1 << 24
"""The most units that all laws together span on a lattice, beyond which it is too fine to be of use."""
PLACES = 1 << 17
"""How many places are wanted where the laws have no common unit."""
DEVIATIONS = 25
"""How many deviations of the loss they should cover."""


@dataclass(frozen=True)
class Half:
    """Half of a loss."""

    loss: PureLoss

    def power(self, steps: int) -> arb:
        """e^{steps·ε} as a ball at the present precision."""
        return (self.loss.logarithm() / 2 * steps).exp()

    def logarithm(self) -> arb:
        """ε as a ball at the present precision."""
        return self.loss.logarithm() / 2


@dataclass(frozen=True)
class Placement:
    """Draws between which the laws' responses lie; the same where they lie on a lattice."""

    below: Draws
    above: Draws

    @property
    def is_exact(self) -> bool:
        """Whether both are the same."""
        return self.below is self.above


def place(laws: Counted) -> Placement:
    """The responses of the laws, of which at least one loses something, on a lattice."""
    return _on_lattice(laws) or _on_grid(laws)


def _on_lattice(laws: Counted) -> Placement | None:
    losses = {loss for law, _ in laws for loss, _ in law.responses}
    unit = common_unit({loss for loss in losses if not is_zero(loss)})
    if unit is None:
        return None
    units: dict[PureLoss, int] = {}
    for loss in losses:
        steps = multiple(loss, unit)
        if steps is None:
            return None
        units[loss] = steps
    if sum(times * max((units[loss] for loss, _ in law.responses), default=0) for law, times in laws) > LARGEST:
        return None
    mixed = any(len({units[loss] % 2 for loss, _ in law.responses}) > 1 for law, _ in laws)
    factor, lattice = (2, Half(unit)) if mixed else (1, unit)
    draws = [(_draw([(factor * units[loss], loss, weight) for loss, weight in law.responses]), n) for law, n in laws]
    both = Draws(tuple(draws), lattice)
    return Placement(both, both)


def _draw(placed: Iterable[tuple[int, PureLoss, arb]]) -> Draw:
    """The responses with their own chances at these places, whatever their losses; their chances sum up to 1."""
    with precision(BITS):
        found: dict[int, Response] = {}
        for units, loss, weight in placed:
            away = weight / (1 + loss.power(1))
            towards = weight - away if units else weight / 2
            before = found.get(units, Response(units, arb(0), arb(0)))
            found[units] = Response(units, before.towards + towards, before.away + (away if units else weight / 2))
        whole = sum((towards + away for _, towards, away in found.values()), arb(0))
        return Draw(tuple(Response(units, towards / whole, away / whole) for units, towards, away in found.values()))


def _on_grid(laws: Counted) -> Placement:
    with precision(BITS):
        logarithms = {loss: loss.logarithm() for law, _ in laws for loss, _ in law.responses}
        cell = _short(min(_largest(laws, logarithms), DEVIATIONS * _deviation(laws, logarithms)) / PLACES)
        size = ExponentialLoss(cell).logarithm()
        below, above = list[tuple[Draw, int]](), list[tuple[Draw, int]]()
        for law, times in laws:
            near, mixed = list[tuple[int, PureLoss, arb]](), list[tuple[int, PureLoss, arb]]()
            for loss, weight in law.responses:
                position = logarithms[loss] / size
                near.append((2 * round(float(position.mid())), loss, weight))
                mixed += _mixture(position, loss, weight, cell)
            below.append((_draw(near), times))
            above.append((_draw(mixed), times))
    half: Unit = Half(ExponentialLoss(cell))
    return Placement(Draws(tuple(below), half), Draws(tuple(above), half))


def _largest(laws: Counted, logarithms: Mapping[PureLoss, arb]) -> Fraction:
    """The loss that all responses add up to at most."""
    each = ((times, max(logarithms[loss].upper() for loss, _ in law.responses)) for law, times in laws)
    return sum((times * bounds(loss).high for times, loss in each), Fraction(0))


def _deviation(laws: Counted, logarithms: Mapping[PureLoss, arb]) -> Fraction:
    """The root of the mean square of the loss, about."""
    squares = sum((weight * logarithms[loss] ** 2 * n for law, n in laws for loss, weight in law.responses), arb(0))
    return bounds(squares.sqrt()).high


def _mixture(position: arb, loss: PureLoss, weight: arb, cell: Fraction) -> list[tuple[int, PureLoss, arb]]:
    """The mixture of responses at the two places around this position, or at the one where it may lie."""
    if is_zero(loss):
        return [(0, loss, weight)]
    lowest = int(position.lower().floor().unique_fmpz() or 0)
    first, second = (ExponentialLoss(cell * units) for units in (lowest, lowest + 1))
    # As 1/(1 + e^x) is (1 − tanh(x/2))/2; differences of hyperbolic tangents, which keep no digits where losses are
    # slight, are written as quotients of sines and cosines.
    half = arb(flint_rational(cell)) / 2
    share = ((position - lowest) * half).sinh() / half.sinh() * (half * (lowest + 1)).cosh() / (position * half).cosh()
    # The farther place reveals more, and with its largest share each chance has as many digits as any.
    upper = arb(share.upper()).max(arb(0)).min(arb(1))
    return [(2 * lowest, first, weight * (1 - upper)), (2 * (lowest + 1), second, weight * upper)]


def _short(number: Fraction) -> Fraction:
    """A short rational at least the number."""
    scale = 1 << max(0, 32 - (number.numerator.bit_length() - number.denominator.bit_length()))
    return Fraction(-int(-number * scale // 1), scale)
