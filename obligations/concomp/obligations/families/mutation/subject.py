"""Subjects of mutation: verification functions with what is known to say the same in other words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from concomp.model.language import Declared, Monitor
from concomp.model.language.syntax.definition import Definition
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.functions.agreement import Word


@dataclass(frozen=True, eq=False)
class Setting:
    """A function with values for its parameters, a sentence that says what it accepts, and messages to try.

    length: how many of the messages may follow each other.
    """

    function: Monitor
    holds: Callable[[Word], bool]
    alphabet: tuple[Pair, ...]
    length: int


@dataclass(frozen=True, eq=False)
class Indifference:
    """That declared symbols do not look at all of their arguments, in the settings of a subject.

    seen: how many arguments each symbol looks at. reason: why.
    """

    seen: Mapping[Declared[Any], int]
    reason: str


@dataclass(frozen=True, eq=False)
class MutationSubject:
    """A verification function under several settings.

    listed: mutants that are equivalent for a reason that is given, by name.
    """

    name: str
    settings: tuple[Setting, ...]
    indifference: Indifference | None = None
    listed: Mapping[str, str] = field(default_factory=dict)

    @property
    def definition(self) -> Definition:
        """The definition, the same in all settings."""
        return self.settings[0].function.definition
