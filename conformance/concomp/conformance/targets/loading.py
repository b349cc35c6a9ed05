"""Targets by name: "concomp", a class in a file, FILE.py:NAME, or in a module, MODULE:NAME."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

KNOWN = {"concomp": "concomp.conformance.reference.target:Reference"}
"""The targets that have a name of their own."""


class NoTarget(ValueError):
    """Thrown where there is no target of a name; the text names place, value and remedy."""


def load_target(name: str) -> Callable[[], Any]:
    """What makes the target; NoTarget if there is none of this name."""
    place, _, attribute = KNOWN.get(name, name).rpartition(":")
    if not place or not attribute.isidentifier():
        raise NoTarget(f"TARGET: {name!r}: write concomp, FILE.py:NAME or MODULE:NAME")
    try:
        module = _from_file(Path(place)) if place.endswith(".py") else import_module(place)
    except Exception as error:
        raise NoTarget(f"TARGET: {place}: {type(error).__name__}: {error}: correct it, or name another") from None
    if not callable(getattr(module, attribute, None)):
        raise NoTarget(f"TARGET: {place} has no class {attribute}: name one that it has")
    made: Callable[[], Any] = getattr(module, attribute)
    return made


def _from_file(path: Path) -> Any:
    # As if the file were run: what lies beside it can be imported.
    sys.path.insert(0, str(path.resolve().parent))
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
