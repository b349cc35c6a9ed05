"""Systems without declared functions.

A proof may know of a declared function only that it is one. Each application becomes an arbitrary value, equal to
that of every earlier application to equal arguments; where the arguments speak of parameters alone, it is one value
for the whole run, so that what is assumed of the parameters binds the steps too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.substitution import rebuild
from concomp.model.language.syntax.terms import LEAVES, TRUE, Term
from concomp.obligations.verify.encoding.systems import System


def without_applications(system: System) -> System:
    """The system with every application of a declared function made an input, or a parameter.

    It can take every step that the given one can, so what is proved of it is so of that one.
    """
    abstraction = _Applications()
    for term in terms.descendants(_roots(system)):
        if term.operator == "apply" and _rigid(term.arguments):
            abstraction.of(term)
    constraints = [abstraction.of(parameter.constraint) for parameter in system.parameters]
    initial = [abstraction.of(register.initial) for register in system.registers]
    updates = [abstraction.of(register.update) for register in system.registers]
    allowed, bad = abstraction.of(system.allowed), abstraction.of(system.bad)
    parameters = map(_with_constraint, system.parameters, constraints)
    rigid = [ParameterDefinition(terms.leaf_name(leaf), leaf, TRUE) for leaf in abstraction.parameters]
    registers = zip(system.registers, initial, updates, strict=True)
    return System(
        system.name,
        tuple(replace(register, initial=first, update=following) for register, first, following in registers),
        (*system.inputs, *abstraction.inputs),
        (*rigid, *parameters),
        allowed,
        bad,
    )


def _roots(system: System) -> list[Term]:
    constraints = [parameter.constraint for parameter in system.parameters]
    states = [term for register in system.registers for term in (register.initial, register.update)]
    return [*constraints, *states, system.allowed, system.bad]


def _with_constraint(parameter: ParameterDefinition, constraint: Term) -> ParameterDefinition:
    return replace(parameter, constraint=constraint)


class _Applications:
    """What stands for each application, in the order in which they are met; those of parameters alone come first."""

    def __init__(self) -> None:
        self.inputs: list[Term] = []
        self.parameters: list[Term] = []
        self._met: dict[Any, list[tuple[tuple[Term, ...], Term]]] = {}
        self._image: dict[Term, Term] = {}

    def of(self, root: Term) -> Term:
        for term in terms.descendants([root]):
            if term not in self._image:
                arguments = tuple(self._image[argument] for argument in term.arguments)
                applied = term.operator == "apply"
                self._image[term] = self._value(term, arguments) if applied else rebuild(term, arguments)
        return self._image[root]

    def _value(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        met = self._met.setdefault(term.data, [])
        known = next((value for earlier, value in met if earlier == arguments), None)
        if known is not None:
            return known
        value = self._arbitrary(term, f"{getattr(term.data, 'name', '')} {len(met) + 1}", _rigid(arguments))
        for earlier, same in reversed(met):
            value = terms.choice(terms.conjunction(map(terms.equality, arguments, earlier)), same, value)
        met.append((arguments, value))
        return value

    def _arbitrary(self, term: Term, name: str, rigid: bool) -> Term:
        leaf = terms.leaf("parameter" if rigid else "message", term.sort, name)
        (self.parameters if rigid else self.inputs).append(leaf)
        return leaf


def _rigid(arguments: tuple[Term, ...]) -> bool:
    return not any(each.operator in LEAVES - {"constant", "parameter"} for each in terms.descendants(arguments))
