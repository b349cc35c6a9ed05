"""How proofs ask z3: within a limit, the same answer to the same question, and no answer is never a no."""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import z3

from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import TotalMap, Value
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.encoding.encode import Encoder


class Deadline:
    """A limit for several questions together."""

    def __init__(self, milliseconds: int) -> None:
        """Begin now."""
        self._until = time.monotonic() + milliseconds / 1000

    def left(self) -> int:
        """The milliseconds that are left; Undecided if there are none."""
        left = int((self._until - time.monotonic()) * 1000)
        if left <= 0:
            raise Undecided("no time is left for further questions")
        return left


def new_solver(milliseconds: int, context: Any = None) -> Any:
    """A solver that gives up after this time."""
    solver = z3.SimpleSolver(ctx=context)
    solver.set("timeout", milliseconds)
    solver.set("random_seed", 0)
    return solver


def model_of(solver: Any, assumptions: Sequence[Any] = ()) -> Any | None:
    """The solver's model, None if there is none; Undecided if it does not say."""
    answer = solver.check(*assumptions)
    if answer == z3.unknown:
        raise Undecided(f"z3 gives up: {solver.reason_unknown()}")
    return solver.model() if answer == z3.sat else None


def is_unsatisfiable(formula: Term, milliseconds: int) -> bool:
    """Whether the formula cannot hold; Undecided if the solver does not say."""
    solver = new_solver(milliseconds)
    solver.add(Encoder()(formula))
    return model_of(solver) is None


def python_value(value: Any) -> Value | None:
    """The Python value of a z3 literal, or None if it is none."""
    if z3.is_true(value) or z3.is_false(value):
        return z3.is_true(value)
    if z3.is_int_value(value):
        return value.as_long()
    if z3.is_rational_value(value):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    return _python_map(value)


def _python_map(value: Any) -> TotalMap | None:
    entries: dict[int, Value] = {}
    while z3.is_store(value):
        value, key, entry = value.children()
        entries.setdefault(key.as_long(), python_value(entry))
    if not z3.is_const_array(value):
        return None
    default = python_value(value.arg(0))
    return None if default is None or None in entries.values() else TotalMap(default, entries)
