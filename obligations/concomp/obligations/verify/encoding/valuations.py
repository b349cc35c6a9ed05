"""Valuations: what a solver chose to make a system take a bad step, and a single step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value


@dataclass(frozen=True)
class Moment:
    """A state of a system over scalars, and a step from it.

    values: of parameters, registers and inputs. after: of the registers after the step; nothing at the start.
    """

    values: Mapping[Term, Value]
    after: Mapping[Term, Value]


@dataclass(frozen=True)
class Valuation:
    """What makes a system take a bad step.

    parameters: their values. steps: the inputs of each step. functions: by name, what each declared function is of
    the arguments that it was applied to.
    """

    parameters: Mapping[Term, Value]
    steps: tuple[Mapping[Term, Value], ...]
    functions: Mapping[str, Mapping[tuple[Value, ...], Value]]
