"""Functions that walk in step.

Two functions with the same registers give the same verdicts if they start alike and no step that begins with equal
registers tells them apart, neither by its verdict nor by what it leaves in the registers. That is a question about
one step of a single run, and many functions can be compared with one by asking it of all of them at once. Registers
that no verdict can ever depend on are left out. A function may also keep maps of its own, if these agree with the
other's where they are filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.sorts import INT, MapSort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.model.language.syntax.trace import Requirement
from concomp.obligations.verify.encoding.applications import without_applications
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import INDEX, track
from concomp.obligations.verify.proving.solving import Deadline, is_unsatisfiable

ONE = terms.constant(INT, 1)


def difference(definition: Definition, other: Definition) -> Term | None:
    """That a step from equal registers tells the other from the function; None if they do not start alike."""
    return _difference(definition, other, _comparisons(definition, other))


def obligation(definition: Definition, differences: Iterable[Term]) -> Obligation:
    """What is to be proved to show that no difference shows in a run of the function."""
    return _obligation(definition, definition.registers, terms.disjunction(differences))


def beside(definition: Definition, other: Definition) -> tuple[Obligation, Invariant] | None:
    """What is to be proved to show that the other, with maps of its own where it changes maps otherwise, is in step.

    With it come candidates for what is always so: such maps agree from 1 up to a number. None if the two do not start
    alike.
    """
    compared = _comparisons(definition, other)
    apart = [ours.symbol for ours, theirs in compared if ours.update is not theirs.update]
    twins = {symbol: _twin(symbol) for symbol in apart if isinstance(symbol.sort, MapSort)}
    own = _with_own(other, twins)
    kept = [(ours, theirs) for ours, theirs in _comparisons(definition, own) if ours.symbol not in twins]
    told = _difference(definition, own, kept)
    if told is None:
        return None
    agreeing = [
        terms.disjunction([terms.negation(_inside(number)), terms.equality(_entry(ours), _entry(theirs))])
        for ours, theirs in twins.items()
        for number in _numbers(definition)
    ]
    held_twice = [register for register in own.registers if register.symbol in twins.values()]
    return _obligation(definition, (*definition.registers, *held_twice), told), tuple(map(_scalar, agreeing))


def fillings(definition: Definition) -> Invariant:
    """Candidates for what is always so: numbers do not fall, and maps are filled from 1 up to one of the numbers."""
    numbers = _numbers(definition)
    maps = [register for register in definition.registers if isinstance(register.symbol.sort, MapSort)]
    grown = [terms.make("at most", (number.initial, number.symbol)) for number in numbers]
    filled = [_filling(each, number) for each in maps for number in numbers]
    return tuple(map(_scalar, (*grown, *filled)))


def lemmas(milliseconds: int, obligation: Obligation, candidates: Invariant) -> Invariant:
    """Those of the candidates that hold at the start and are kept by every step, given those before them.

    Raises Undecided if a solver does not say.
    """
    deadline = Deadline(milliseconds)
    known: Invariant = ()
    for candidate in candidates:
        more = (*known, candidate)
        if is_unsatisfiable(obligation.initiation(more), deadline.left()) and is_unsatisfiable(
            obligation.consecution(more), deadline.left()
        ):
            known = more
    return known


def excludes(milliseconds: int, obligation: Obligation, invariant: Invariant) -> bool:
    """Whether the invariant excludes what is bad. Raises Undecided if a solver does not say."""
    return is_unsatisfiable(obligation.safety(invariant), milliseconds)


_INDEX = ParameterDefinition(terms.leaf_name(INDEX), INDEX, TRUE)
RegisterPair = tuple[RegisterDefinition, RegisterDefinition]


def _obligation(definition: Definition, registers: tuple[RegisterDefinition, ...], bad: Term) -> Obligation:
    inputs = (definition.left, definition.right)
    parameters = (*definition.parameters, _INDEX)
    system = System(definition.name, registers, inputs, parameters, _accepts(definition), bad)
    return track(without_applications(lower(system).system), [INDEX])


def _comparisons(definition: Definition, other: Definition) -> list[RegisterPair]:
    """The registers that a verdict of either can depend on, as each has them."""
    influential = _influential([definition, other])
    listed = zip(definition.registers, other.registers, strict=True)
    return [(ours, theirs) for ours, theirs in listed if {ours.symbol, theirs.symbol} & influential]


def _difference(definition: Definition, other: Definition, compared: Sequence[RegisterPair]) -> Term | None:
    if any(ours.initial is not theirs.initial for ours, theirs in compared):
        return None
    accepts, other_accepts = _accepts(definition), _accepts(other)
    updates = [_unlike(_entry(ours.update), _entry(theirs.update)) for ours, theirs in compared]
    later = terms.disjunction([_unlike(definition.verdict, other.verdict), *updates])
    return terms.disjunction([_unlike(accepts, other_accepts), terms.conjunction([accepts, later])])


def _twin(symbol: Term) -> Term:
    return terms.leaf("register", symbol.sort, f"other:{terms.leaf_name(symbol)}")


def _with_own(definition: Definition, twins: Mapping[Term, Term]) -> Definition:
    """The definition with these registers under other names."""

    def renamed(register: RegisterDefinition) -> RegisterDefinition:
        symbol = twins.get(register.symbol, register.symbol)
        update = substitute(register.update, twins)
        return RegisterDefinition(terms.leaf_name(symbol), symbol, register.initial, update)

    def moved(requirement: Requirement) -> Requirement:
        return replace(requirement, condition=substitute(requirement.condition, twins))

    return replace(
        definition,
        registers=tuple(map(renamed, definition.registers)),
        requirements=tuple(map(moved, definition.requirements)),
        verdicts=tuple(map(moved, definition.verdicts)),
    )


def _accepts(definition: Definition) -> Term:
    return terms.conjunction([definition.allowed, definition.guard])


def _unlike(left: Term, right: Term) -> Term:
    return terms.negation(terms.equality(left, right))


def _entry(value: Term) -> Term:
    """The value of a register, of a map the entry at the index that is looked at."""
    return terms.make("read", (value, INDEX)) if isinstance(value.sort, MapSort) else value


def _influential(definitions: Sequence[Definition]) -> set[Term]:
    """The registers on which a verdict of one of the definitions, now or later, can depend."""
    known: set[Term] = set()
    while True:
        more = {term for root in _read(definitions, known) for term in _registers(root)}
        if more == known:
            return known
        known = more


def _read(definitions: Iterable[Definition], known: set[Term]) -> Iterator[Term]:
    for definition in definitions:
        yield from (_accepts(definition), definition.verdict)
        yield from (register.update for register in definition.registers if register.symbol in known)


def _registers(root: Term) -> Iterator[Term]:
    return (term for term in terms.descendants([root]) if term.operator == "register")


def _numbers(definition: Definition) -> list[RegisterDefinition]:
    return [register for register in definition.registers if register.symbol.sort == INT]


def _inside(number: RegisterDefinition) -> Term:
    """That the index that is looked at is one from 1 up to a number."""
    return terms.conjunction([terms.make("at most", (ONE, INDEX)), terms.make("at most", (INDEX, number.symbol))])


def _filling(filled: RegisterDefinition, number: RegisterDefinition) -> Term:
    """That a map is as at the start, but at the indices from 1 up to a number."""
    unchanged = terms.equality(_entry(filled.symbol), _entry(filled.initial))
    return terms.disjunction([unchanged, _inside(number)])


def _scalar(condition: Term) -> Term:
    """The condition over the scalars of a system that knows its maps at the index."""
    system = System("", (), (), (_INDEX,), condition, TRUE)
    return track(without_applications(lower(system).system), [INDEX]).system.allowed
