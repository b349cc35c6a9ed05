"""Other libraries, imported when they are first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from concomp.model.numbers import ParameterError

INSTALL = {
    "opendp": "pip install 'concomp[peers]'",
    "dp_accounting": "pip install 'concomp[peers]'",
    "tmlt.core": "pip install tmlt.core, in an environment with the NumPy that it needs",
}
"""What brings each library."""


def library(name: str, module: str) -> Any:
    """A module of a library; ParameterError, with what brings it, if the library is not there."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = error.name
    raise ParameterError("the library", name, f"it is not installed ({missing} is missing): {INSTALL[name]}")
