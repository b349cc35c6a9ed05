"""Interactive mechanisms as continual ones, for f_~: HSV26 section 5.3.1.

f_~ admits a pair of neighbouring or identical initial states, then identical queries. A continual mechanism that stands
for an interactive one is told where to start by its first message, and is asked by the others.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.guards import identical
from concomp.obligations.derivations.systems.descriptions.kernels import WORLD
from concomp.obligations.derivations.systems.descriptions.messages import (
    ACKNOWLEDGEMENT,
    HALTING,
    MESSAGE,
    apply,
    declare,
    first,
    opaque,
    pair,
    paired,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Call,
    Config,
    Gate,
    Halting,
    Register,
    Turn,
    branch,
    keep,
    only_if,
    send,
)


@dataclass(frozen=True, slots=True)
class Interactive:
    """An interactive mechanism of this name: which messages are its initial states, and which of them are neighbours.

    s_0 and s_1 are two of its initial states.
    """

    name: str

    def starts(self, message: Term) -> Term:
        """Whether a message is an initial state."""
        return apply(declare(f"{self.name}: is an initial state", (MESSAGE,), BOOL), message)

    def neighbours(self, left: Term, right: Term) -> Term:
        """Whether two initial states are neighbours."""
        return apply(declare(f"{self.name}: neighbouring", (MESSAGE, MESSAGE), BOOL), left, right)

    @property
    def first_pair(self) -> tuple[Term, Term]:
        """s_0 and s_1."""
        zero, one = (terms.leaf("parameter", MESSAGE, f"{self.name}: s_{bit}") for bit in (0, 1))
        return zero, one

    @property
    def states(self) -> Sort:
        """What states it has."""
        return opaque(f"{self.name}.State")

    def started(self, message: Term) -> Term:
        """The state that it starts in, with a tape of its own, if it is told an initial state."""
        return apply(declare(f"{self.name}.starts", (MESSAGE,), self.states), message)


@dataclass(frozen=True, slots=True)
class Neighbouring(Gate):
    """V[f_~]. queries_identical: false in a variant whose queries may differ."""

    name: str
    of: Interactive
    queries_identical: bool

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(f"{self.name}.started", BOOL, FALSE),)

    def admits(self, started: Term, message: Term) -> Term:
        """Whether the sequence read so far may go on with a message."""
        starts = [self.of.starts(side(message)) for side in (first, second)]
        related = terms.disjunction([identical(message), self.of.neighbours(first(message), second(message))])
        begins = terms.conjunction([terms.negation(started), *starts, related])
        same = [identical(message)] if self.queries_identical else []
        goes_on = terms.conjunction([started, *map(terms.negation, starts), *same])
        return terms.conjunction([paired(message), terms.disjunction([begins, goes_on])])

    def hear_left(self, config: Config, message: Term) -> Turn:
        started = f"{self.name}.started"
        forward = send({**config, started: TRUE}, TRUE, message)
        return only_if(self.admits(config[started], message), forward, config)


@dataclass(frozen=True, slots=True)
class _Beginning(Gate):
    """Lets everything pass if the first message is (s_0,s_1), and else nothing."""

    name: str
    of: Interactive

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(f"{self.name}.begun", BOOL, FALSE),)

    def hear_left(self, config: Config, message: Term) -> Turn:
        begun = f"{self.name}.begun"
        fits = terms.disjunction([config[begun], terms.equality(message, pair(*self.of.first_pair))])
        return only_if(fits, send({**config, begun: TRUE}, TRUE, message), config)


@dataclass(frozen=True, slots=True)
class _Serving(Gate):
    """Acknowledges (s_0,s_1), and hands on one of each pair of identical queries after it."""

    name: str
    of: Interactive

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(f"{self.name}.begun", BOOL, FALSE),)

    def hear_left(self, config: Config, message: Term) -> Turn:
        begun = f"{self.name}.begun"
        begins = terms.equality(message, pair(*self.of.first_pair))
        asks = terms.conjunction([identical(message), terms.negation(self.of.starts(first(message)))])
        begin = only_if(begins, send({**config, begun: TRUE}, FALSE, ACKNOWLEDGEMENT), config)
        go_on = only_if(asks, send(config, TRUE, first(message)), config)
        return branch(config[begun], go_on, begin)


@dataclass(frozen=True, slots=True)
class _Running:
    """The interactive mechanism; it is told its initial state first, if `told`, and else runs at s_0 or s_1."""

    of: Interactive
    told: bool

    @property
    def registers(self) -> tuple[Register, ...]:
        zero, one = self.of.first_pair
        nowhere = terms.leaf("parameter", self.of.states, f"{self.of.name}: not started")
        state = nowhere if self.told else self.of.started(terms.choice(WORLD, one, zero))
        name = self.of.name
        return (
            Register(f"{name}.state", self.of.states, state),
            Register(f"{name}.heard", MESSAGE, HALTING),
            Register(f"{name}.running", BOOL, FALSE if self.told else TRUE),
        )

    @property
    def tapes(self) -> tuple[str, ...]:
        return (self.of.name,)

    def calls(self, config: Config) -> tuple[Call, ...]:
        state, heard, _ = (config[register.name] for register in self.registers)
        return (Call(self.of.name, TRUE, (state, heard), self._results),)

    @property
    def _results(self) -> tuple[Term, Term]:
        following = terms.leaf("message", self.of.states, f"{self.of.name}.next")
        return following, terms.leaf("message", MESSAGE, f"{self.of.name}.said")

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        state, heard, running = (register.name for register in self.registers)
        starts, refused = self.of.starts(message), send(config, FALSE, HALTING)
        begun = send({**config, state: self.of.started(message), running: TRUE}, FALSE, ACKNOWLEDGEMENT)
        asked = branch(starts, refused, keep({**config, heard: message}))
        return branch(config[running], asked, branch(starts, begun, refused))

    def move(self, config: Config) -> Turn:
        following, said = self._results
        return send({**config, f"{self.of.name}.state": following}, FALSE, said)


def neighbouring(name: str, interactive: str, queries_identical: bool = True) -> Halting:
    """V[f_~]; or that of a function that also admits queries that differ."""
    return Halting(name, Neighbouring(name, Interactive(interactive), queries_identical))


def beginning(name: str, interactive: str) -> Halting:
    """What wants the first pair to be (s_0,s_1)."""
    return Halting(name, _Beginning(name, Interactive(interactive)))


def serving(name: str, interactive: str) -> Halting:
    """What answers (s_0,s_1) itself, and one of two identical queries by what it gets from the right."""
    return Halting(name, _Serving(name, Interactive(interactive)))


def as_continual(name: str, interactive: str) -> Halting:
    """The mechanism, told where to start by its first message."""
    return Halting(name, _Running(Interactive(interactive), told=True))


def started(name: str, interactive: str) -> Halting:
    """The mechanism at s_0 or s_1."""
    return Halting(name, _Running(Interactive(interactive), told=False))
