"""Which statements speak about a mechanism file."""

from __future__ import annotations

from pathlib import Path

from concomp.about.mechanisms.alone import about_continual, about_worlds
from concomp.about.mechanisms.composed import about_composition
from concomp.about.spoken import About, in_order
from concomp.model.files import read_file
from concomp.model.files.schema import ContinualFile, MechanismFile, NamedContinualFile
from concomp.model.registry.registry import Registry
from concomp.obligations.solvers.worker import Worker


def about_mechanism(file: Path, registry: Registry, worker: Worker) -> About:
    """The statements that speak about the mechanism in a file; raises FormatError, and TooLarge if that is too much."""
    document = read_file(file)
    if isinstance(document, MechanismFile):
        return in_order(file.name, "mechanism with two worlds", [*about_worlds(document)])
    if isinstance(document, ContinualFile | NamedContinualFile):
        return in_order(file.name, "continual mechanism", [*about_continual(document, worker)])
    name = f"{document.mode} composition"
    return in_order(file.name, name, [*about_composition(document, registry, worker)])
