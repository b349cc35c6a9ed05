"""The vectors of families with experiments, built once for all who look at them: it takes seconds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain
from types import ModuleType

from concomp.conformance.vectors.families import defects, filter_games
from concomp.conformance.vectors.families import mechanisms as mechanism_games
from concomp.conformance.vectors.families import noise as noise_tests
from concomp.conformance.vectors.vector import Vector
from tests.conformance.wrong import filters, mechanisms, noise

BUILDERS = {
    filters: filter_games.build,
    noise: noise_tests.build,
    mechanisms: lambda: chain(mechanism_games.build(), defects.mechanisms()),
}
"""By the module of the wrong targets that the vectors are to fail."""


@cache
def vectors(module: ModuleType) -> tuple[Vector, ...]:
    """The vectors that wrong targets of this module are put to."""
    return tuple(BUILDERS[module]())


def experiments(module: ModuleType) -> tuple[Vector, ...]:
    """Those with an experiment."""
    return tuple(vector for vector in vectors(module) if vector.experiment is not None)


def by_id() -> Mapping[str, Vector]:
    """All vectors, by their names."""
    return {vector.id: vector for module in BUILDERS for vector in vectors(module)}
