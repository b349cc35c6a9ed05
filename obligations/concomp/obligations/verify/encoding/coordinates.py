"""Systems at one arbitrary coordinate.

A proof about vectors of every length is a proof about one arbitrary coordinate, the same for the whole run: each vector
becomes its entry there. Three things are not said of one coordinate: that two vectors are equal, that a condition holds
at every coordinate, and what a declared function is of a vector. The first two become truth values that are chosen in
each step, and so does a coordinate for each, its witness: if the value is true the condition holds at the arbitrary
coordinate and at all witnesses, and if it is false, it fails at its own witness. The third becomes an arbitrary value,
the same for two runs that give it equal vectors. An invariant holds of every coordinate, so a step may assume it of the
witnesses. What is proved of such a system is so of the one with vectors of any length from 1 up; a bad run of it means
nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.substitution import rebuild, substitute, substitute_all
from concomp.model.language.syntax.terms import FALSE, LEAVES, TRUE, Term
from concomp.model.language.syntax.vectors.open_vectors import Each, Every, Everywhere, OpenVectorSort, entry_of
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.obligation import Instance, Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.twins import twins

ANY = "[any]"
"""How the name of an entry at the arbitrary coordinate ends."""


@dataclass(frozen=True)
class AtAnyCoordinate:
    """A system whose vectors are their entries at one arbitrary coordinate.

    witnesses: the coordinates at which a step may assume an invariant too.
    """

    system: System
    witnesses: tuple[Instance, ...]

    def assumed(self, obligation: Obligation) -> Obligation:
        """An obligation about the system, with the invariant assumed at the witnesses."""
        return replace(obligation, instances=(*obligation.instances, *self.witnesses))


def has_open_vectors(system: System) -> bool:
    """Whether the length of some vector of the system is a parameter."""
    return bool(_lengths(system))


def at_any_coordinate(system: System) -> AtAnyCoordinate:
    """A system over scalars, its vectors whose length is a parameter at one arbitrary coordinate.

    Raises Unsupported where an initial value says something of all coordinates.
    """
    if not has_open_vectors(system):
        return AtAnyCoordinate(system, ())
    looking = _Coordinates()
    constraints = [looking.scalar(each.constraint) for each in system.parameters]
    initial = [looking.entry(each.initial) for each in system.registers]
    if looking.conditions:
        raise Unsupported(f"{system.name} begins with what is said of all coordinates; let the first message say it")
    updates = [looking.entry(each.update) for each in system.registers]
    allowed, bad = looking.scalar(system.allowed), looking.scalar(system.bad)
    open_registers = [each.symbol for each in system.registers if isinstance(each.symbol.sort, OpenVectorSort)]
    looking.note(open_registers)
    law = looking.law()
    listed = zip(system.registers, initial, updates, strict=True)
    registers = [_register(register, *values) for register, *values in listed]
    parameters = [
        *(ParameterDefinition(terms.leaf_name(leaf), leaf, TRUE) for leaf in looking.rigid),
        *(replace(each, constraint=held) for each, held in zip(system.parameters, constraints, strict=True)),
    ]
    inputs = [*map(entry_leaf, system.inputs), *looking.inputs]
    allowed, bad = (terms.conjunction([law, each]) for each in (allowed, bad))
    scalar = System(system.name, tuple(registers), tuple(inputs), tuple(parameters), allowed, bad)
    return AtAnyCoordinate(without_idle(scalar, _lengths(system)), tuple(looking.instances(open_registers)))


def without_idle(system: System, names: Collection[str]) -> System:
    """The system without those of these parameters that nothing speaks of but their own constraints.

    It can take every step that the given one can.
    """
    stated = {each.symbol: each.constraint for each in system.parameters}
    spoken = [
        *(term for each in system.registers for term in (each.initial, each.update)),
        *(system.allowed, system.bad),
    ]

    def is_idle(parameter: ParameterDefinition) -> bool:
        others = [constraint for symbol, constraint in stated.items() if symbol is not parameter.symbol]
        return parameter.name in names and parameter.symbol not in set(terms.descendants([*spoken, *others]))

    return replace(system, parameters=tuple(each for each in system.parameters if not is_idle(each)))


def _lengths(system: System) -> set[str]:
    sorts = (term.sort for term in terms.descendants(_roots(system)))
    return {sort.length for sort in sorts if isinstance(sort, OpenVectorSort)}


def entry_leaf(leaf: Term) -> Term:
    """What stands for a leaf: of a vector its entry at the arbitrary coordinate, else itself."""
    return _at(leaf, ANY) if isinstance(leaf.sort, OpenVectorSort) else leaf


def entry_at_any(root: Term) -> Term:
    """The entry of a vector at the arbitrary coordinate; Unsupported if to say it takes more than that coordinate."""
    looking = _Coordinates()
    entry = looking.entry(root)
    if looking.conditions:
        raise Unsupported("it asks of one coordinate what holds at all of them")
    if looking.values:
        raise Unsupported("it asks what a declared function is of a vector")
    return entry


@dataclass(frozen=True)
class _Condition:
    """A condition on all coordinates: the truth value that stands for it, and what it says of the arbitrary one."""

    holds: Term
    there: Term


class _Coordinates:
    """What stands for vectors and for what is said of them.

    conditions: on all coordinates. values: of declared functions of vectors, by application. rigid: those of them that
    stay the same for the whole run.
    """

    def __init__(self) -> None:
        self.conditions: list[_Condition] = []
        self.values: dict[Term, Term] = {}
        self.rigid: list[Term] = []
        self._open: dict[Term, None] = {}
        self._image: dict[Term, Term] = {}

    def scalar(self, root: Term) -> Term:
        """The term, with what is said of all coordinates, and of vectors, replaced."""
        assert not isinstance(root.sort, OpenVectorSort)
        return self.entry(root)

    def entry(self, root: Term) -> Term:
        """The entry of a vector at the arbitrary coordinate; of what is none, what stands for it."""
        for term in terms.descendants([root]):
            if term not in self._image:
                self._image[term] = self._of(term, [self._image[argument] for argument in term.arguments])
        return self._image[root]

    @property
    def inputs(self) -> list[Term]:
        """What is chosen in each step besides the inputs of the system."""
        chosen = [each.holds for each in self.conditions]
        values = [each for each in self.values.values() if each not in self.rigid]
        copies = [_at(leaf, _witness(number)) for number in range(len(self.conditions)) for leaf in self._open]
        return [*chosen, *values, *copies]

    def law(self) -> Term:
        """What the choices of each step have to do with each other."""
        # Those on arguments of functions come last, and may speak of vectors that nothing else does.
        congruences = list(self._congruences())
        everywhere = [terms.implication(each.holds, each.there) for each in self.conditions]
        return terms.conjunction([*congruences, *everywhere, *self._at_witnesses()])

    def instances(self, registers: Iterable[Term]) -> Iterator[Instance]:
        """The witnesses, as coordinates at which an invariant holds."""
        listed = list(registers)
        for number in range(len(self.conditions)):
            copies = tuple((entry_leaf(each), _at(each, _witness(number))) for each in listed)
            if copies:
                yield Instance(TRUE, copies, copies)

    def note(self, registers: Iterable[Term]) -> None:
        """Have copies of these registers at all witnesses, whatever the conditions speak of."""
        self._open.update(dict.fromkeys(registers))

    def _at_witnesses(self) -> Iterator[Term]:
        there = [each.there for each in self.conditions]
        for number, own in enumerate(self.conditions):
            copies = {entry_leaf(leaf): _at(leaf, _witness(number)) for leaf in self._open}
            for place, (each, said) in enumerate(zip(self.conditions, substitute_all(there, copies), strict=True)):
                yield terms.implication(each.holds, said)
                if place == number:
                    yield terms.disjunction([own.holds, terms.negation(said)])

    def _congruences(self) -> Iterator[Term]:
        """A declared function of equal arguments has equal values, in two runs of one function."""
        for one, other in twins(list(self.values)):
            same = [self.entry(terms.equality(*pair)) for pair in zip(one.arguments, other.arguments, strict=True)]
            yield terms.implication(terms.conjunction(same), terms.equality(self.values[one], self.values[other]))

    def _of(self, term: Term, arguments: list[Term]) -> Term:
        match term.operator:
            case "constant" if isinstance(term.sort, OpenVectorSort):
                value = terms.constant_value(term)
                assert isinstance(value, Everywhere)
                return terms.constant(term.sort.entry, value.entry)
            case "apply" if isinstance(term.data, Each):
                return substitute(term.data.body, dict(zip(term.data.hollows, arguments, strict=True)))
            case "apply" if isinstance(term.data, Every):
                return self._everywhere(arguments[0])
            case "equal" if isinstance(term.arguments[0].sort, OpenVectorSort):
                return self._everywhere(terms.equality(*arguments))
            case "apply" if any(isinstance(each.sort, OpenVectorSort) for each in term.arguments):
                return self._value(term)
            case operator if operator in LEAVES and isinstance(term.sort, OpenVectorSort):
                self._open[term] = None
                return entry_leaf(term)
        return rebuild(term, tuple(arguments))

    def _everywhere(self, there: Term) -> Term:
        """What stands for a condition on all coordinates, of which this is said of the arbitrary one."""
        if there in (TRUE, FALSE):
            return there
        known = next((each for each in self.conditions if each.there is there), None)
        if known is None:
            known = _Condition(terms.leaf("message", BOOL, f"everywhere {len(self.conditions) + 1}"), there)
            self.conditions.append(known)
        return known.holds

    def _value(self, term: Term) -> Term:
        """What stands for a declared function of vectors."""
        if term not in self.values:
            rigid = not any(each.operator in ("register", "message") for each in terms.descendants(term.arguments))
            assert isinstance(term.data, Declared)
            symbol: Declared[Any] = term.data
            name = f"{symbol.name} of a vector {len(self.values) + 1}"
            self.values[term] = terms.leaf("parameter" if rigid else "message", term.sort, name)
            if rigid:
                self.rigid.append(self.values[term])
        return self.values[term]


def _register(register: RegisterDefinition, initial: Term, update: Term) -> RegisterDefinition:
    symbol = entry_leaf(register.symbol)
    return RegisterDefinition(terms.leaf_name(symbol), symbol, initial, update)


def _at(leaf: Term, place: str) -> Term:
    """What stands for the entry of a vector at a coordinate."""
    kind = leaf.operator if place == ANY else "message"
    return terms.leaf(kind, entry_of(leaf.sort), f"{terms.leaf_name(leaf)}{place}")


def _witness(number: int) -> str:
    return f"[witness {number + 1}]"


def _roots(system: System) -> list[Term]:
    states = [term for each in system.registers for term in (each.initial, each.update)]
    return [*states, *(each.constraint for each in system.parameters), *system.inputs, system.allowed, system.bad]
