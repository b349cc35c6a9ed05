"""The product ∏ cosh(εz)/cosh(εκ) at points of a line Re z = κ.

A factor is cos θ + i·tanh(κε)·sin θ with θ = εt, of modulus at most 1. With u = 2^−53, and an exact point t, θ is
known to 3uθ. Sines and the like come within 4u, and a product of complex numbers within 3u; so a factor is known to
u(3θ + 10), and to u(3θ + 24) if its turn e^{iθ} is a product of two, known to u(3θ + 16). As no factor exceeds 1, what
is wrong in each of them, and 4u for each product, adds up: with few points the product is known to 1.01·u·Σ(3θ + 14),
with many to 1.01·u·Σ(3θ + 28), while that is small.

Where t = r + c for all rows r and columns c, the factor of a loss is cos εr·(cos εc + ik·sin εc) + sin εr·(ik·cos εc −
sin εc) with k = tanh(κε): a matrix of rank 2, and the product of four a matrix of rank 16. As the angles of a row and a
column add up, each is known to u(3θ + 3θ′) in all, which turns the factor by no more than that. Besides, the turn of a
row is a product of two, and comes within 15u; that of a column comes within 6u, and with k within 11u. By the
inequality of Cauchy and Schwarz what is wrong in a turn counts √2 times in the sum of the two terms of its loss, whose
moduli add up to at most √2, so 4 times in all: 104u for a loss. The moduli of the 16 terms add up to at most 4, so that
roundings of products and sums, fewer than 32, come to 128u for four losses. With 4u for each product that is less than
u·Σ(3θ + 140).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from concomp.impl.accounting.optimal.lines.extremal import Complex
from concomp.impl.accounting.optimal.lines.responses import Responses
from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats

ROW = 1 << 10
"""How many places are in a row; so few are turned one by one."""
TOGETHER = 4
"""Of so many losses at a time there is a matrix."""
BLOCK = 1 << 13
"""At how many points together there are products, so that all that is known of them stays at hand."""
FEW = 3
"""So many of a kind are taken one by one."""
STRIDE = 1 << 5
"""How many rows are turned from one that is."""


def product_at(of: Responses, tilt: float, step: float, places: NDArray[np.int64]) -> tuple[Complex, float, float]:
    """The product at step·j for places j, in increasing order, as a column.

    With it, by how much values may be off: at t = 0, and more for each unit of t.
    """
    values, many = np.ones(len(places), np.complex128), len(places) > ROW
    turns = _turns_by_rows(places, step) if many else _turns_one_by_one(places, step)
    for loss, times in zip(of.losses, of.times, strict=True):
        turned = turns(loss)
        turned.imag *= np.tanh(tilt * loss)
        values *= _power(turned, int(times))
    each = 28 if many else 14
    return values[:, None], 1.01 * ROUNDING * each * float(of.times.sum()), 1.01 * ROUNDING * 3 * of.total


def _turns_one_by_one(places: NDArray[np.int64], step: float) -> Callable[[float], Complex]:
    """e^{iεt} at places, of a loss ε."""
    points = step * places

    def turns(loss: float) -> Complex:
        found = np.empty(len(points), np.complex128)
        np.cos(loss * points, out=found.real)
        np.sin(loss * points, out=found.imag)
        return found

    return turns


def _turns_by_rows(places: NDArray[np.int64], step: float) -> Callable[[float], Complex]:
    """The same for many places: a turn to a place is one to the row, and one within it."""
    (rows, columns), count = np.divmod(places, ROW), int(places[-1]) // ROW + 1
    to_rows, within = _turns_one_by_one(ROW * np.arange(count), step), _turns_one_by_one(np.arange(ROW), step)

    def turns(loss: float) -> Complex:
        found: Complex = to_rows(loss)[rows]
        found *= within(loss)[columns]
        return found

    return turns


def _power(factor: Complex, times: int) -> Complex:
    """As many products as roundings are counted for."""
    if times == 1:
        return factor
    half = _power(factor, times // 2)
    return half * half * factor if times % 2 else half * half


def product_on_rows(of: Responses, tilt: float, rows: Floats, columns: Floats) -> tuple[Complex, float, float]:
    """The same at rows + columns, all ≥ 0, and by how much values may be off: at t = 0, and more for each unit of t.

    rows: multiples of a number, from 0 on.
    """
    kinds = zip(of.losses, of.times, strict=True)
    singles = [loss for loss, times in kinds for _ in range(int(times)) if times <= FEW]
    fours = [singles[at : at + TOGETHER] for at in range(0, len(singles), TOGETHER)]
    factors = [(_of_rows(four, rows), _of_columns(four, columns, tilt), 1) for four in fours]
    factors += [
        (_of_rows([loss], rows), _of_columns([loss], columns, tilt), int(times))
        for loss, times in zip(of.losses, of.times, strict=True)
        if times > FEW
    ]
    found, size = np.empty((len(rows), len(columns)), np.complex128), max(1, BLOCK // len(columns))
    buffer = np.empty((size, len(columns)), np.complex128)
    for at in range(0, len(rows), size):
        block = found[at : at + size]
        for number, (rows_of, columns_of, times) in enumerate(factors):
            factor = buffer[: len(block)] if number else block
            np.matmul(rows_of[:, at : at + size].T, columns_of, out=factor.view(np.float64))
            if times > 1:
                factor[:] = _power(factor, times)
            if number:
                block *= factor
    return found, 1.01 * ROUNDING * 140 * float(of.times.sum()), 1.01 * ROUNDING * 3 * of.total


def _of_rows(losses: Sequence[float], rows: Floats) -> Floats:
    """The products of a cosine or a sine of each loss, in each row."""
    parts = []
    for loss in losses:
        turns = np.multiply.outer(np.exp(1j * loss * rows[::STRIDE]), np.exp(1j * loss * rows[:STRIDE]))
        parts.append(np.stack([turns.real.ravel(), turns.imag.ravel()])[:, : len(rows)])
    return reduce(_each_with_each, parts)


def _of_columns(losses: Sequence[float], columns: Floats, tilt: float) -> Floats:
    """What these are multiplied with, in each column; real and imaginary parts side by side."""
    parts = []
    for loss in losses:
        turns, slope = np.exp(1j * loss * columns), np.tanh(tilt * loss)
        cosines, sines = turns.real, turns.imag
        parts.append(np.stack([cosines + 1j * slope * sines, 1j * slope * cosines - sines]))
    return reduce(_each_with_each, parts).view(np.float64)


def _each_with_each(some: NDArray[Any], more: NDArray[Any]) -> NDArray[Any]:
    """The products of each of some with each of two more."""
    products: NDArray[Any] = (some[:, None, :] * more[None, :, :]).reshape(-1, some.shape[1])
    return products
