"""Conditions that are stated, examined one by one.

Those that the start violates are dropped, then those that some step leads out of while all that are left hold, until
none is. What remains holds throughout, as nothing that fails was assumed in the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import z3

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT, REAL
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.encoding.encode import Encoder
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.valuations import Moment
from concomp.obligations.verify.proving.candidates import candidates, cone
from concomp.obligations.verify.proving.examination.examined import Examined, Failure
from concomp.obligations.verify.proving.solving import Deadline, model_of, new_solver, python_value
from concomp.obligations.verify.proving.templates import lemmas

BOUNDS = (1, 2, 4, 16)
"""Numbers in what is shown are no further from 0 than the first of these that is possible."""
SOON = 200
"""Milliseconds in which such numbers are to be found."""
EACH = 0.25
"""The part of the time in which a solver is to say whether there is a moment."""
SIMPLE = 0.5
"""The part of the time in which simple conditions are looked for."""


def examine(obligation: Obligation, known: Invariant, milliseconds: int) -> Examined:
    """What comes of the conditions that are stated about an obligation.

    known: what holds throughout. A condition of which a solver does not say in time whether it holds is dropped as
    well, and before others those of which it does not say it where nothing else is assumed.
    """
    deadline = Deadline(milliseconds)
    start = _at_start(obligation, deadline)
    listed = zip(obligation.stated, obligation.at_start(obligation.stated), strict=True)
    failures = [
        failure
        for each, first in listed
        if (failure := _failure(start, each, [start.name(terms.negation(first))])) is not None
    ]
    dropped = {each.condition for each in failures}
    kept = [each for each in obligation.stated if each not in dropped]
    step = _in_step(obligation, obligation.step(known), deadline)
    assumed = {each: step.name(obligation.hypothesis([each])) for each in kept}
    broken = {each: step.name(after) for each, after in zip(kept, obligation.departures(tuple(kept)), strict=True)}
    hard: list[Failure] | None = None
    while failure := _departure(step, [assumed[each] for each in kept], {each: broken[each] for each in kept}):
        dropping = [failure]
        if failure.moment is None and hard is None:
            alone = [_failure(step, each, [assumed[each], broken[each]]) for each in kept]
            hard = [each for each in alone if each is not None and each.moment is None]
            dropping = hard or dropping
        kept = [each for each in kept if each not in {one.condition for one in dropping}]
        failures += dropping
    return Examined(tuple(kept), tuple(failures), _proves(obligation, (*known, *kept), deadline))


def obstacle(obligation: Obligation, milliseconds: int) -> Moment | None:
    """A bad step, or one that is uncovered, in a state that nothing which is found to hold throughout excludes.

    Looked for are what is stated and the simplest templates, as far as there is time. None if there is no such step.
    Raises Undecided if a solver does not say.
    """
    deadline = Deadline(milliseconds)
    made = candidates(obligation.system, cone(obligation.system)).beside(obligation.stated)
    try:
        known = next(lemmas(obligation, made, int(milliseconds * SIMPLE)), ())
    except Undecided:
        known = ()
    return _left_open(obligation, known, deadline)


def _left_open(obligation: Obligation, known: Invariant, deadline: Deadline) -> Moment | None:
    return _in_step(obligation, obligation.safety(known), deadline).moment([])


def _proves(obligation: Obligation, known: Invariant, deadline: Deadline) -> bool:
    """Whether what holds throughout is known to exclude every bad step."""
    try:
        return _left_open(obligation, known, deadline) is None
    except Undecided:
        return False


def _departure(step: _Moments, assumed: Sequence[Any], broken: Mapping[Term, Any]) -> Failure | None:
    """The first of some conditions that a step leads out of, if all that is assumed holds before it."""
    found = (_failure(step, condition, [*assumed, name]) for condition, name in broken.items())
    return next((each for each in found if each is not None), None)


def _failure(moments: _Moments, condition: Term, names: Sequence[Any]) -> Failure | None:
    """That a condition fails at a moment at which all that is named holds; None if there is no such moment."""
    try:
        moment = moments.moment(names)
    except Undecided:
        return Failure(condition, None)
    return None if moment is None else Failure(condition, moment)


def _at_start(obligation: Obligation, deadline: Deadline) -> _Moments:
    system = obligation.system
    values = {each.symbol: each.symbol for each in system.parameters}
    values |= {each.symbol: each.initial for each in system.registers}
    return _Moments(obligation.constraints, values, {}, deadline)


def _in_step(obligation: Obligation, condition: Term, deadline: Deadline) -> _Moments:
    system = obligation.system
    symbols = [*(each.symbol for each in system.parameters), *(each.symbol for each in system.registers)]
    values = {leaf: leaf for leaf in (*symbols, *system.inputs)}
    return _Moments(condition, values, {each.symbol: each.update for each in system.registers}, deadline)


class _Moments:
    """Moments at which a condition holds, beside others that have names."""

    def __init__(
        self, condition: Term, values: Mapping[Term, Term], after: Mapping[Term, Term], deadline: Deadline
    ) -> None:
        """Take the condition, and what the leaves of a moment are in it, at first and after the step."""
        self._values, self._after, self._deadline = values, after, deadline
        self._each = int(deadline.left() * EACH)
        self._encode = Encoder()
        self._solver = new_solver(deadline.left())
        self._solver.add(self._encode(condition))
        self._names = 0

    def name(self, condition: Term) -> Any:
        """A name that holds only where the condition does."""
        self._names += 1
        made = z3.Bool(f"name {self._names}")
        self._solver.add(z3.Implies(made, self._encode(condition)))
        return made

    def moment(self, names: Sequence[Any]) -> Moment | None:
        """A moment at which all named conditions hold, of small numbers if there is one; None if there is none."""
        self._solver.set("timeout", min(self._each, self._deadline.left()))
        model = model_of(self._solver, names)
        if model is None:
            return None
        small = self._small(names)
        return self._read(model if small is None else small)

    def _small(self, names: Sequence[Any]) -> Any | None:
        """A model with numbers that are no further from 0 than the first of the bounds that allows it, soon found."""
        numbers = [
            self._encode(leaf) for leaf, held in self._values.items() if held is leaf and leaf.sort in (INT, REAL)
        ]
        self._solver.set("timeout", min(SOON, self._deadline.left()))
        for bound in BOUNDS:
            self._solver.push()
            self._solver.add([z3.And(-bound <= number, number <= bound) for number in numbers])
            model = self._solver.model() if self._solver.check(*names) == z3.sat else None
            self._solver.pop()
            if model is not None:
                return model
        return None

    def _read(self, model: Any) -> Moment:
        def values(held: Mapping[Term, Term]) -> dict[Term, Value]:
            read = {leaf: model.eval(self._encode(term), model_completion=True) for leaf, term in held.items()}
            return {leaf: value for leaf, each in read.items() if (value := python_value(each)) is not None}

        return Moment(values(self._values), values(self._after))
