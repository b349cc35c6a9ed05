"""Moments in words: a state of a function, and a step from it, as its author knows them.

A solver speaks of scalars, and of entries at arbitrary indices; who reads a report knows registers, parameters and
messages by name. Values that no function can have, as a solver may choose them in a state that is never reached, are
left as the solver has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import MapSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.code import Undecodable
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import Lowered, leaves
from concomp.obligations.verify.encoding.tracked import INDEX
from concomp.obligations.verify.encoding.valuations import Moment
from concomp.obligations.verify.properties.copies import AFTER, BEFORE
from concomp.obligations.verify.properties.exchanges import COPIES
from concomp.obligations.verify.properties.two_copies import AWAITING, FROM_LEFT, FROM_RIGHT
from concomp.obligations.verify.proving.examination.examined import Failure
from concomp.obligations.verify.scopes import assignments

OWNERS = {**{prefix: f" of copy {prefix.removesuffix(':')}" for prefix in COPIES}, BEFORE: " of f", AFTER: " of f'"}
"""Whose a register is, by what its name begins with."""
RECEIVED = {FROM_LEFT: "the message", FROM_RIGHT: "the answer"}
"""What copies receive."""


@dataclass(frozen=True)
class Words:
    """What is said of moments of an obligation. lowered: the system that it is about, and the way back from scalars."""

    lowered: Lowered
    obligation: Obligation

    def of(self, failure: Failure) -> tuple[Literal["fails at the start", "is not kept"], str]:
        """How a condition fails, and where."""
        [after] = self.obligation.after_step((failure.condition,))
        if not failure.moment.after:
            return "fails at the start", self._state(failure.moment.values, [failure.condition])
        led = self._state(failure.moment.after, [failure.condition])
        return "is not kept", f"{self._step(failure.moment, [failure.condition, after])} leads to {led}"

    def of_violation(self, moment: Moment) -> str:
        """Where a bad step is left open."""
        return f"{self._step(moment, [self.obligation.unwanted])} violates the property"

    def _step(self, moment: Moment, about: Iterable[Term]) -> str:
        spoken_of = list(about)
        state = self._state(moment.values, spoken_of)
        received = [leaf for leaf in self.lowered.source.inputs if _is_received(leaf, moment.values)]
        inputs = ", ".join(assignments(dict(self._named(moment.values, received, None))))
        return f"{f'where {state}, ' if state else ''}a step{f' with {inputs}' if inputs else ''}"

    def _state(self, values: Mapping[Term, Value], about: Iterable[Term]) -> str:
        """The registers and parameters of which these conditions speak."""
        source, spoken_of = self.lowered.source, set(terms.descendants(about))
        known = [*(each.symbol for each in source.registers), *(each.symbol for each in source.parameters)]
        shown = dict(self._named(values, known, spoken_of))
        if INDEX in values and INDEX in spoken_of and INDEX not in known:
            shown["index"] = values[INDEX]
        return ", ".join(assignments(shown))

    def _named(
        self, values: Mapping[Term, Value], symbols: Iterable[Term], spoken_of: set[Term] | None
    ) -> Iterator[tuple[str, Value]]:
        """The values of registers, parameters or inputs by name: all, or those of which something is said."""
        for symbol in symbols:
            for name, scalars in self._scalars(symbol):
                if all(each in values for each in scalars) and (spoken_of is None or spoken_of & {*scalars}):
                    yield from self._decoded(name, symbol, scalars, values)

    def _scalars(self, symbol: Term) -> Iterator[tuple[str, tuple[Term, ...]]]:
        """What a symbol is called, and its scalars; of a map, those of its entry at each index."""
        listed, name = leaves(symbol), _name(symbol)
        if not isinstance(symbol.sort, MapSort):
            yield name, listed
            return
        for index in (each.symbol for each in self.obligation.system.parameters):
            place = terms.leaf_name(index)
            sorts = [leaf.sort.entry for leaf in listed if isinstance(leaf.sort, MapSort)]
            entries = [
                terms.leaf("register", sort, f"{terms.leaf_name(leaf)} at {place}")
                for leaf, sort in zip(listed, sorts, strict=True)
            ]
            yield f"{name}[{'index' if index is INDEX else place}]", tuple(entries)

    def _decoded(
        self, name: str, symbol: Term, scalars: tuple[Term, ...], values: Mapping[Term, Value]
    ) -> Iterator[tuple[str, Value]]:
        sort = symbol.sort.entry if isinstance(symbol.sort, MapSort) else symbol.sort
        try:
            yield name, self.lowered.codes.decode(sort, [values[each] for each in scalars])
        except Undecodable:
            yield from ((_name(each), values[each]) for each in scalars)


def _is_received(leaf: Term, values: Mapping[Term, Value]) -> bool:
    """Whether an input is one that a step takes: of two copies, a message of the side from which one is awaited."""
    from_right = terms.leaf_name(leaf) == FROM_RIGHT
    if AWAITING not in values or not (from_right or terms.leaf_name(leaf).endswith(FROM_LEFT)):
        return True
    return values[AWAITING] is from_right


def _name(leaf: Term) -> str:
    """The name of a register, parameter or input, with whose it is."""
    name = terms.leaf_name(leaf)
    prefix = next((each for each in OWNERS if name.startswith(each)), "")
    own = name.removeprefix(prefix)
    return f"{RECEIVED.get(own, own)}{OWNERS.get(prefix, '')}"
