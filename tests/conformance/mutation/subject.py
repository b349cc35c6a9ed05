"""A target that is mutated, module by module."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

from concomp.conformance.protocol.claims import Claim
from concomp.conformance.vectors.catalogue import BUILDERS
from concomp.conformance.vectors.stock import load
from concomp.conformance.vectors.vector import Vector
from tests.conformance.mutation.operators import Mistakes, Mutant, mutants, subtle

ANEW = ("concomp.conformance.reference.", "tests.conformance.wrong.")
"""How the names of modules begin that are mutated, or use those that are."""


@dataclass(frozen=True)
class Subject:
    """A target, and where mistakes are made in it.

    target: the module of its class, and the class. modules: those that are mutated; the class is loaded anew with them.
    right: the name of the subject that replies as this one should. parts: the classes and functions in which there are
    mistakes; everywhere, unless they are given. made: what mistakes. families: of the vectors that are put. first:
    those that are put before all others, as they fail the target.
    """

    target: str
    modules: tuple[str, ...]
    right: str
    parts: frozenset[str] | None = None
    made: Mistakes = subtle
    families: tuple[str, ...] = tuple(BUILDERS)
    first: frozenset[str] = frozenset()

    @property
    def is_right(self) -> bool:
        """Whether no vector fails the target."""
        return not self.first

    def mutants(self) -> Iterator[tuple[str, Mutant]]:
        """The mutants of all modules, each with its module."""
        for module, source in self.sources().items():
            for mutant in _mutants(module, source, self.made):
                if self.parts is None or mutant.part in self.parts:
                    yield module, mutant

    def vectors(self) -> list[Vector]:
        """The vectors for which the target is: those that fail it first, and those of long experiments last."""
        place, _, name = self.target.partition(":")
        claims = tuple(Claim.model_validate(each) for each in getattr(import_module(place), name).claims)
        there = [each for each in load() if each.family in self.families and each.is_for(claims)]
        return sorted(there, key=lambda each: (each.id not in self.first, *_length(each)))

    def loaded(self, sources: Mapping[str, str] | None = None) -> Any:
        """The target's class, loaded anew with all that is mutated, with other sources of some of its modules."""
        place, _, name = self.target.partition(":")
        for each in [each for each in sys.modules if each.startswith(ANEW)]:
            del sys.modules[each]
        with _instead(sources or {}):
            return getattr(import_module(place), name)

    def sources(self) -> dict[str, str]:
        """The sources of its modules."""
        return {module: _source(module) for module in self.modules}


@cache
def _mutants(module: str, source: str, made: Mistakes) -> tuple[Mutant, ...]:
    return tuple(mutants(module.rpartition(".")[2], source, made))


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
