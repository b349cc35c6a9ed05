"""Functions that a composition runs, as far as it can tell: where they begin, what they admit, how they go on.

A composition holds the states of the functions that it runs and hands them back. What is said of the functions is put
in the place of where they begin, what they admit and how they continue; their states are then records of a sort of its
own. A composition that looks at the states otherwise can tell apart what is said to be alike, and is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.composition.messages import Payload
from concomp.model.composition.suitable import Progress, admits, begins, continues
from concomp.model.language import Declared, Definition, RegisterDefinition
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.sorts import MapSort, RecordSort, Sort, UnionSort, VectorSort
from concomp.model.language.syntax.substitution import rebuild
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.model.language.syntax.values import TotalMap
from concomp.obligations.verify.properties.properties import NotAskable

PAYLOAD = sort_of(Payload, "payload")
PROGRESS = sort_of(Progress, "progress")
_RUNNING = (begins, admits, continues)
_PASSING_ON = ("choice", "store", "read")


@dataclass(frozen=True)
class Behaviour:
    """How functions run whose states are records of one sort.

    state: the sort of the states. begins: the first state of a function. admits, continues: whether a function in a
    state reads a pair, and its next state.
    """

    state: Sort
    begins: Callable[[Term], Term]
    admits: Callable[[Term, Term, Term, Term], Term]
    continues: Callable[[Term, Term, Term, Term], Term]


def with_behaviour(definition: Definition, behaviour: Behaviour) -> Definition:
    """The function, its runs of other functions being of this kind; NotAskable if it looks at their states."""
    if not passes_states_on(definition):
        raise NotAskable("the states of the functions that it runs are looked at; let it only pass them on")
    return rewrite(definition, _Retyping(behaviour).image)


def rewrite(definition: Definition, image: Callable[[Term], Term]) -> Definition:
    """The definition with every term of its steps replaced by its image."""
    return replace(
        definition,
        registers=tuple(
            RegisterDefinition(each.name, image(each.symbol), image(each.initial), image(each.update))
            for each in definition.registers
        ),
        requirements=tuple(replace(each, condition=image(each.condition)) for each in definition.requirements),
        verdicts=tuple(replace(each, condition=image(each.condition)) for each in definition.verdicts),
    )


def passes_states_on(definition: Definition) -> bool:
    """Whether a function holds the states of functions that it runs, and hands them back, and nothing else."""
    return not any(_looks_at_states(term) for term in terms.descendants(_steps(definition)))


def reads_its_own_pair(definition: Definition) -> bool:
    """Whether each function that is run reads the same part of the two messages of a step, in their order."""
    crossing = {definition.left: definition.right, definition.right: definition.left}
    return all(
        _is_of(definition.left, left) and rename(left, crossing) is right
        for term in terms.descendants(_steps(definition))
        if term.operator == "apply" and term.data in (admits, continues)
        for left, right in [term.arguments[2:]]
    )


def rename(root: Term, sides: Mapping[Term, Term]) -> Term:
    """The term with other messages in the places of these."""
    image: dict[Term, Term] = {}
    for term in terms.descendants([root]):
        image[term] = sides.get(term, rebuild(term, tuple(image[argument] for argument in term.arguments)))
    return image[root]


def apply(symbol: Declared[Any], *arguments: Term) -> Term:
    """What a declared symbol says of these arguments."""
    return terms.make("apply", arguments, symbol)


def _steps(definition: Definition) -> Iterator[Term]:
    for register in definition.registers:
        yield from (register.initial, register.update)
    yield from (each.condition for each in (*definition.requirements, *definition.verdicts))


def _is_of(message: Term, part: Term) -> bool:
    """Whether a part of a step is one of this message: neither the other one nor a register says what it is."""
    leaves = {term for term in terms.descendants([part]) if term.operator in ("message", "register")}
    return leaves <= {message}


def _looks_at_states(term: Term) -> bool:
    if term.operator in LEAVES:
        plain = term.sort in (PROGRESS, MapSort(PROGRESS)) and _is_held(term)
        return _holds_states(term.sort) and not plain
    if term.operator == "apply" and term.data in _RUNNING:
        return False
    handled = any(_holds_states(each.sort) for each in (term, *term.arguments))
    return handled and term.operator not in _PASSING_ON


def _is_held(leaf: Term) -> bool:
    """Whether a leaf is a register, or what a register without a state has."""
    return leaf.operator == "register" or (
        terms.is_constant(leaf) and leaf is terms.constant(leaf.sort, leaf.sort.default())
    )


def _holds_states(sort: Sort) -> bool:
    match sort:
        case RecordSort():
            return any(_holds_states(field) for _, field in sort.fields)
        case UnionSort():
            return any(map(_holds_states, sort.cases))
        case VectorSort() | MapSort():
            return _holds_states(sort.entry)
    return sort == PROGRESS


class _Retyping:
    """Terms with the states of the functions that are run in a sort of their own."""

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        self._image: dict[Term, Term] = {}

    def image(self, root: Term) -> Term:
        for term in terms.descendants([root]):
            if term not in self._image:
                self._image[term] = self._of(term, tuple(self._image[argument] for argument in term.arguments))
        return self._image[root]

    def _of(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        runs: Mapping[object, Callable[..., Term]] = {
            begins: self._behaviour.begins,
            admits: self._behaviour.admits,
            continues: self._behaviour.continues,
        }
        if term.operator == "apply" and term.data in runs:
            return runs[term.data](*arguments)
        return self._leaf(term) if term.operator in LEAVES else rebuild(term, arguments)

    def _leaf(self, term: Term) -> Term:
        state = self._behaviour.state
        sort = {PROGRESS: state, MapSort(PROGRESS): MapSort(state)}.get(term.sort)
        if sort is None:
            return term
        if not terms.is_constant(term):
            return terms.leaf(term.operator, sort, terms.leaf_name(term))
        return terms.constant(sort, TotalMap(state.default()) if isinstance(sort, MapSort) else state.default())
