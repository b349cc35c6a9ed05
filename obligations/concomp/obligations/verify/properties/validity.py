"""What is valid on both sides of a post-processing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from concomp.model.language import Definition, Monitor
from concomp.model.language.readings.evaluation import Meanings
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.values import Value

MAPS = "f → f'"
"""The property of a post-processing that sends valid sequences where it gets such."""


@dataclass(frozen=True)
class Validity:
    """What is valid on both sides of a post-processing.

    left, right: f, for the pairs of messages from the left, and f', for those sent to the right.
    drawn: for values per copy, by name, the function that the pairs of them are valid for; others are arbitrary.
    meanings: of the relations and functions that all of them declare, by name.
    values: what all of them were made with, by name.
    authors: f and f' as their authors wrote them; None where that is not known, or more is supposed than they say.
    written: f, f', and those of values per copy, as they were named; empty where there are but definitions.
    """

    left: Definition
    right: Definition
    drawn: Mapping[str, Definition] = field(default_factory=dict)
    meanings: Meanings = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    authors: tuple[Runnable, Runnable] | None = None
    written: tuple[Monitor | type[Monitor] | Definition, ...] = ()

    @property
    def functions(self) -> tuple[Monitor | type[Monitor] | Definition, ...]:
        """f, f', and those of values per copy, in their order."""
        return self.written or (self.left, self.right, *self.drawn.values())
