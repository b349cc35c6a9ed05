"""Proofs by plain induction.

Many systems are safe because a bad step is impossible as such (induction from nothing), or because two registers are
always equal. The largest set of equalities that every step keeps is found from above: all registers of one sort begin
as equal, and each model of a violation separates some, until there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.encoding.encode import Encoder
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.proving.solving import is_unsatisfiable, model_of, new_solver

Classes = list[list[Term]]
"""Sets of terms that are equal as far as is known."""


def proves(obligation: Obligation, invariant: Invariant, milliseconds: int) -> bool:
    """Whether the conjuncts hold at the start, are kept by every allowed step, and exclude every bad one."""
    parts = (obligation.initiation, obligation.consecution, obligation.safety)
    return all(is_unsatisfiable(part(invariant), milliseconds) for part in parts)


def from_nothing(obligation: Obligation, milliseconds: int) -> Invariant | None:
    """The empty invariant, if no bad step is possible in any state whatever."""
    return () if is_unsatisfiable(obligation.safety(()), milliseconds) else None


def equalities(obligation: Obligation, milliseconds: int) -> Invariant:
    """The largest set of equalities that holds at the start and is kept by every allowed step.

    They hold between registers of one sort, and between a register and a value that another one starts with; each
    set of equal registers is given by equalities with the first of them. Raises Undecided.
    """
    members = _members(obligation)
    encode = Encoder()
    constraints = encode(obligation.constraints)
    step = z3.And(constraints, encode(obligation.system.allowed))
    initial = {member.now: encode(member.initial) for member in members}
    following = {member.now: encode(member.following) for member in members}

    def kept(classes: Classes) -> Any:
        return z3.And(step, encode(obligation.hypothesis(_equations(classes))))

    at_start = _weed(_by_sort(members), initial, lambda classes: constraints, milliseconds)
    return _equations(_weed(at_start, following, kept, milliseconds))


@dataclass(frozen=True)
class _Member:
    """What may be equal to a register: its value now, at the start, and after a step."""

    now: Term
    initial: Term
    following: Term


def _members(obligation: Obligation) -> list[_Member]:
    """Values that do not change, then registers of the whole system, then those that belong to an index."""
    registers = obligation.system.registers
    rigid = dict.fromkeys(register.initial for register in registers)
    indexed = {symbol for instance in obligation.instances for symbol, _ in instance.unread}
    ordered = sorted(registers, key=lambda register: register.symbol in indexed)
    return [
        *(_Member(value, value, value) for value in rigid),
        *(_Member(register.symbol, register.initial, register.update) for register in ordered),
    ]


def _by_sort(members: Iterable[_Member]) -> Classes:
    classes: dict[Sort, list[Term]] = {}
    for member in members:
        classes.setdefault(member.now.sort, []).append(member.now)
    return list(classes.values())


def _weed(
    classes: Classes, values: Mapping[Term, Any], assumption: Callable[[Classes], Any], milliseconds: int
) -> Classes:
    """The classes, taken apart until their members have equal values in every model of the assumption about them."""
    while True:
        solver = new_solver(milliseconds)
        solver.add(assumption(classes))
        solver.add(z3.Or([values[first] != values[other] for first, *others in classes for other in others]))
        model = model_of(solver)
        if model is None:
            return classes
        separated = [part for each in classes for part in _separate(each, values, model)]
        if len(separated) == len(classes):
            raise Undecided("a model of unequal registers does not tell them apart")
        classes = separated


def _separate(members: Sequence[Term], values: Mapping[Term, Any], model: Any) -> Classes:
    parts: dict[str, list[Term]] = {}
    for member in members:
        parts.setdefault(model.eval(values[member], model_completion=True).sexpr(), []).append(member)
    return list(parts.values())


def _equations(classes: Classes) -> Invariant:
    """Equalities of the registers in each class with its first member; values that do not change need none."""
    return tuple(
        terms.make("equal", (first, other))
        for first, *others in classes
        for other in others
        if other.operator == "register"
    )
