"""The verifiers of compositions.

A verifier outside, of a function that admits only suitable sequences and may ask for more; a verifier inside, of the
function that a member's creation query names; and what brings a pair of queries to the member that it is for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort, Sort
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.derivations.systems.descriptions.members import (
    CREATION,
    Creations,
    among,
    nowhere,
    read,
    store,
    successor,
)
from concomp.obligations.derivations.systems.descriptions.messages import (
    MESSAGE,
    apply,
    creates,
    declare,
    first,
    index_of,
    opaque,
    pair,
    paired,
    payload_of,
    queries,
    query,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Config,
    Gate,
    Halting,
    Register,
    Turn,
    branch,
    only_if,
    send,
)


class Demand(Protocol):
    """What a verification function asks for besides suitability."""

    @property
    def registers(self) -> tuple[Register, ...]:
        """What it remembers."""

    def admits(self, config: Config, message: Term) -> Term:
        """Whether it lets a suitable message pass."""

    def after(self, config: Config, message: Term) -> Config:
        """What it remembers after the message."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Some demand of this name, of which nothing is known."""

    name: str

    @property
    def _rest(self) -> Sort:
        return opaque(f"{self.name}: Rest")

    @property
    def _register(self) -> str:
        return f"{self.name}.rest"

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(self._register, self._rest, terms.leaf("parameter", self._rest, f"{self.name}: at first")),)

    def admits(self, config: Config, message: Term) -> Term:
        return apply(declare(f"{self.name}: admits", (self._rest, MESSAGE), BOOL), config[self._register], message)

    def after(self, config: Config, message: Term) -> Config:
        remembers = declare(f"{self.name}: remembers", (self._rest, MESSAGE), self._rest)
        return {**config, self._register: apply(remembers, config[self._register], message)}


@dataclass(frozen=True, slots=True)
class Suitable(Gate):
    """V[f] for an f that admits the sequences that Definition 4.5 admits and that fulfil a demand.

    of: what the creation queries name. read: false in a variant that does not ask whether a query is valid.
    """

    name: str
    of: Creations
    demand: Demand
    read: bool = True

    @property
    def registers(self) -> tuple[Register, ...]:
        return (
            Register(f"{self.name}.created", INT, terms.constant(INT, 0)),
            Register(f"{self.name}.made by", MapSort(MESSAGE), nowhere(MESSAGE)),
            Register(f"{self.name}.read", MapSort(self.of.readings), nowhere(self.of.readings)),
            *self.demand.registers,
        )

    def hear_left(self, config: Config, message: Term) -> Turn:
        more = terms.conjunction([paired(message), self.demand.admits(config, message)])
        rest = self.demand.after(config, message)
        creation = branch(
            self.creates(message),
            send(self._with_creation(rest, first(message)), TRUE, message),
            only_if(self.asks(config, message), send(self._with_pair(rest, message), TRUE, message), config),
        )
        return only_if(more, creation, config)

    def creates(self, message: Term) -> Term:
        """Whether the message is a pair of identical creation queries."""
        return terms.conjunction([creates(first(message)), terms.equality(first(message), second(message))])

    def asks(self, config: Config, message: Term) -> Term:
        """Whether it is a pair of queries for one mechanism that exists, in its query space, that its f admits."""
        index, made = index_of(first(message)), config[f"{self.name}.made by"]
        left, right = payload_of(first(message)), payload_of(second(message))
        return terms.conjunction(
            [
                queries(first(message)),
                queries(second(message)),
                terms.equality(index, index_of(second(message))),
                among(index, config[f"{self.name}.created"]),
                self.of.in_query_space(read(made, index), left),
                self.of.in_query_space(read(made, index), right),
                self._admitted(config, message) if self.read else TRUE,
            ]
        )

    def _admitted(self, config: Config, message: Term) -> Term:
        """Whether the function of the mechanism admits the pair of queries."""
        index, asked = index_of(first(message)), pair(payload_of(first(message)), payload_of(second(message)))
        creation = read(config[f"{self.name}.made by"], index)
        return self.of.admits(creation, read(config[f"{self.name}.read"], index), asked)

    def _with_creation(self, config: Config, creation: Term) -> Config:
        number = successor(config[f"{self.name}.created"])
        return {
            **config,
            f"{self.name}.created": number,
            f"{self.name}.made by": store(config[f"{self.name}.made by"], number, creation),
            f"{self.name}.read": store(config[f"{self.name}.read"], number, self.of.begins(creation)),
        }

    def _with_pair(self, config: Config, message: Term) -> Config:
        index, reading = index_of(first(message)), config[f"{self.name}.read"]
        asked = pair(payload_of(first(message)), payload_of(second(message)))
        following = self.of.continues(read(config[f"{self.name}.made by"], index), read(reading, index), asked)
        return {**config, f"{self.name}.read": store(reading, index, following)}


@dataclass(frozen=True, slots=True)
class _Inside(Gate):
    """V[f_j], f_j the function that the member's creation query names."""

    name: str
    of: Creations

    @property
    def registers(self) -> tuple[Register, ...]:
        return (
            Register(f"{self.name}.made by", MESSAGE, CREATION),
            Register(f"{self.name}.read", self.of.readings, self.of.begins(CREATION)),
        )

    def hear_left(self, config: Config, message: Term) -> Turn:
        creation, reading = config[f"{self.name}.made by"], config[f"{self.name}.read"]
        valid = terms.conjunction(
            [
                paired(message),
                self.of.in_query_space(creation, first(message)),
                self.of.in_query_space(creation, second(message)),
                self.of.admits(creation, reading, message),
            ]
        )
        following = self.of.continues(creation, reading, message)
        return only_if(valid, send({**config, f"{self.name}.read": following}, TRUE, message), config)


@dataclass(frozen=True, slots=True)
class _Regroup(Gate):
    """((q_0, j), (q_1, j)) becomes ((q_0, q_1), j), a pair of identical creation queries becomes one of them."""

    registers: tuple[Register, ...] = ()

    def hear_left(self, config: Config, message: Term) -> Turn:
        left, right = first(message), second(message)
        creation = terms.conjunction([paired(message), creates(left), terms.equality(left, right)])
        same_index = terms.equality(index_of(left), index_of(right))
        asked = terms.conjunction([paired(message), queries(left), queries(right), same_index])
        grouped = query(pair(payload_of(left), payload_of(right)), index_of(left))
        return branch(creation, send(config, TRUE, left), only_if(asked, send(config, TRUE, grouped), config))


def suitable(name: str, of: Creations, demand: Demand, read: bool = True) -> Halting:
    """V[f] for the function that admits those suitable sequences that fulfil a demand."""
    return Halting(name, Suitable(name, of, demand, read))


def inside(name: str, of: Creations) -> Halting:
    """V[f_j] for the function that the member's creation query names."""
    return Halting(name, _Inside(name, of))


def regroup(name: str) -> Halting:
    """What brings pairs of queries to the member that they are for."""
    return Halting(name, _Regroup())
