"""Public doors of packages: names that are brought in when they are first used (PEP 562).

A command that needs no solver then loads none, though one import leads to everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def door(package: str, where: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package.

    where: the names, each with the module below the package that defines it.
    """

    def get(name: str) -> object:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{where[name]}"), name)

    return get, lambda: sorted(where)
