"""Which objects carry the tags of which statements: the modules are walked, and everything they define is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from concomp.model.registry.registry import Registry, UnknownLabel
from concomp.model.registry.tags import tags_in, tags_of


class WrongTag(Exception):
    """Thrown when an object carries a tag that names no statement."""


@dataclass(frozen=True)
class Tagged:
    """An object that realises a statement: the statement's key, the object's module and its name in there."""

    statement: str
    module: str
    name: str

    @property
    def path(self) -> str:
        """The full dotted name of the object."""
        return f"{self.module}.{self.name}"


def tagged_objects(packages: Iterable[str], registry: Registry) -> tuple[Tagged, ...]:
    """Every tagged object of the packages, in the order of the statements; raises WrongTag."""
    order = {key: place for place, key in enumerate(registry.statements)}
    found = [tagged for package in packages for module in _modules(package) for tagged in _tagged(module)]
    for tagged in found:
        try:
            registry.lookup(tagged.statement)
        except UnknownLabel as error:
            raise WrongTag(f"{tagged.path} carries a tag that is no statement: {error}; correct the tag") from None
    return tuple(sorted(found, key=lambda tagged: (order[tagged.statement], tagged.path)))


def _modules(package: str) -> Iterator[ModuleType]:
    root = import_module(package)
    yield root
    for found in walk_packages(root.__path__, f"{package}."):
        yield import_module(found.name)


def _tagged(module: ModuleType) -> Iterator[Tagged]:
    for name, labels in tags_in(module).items():
        yield from (Tagged(label, module.__name__, name) for label in labels)
    for name, value in vars(module).items():
        if isinstance(value, type) and value.__module__ == module.__name__:
            yield from _tagged_inside(module.__name__, name, value)


def _wrapped(value: object) -> object:
    """What a property or a method of the class itself is made of."""
    if isinstance(value, property):
        return value.fget
    return value.__func__ if isinstance(value, classmethod | staticmethod) else value


def _tagged_inside(module: str, outer: str, cls: type) -> Iterator[Tagged]:
    """The tagged methods, properties and classes inside a class."""
    for name, value in vars(cls).items():
        inner = _wrapped(value)
        if isinstance(inner, type) and inner.__qualname__ != f"{cls.__qualname__}.{name}":
            continue
        yield from (Tagged(label, module, f"{outer}.{name}") for label in tags_of(inner))
        if isinstance(inner, type):
            yield from _tagged_inside(module, f"{outer}.{name}", inner)
