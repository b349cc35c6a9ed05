"""Functions that walk in step.

Two functions with the same registers give the same verdicts if they start alike and no step that begins with equal
registers tells them apart, neither by its verdict nor by what it leaves in the registers. That is a question about
one step of a single run, and many functions can be compared with one by asking it of all of them at once. Registers
that no verdict can ever depend on are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from concomp.model.language import terms
from concomp.model.language.definition import Definition, ParameterDefinition, RegisterDefinition
from concomp.model.language.sorts import INT, MapSort
from concomp.model.language.terms import TRUE, Term
from concomp.obligations.smt.applications import without_applications
from concomp.obligations.smt.obligation import Invariant, Obligation
from concomp.obligations.smt.scalars import lower
from concomp.obligations.smt.solving import Deadline, is_unsatisfiable
from concomp.obligations.smt.systems import System
from concomp.obligations.smt.tracked import INDEX, track

ONE = terms.constant(INT, 1)


def difference(definition: Definition, other: Definition) -> Term | None:
    """That a step from equal registers tells the other from the function; None if they do not start alike."""
    accepts, other_accepts = _accepts(definition), _accepts(other)
    parts = [_unlike(definition.verdict, other.verdict)]
    influential = _influential([definition, other])
    for ours, theirs in zip(definition.registers, other.registers, strict=True):
        if ours.symbol not in influential:
            continue
        if ours.initial is not theirs.initial:
            return None
        parts.append(_unlike(_looked_at(ours.update), _looked_at(theirs.update)))
    later = terms.conjunction([accepts, terms.disjunction(parts)])
    return terms.disjunction([_unlike(accepts, other_accepts), later])


def obligation(definition: Definition, differences: Iterable[Term]) -> Obligation:
    """What is to be proved to show that no difference shows in a run of the function."""
    system = System(
        definition.name,
        definition.registers,
        (definition.left, definition.right),
        (*definition.parameters, _INDEX),
        _accepts(definition),
        terms.disjunction(differences),
    )
    return track(without_applications(lower(system).system), [INDEX])


def fillings(definition: Definition) -> Invariant:
    """Candidates for what is always so: numbers do not fall, and maps are filled from 1 up to one of the numbers."""
    numbers = [register for register in definition.registers if register.symbol.sort == INT]
    maps = [register for register in definition.registers if isinstance(register.symbol.sort, MapSort)]
    grown = [terms.make("at most", (number.initial, number.symbol)) for number in numbers]
    filled = [_filled(each, number) for each in maps for number in numbers]
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


def _accepts(definition: Definition) -> Term:
    return terms.conjunction([definition.allowed, definition.guard])


def _unlike(left: Term, right: Term) -> Term:
    return terms.negation(terms.equality(left, right))


def _looked_at(value: Term) -> Term:
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


def _filled(filled: RegisterDefinition, number: RegisterDefinition) -> Term:
    """That a map is as at the start, but at the indices from 1 to a number."""
    inside = [terms.make("at most", (ONE, INDEX)), terms.make("at most", (INDEX, number.symbol))]
    unchanged = terms.equality(_looked_at(filled.symbol), _looked_at(filled.initial))
    return terms.disjunction([unchanged, terms.conjunction(inside)])


def _scalar(condition: Term) -> Term:
    """The condition over the scalars of a system that knows its maps at the index."""
    system = System("", (), (), (_INDEX,), condition, TRUE)
    return track(without_applications(lower(system).system), [INDEX]).system.allowed
