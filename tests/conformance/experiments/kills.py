"""Which vectors fail which wrong targets: as the vectors say, and as is found."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from types import ModuleType

from concomp.conformance.reference.target import Reference
from concomp.conformance.vectors.vector import Vector
from tests.conformance.experiments.driving import find


def wrong_targets(module: ModuleType) -> dict[str, type[Reference]]:
    """The wrong targets of a module, by the names that vectors give them."""
    classes = {
        name: each for name, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == module.__name__
    }
    return {
        re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(): each
        for name, each in classes.items()
        if each.__module__ == module.__name__ and issubclass(each, Reference) and not name.startswith("_")
    }


def named(vectors: Iterable[Vector]) -> dict[str, set[str]]:
    """For each wrong target that vectors name, their ids."""
    found: dict[str, set[str]] = {}
    for vector in vectors:
        for name in vector.kills:
            found.setdefault(name, set()).add(vector.id)
    return found


def failed_by(vectors: Iterable[Vector], target: type[Reference]) -> Iterator[str]:
    """The ids of the vectors that fail a target, in their order."""
    for vector in vectors:
        assert vector.experiment is not None
        finding = find(vector.experiment, target())
        if not finding.kept:
            assert finding.cost == "privacy"
            yield vector.id
