"""Zhang24's Tables VIII and IX: areas under the curve of membership inference, with standard deviations."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

DELTA = Fraction(1, 50)
"""δ of every mechanism, and of what they are composed to."""


@dataclass(frozen=True)
class Measured:
    """A mean area, and its standard deviation."""

    mean: Fraction
    deviation: Fraction


@dataclass(frozen=True)
class Row:
    """A test: ε_g of the composition of five mechanisms, ε_i of four or all of them, and what was measured.

    measured: for the composition, and for one mechanism that is (ε_g, δ_g)-private.
    """

    epsilon: Fraction
    each: Fraction
    measured: tuple[Measured, Measured]


def _row(text: str) -> Row:
    epsilon, each, *numbers = (Fraction(word) for word in text.split())
    return Row(epsilon, each, (Measured(*numbers[:2]), Measured(*numbers[2:])))


INDEPENDENT = tuple(
    _row(text)
    for text in (
        "0.25 0.05  0.7441 0.0055  0.7485 0.0064",
        "0.5  0.1   0.8093 0.0042  0.8165 0.0044",
        "1.5  0.3   0.8921 0.0031  0.9056 0.0029",
        "3    0.6   0.9138 0.0031  0.9175 0.0031",
        "5    1     0.9330 0.0029  0.9308 0.0028",
    )
)
"""Table VIII: four mechanisms, and a fifth that is designed."""
COPULA = tuple(
    _row(text)
    for text in (
        "0.4  0.05  0.5624 0.0078  0.5745 0.0060",
        "0.6  0.1   0.6206 0.0071  0.6388 0.0053",
        "1    0.18  0.6943 0.0063  0.7086 0.0052",
        "2    0.3   0.7429 0.0055  0.7324 0.0051",
        "4    0.6   0.8235 0.0035  0.8139 0.0042",
        "6    1     0.8238 0.0043  0.8142 0.0044",
    )
)
"""Table IX: five mechanisms, the noises of two of them joined by a copula."""
