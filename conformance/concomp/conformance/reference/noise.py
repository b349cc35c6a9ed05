"""Noise, as concomp draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.targets.outcomes import Refused, Unsupported
from concomp.impl.noise.samplers import Noise, gaussian_noise, geometric_noise, laplace_noise
from concomp.impl.noise.sources import SystemRandomness

LAWS: Mapping[str, tuple[Callable[..., Noise], str]] = {
    "discrete_laplace": (laplace_noise, "scale"),
    "discrete_gaussian": (gaussian_noise, "variance"),
    "two_sided_geometric": (geometric_noise, "ratio"),
}
"""What makes the noise of each law, and the name of its parameter."""


def draw(law: Mapping[str, Any], count: int) -> list[int]:
    """So many values of a law, like {"law": "discrete_laplace", "scale": "1"}; Unsupported for another."""
    name = str(law.get("law"))
    if name not in LAWS:
        raise Unsupported(f"law: {name}")
    noise, parameter = LAWS[name]
    if parameter not in law:
        raise Refused(f"law: {parameter} is missing: give it")
    return [int(value) for value in noise(read_number(law[parameter])).draw_many(count, SystemRandomness())]
