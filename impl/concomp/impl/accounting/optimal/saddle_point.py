"""About where a tail has to start for a given δ, in floating point.

Nothing rests on these numbers but how soon the exact search ends.
"""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, expm1, log, pi, sqrt

from concomp.impl.accounting.optimal.tilting import Tiltable, Walk

STEPS = 60
FAR = 25
"""A slope from which on a tail is only about as large as where it starts."""
NARROW = 1e-6
"""A difference of slopes that is looked at as a derivative."""
SLIGHTEST = 1e-320
"""The least deviation that is told from none."""
CLOSE = 1e-3
"""How well the logarithm of δ is met."""


def start_for(walk: Walk, delta: Fraction) -> int:
    """About the first unit of the tail whose Σ (P − E·Q) is δ where it starts, at least half way."""
    return max(walk.total // 2 + 1, min(walk.total, round(walk.mean(tilt_reaching(walk, delta)))))


def tilt_reaching(walk: Tiltable, delta: Fraction) -> float:
    """About the tilt under which the loss has the mean at which δ is reached."""
    log_delta = log(delta.numerator) - log(delta.denominator)
    low, high = 0.0, walk.steepest
    wide = max(1.0, 1 / (walk.float_unit * sqrt(walk.squares)))
    tilt = min(1.0, high / 2)
    for _ in range(STEPS):
        excess, step = _excess(walk, tilt, log_delta)
        if abs(excess) < CLOSE:
            break
        low, high = (tilt, high) if excess > 0 else (low, tilt)
        newton = tilt + step
        tilt = newton if low < newton < high else (low + min(high, 4 * low + wide)) / 2
    return tilt


def _excess(walk: Tiltable, tilt: float, log_delta: float) -> tuple[float, float]:
    """By how much log δ at the mean of the tilted law is above the one wanted, and by how much to tilt more."""
    unit, variance = walk.float_unit, walk.variance(tilt)
    loss, deviation = unit * (2 * walk.mean(tilt) - walk.total), max(SLIGHTEST, 2 * unit * sqrt(variance))
    towards, fall = log_tail((tilt - 0.5) * deviation), fall_of_log_tail(tilt * deviation, deviation)
    found = walk.log_scale(tilt) - (tilt - 0.5) * loss + towards + log(-expm1(min(-1e-320, fall)))
    excess = found - log_delta
    # One after the other: the square of a deviation next to nothing would be none.
    return excess, excess / max(1e-9, tilt) / deviation / deviation


def fall_of_log_tail(middle: float, width: float) -> float:
    """By how much the logarithm of the tail falls between two slopes."""
    if width > NARROW:
        return log_tail(middle + width / 2) - log_tail(middle - width / 2)
    # The difference of two numbers so close to each other would have no digits left.
    rate = 1 / middle if middle > FAR else sqrt(2 / pi) * exp(-middle * middle / 2) / erfc(middle / sqrt(2)) - middle
    return -rate * width


def log_tail(slope: float) -> float:
    """log E[e^{−slope·Z} 1{Z > 0}] for a standard normal Z."""
    if slope > FAR:
        return -log(slope * sqrt(2 * pi))
    return slope * slope / 2 + log(erfc(slope / sqrt(2)) / 2)
