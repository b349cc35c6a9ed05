"""What is asked by number: a δ."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.numbers import Exact, exact_delta, parameter


def asked_delta(delta: Exact) -> Fraction:
    """The δ that is given; ParameterError if it is no probability."""
    return parameter("delta", exact_delta, delta)
