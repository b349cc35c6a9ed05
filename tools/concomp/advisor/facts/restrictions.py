"""Restrictions: the largest function with a property inside a given one.

A mechanism that is private with respect to a function is so with respect to every function inside it. Where a theorem
does not apply because a function lacks a property, the largest function inside it that has the property is therefore
a change to the plan under which every claim about the mechanism stays true.
"""

from __future__ import annotations

from typing import Any, ClassVar

from concomp.model.language.combinators import Combination, truth_of
from concomp.model.language.monitor import Monitor
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.expressions import term_of
from concomp.model.language.syntax.python.callables import on_terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.trace import current_recorder

BEGUN, FREE = "begun", "first_pair_differed"


class Restriction(Combination):
    """A function inside a monitor: it reads the messages that the monitor reads."""

    suffix: ClassVar[str]
    """What it is called, behind the monitor's name."""

    def __init__(self, monitor: Monitor, copies: int, given: dict[str, Any]) -> None:
        """Take the monitor, and how many of it read the pairs."""
        super().__init__(monitor.definition.message, [monitor] * copies, given)
        for part in self._parts:
            self._keep_all(part)

    @property
    def title(self) -> str:
        return f"{self._parts[0].definition.name}, {self.suffix}"

    @on_terms
    def allows(self, message: Any) -> Any:
        return truth_of(self._parts[0].member(term_of(message)))


class ConsistentPart(Restriction):
    """The largest first-pair consistent function inside a monitor: after an identical first pair, no differing one."""

    suffix = "first-pair consistent"

    def __init__(self, monitor: Monitor, **given: Any) -> None:
        """Take the monitor."""
        super().__init__(monitor, 1, given)
        self._begun, self._free = (_unused(name, monitor) for name in (BEGUN, FREE))
        for name in (self._begun, self._free):
            self._keep(name, BOOL, terms.FALSE)

    @on_terms
    def step(self, left: Any, right: Any) -> None:
        self._run(self._parts[0], term_of(left), term_of(right))
        recorder = current_recorder("a restriction")
        begun, free = term_of(recorder.read(self._begun)), term_of(recorder.read(self._free))
        same = terms.equality(term_of(left), term_of(right))
        first_differs = terms.conjunction([terms.negation(begun), terms.negation(same)])
        free = terms.disjunction([terms.conjunction([begun, free]), first_differs])
        recorder.require(terms.disjunction([free, same]), self._position)
        recorder.assign(self._begun, terms.TRUE)
        recorder.assign(self._free, free)


class DataFirstPart(Restriction):
    """The largest function inside a monitor that accepts identical pairs only after the first."""

    suffix = "data first"

    def __init__(self, monitor: Monitor, **given: Any) -> None:
        """Take the monitor."""
        super().__init__(monitor, 1, given)
        self._begun = _unused(BEGUN, monitor)
        self._keep(self._begun, BOOL, terms.FALSE)

    @on_terms
    def step(self, left: Any, right: Any) -> None:
        self._run(self._parts[0], term_of(left), term_of(right))
        recorder = current_recorder("a restriction")
        begun, same = term_of(recorder.read(self._begun)), terms.equality(term_of(left), term_of(right))
        recorder.require(terms.disjunction([terms.negation(begun), same]), self._position)
        recorder.assign(self._begun, terms.TRUE)


class SymmetricPart(Restriction):
    """The largest swap-invariant function inside a monitor: it accepts a sequence and its mirror image, or neither."""

    suffix = "both ways round"

    def __init__(self, monitor: Monitor, **given: Any) -> None:
        """Take the monitor, which reads the pairs, and a copy of it that reads them with the sides exchanged."""
        super().__init__(monitor, 2, given)

    @on_terms
    def step(self, left: Any, right: Any) -> None:
        forward, backward = self._parts
        self._run(forward, term_of(left), term_of(right))
        self._run(backward, term_of(right), term_of(left))


def _unused(name: str, monitor: Monitor) -> str:
    """The name, with as many strokes behind it as it takes until the monitor does not use it."""
    definition = monitor.definition
    used = {each.name for each in definition.registers} | {each.name for each in definition.parameters}
    while name in used:
        name += "_"
    return name
