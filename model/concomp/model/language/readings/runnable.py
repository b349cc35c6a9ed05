"""What runs: a verification function, however it is held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from concomp.model.language.readings.evaluation import Meanings
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.values import Value


class Runnable(Protocol):
    """A definition with values for its parameters and meanings for what it declares."""

    @property
    def definition(self) -> Definition:
        """The definition."""

    @property
    def parameter_values(self) -> Mapping[str, Value]:
        """The values of its parameters, by name."""

    @property
    def meanings(self) -> Meanings:
        """The meanings of declared relations and functions, by name."""
