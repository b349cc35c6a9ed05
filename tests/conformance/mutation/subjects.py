"""What is mutated: right targets, module by module."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

from concomp.conformance.protocol.claims import Claim
from concomp.conformance.vectors.stock import load
from concomp.conformance.vectors.vector import Vector
from tests.conformance.mutation.operators import Mutant, mutants

REFERENCE = "concomp.conformance.reference"
MODULES = ("claims", "composition", "forked", "mechanisms", "scripted", "meters", "noise", "target")
"""The modules of the reference."""


@dataclass(frozen=True)
class Subject:
    """A right target.

    target: the module of its class, and the class. modules: those that are mutated; the class is loaded anew with them.
    """

    target: str
    modules: tuple[str, ...]

    def mutants(self) -> Iterator[tuple[str, Mutant]]:
        """The mutants of all modules, each with its module."""
        for module, source in self.sources().items():
            for mutant in mutants(module.rpartition(".")[2], source):
                yield module, mutant

    def vectors(self) -> list[Vector]:
        """The vectors for which the target is, those of long experiments last."""
        claims = tuple(Claim.model_validate(each) for each in self.loaded().claims)
        return sorted((each for each in load() if each.is_for(claims)), key=_length)

    def loaded(self, sources: Mapping[str, str] | None = None) -> Any:
        """The target's class, loaded anew, with other sources of some of its modules."""
        place, _, name = self.target.partition(":")
        for each in (*self.modules, place):
            sys.modules.pop(each, None)
        with _instead(sources or {}):
            return getattr(import_module(place), name)

    def sources(self) -> dict[str, str]:
        """The sources of its modules."""
        return {module: _source(module) for module in self.modules}


SUBJECTS: Mapping[str, Subject] = {
    "reference": Subject(
        f"{REFERENCE}.target:Reference",
        tuple(f"{REFERENCE}.{name}" for name in MODULES),
    ),
}
"""By name: concomp itself."""


def _source(module: str) -> str:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(module)
    return Path(spec.origin).read_text(encoding="utf-8")


def _length(vector: Vector) -> tuple[bool, int]:
    experiment = vector.experiment
    return experiment is not None, getattr(experiment, "games", getattr(experiment, "draws", 0))


class _Finder(MetaPathFinder):
    """Finds these modules in files of their own, as what reads functions wants to see a file."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._files = {}
        if sources:
            folder = Path(mkdtemp())
            for name, source in sources.items():
                self._files[name] = folder / f"{name}.py"
                self._files[name].write_text(source, encoding="utf-8")

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        return spec_from_file_location(name, self._files[name]) if name in self._files else None


@contextmanager
def _instead(sources: Mapping[str, str]) -> Iterator[None]:
    finder = _Finder(sources)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
