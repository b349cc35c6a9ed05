"""What is worth summing up.

At each index there are units: a flag, or membership among the first so many indices, counts as one, or as a number
that the system compares with; a number counts as itself, and as its size. Where the system compares entries with the
slots of a vector, a flag also counts as one where they have the values of an arbitrary slot; where it asks whether they
are parameters, where they are. A summand is the difference of two units whose order is an invariant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.verify.encoding.comparable import Comparability
from concomp.obligations.verify.encoding.counting import IN_VECTOR, marked, taken
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.sums import at_most
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import INDEX, looked_at, maps_at, track, value_of
from concomp.obligations.verify.proving.candidates import Candidate, Candidates, outcomes_of, tests
from concomp.obligations.verify.proving.induction import equalities
from concomp.obligations.verify.proving.quotients import quotient
from concomp.obligations.verify.proving.solving import Deadline, is_unsatisfiable
from concomp.obligations.verify.proving.templates import lemmas

Parts = tuple[Term, ...]
WEIGHTS, PAIRS = 2, 12
"""How many numbers of the system a flag may count as, and how many summands are proposed."""
ZERO, ONE = terms.constant(INT, 0), terms.constant(INT, 1)


@dataclass(frozen=True)
class Proposed:
    """Summands that are worth a sum, by their parts, and what is known without any.

    replaced: the maps of which a step may give other entries to all indices at once; no sum over these is followed.
    """

    known: Invariant
    summands: tuple[Parts, ...]
    replaced: tuple[str, ...]


def summands(system: System, milliseconds: int) -> Proposed:
    """What may be summed up in a system with an arbitrary index: what is never negative, as is known of one index.

    Raises Undecided if that takes longer than the limit.
    """
    deadline = Deadline(milliseconds)
    obligation = track(system, [INDEX])
    equal = equalities(obligation, deadline.left())
    rest = quotient(obligation, equal)
    orders = {at_most(less, more): (more, less) for more, less in permutations(_units(system, rest.system), 2)}
    atoms = (*orders, *_not_negative(rest.system))
    tier = tuple(Candidate((), number) for number in range(len(atoms)))
    [held] = lemmas(rest, Candidates(atoms, (tier,)), deadline.left())
    known = (*equal, *held)
    told = [parts for order, parts in orders.items() if order in held and not _is_always_so(order, deadline.left())]
    return Proposed(known, tuple(told[:PAIRS]), tuple(map(terms.leaf_name, _replaced(system))))


def invariant(obligation: Obligation, milliseconds: int) -> Invariant | None:
    """Conditions that compare sums with numbers, or with slots that are taken, and together prove the obligation.

    Raises Undecided if that takes longer than the limit.
    """
    if obligation.sums is None:
        return None
    system = obligation.system
    registers = [each.symbol for each in system.registers]
    parameters = [each.symbol for each in system.parameters]
    comparability = Comparability(system)
    sums = [each for each in obligation.sums.registers if each in registers]
    slots = [(vector, value_of(held)) for vector, held in marked(system, registers, comparability)]
    whole = [each for each in sums if each.sort == INT]
    counts = [terms.equality(total, each) for total in whole for each in taken(registers, slots)]
    numbers = [each for each in (*registers, *parameters) if each.sort == INT and comparability.ordered(each)]
    bounds = [
        at_most(*pair)
        for total in whole
        for each in numbers
        if each not in sums
        for pair in ((total, each), (each, total))
    ]
    atoms = tuple(dict.fromkeys([*counts, *tests(system, registers, parameters), *bounds]))
    tier = tuple(Candidate((), number) for number in range(len(atoms)))
    deadline = Deadline(milliseconds)
    [held] = lemmas(obligation, Candidates(atoms, (tier,)), deadline.left())
    return held if is_unsatisfiable(obligation.safety(held), deadline.left()) else None


def _units(system: System, rest: System) -> list[Term]:
    """What counts at the arbitrary index, as a number that is 0 at the start."""
    initial = {each.symbol: each.initial for each in rest.registers}
    replaced = _replaced(system)
    entries = [held for held, total in maps_at(system, INDEX).items() if held in initial and total not in replaced]
    comparability = Comparability(rest)
    flags = [*_flags(entries, initial), *_ranges(system, rest)]
    of_slot = [terms.equality(held, value_of(held)) for _, held in marked(rest, entries, comparability)]
    marks = [mark for mark in (of_slot, _wanted(rest, entries, comparability)) if mark]
    told_apart = [terms.conjunction([flag, *mark]) for mark in marks for flag in flags]
    numbers = [
        each
        for each in entries
        if each.sort != BOOL and comparability.ordered(each) and initial[each] is terms.constant(each.sort, 0)
    ]
    sizes = [terms.make("absolute", (each,)) for each in numbers]
    weighed = [terms.choice(flag, weight, _zero(weight)) for flag in flags for weight in _weights(rest)]
    return [*(terms.choice(flag, ONE, ZERO) for flag in (*told_apart, *flags)), *numbers, *sizes, *weighed]


def _replaced(system: System) -> list[Term]:
    """The maps that a step may make of another one than itself."""
    maps = [each for each in system.registers if isinstance(each.symbol.sort, MapSort)]
    return [each.symbol for each in maps if any(origin is not each.symbol for origin in _origins(each.update))]


def _origins(total: Term) -> Iterator[Term]:
    """The maps that a map may be made of, by storing."""
    for outcome in outcomes_of(total):
        if outcome.operator == "store":
            yield from _origins(outcome.arguments[0])
        else:
            yield outcome


def _wanted(system: System, entries: Sequence[Term], comparability: Comparability) -> list[Term]:
    """That entries are what the system asks whether they are: a parameter that is in no vector."""
    step = [*(register.update for register in system.registers), system.allowed, system.bad]
    asked = {side for term in terms.descendants(step) if term.operator == "equal" for side in term.arguments}
    chosen = {INDEX, *map(value_of, entries)}
    single = [each.symbol for each in system.parameters if not IN_VECTOR.fullmatch(each.name)]
    wanted = [each for each in single if each in asked and each not in chosen]
    return [terms.equality(held, each) for each in wanted for held in entries if comparability.comparable(each, held)]


def _flags(entries: Sequence[Term], initial: dict[Term, Term]) -> Iterator[Term]:
    for each in entries:
        if each.sort == BOOL and initial[each] in (TRUE, FALSE):
            yield each if initial[each] is FALSE else terms.negation(each)


def _ranges(system: System, rest: System) -> Iterator[Term]:
    """That the arbitrary index is among the first so many, if a step looks at the one after them."""
    below = set(terms.descendants(looked_at(system)))
    for register in rest.registers:
        if register.symbol.sort == INT and register.symbol in below and register.initial is ZERO:
            yield terms.conjunction([at_most(ONE, INDEX), at_most(INDEX, register.symbol)])


def _weights(system: System) -> list[Term]:
    """Numbers above 1 that the system compares with."""
    step = [*(register.update for register in system.registers), system.allowed, system.bad]
    compared = [
        side
        for term in terms.descendants(step)
        if term.operator in ("at most", "less")
        for side in term.arguments
        if terms.is_constant(side) and terms.constant_value(side) > 1
    ]
    return list(dict.fromkeys(compared))[:WEIGHTS]


def _not_negative(system: System) -> Iterator[Term]:
    for register in system.registers:
        if register.symbol.sort != BOOL:
            yield at_most(_zero(register.symbol), register.symbol)


def _is_always_so(order: Term, milliseconds: int) -> bool:
    """Whether an order says nothing of the system."""
    return is_unsatisfiable(terms.negation(order), milliseconds)


def _zero(number: Term) -> Term:
    return terms.constant(number.sort, 0)
