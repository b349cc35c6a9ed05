"""Which experiments fail which wrong targets."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from types import ModuleType

from concomp.conformance.experiments.experiment import Experiment
from concomp.conformance.experiments.finding import Unplayable
from concomp.conformance.protocol.claims import Claim
from concomp.conformance.reference.target import Reference
from concomp.conformance.vectors.vector import Vector
from tests.conformance.experiments.driving import find


def wrong_targets(module: ModuleType) -> dict[str, type[Reference]]:
    """The wrong targets of a module, by their names."""
    classes = {
        name: each for name, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == module.__name__
    }
    return {
        name: each
        for name, each in classes.items()
        if each.__module__ == module.__name__ and issubclass(each, Reference) and not name.startswith("_")
    }


def failed_by(vectors: Iterable[Vector], target: type[Reference]) -> Iterator[str]:
    """The ids of the vectors that fail a target, in their order; what it does not claim is not put to it."""
    claims = tuple(Claim.model_validate(each) for each in target.claims)
    for vector in vectors:
        if not vector.is_for(claims):
            continue
        assert vector.experiment is not None
        if not _is_kept(vector.experiment, target()):
            yield vector.id


def _is_kept(experiment: Experiment, target: Reference) -> bool:
    """As the runner judges: what is not done as it was claimed is failed, too."""
    try:
        return find(experiment, target).kept
    except Unplayable:
        return False
