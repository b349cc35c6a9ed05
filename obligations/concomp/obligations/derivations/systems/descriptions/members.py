"""Any number of mechanisms side by side.

ExtConComp holds the registers of its members as maps from their indices. One member at a time works, so that the
system moves as that member does, at the index that was asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort, Sort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.messages import (
    ACKNOWLEDGEMENT,
    CLOSING,
    HALTING,
    MESSAGE,
    apply,
    creates,
    declare,
    halts,
    index_of,
    opaque,
    payload_of,
    queries,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Call,
    Config,
    Halting,
    Register,
    Turn,
    branch,
    keep,
    send,
)

CREATION = terms.leaf("message", MESSAGE, "creation query")
"""In the initial values of a member's registers: the query that creates it."""
NUMBER = terms.leaf("message", INT, "number")
"""In the initial values of a member's registers: its index."""
ONE = terms.constant(INT, 1)


def nowhere(sort: Sort) -> Term:
    """A map before anything is stored, of whose entries nothing is known."""
    return terms.leaf("parameter", MapSort(sort), f"no {sort.name}")


def read(mapping: Term, index: Term) -> Term:
    """The entry of a map at an index."""
    return terms.make("read", (mapping, index))


def store(mapping: Term, index: Term, entry: Term) -> Term:
    """The map with another entry at an index."""
    return mapping if entry is read(mapping, index) else terms.make("store", (mapping, index, entry))


def among(index: Term, count: Term) -> Term:
    """Whether 1 ≤ index ≤ count."""
    return terms.conjunction([terms.make("at most", (ONE, index)), terms.make("at most", (index, count))])


def successor(count: Term) -> Term:
    """The next index."""
    return terms.make("sum", (count, ONE))


@dataclass(frozen=True, slots=True)
class Members:
    """ExtConComp, all of whose members are described by one part.

    member: a mechanism; the initial values of its registers may speak of CREATION and NUMBER.
    """

    name: str
    member: Halting

    @property
    def _created(self) -> str:
        return f"{self.name}.created"

    @property
    def _asked(self) -> str:
        return f"{self.name}.asked"

    @property
    def registers(self) -> tuple[Register, ...]:
        zero = terms.constant(INT, 0)
        lifted = (Register(each.name, MapSort(each.sort), nowhere(each.sort)) for each in self.member.registers)
        return (Register(self._created, INT, zero), Register(self._asked, INT, zero), *lifted)

    @property
    def tapes(self) -> tuple[str, ...]:
        return self.member.tapes

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.member.calls(self._at(config, config[self._asked]))

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        index = index_of(message)
        exists = terms.conjunction([queries(message), among(index, config[self._created])])
        heard = self.member.hear(self._at(config, index), FALSE, payload_of(message))
        asked = self._closed({**config, self._asked: index}, index, heard)
        none = send(config, FALSE, HALTING)
        return branch(creates(message), self._create(config, message), branch(exists, asked, none))

    def move(self, config: Config) -> Turn:
        index = config[self._asked]
        return self._closed(config, index, self.member.move(self._at(config, index)))

    def _create(self, config: Config, message: Term) -> Turn:
        number = successor(config[self._created])
        known = {CREATION: message, NUMBER: number}
        begun = {
            each.name: store(config[each.name], number, substitute(each.initial, known))
            for each in self.member.registers
        }
        return send({**config, **begun, self._created: number}, FALSE, ACKNOWLEDGEMENT)

    def _at(self, config: Config, index: Term) -> Config:
        return {each.name: read(config[each.name], index) for each in self.member.registers}

    def _closed(self, config: Config, index: Term, turn: Turn) -> Turn:
        """The member's turn as the composition's: its registers are stored, and its halt is CLOSED."""
        stored = {name: store(config[name], index, entry) for name, entry in turn.config.items()}
        answer = terms.choice(halts(turn.leftwards), CLOSING, turn.leftwards)
        return branch(turn.stays, keep({**config, **stored}), send({**config, **stored}, FALSE, answer))


@dataclass(frozen=True, slots=True)
class Creations:
    """What the creation queries of a composition name: mechanisms with query spaces, and verification functions.

    name: of the composition; creation queries of different compositions need not name the same.
    """

    name: str

    @property
    def kernel(self) -> str:
        """The kernel of the mechanisms."""
        return f"M_j of {self.name}"

    @property
    def readings(self) -> Sort:
        """What a function has read."""
        return opaque(f"{self.name}: Read")

    def starts(self, creation: Term, number: Term) -> Term:
        """The state that the mechanism of this number starts in, with a tape of its own."""
        return apply(declare(f"{self.kernel}.starts", (MESSAGE, INT), self.states), creation, number)

    @property
    def states(self) -> Sort:
        """What states the mechanisms have."""
        return opaque(f"{self.kernel}.State")

    def in_query_space(self, creation: Term, message: Term) -> Term:
        """Whether a message is in the query space of the mechanism that a creation query names."""
        return apply(declare(f"{self.name}: in query space", (MESSAGE, MESSAGE), BOOL), creation, message)

    def begins(self, creation: Term) -> Term:
        """The verification function that a creation query names, before it has read a pair."""
        return apply(declare(f"{self.name}: begins", (MESSAGE,), self.readings), creation)

    def admits(self, creation: Term, reading: Term, message: Term) -> Term:
        """Whether that function admits a pair after what it has read."""
        function = declare(f"{self.name}: admits", (MESSAGE, self.readings, MESSAGE), BOOL)
        return apply(function, creation, reading, message)

    def continues(self, creation: Term, reading: Term, message: Term) -> Term:
        """What that function has read after a pair more."""
        function = declare(f"{self.name}: continues", (MESSAGE, self.readings, MESSAGE), self.readings)
        return apply(function, creation, reading, message)


@dataclass(frozen=True, slots=True)
class _Created:
    """M_j: the mechanism that a creation query names, started with a tape of its own."""

    of: Creations

    @property
    def registers(self) -> tuple[Register, ...]:
        kernel = self.of.kernel
        return (
            Register(f"{kernel}.made by", MESSAGE, CREATION),
            Register(f"{kernel}.state", self.of.states, self.of.starts(CREATION, NUMBER)),
            Register(f"{kernel}.heard", MESSAGE, HALTING),
        )

    @property
    def tapes(self) -> tuple[str, ...]:
        return (self.of.kernel,)

    @property
    def _results(self) -> tuple[Term, Term]:
        return (
            terms.leaf("message", self.of.states, f"{self.of.kernel}.next"),
            terms.leaf("message", MESSAGE, f"{self.of.kernel}.said"),
        )

    def calls(self, config: Config) -> tuple[Call, ...]:
        arguments = tuple(config[register.name] for register in self.registers)
        return (Call(self.of.kernel, TRUE, arguments, self._results),)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        kernel = self.of.kernel
        known = self.of.in_query_space(config[f"{kernel}.made by"], message)
        return branch(known, keep({**config, f"{kernel}.heard": message}), send(config, FALSE, HALTING))

    def move(self, config: Config) -> Turn:
        following, said = self._results
        return send({**config, f"{self.of.kernel}.state": following}, FALSE, said)


def created_part(of: Creations) -> Halting:
    """The mechanism M_j that the creation query names."""
    return Halting(of.kernel, _Created(of))
