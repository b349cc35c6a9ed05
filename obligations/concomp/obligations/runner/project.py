"""What the report is about: a registry, the checks, the objects, the evidence, and the clone they live in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from concomp.model.registry.registry import Registry, load
from concomp.obligations.runner.store import Store, packaged_store


@dataclass(frozen=True)
class Project:
    """Everything a report reads.

    checks: the package in which checks are written.
    objects: the packages whose objects carry tags.
    clone: the folder of the clone, where evidence, lock and map can be written; None for an installed package.
    """

    registry: Registry
    store: Store
    checks: str
    objects: tuple[str, ...]
    clone: Path | None


def this_project() -> Project:
    """The project as it is installed here."""
    return Project(load(), packaged_store(), "concomp.obligations.checks", ("concomp.model",), clone())


def clone() -> Path | None:
    """The folder of the clone that this code runs from; None if it runs from an installed package."""
    folder = Path(__file__).resolve().parents[4]
    return folder if (folder / "pyproject.toml").is_file() and (folder / "model" / "concomp").is_dir() else None
