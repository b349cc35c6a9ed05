"""Walks: what a system does, evaluated by the book, on inputs that somebody chose.

The system is the one that a question consists of, in the language's own terms: nothing of its scalar form is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.language.readings.evaluation import Program
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.substitution import rebuild
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import looked_at

Values = Mapping[Term, Value]


@dataclass(frozen=True)
class Step:
    """A step: the registers before it, its inputs, the registers after it, and whether it is allowed, and bad."""

    before: Values
    inputs: Values
    after: Values
    allowed: bool
    bad: bool


class Walker:
    """A system with values for its parameters and meanings for what it declares."""

    def __init__(self, system: System, parameters: Mapping[str, Value], meanings: Mapping[Declared[Any], Meaning]):
        """Take the system, the values by name, and the meanings."""
        self.system = system
        self.meanings = meanings
        self.parameters: Values = {each.symbol: parameters[each.name] for each in system.parameters}
        step = [system.allowed, system.bad, *(each.update for each in system.registers)]
        initial = [each.initial for each in system.registers]
        constraints = [each.constraint for each in system.parameters]
        self._step, self._initial, self._constraints, self._indices = (
            Program(_with_meanings(roots, meanings)) for roots in (step, initial, constraints, looked_at(system))
        )

    @property
    def fits(self) -> bool:
        """Whether the values satisfy the constraints on parameters."""
        return all(self._constraints(self.parameters))

    @property
    def initial(self) -> Values:
        """The registers before the first step."""
        return self._by_symbol(self._initial(self.parameters))

    def step(self, before: Values, inputs: Values) -> Step:
        """What the system does on these inputs."""
        allowed, bad, *after = self._step({**self.parameters, **before, **inputs})
        return Step(before, inputs, self._by_symbol(after), allowed, bad)

    def indices(self, step: Step) -> frozenset[int]:
        """The indices of maps that a step looks at."""
        found: Sequence[Any] = self._indices({**self.parameters, **step.before, **step.inputs})
        return frozenset(found)

    def walk(self, chosen: Sequence[Mapping[str, Value]]) -> list[Step]:
        """The steps on inputs by name, up to the first that is not allowed, or is bad."""
        taken: list[Step] = []
        before = self.initial
        for inputs in chosen:
            taken.append(self.step(before, {leaf: inputs[terms.leaf_name(leaf)] for leaf in self.system.inputs}))
            if taken[-1].bad or not taken[-1].allowed:
                break
            before = taken[-1].after
        return taken

    def trace(self, steps: Sequence[Step]) -> Trace:
        """The same as a trace, which functions can be run on."""
        return Trace(
            {each.name: self.parameters[each.symbol] for each in self.system.parameters},
            tuple({terms.leaf_name(leaf): value for leaf, value in step.inputs.items()} for step in steps),
            self.meanings,
        )

    def _by_symbol(self, values: Sequence[Value]) -> Values:
        return {each.symbol: value for each, value in zip(self.system.registers, values, strict=True)}


def declared(system: System) -> Iterator[Declared[Any]]:
    """The declared relations and functions that a system uses."""
    found = (term.data for term in terms.descendants(roots(system)) if term.operator == "apply")
    return iter(dict.fromkeys(each for each in found if isinstance(each, Declared)))


def roots(system: System) -> list[Term]:
    """Every term that a system consists of."""
    states = [term for each in system.registers for term in (each.initial, each.update)]
    return [system.allowed, system.bad, *states, *(each.constraint for each in system.parameters)]


def _with_meanings(listed: Sequence[Term], meanings: Mapping[Declared[Any], Meaning]) -> list[Term]:
    """The terms, each declared symbol with its own meaning: two functions may have symbols of one name."""
    given = {symbol: replace(symbol, meaning=meaning) for symbol, meaning in meanings.items()}
    image: dict[Term, Term] = {}
    for term in terms.descendants(listed):
        arguments = tuple(image[argument] for argument in term.arguments)
        if term.operator == "apply" and isinstance(term.data, Declared):
            image[term] = terms.make("apply", arguments, given.get(term.data, term.data))
        else:
            image[term] = rebuild(term, arguments)
    return [image[root] for root in listed]
