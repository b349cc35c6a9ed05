"""The integrand on a line, and its integral as a sum over points, with what that may be off.

Where there are not too many points, the integrand is known at all of them, in rows; else at those that are loud. Over a
row a transform is that of F times a damping so smooth that it is interpolated between a few columns. What that is off
is known from how large the damping is near by, off the line: its sixth derivative is 6! times that at most.

The sum is taken in floating point, with u = 2^−53. What the product is multiplied with has a phase that is known to 5u
of what it is, and goes through fewer than 100 roundings besides those of sums.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi

import numpy as np
from numpy.typing import NDArray

from concomp.impl.accounting.optimal.lines.extremal import BOUND, Complex, Extremal
from concomp.impl.accounting.optimal.lines.products import BLOCK, product_at, product_on_rows
from concomp.impl.accounting.optimal.lines.quiet import loud_points
from concomp.impl.accounting.optimal.lines.responses import Responses
from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats
from concomp.impl.accounting.outcomes.sums import add_up, roundings

WORK, FEW, MANY = 1 << 25, 32, 84
"""For how many points times kinds of losses, at least so many, and how many losses, the product is found everywhere."""
WIDEST, NARROWEST = 128, 640
"""The most columns, and how many rows there are at least if there are several."""
NODES = 6
"""Between so many columns of a row dampings are interpolated."""
INEXACT = 1e-3
"""The most that products may be off."""
NEAR = 1 << 14
"""So many points are enough to guess by."""
Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Integrand:
    """The integrand relative to the scale, but for a turn by ε.

    rows, columns: t is the sum of two of these. values: the product there, times the transform of F. over, under: the
    dampings of the functions above and below, of each row at some nodes. shares: what each node counts in each column.
    wrong: what an integral may be off: at ε = 0, and more for each unit of ε.
    """

    step: float
    rows: Floats
    columns: Floats
    values: Complex
    over: Complex
    under: Complex
    shares: Floats
    wrong: tuple[float, float]

    @property
    def near(self) -> Integrand:
        """The same near the real axis."""
        rows = slice(max(1, NEAR // len(self.columns)))
        return replace(
            self, rows=self.rows[rows], values=self.values[rows], over=self.over[rows], under=self.under[rows]
        )

    def integrals(self, epsilon: float) -> tuple[float, float]:
        """About those of the functions below and above, at ε."""
        at_nodes = self._at_nodes(epsilon)
        return self._integral(at_nodes, self.under), self._integral(at_nodes, self.over)

    def integral_and_slope(self, epsilon: float) -> tuple[float, float]:
        """About that of the function above, and its derivative."""
        at_nodes = self._at_nodes(epsilon)
        turning = -1j * (self.rows[:, None] * at_nodes + self._at_nodes(epsilon, self.columns))
        return self._integral(at_nodes, self.over), self._integral(turning, self.over, 0.0)

    def error(self, epsilon: float) -> float:
        """What an integral may be off."""
        return self.wrong[0] + self.wrong[1] * abs(epsilon)

    def _at_nodes(self, epsilon: float, weights: Floats | float = 1.0) -> Complex:
        """What the columns of each row add to each node."""
        turns = (np.exp(-1j * epsilon * self.columns) * weights)[:, None] * self.shares
        found, size = np.empty((len(self.rows), turns.shape[1]), np.complex128), max(1, BLOCK // len(self.columns))
        for at in range(0, len(self.rows), size):
            np.matmul(self.values[at : at + size], turns, out=found[at : at + size])
        found *= np.exp(-1j * epsilon * self.rows)[:, None]
        return found

    def _integral(self, at_nodes: Complex, dampings: Complex, first: float = 1.0) -> float:
        """The sum, in which the point on the real axis counts half: it has so many times the first of the values."""
        terms = at_nodes.real * dampings.real - at_nodes.imag * dampings.imag
        twice = first * float((self.values[0, 0] * (self.shares[0] @ dampings[0])).real)
        return (add_up(terms.ravel()) - twice / 2) * self.step / pi


@dataclass(frozen=True, eq=False)
class Product:
    """The product at points.

    numbers, columns: a point is so many steps as two of these add up to. fixed, growing: what values may be off, at
    t = 0 and more for each unit of t. rest: what an integral lacks without all other points.
    """

    numbers: Places
    columns: Places
    values: Complex
    fixed: float
    growing: float
    rest: float


def integrand(of: Responses, tilt: float, step: float, count: int, allowed: float) -> Integrand | None:
    """The integrand up to a height of about count·step; None if too many points are loud, or products too far off.

    allowed: what points that are left out may add.
    """
    product = _product(of, tilt, step, count, allowed)
    if product is None or product.fixed + product.growing * step * count > INEXACT:
        return None
    width, values = len(product.columns), product.values
    extremal = Extremal(tilt, step, -(-count // width) * width)
    nodes = np.unique(np.rint(np.linspace(0, width - 1, NODES)).astype(np.int64))
    dampings = extremal.dampings(np.add.outer(product.numbers, nodes).ravel())
    over, under = dampings.above.reshape(-1, len(nodes)), dampings.below.reshape(-1, len(nodes))
    rows, columns = (step * each.astype(np.float64) for each in (product.numbers, product.columns))
    for at in range(0, len(rows), size := max(1, BLOCK // width)):
        values[at : at + size] *= extremal.plain(np.add.outer(rows[at : at + size], columns))
    shares, distances = interpolation(product.columns, nodes)
    off = 1.5 * BOUND * distances * (step * extremal.unit) ** len(nodes) if len(nodes) < width else 0.0
    found = Integrand(step, rows, columns, values, over, under, shares, (0.0, 0.0))
    return replace(found, wrong=_wrong(found, extremal, product, dampings.errors.reshape(over.shape), off))


def _product(of: Responses, tilt: float, step: float, count: int, allowed: float) -> Product | None:
    """The product at all points, if they are not too many, else at loud ones; None if these are too many."""
    if count * max(FEW, len(of.losses)) <= WORK and of.times.sum() <= MANY:
        width = min(WIDEST, 1 << max(0, (count // NARROWEST).bit_length() - 1))
        numbers, columns = width * np.arange(-(-count // width)), np.arange(width)
        steps = step * numbers.astype(np.float64), step * columns.astype(np.float64)
        return Product(numbers, columns, *product_on_rows(of, tilt, *steps), 0.0)
    loud = loud_points(of.losses, of.times, tilt, count * step, step, allowed)
    if loud is None:
        return None
    # Rows of points reach beyond the height, from where on transforms are 0.
    places = loud.places[loud.places < count]
    return Product(places, np.arange(1), *product_at(of, tilt, step, places), loud.rest / pi)


def interpolation(columns: Places, nodes: Places) -> tuple[Floats, float]:
    """What each node counts in each column, and the largest product of the distances of a column to all nodes."""
    apart = np.subtract.outer(columns, nodes).astype(np.float64)
    shares = [
        np.prod(np.delete(apart, at, axis=1) / np.delete(node - nodes, at), axis=1) for at, node in enumerate(nodes)
    ]
    return np.stack(shares, axis=1), float(np.abs(np.prod(apart, axis=1)).max())


def _wrong(found: Integrand, extremal: Extremal, product: Product, errors: Floats, off: float) -> tuple[float, float]:
    """What an integral may be off: at ε = 0, and more for each unit of ε.

    errors: what dampings are off at the nodes. off: what their interpolation is.
    """
    # The transform of F falls, in the first row by much.
    weights = np.abs(extremal.plain(found.rows)) * len(found.columns)
    heights = weights * (found.rows + found.columns[-1])
    first = np.abs(extremal.plain(found.columns))
    weights[0], heights[0] = first.sum(), first @ found.columns
    largest = (np.maximum(np.abs(found.over), np.abs(found.under)) + errors).max(axis=1)
    spread = float(np.abs(found.shares).sum(axis=1).max())
    steps = ROUNDING * (100 + len(found.columns) + roundings(found.over.size))
    # A transform exceeds that of F by h²/11 at most, whatever is a damping's share.
    more = found.values.size * extremal.unit**2 / 11
    fixed = product.fixed * float(weights.sum() + more)
    fixed += product.growing * float(heights.sum() + more * extremal.height)
    fixed += spread * steps * float(largest @ weights)
    fixed += 1.01 * float(weights @ (spread * errors.max(axis=1) + off))
    part = 1.01 * found.step / pi
    return part * fixed + product.rest, part * 5 * ROUNDING * spread * float(largest @ heights)
