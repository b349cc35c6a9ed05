"""Candidates for the conjuncts of an invariant, the same for every system.

An atom says something simple of one register or of two: the value of a truth value, the place of a number with
respect to 0, 1 and what the system compares it to, the order of two numbers, or that two copies of one register are
equal or no further than 1 apart. A candidate is an atom, an atom under the condition that another holds, or an atom
under two conditions, the first of which says which value a register has. Candidates come in tiers, each much larger
than the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import RegisterDefinition
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, Sort
from concomp.model.language.syntax.substitution import substitute_all
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.obligations.verify.encoding.comparable import Comparability
from concomp.obligations.verify.encoding.counting import by_label, vacancies
from concomp.obligations.verify.encoding.systems import System

MOST = 40_000
"""A tier has no more candidates than this."""


@dataclass(frozen=True, order=True)
class Candidate:
    """The atom `conclusion`, by number, wherever the atoms `premises` hold."""

    premises: tuple[int, ...]
    conclusion: int


@dataclass(frozen=True)
class Candidates:
    """Atoms, and the candidates made of them, in tiers."""

    atoms: tuple[Term, ...]
    tiers: tuple[tuple[Candidate, ...], ...]

    def beside(self, stated: Iterable[Term]) -> Candidates:
        """The same, and in the first tier what somebody states."""
        atoms = tuple(dict.fromkeys([*self.atoms, *stated]))
        first, *others = self.tiers or ((),)
        more = [Candidate((), atoms.index(each)) for each in stated]
        return Candidates(atoms, (tuple(dict.fromkeys([*first, *more])), *others))

    def term(self, candidate: Candidate) -> Term:
        """The candidate as a condition on registers and parameters."""
        premise = terms.conjunction(self.atoms[number] for number in candidate.premises)
        return terms.implication(premise, self.atoms[candidate.conclusion])


def cone(system: System) -> tuple[RegisterDefinition, ...]:
    """The registers that can have an influence on whether a step is bad."""
    known = set(terms.descendants([system.bad]))
    while True:
        reached = [register for register in system.registers if register.symbol in known]
        more = known | set(terms.descendants(register.update for register in reached))
        if more == known:
            return tuple(reached)
        known = more


def candidates(system: System, definitions: Iterable[RegisterDefinition]) -> Candidates:
    """The candidates over some registers of a system, and over its parameters."""
    registers = [register.symbol for register in definitions]
    parameters = [parameter.symbol for parameter in system.parameters]
    copies = [(left, right) for left, right in combinations(registers, 2) if _are_copies(left, right)]
    tainted = {each for pair in copies for each in pair}
    comparability = Comparability(system)
    plain = [each for each in registers if each not in tainted]
    truths = [literal for each in plain if each.sort == BOOL for literal in _literals(each)]
    constants = _tested_constants(system)
    equal = [
        terms.make("equal", (each, constant))
        for each in registers
        for constant in constants.get(each, ())
        if each.sort == INT
    ]
    values = [atom for atom in equal if not comparability.ordered(atom.arguments[0])]
    bounds = [bound for each in registers if comparability.ordered(each) for bound in _bounds(each)]
    orders = [
        order for pair in _comparable(plain, parameters, comparability) for order in _orders(*pair, comparability)
    ]
    pairs = [atom for pair in copies for atom in _pair(*pair)]
    counts = vacancies(registers, comparability)
    members, known, labelled = by_label(system, registers, comparability)
    tested = tests(system, registers, parameters)
    states = [
        literal for each in sorted(tainted, key=terms.leaf_name) if each.sort == BOOL for literal in _literals(each)
    ]
    return _combine(
        [*truths, *values],
        [*members, *known],
        [*states, *equal, *bounds, *orders, *tested],
        [*pairs, *counts, *labelled],
    )


def _combine(conditions: list[Term], members: list[Term], numbers: list[Term], relations: list[Term]) -> Candidates:
    """Candidates of atoms by their kinds.

    conditions: truth values, and values of what has no order, such as a phase. members: who is a member of something.
    numbers: whatever else there is to say of a register. relations: between copies, and counts; never premises.
    """
    atoms = tuple(dict.fromkeys([*conditions, *members, *numbers, *relations]))
    place = {atom: number for number, atom in enumerate(atoms)}
    everything = range(len(atoms))
    literals = sorted({place[atom] for atom in conditions})
    near = sorted({place[atom] for atom in [*conditions, *members]})
    far = [number for number in everything if number not in near]
    other = [number for number in far if atoms[number] not in set(relations)]
    values = [number for number in literals if atoms[number].operator == "equal"] or literals
    goals = sorted({place[atom] for atom in [*conditions, *relations]})
    tiers = (
        [Candidate((), number) for number in everything] + _guard(near, near),
        _guard(near, far),
        [Candidate((value, literal), goal) for value in values for literal in literals for goal in goals],
        _guard(other, everything),
    )
    return Candidates(atoms, tuple(tuple(islice(tier, MOST)) for tier in _distinct(atoms, tiers)))


def _distinct(atoms: Sequence[Term], tiers: Iterable[Iterable[Candidate]]) -> Iterator[Iterator[Candidate]]:
    """The tiers without what is always so, and with one candidate only of those that say the same."""
    clauses = _Clauses(atoms)
    return (filter(clauses.is_new, tier) for tier in tiers)


class _Clauses:
    """Candidates as sets of what they leave open."""

    def __init__(self, atoms: Sequence[Term]) -> None:
        place = {atom: number for number, atom in enumerate(atoms)}
        self._negations = [place.get(terms.negation(atom), -1 - number) for number, atom in enumerate(atoms)]
        self._subjects = [_subject(atom) for atom in atoms]
        self._met: set[frozenset[int]] = set()

    def is_new(self, candidate: Candidate) -> bool:
        """Whether the candidate says something, and something that none before said."""
        clause = frozenset([candidate.conclusion, *(self._negations[premise] for premise in candidate.premises)])
        named = [self._subjects[number] for number in (*candidate.premises, candidate.conclusion)]
        subjects = [subject for subject in named if subject is not None]
        always = any(premise in clause for premise in candidate.premises) or len(set(subjects)) < len(subjects)
        if always or len(clause) <= len(candidate.premises) or clause in self._met:
            return False
        self._met.add(clause)
        return True


def _subject(atom: Term) -> Term | None:
    """The register of which the atom says which value it has."""
    return atom.arguments[0] if atom.operator == "equal" and terms.is_constant(atom.arguments[1]) else None


def _guard(premises: Iterable[int], conclusions: Sequence[int]) -> list[Candidate]:
    return [Candidate((one,), other) for one in premises for other in conclusions if one != other]


def _are_copies(left: Term, right: Term) -> bool:
    """Whether two registers are one register of two runs, by their names."""
    return left.sort == right.sort and _base(left) == _base(right)


def _base(register: Term) -> str:
    return terms.leaf_name(register).split(":", 1)[-1]


def _number(sort: Sort, value: int) -> Term:
    return terms.constant(sort, value)


def _at_most(left: Term, right: Term) -> Term:
    return terms.make("at most", (left, right))


def _literals(truth: Term) -> tuple[Term, Term]:
    return truth, terms.negation(truth)


def _bounds(register: Term) -> Iterator[Term]:
    if register.sort == BOOL:
        return
    zero, one = _number(register.sort, 0), _number(register.sort, 1)
    for bound in (zero, one):
        yield _at_most(bound, register)
        yield _at_most(register, bound)


def _comparable(
    registers: Sequence[Term], parameters: Sequence[Term], comparability: Comparability
) -> Iterator[tuple[Term, Term]]:
    numbers = [each for each in registers if each.sort != BOOL]
    fixed = [each for each in parameters if each.sort != BOOL]
    pairs = [*combinations(numbers, 2), *((left, right) for left in numbers for right in fixed)]
    return ((left, right) for left, right in pairs if comparability.comparable(left, right))


def _orders(left: Term, right: Term, comparability: Comparability) -> Iterator[Term]:
    yield terms.make("equal", (left, right))
    if not comparability.ordered(left):
        return
    yield _at_most(left, right)
    yield _at_most(right, left)
    if left.sort == INT:
        yield terms.make("less", (left, right))
        yield terms.make("less", (right, left))
    if left.sort == REAL and comparability.multiplied:
        one = _number(REAL, 1)
        total = terms.make("sum", (left, right))
        yield terms.make("equal", (total, one))
        yield _at_most(one, total)


def _pair(left: Term, right: Term) -> Iterator[Term]:
    yield terms.make("equal", (left, right))
    if left.sort != BOOL:
        difference = terms.make("difference", (left, right))
        yield _at_most(terms.make("absolute", (difference,)), _number(left.sort, 1))


def _tested_constants(system: System) -> dict[Term, list[Term]]:
    """For each register the constants that it is tested for, or set to."""
    found: dict[Term, dict[Term, None]] = {}
    step = [*(register.update for register in system.registers), system.allowed, system.bad]
    for term in terms.descendants(step):
        if term.operator == "equal":
            for side, other in (term.arguments, term.arguments[::-1]):
                if side.operator == "register" and terms.is_constant(other):
                    found.setdefault(side, {})[other] = None
    for register in system.registers:
        for value in (register.initial, *outcomes_of(register.update)):
            if terms.is_constant(value):
                found.setdefault(register.symbol, {})[value] = None
    return {register: list(listed) for register, listed in found.items()}


def outcomes_of(term: Term) -> Iterator[Term]:
    """What the term can be, by the choices on top of it."""
    waiting, met = [term], {term}
    while waiting:
        each = waiting.pop()
        if each.operator != "choice":
            yield each
            continue
        below = [branch for branch in each.arguments[1:] if branch not in met]
        met.update(below)
        waiting += below


def tests(system: System, registers: Iterable[Term], parameters: Iterable[Term]) -> list[Term]:
    """Tests of the system on registers, also those on the values that a step gives them."""
    step = [system.allowed, system.bad, *(register.update for register in system.registers)]
    known = {*registers, *parameters}
    before = {
        register.update: register.symbol
        for register in system.registers
        if register.update.operator not in LEAVES and register.symbol in known
    }
    tested = [each for each in terms.descendants(step) if each.sort == BOOL and each.operator not in LEAVES]
    both = [*tested, *substitute_all(tested, before)]
    return [each for each in dict.fromkeys(both) if each.arguments and _leaves(each) <= known and _leaves(each)]


def _leaves(term: Term) -> set[Term]:
    return {each for each in terms.descendants([term]) if each.operator in LEAVES and not terms.is_constant(each)}
