"""Gaussian data and noise: the composition is as private as one shift of a normal law, in closed form.

Given a secret s what is told is normal with mean s·d and a covariance Σ that does not depend on s. The loss is linear
in what is told, so that it is normal with variance μ² = dᵀΣ⁻¹d: the trade-off function is G_μ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.law import ZERO
from concomp.model.registry.tags import realises

Matrix = Sequence[Sequence[Fraction]]


@realises("Zhang24 Repair R11")
def gaussian_composition(shift: Sequence[Fraction], covariance: Matrix) -> GaussianTradeOff:
    """M: what is told of neighbouring secrets, normal with means that differ by `shift`, and one covariance.

    Raises ValueError if the covariance is not symmetric and positive definite, or has another size.
    """
    weights = loss_weights(shift, covariance)
    return GaussianTradeOff(sum((d * w for d, w in zip(shift, weights, strict=True)), ZERO))


def gaussian_product(shift: Sequence[Fraction], covariance: Matrix) -> GaussianTradeOff:
    """N: the product of what each coordinate tells; ValueError as for the composition."""
    _demand_covariance(shift, covariance)
    return GaussianTradeOff(sum((d**2 / covariance[i][i] for i, d in enumerate(shift)), ZERO))


def loss_weights(shift: Sequence[Fraction], covariance: Matrix) -> tuple[Fraction, ...]:
    """Σ⁻¹d: the weights with which coordinates enter the loss; ValueError as for the composition."""
    _demand_covariance(shift, covariance)
    solved = _matrix(covariance).solve(fmpq_mat([[_rational(d)] for d in shift]))
    return tuple(Fraction(int(row[0].p), int(row[0].q)) for row in solved.tolist())


def equicorrelated(variance: Fraction, correlation: Fraction) -> Matrix:
    """The covariance of two coordinates with one variance."""
    return (variance, variance * correlation), (variance * correlation, variance)


def _demand_covariance(shift: Sequence[Fraction], covariance: Matrix) -> None:
    size = len(shift)
    if len(covariance) != size or any(len(row) != size for row in covariance):
        raise ValueError(f"the covariance is not {size} × {size}: give a row for each coordinate of the shift")
    if any(covariance[i][j] != covariance[j][i] for i in range(size) for j in range(i)):
        raise ValueError("the covariance is not symmetric: give the covariance of i and j as that of j and i")
    for order in range(1, size + 1):
        if _matrix([row[:order] for row in covariance[:order]]).det() <= 0:
            raise ValueError(f"the covariance of the first {order} coordinates has no positive determinant")


def _matrix(rows: Matrix) -> fmpq_mat:
    return fmpq_mat([[_rational(entry) for entry in row] for row in rows])


def _rational(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
