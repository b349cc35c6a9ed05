"""Moments in words: a state of a function, and a step from it, as its author knows them.

A solver speaks of scalars, and of entries at arbitrary indices and coordinates; who reads a report knows registers,
parameters and messages by name, and by whose they are where several run side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.code import Undecodable
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import Lowered
from concomp.obligations.verify.encoding.tracked import INDEX
from concomp.obligations.verify.encoding.valuations import Moment
from concomp.obligations.verify.properties.two_copies import AWAITING, FROM_LEFT, FROM_RIGHT
from concomp.obligations.verify.proving.examination.examined import Failure
from concomp.obligations.verify.proving.stating.places import places
from concomp.obligations.verify.scopes import assignments
from concomp.obligations.verify.verdicts import Outcome

RECEIVED = {FROM_LEFT: "the message", FROM_RIGHT: "the answer"}
"""What copies receive."""
NOT_KEPT: Outcome = "is not kept from a state that the other lines allow"


@dataclass(frozen=True)
class Words:
    """What is said of moments of an obligation. lowered: the system that it is about, and the way back from scalars."""

    lowered: Lowered
    obligation: Obligation

    def of(self, failure: Failure) -> tuple[Outcome, str]:
        """How a condition fails, and where."""
        if failure.moment is None:
            return "is not settled", "no solver says in time whether it holds"
        [after] = self.obligation.after_step((failure.condition,))
        if not failure.moment.after:
            return "fails at the start", self._state(failure.moment.values, [failure.condition])
        led = self._state(failure.moment.after, [failure.condition])
        return NOT_KEPT, f"{self._step(failure.moment, [failure.condition, after])} leads to {led}"

    def of_violation(self, moment: Moment) -> str:
        """Where a bad step is left open."""
        return f"{self._step(moment, [self.obligation.unwanted])} violates the property"

    def _step(self, moment: Moment, about: Iterable[Term]) -> str:
        spoken_of = list(about)
        state = self._state(moment.values, spoken_of)
        received = [leaf for leaf in self.lowered.source.inputs if self._is_received(leaf, moment.values)]
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
            for place in places(symbol, self.obligation):
                if values.keys() >= {*place.scalars} and (spoken_of is None or spoken_of & {*place.scalars}):
                    # What has no value of its sort there, nothing reads.
                    with suppress(Undecodable):
                        decoded = self.lowered.codes.decode(place.sort, [values[each] for each in place.scalars])
                        yield self._name(symbol, place.suffix), decoded

    def _name(self, leaf: Term, entry: str) -> str:
        """The name of a register, parameter or input, or of an entry of it, with whose it is."""
        name, words = self._own(leaf)
        return f"{RECEIVED.get(name, name)}{entry}{words}"

    def _own(self, leaf: Term) -> tuple[str, str]:
        """What something is called where it belongs, and where that is."""
        owned = self.lowered.source.owned.get(leaf)
        return (terms.leaf_name(leaf), "") if owned is None else (terms.leaf_name(owned.own), owned.party.words)

    def _is_received(self, leaf: Term, values: Mapping[Term, Value]) -> bool:
        """Whether a step takes an input: of two copies, a message of the side from which one is awaited."""
        name, _ = self._own(leaf)
        return AWAITING not in values or name not in RECEIVED or values[AWAITING] is (name == FROM_RIGHT)
