"""Systems without maps.

A proof about all indices is a proof about one arbitrary index. Each map is replaced by its value at that index, which
stays the same for the whole run; what is read at another index becomes an input, and an invariant, because the index
is arbitrary, may be assumed there too. What is proved of such a system is so of the one with maps; a bad run of it
means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort, Sort
from concomp.model.language.syntax.substitution import rebuild, substitute_all
from concomp.model.language.syntax.terms import FALSE, Term
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.counting import IN_VECTOR, are_truths, families
from concomp.obligations.verify.encoding.obligation import Instance, Obligation
from concomp.obligations.verify.encoding.sums import Sums, Touched, with_sums
from concomp.obligations.verify.encoding.systems import System

INDEX = terms.leaf("parameter", INT, "the index")
"""The arbitrary index of a system that does not bring one."""
OTHER_INDEX = terms.leaf("parameter", INT, "the other index")
"""The second arbitrary index, where one does not say enough."""
ARBITRARY = (INDEX, OTHER_INDEX)
"""The indices that no function brings."""


def has_maps(system: System) -> bool:
    """Whether a register of the system is a map."""
    return any(isinstance(register.symbol.sort, MapSort) for register in system.registers)


def keys(system: System) -> tuple[Term, ...]:
    """The indices that a step reads maps at, those that speak of a message alone first."""
    read = [term.arguments[1] for term in terms.descendants(_step(system)) if term.operator == "read"]
    distinct = list(dict.fromkeys(read))
    return tuple(sorted(distinct, key=lambda key: key.operator != "message"))


def focus(system: System, key: Term, index: Term = INDEX) -> System:
    """The system with an arbitrary index; a bad step counts if it is at this index.

    It is safe if and only if the given one is, since the index may be any.
    """
    definition = ParameterDefinition(terms.leaf_name(index), index, terms.TRUE)
    bad = terms.conjunction([system.bad, terms.equality(key, index)])
    return replace(system, parameters=(*system.parameters, definition), bad=bad)


def with_values(system: System, held: Iterable[Term], key: Term) -> System:
    """The system with an arbitrary value for each of these maps; a bad step counts if they hold these at the key."""
    for each in held:
        system = focus(system, terms.make("read", (each, key)), value_of(each))
    return system


def value_of(held: Term) -> Term:
    """The arbitrary value of a map, or of its entry at the arbitrary index."""
    whole = terms.leaf_name(held).removesuffix(f" at {terms.leaf_name(INDEX)}")
    sort = _entry_sort(held.sort) if isinstance(held.sort, MapSort) else held.sort
    return terms.leaf("parameter", sort, f"the value of {whole}")


def maps_at(system: System, index: Term) -> Mapping[Term, Term]:
    """The entry at an index of each map, as a register of the tracked system, with the map."""
    maps = [each.symbol for each in system.registers if isinstance(each.symbol.sort, MapSort)]
    return {entry_at(each, index): each for each in maps}


def numbered_indices(system: System) -> tuple[Term, ...]:
    """The indices 1, …, k, if a vector of k truth values limits how many indices there are; else none."""
    vectors = families([each.symbol for each in system.registers], IN_VECTOR)
    sizes = [len(vector) for vector in vectors if are_truths(vector)]
    return tuple(terms.constant(INT, place) for place in range(1, max(sizes, default=0) + 1))


def looked_at(system: System) -> tuple[Term, ...]:
    """The indices that a step stores at, then those that it only reads."""
    below = list(terms.descendants(_step(system)))
    both = [term.arguments[1] for operator in ("store", "read") for term in below if term.operator == operator]
    return tuple(dict.fromkeys(both))


def track(system: System, indices: Sequence[Term] = (), parts: Sequence[Term] = ()) -> Obligation:
    """The obligation about a system whose maps are known at these indices only.

    indices: integers among the system's parameters, each as arbitrary as its constraint says, or numbers.
    parts: what is summed up over all indices, in terms of the first of these and of the entries there.
    Raises Unsupported if maps are used otherwise than by reading and storing.
    """
    tracking = _Tracking(tuple(indices))
    registers = [each for register in system.registers for each in tracking.registers(register)]
    touched = [_touched(tracking, system, indices[0], key) for key in looked_at(system)] if parts else []
    constraints = [tracking.scalar(parameter.constraint) for parameter in system.parameters]
    allowed, bad = tracking.scalar(system.allowed), tracking.scalar(system.bad)
    elsewhere = [key for key in tracking.read_at if key not in tracking.indices]
    arbitrary = [index for index in indices if not terms.is_constant(index)]
    dependent = _dependent(system, arbitrary)
    instances: list[Instance] = []
    if not any(isinstance(symbol.sort, MapSort) for symbol in dependent):
        instances = [_instance(tracking, system, index, key, dependent) for index in arbitrary for key in elsewhere]
    parameters = zip(system.parameters, constraints, strict=True)
    scalar = System(
        system.name,
        tuple(registers),
        (*(leaf for leaf in system.inputs if not isinstance(leaf.sort, MapSort)), *tracking.inputs),
        tuple(replace(parameter, constraint=constraint) for parameter, constraint in parameters),
        allowed,
        bad,
    )
    uncovered = _uncovered_step(tracking, system, {*arbitrary, *dependent}) if instances else FALSE
    if not parts:
        return Obligation(scalar, tuple(instances), uncovered)
    sums = Sums(indices[0], tuple(parts), tuple(each.key for each in touched))
    return Obligation(with_sums(scalar, sums, touched), tuple(instances), uncovered, sums=sums)


def at_indices(condition: Term, indices: Sequence[Term]) -> Term:
    """A condition on a system whose maps are known at these indices; Unsupported if it looks at another key."""
    tracking = _Tracking(tuple(indices))
    scalar = tracking.scalar(condition)
    if tracking.inputs:
        raise Unsupported("the condition looks at a key that is none of the indices")
    return scalar


@dataclass(frozen=True)
class _Place:
    """Where nothing is known of a register: at a key that a step reads, in the place of an index if that matters."""

    register: Term
    key: Term
    index: Term | None = None


class _Tracking:
    """What stands for each map at each key."""

    def __init__(self, indices: tuple[Term, ...]) -> None:
        self.indices = indices
        self.inputs: list[Term] = []
        self.read_at: list[Term] = []
        self.unread: dict[_Place, Term] = {}
        self._image: dict[Term, Term] = {}
        self._entries: dict[tuple[Term, Term], Term] = {}

    def registers(self, register: RegisterDefinition) -> Iterator[RegisterDefinition]:
        """The scalar registers for one register: itself, or its entry at each index."""
        if not isinstance(register.symbol.sort, MapSort):
            initial, update = self.scalar(register.initial), self.scalar(register.update)
            yield replace(register, initial=initial, update=update)
            return
        for index in self.indices:
            symbol = entry_at(register.symbol, index)
            initial, update = (self.entry(term, index) for term in (register.initial, register.update))
            yield RegisterDefinition(terms.leaf_name(symbol), symbol, initial, update)

    def scalar(self, root: Term) -> Term:
        """The term with every reading of a map replaced."""
        for term in terms.descendants([root]):
            if term not in self._image and not isinstance(term.sort, MapSort):
                self._image[term] = self._scalar(term)
        return self._image[root]

    def _scalar(self, term: Term) -> Term:
        if term.operator == "read":
            return self.entry(term.arguments[0], self._image[term.arguments[1]])
        if term.operator == "equal" and isinstance(term.arguments[0].sort, MapSort):
            return self._equal_maps(*term.arguments)
        if any(isinstance(argument.sort, MapSort) for argument in term.arguments):
            raise Unsupported(f"{term.operator!r} of maps cannot be proved about; speak of their entries")
        return rebuild(term, tuple(self._image[argument] for argument in term.arguments))

    def entry(self, total: Term, key: Term) -> Term:
        """The entry of a map at a key, both as the step has them."""
        if (total, key) not in self._entries:
            self._entries[total, key] = self._entry(total, key)
        return self._entries[total, key]

    def _entry(self, total: Term, key: Term) -> Term:
        arguments = total.arguments
        match total.operator:
            case "constant":
                return _constant_entry(total, key)
            case "store":
                stored_at, value = self.scalar(arguments[1]), self.scalar(arguments[2])
                return terms.choice(terms.equality(key, stored_at), value, self.entry(arguments[0], key))
            case "choice":
                then, otherwise = self.entry(arguments[1], key), self.entry(arguments[2], key)
                return terms.choice(self.scalar(arguments[0]), then, otherwise)
            case "register":
                return self._leaf_entry(total, key)
            case _:
                raise Unsupported(f"{total} is a map that is not a register; pass its entries instead")

    def _leaf_entry(self, leaf: Term, key: Term) -> Term:
        if key in self.indices:
            return entry_at(leaf, key)
        if key not in self.read_at:
            self.read_at.append(key)
        earlier = self.read_at[: self.read_at.index(key)]
        value = self.unknown(_Place(leaf, key))
        for known in reversed([*self.indices, *earlier]):
            value = terms.choice(terms.equality(key, known), self.entry(leaf, known), value)
        return value

    def unknown(self, place: _Place) -> Term:
        """The input that stands for a register's value at a key that is none of those met before."""
        if place not in self.unread:
            sort = place.register.sort
            replaced = "" if place.index is None else f" for {terms.leaf_name(place.index)}"
            name = f"{terms.leaf_name(place.register)} at key {self.read_at.index(place.key) + 1}{replaced}"
            fresh = terms.leaf("message", _entry_sort(sort) if isinstance(sort, MapSort) else sort, name)
            self.unread[place] = fresh
            self.inputs.append(fresh)
        return self.unread[place]

    def _equal_maps(self, left: Term, right: Term) -> Term:
        """Arbitrary, but no more than the entries at the indices allow."""
        unknown = terms.leaf("message", BOOL, f"equality of maps {len(self.inputs) + 1}")
        self.inputs.append(unknown)
        same = [terms.equality(self.entry(left, index), self.entry(right, index)) for index in self.indices]
        return terms.conjunction([unknown, *same])


def _instance(tracking: _Tracking, system: System, index: Term, key: Term, dependent: set[Term]) -> Instance:
    """The invariant at a key that a step reads, in the place of one of the indices."""
    unread: dict[Term, Term] = {}
    mapping: dict[Term, Term] = {index: key}
    for register in system.registers:
        if isinstance(register.symbol.sort, MapSort):
            symbol = entry_at(register.symbol, index)
            mapping[symbol] = tracking.entry(register.symbol, key)
            unread[symbol] = tracking.unknown(_Place(register.symbol, key))
        elif register.symbol in dependent:
            other = tracking.unknown(_Place(register.symbol, key, index))
            mapping[register.symbol] = terms.choice(terms.equality(key, index), register.symbol, other)
            unread[register.symbol] = other
    constraints = [tracking.scalar(parameter.constraint) for parameter in system.parameters]
    there = substitute_all(constraints, {index: key})
    guard = terms.conjunction(moved for moved, own in zip(there, constraints, strict=True) if moved is not own)
    return Instance(guard, tuple(mapping.items()), tuple(unread.items()))


def _touched(tracking: _Tracking, system: System, index: Term, key: Term) -> Touched:
    """An index that a step looks at, in the place of the arbitrary one."""
    place = tracking.scalar(key)
    before: dict[Term, Term] = {index: place}
    after: dict[Term, Term] = {index: place}
    for register in system.registers:
        if isinstance(register.symbol.sort, MapSort):
            symbol = entry_at(register.symbol, index)
            before[symbol] = tracking.entry(register.symbol, place)
            after[symbol] = tracking.entry(register.update, place)
        else:
            after[register.symbol] = tracking.scalar(register.update)
    return Touched(place, before, after)


def _dependent(system: System, indices: Sequence[Term]) -> set[Term]:
    """The registers whose value differs with the choice of the indices."""
    known: set[Term] = set()
    while True:
        sources = {*indices, *known}
        more = {
            register.symbol
            for register in system.registers
            if sources & set(terms.descendants([register.initial, register.update]))
        }
        if more <= known:
            return known
        known |= more


def _uncovered_step(tracking: _Tracking, system: System, dependent: set[Term]) -> Term:
    """A step that only what depends on the indices forbids, without being bad."""
    parts = system.allowed.arguments if system.allowed.operator == "and" else (system.allowed,)
    ours = [part for part in parts if dependent & set(terms.descendants([part]))]
    common = terms.conjunction(part for part in parts if part not in ours)
    forbidden = terms.negation(terms.conjunction(ours))
    return tracking.scalar(terms.conjunction([common, forbidden, terms.negation(system.bad)]))


def _step(system: System) -> list[Term]:
    return [*(register.update for register in system.registers), system.allowed, system.bad]


def entry_at(total: Term, index: Term) -> Term:
    """The register that holds the entry of a map at an index."""
    place = terms.constant_value(index) if terms.is_constant(index) else terms.leaf_name(index)
    return terms.leaf("register", _entry_sort(total.sort), f"{terms.leaf_name(total)} at {place}")


def _entry_sort(sort: Sort) -> Sort:
    assert isinstance(sort, MapSort)
    return sort.entry


def _constant_entry(total: Term, key: Term) -> Term:
    sort, value = _entry_sort(total.sort), terms.constant_value(total)
    entry = terms.constant(sort, value.default)
    for known, held in sorted(value.entries.items()):
        at_known = terms.equality(key, terms.constant(INT, known))
        entry = terms.choice(at_known, terms.constant(sort, held), entry)
    return entry
