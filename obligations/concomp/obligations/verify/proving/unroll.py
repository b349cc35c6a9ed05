"""Bounded search.

The shortest sequence of steps that ends with a bad one, found by asking for one step, then two, and so on. Among
those of this length one with small values is taken: numbers near zero, few opaque values.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import z3

from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, MapSort, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.encode import Encoder, solver_constant, solver_function, solver_value
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.valuations import Valuation
from concomp.obligations.verify.proving.solving import python_value

BOUNDS = (1, 2, 3, 5, 8, 16)
SMALL = tuple(Fraction(number) for number in (0, 1, -1, 2, -2, 3, -3))
TOKENS = tuple(Fraction(number) for number in (1, 2, 3, 4, 5, 6, 7, 8, 0))
ROUNDING = 8


class Undecided(RuntimeError):
    """The solver did not answer, or not with numbers; `searched` lengths were settled before."""

    def __init__(self, reason: str, searched: int) -> None:
        super().__init__(reason)
        self.searched = searched


def search(
    system: System, depth: int, tokens: frozenset[Term] = frozenset(), seconds: float = 60, polish: float = 2
) -> Valuation | None:
    """A shortest way of at most `depth` steps to a bad step of a system over scalars, or None if there is none.

    tokens: inputs, parameters and applications that are numbers of opaque values. polish: how many of the seconds to
    spend on small values. Raises Undecided if a length is not settled in time.
    """
    unrolling = _Unrolling(system)
    deadline = time.monotonic() + seconds
    for length in range(1, depth + 1):
        unrolling.extend()
        answer = unrolling.check(deadline)
        if answer == z3.sat:
            return _Polish(unrolling, tokens, min(deadline, time.monotonic() + polish)).valuation(deadline)
        if answer != z3.unsat:
            raise Undecided(f"no answer for sequences of length {length}: {unrolling.reason}", length - 1)
        unrolling.go_on()
    return None


class _Unrolling:
    """The paths of a system of one length, and whether one ends with a bad step."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.solver = z3.Solver()
        self.solver.set("random_seed", 1)
        self.inputs: list[dict[Term, Any]] = []
        rigid = Encoder()
        self.encoders = [rigid]
        self.parameters = {parameter.symbol: rigid(parameter.symbol) for parameter in system.parameters}
        self.solver.add(*[rigid(parameter.constraint) for parameter in system.parameters])
        self._registers = {register.symbol: rigid(register.initial) for register in system.registers}

    @property
    def length(self) -> int:
        return len(self.inputs)

    @property
    def reason(self) -> str:
        return str(self.solver.reason_unknown())

    def extend(self) -> None:
        """Add a step and ask that it be bad."""
        inputs = {leaf: solver_constant(leaf, f"@{self.length + 1}") for leaf in self.system.inputs}
        self.inputs.append(inputs)
        known = {**self.parameters, **self._registers, **inputs}
        self.encoders.append(Encoder(known.__getitem__))
        self.solver.push()
        self.solver.add(self.encoders[-1](self.system.bad))

    def go_on(self) -> None:
        """Ask that the last step be allowed instead, and take it."""
        self.solver.pop()
        encoder = self.encoders[-1]
        self.solver.add(encoder(self.system.allowed))
        self._registers = {register.symbol: encoder(register.update) for register in self.system.registers}

    def check(self, deadline: float) -> Any:
        """The solver's answer, unknown if the time is over."""
        left = deadline - time.monotonic()
        if left <= 0:
            return z3.unknown
        self.solver.set("timeout", max(1, int(left * 1000)))
        return self.solver.check()


class _Polish:
    """A search among the models of one length for one with small values."""

    def __init__(self, unrolling: _Unrolling, tokens: frozenset[Term], deadline: float) -> None:
        self._unrolling = unrolling
        self._solver = unrolling.solver
        self._tokens = tokens
        self._deadline = deadline
        self._model = unrolling.solver.model()
        chosen = [unrolling.parameters, *unrolling.inputs]
        self._chosen = [(leaf, constant) for each in chosen for leaf, constant in each.items()]
        self._applied = list(_applications(unrolling.encoders))
        self._opaque = {each.data.name for each in tokens if isinstance(each.data, Declared)}

    def valuation(self, deadline: float) -> Valuation:
        """The values of a model with small ones; Undecided if some are not rational."""
        self._bound()
        for leaf, constant in self._chosen:
            if not isinstance(leaf.sort, MapSort):
                self._prefer(leaf.sort, constant, self._preferences(leaf.sort, leaf in self._tokens))
        for symbol, applied in self._applied:
            self._prefer(symbol.result, applied, self._preferences(symbol.result, symbol.name in self._opaque))
        self._deadline = deadline
        for _, constant in self._chosen:
            self._make_rational(constant)
        return self._read()

    def _bound(self) -> None:
        """Let all numbers of opaque values, and all other numbers, be below the least of some bounds that allows it."""
        numbers = [(leaf, constant) for leaf, constant in self._chosen if leaf.sort in (INT, REAL)]
        opaque = [constant for leaf, constant in numbers if leaf in self._tokens]
        others = [constant for leaf, constant in numbers if leaf not in self._tokens]
        self._first([[z3.And(number >= 1, number <= bound) for number in opaque] for bound in BOUNDS])
        self._first([[z3.And(-bound <= number, number <= bound) for number in others] for bound in BOUNDS])
        applied = [value for symbol, value in self._applied if symbol.result in (INT, REAL)]
        self._first([[z3.And(-bound <= number, number <= bound) for number in applied] for bound in BOUNDS])

    def _first(self, choices: Sequence[list[Any]]) -> None:
        """Add the first of some lists of conditions that is possible, if one is."""
        next((choice for choice in choices if not choice or self._try(choice)), None)

    def _prefer(self, sort: Sort, chosen: Any, preferred: Sequence[Value]) -> None:
        """Fix one choice at the first of the values preferred that is possible."""
        for value in preferred:
            wanted = chosen == solver_value(sort, value)
            if z3.is_true(self._model.eval(wanted, model_completion=True)):
                self._solver.add(wanted)
                return
            if self._try([wanted]):
                return

    def _preferences(self, sort: Sort, opaque: bool) -> Sequence[Value]:
        if sort == BOOL:
            return (False,)
        if opaque:
            return [value.numerator for value in TOKENS]
        return [value.numerator for value in SMALL] if sort == INT else SMALL

    def _make_rational(self, constant: Any) -> None:
        value = self._model.eval(constant, model_completion=True)
        if not z3.is_algebraic_value(value):
            return
        if not any(self._try([constant == value.approx(places)]) for places in range(1, ROUNDING)):
            raise Undecided(f"{constant} has no rational value near {value}", self._unrolling.length - 1)

    def _try(self, conditions: list[Any]) -> bool:
        """Add conditions if a model satisfies them besides all others."""
        self._solver.push()
        self._solver.add(*conditions)
        answer = self._unrolling.check(self._deadline)
        model = self._solver.model() if answer == z3.sat else None
        self._solver.pop()
        if model is None:
            return False
        self._model = model
        self._solver.add(*conditions)
        return True

    def _read(self) -> Valuation:
        functions: dict[str, dict[tuple[Value, ...], Value]] = {}
        for symbol, applied in self._applied:
            key = tuple(map(self._value, applied.children()))
            functions.setdefault(symbol.name, {})[key] = self._value(applied)
        parameters, *steps = [
            {leaf: self._value(constant) for leaf, constant in each.items()}
            for each in (self._unrolling.parameters, *self._unrolling.inputs)
        ]
        return Valuation(parameters, tuple(steps), functions)

    def _value(self, expression: Any) -> Value:
        value = python_value(self._model.eval(expression, model_completion=True))
        if value is None:
            raise Undecided(f"the solver's value of {expression} cannot be read", self._unrolling.length - 1)
        return value


def _applications(encoders: Sequence[Encoder]) -> Iterator[tuple[Declared[Any], Any]]:
    """The applications of declared functions, each with its function."""
    for encoder in encoders:
        for term, arguments in encoder.applications.items():
            assert isinstance(term.data, Declared)
            yield term.data, solver_function(term.data)(*arguments)
