"""The families, and what makes the vectors of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from concomp.conformance.vectors.families import composition, filter, interleaving, robustness, verifier
from concomp.conformance.vectors.vector import Family, Vector

FAMILIES: Mapping[Family, Callable[[], Iterator[Vector]]] = {
    "composition": composition.build,
    "filter": filter.build,
    "interleaving": interleaving.build,
    "robustness": robustness.build,
    "verifier": verifier.build,
}
"""By the names of the families; each computes what is expected from the exact model."""
