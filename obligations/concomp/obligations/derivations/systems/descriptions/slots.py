"""The player that hands out slots: P of HSV26 Theorems 4.10, 4.12, 5.14 and Corollary 5.5.

It is told all samples with every message. A mechanism takes a free slot with its own parameters, when the demand of the
theorem has it, and keeps it. What the mechanisms then do is left to a mechanism that is told each pair of queries with
the creation query of its mechanism and the sample of its slot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.filters import PARAMETERS, parameters
from concomp.obligations.derivations.systems.descriptions.members import among, nowhere, read, store, successor
from concomp.obligations.derivations.systems.descriptions.messages import (
    ACKNOWLEDGEMENT,
    HALTING,
    MESSAGE,
    apply,
    creates,
    declare,
    first,
    index_of,
    pair,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Call,
    Config,
    Halting,
    Register,
    Turn,
    branch,
    send,
)

Registers = Mapping[str, Term]
LABELS = PARAMETERS
NOBODY = terms.leaf("parameter", MapSort(BOOL), "nobody")
"""The map of which no entry is true."""
HELD: Mapping[str, tuple[MapSort, Term]] = {
    "label": (MapSort(LABELS), nowhere(LABELS)),
    "holds": (MapSort(BOOL), NOBODY),
    "slot": (MapSort(INT), nowhere(INT)),
    "taken": (MapSort(BOOL), NOBODY),
    "holder": (MapSort(INT), nowhere(INT)),
}
"""The parameters of each mechanism, whether and which slot each holds, and who holds which slot; and at the start."""


@dataclass(frozen=True)
class Rules:
    """When a slot may be taken; the three are the rules of the paper, each can be dropped for a false variant."""

    only_free: bool = True
    only_once: bool = True
    labels_compared: bool = True


def create(at: Registers, label: Term) -> Registers:
    """After a mechanism is created, with these parameters, which holds nothing."""
    number = successor(at["created"])
    return {
        **at,
        "created": number,
        "label": store(at["label"], number, label),
        "holds": store(at["holds"], number, FALSE),
    }


def take(at: Registers, taker: Term, free: Term) -> Registers:
    """After a mechanism has taken a free slot."""
    return {
        **at,
        "holds": store(at["holds"], taker, TRUE),
        "slot": store(at["slot"], taker, free),
        "taken": store(at["taken"], free, TRUE),
        "holder": store(at["holder"], free, taker),
    }


@dataclass(frozen=True)
class Slots:
    """The slots of a composition of this name: another one may have others."""

    composition: str

    @property
    def count(self) -> Term:
        """How many there are."""
        return terms.leaf("parameter", INT, f"{self.composition}: k")

    @property
    def parameters(self) -> Term:
        """With which parameters."""
        return terms.leaf("parameter", MapSort(LABELS), f"{self.composition}: parameters of the slots")

    def free(self, at: Registers, taker: Term) -> Term:
        """Some free slot with the parameters of the mechanism, if there is one."""
        choose = declare(f"{self.composition}: free slot", (MapSort(BOOL), LABELS), INT)
        return apply(choose, at["taken"], read(at["label"], taker))

    def sample(self, samples: Term, slot: Term) -> Term:
        """The sample in a slot."""
        return apply(declare(f"{self.composition}: sample in a slot", (MESSAGE, INT), MESSAGE), samples, slot)

    def may_take(self, at: Registers, taker: Term, free: Term, rules: Rules) -> Term:
        """Whether the mechanism may take the slot: it exists, is free and fits, and the mechanism holds none."""
        conditions = [among(taker, at["created"]), among(free, self.count)]
        conditions += [terms.negation(read(at["taken"], free))] if rules.only_free else []
        conditions += [terms.negation(read(at["holds"], taker))] if rules.only_once else []
        fits = terms.equality(read(self.parameters, free), read(at["label"], taker))
        return terms.conjunction([*conditions, *([fits] if rules.labels_compared else [])])


class Handing(Protocol):
    """Who takes a slot, and which."""

    def takes(self, created: Term, asked: Term, differs: Term) -> Term:
        """Whether a mechanism takes one: at its creation, or as it is asked, perhaps not the first time, a pair."""

    def free(self, slots: Slots, at: Registers, taker: Term) -> Term:
        """The slot that it takes, if it is free and fits."""


@dataclass(frozen=True)
class AnyHanding:
    """Some way of this name, of which nothing is known."""

    name: str

    def takes(self, created: Term, asked: Term, differs: Term) -> Term:
        return apply(declare(f"{self.name}: takes", (BOOL, BOOL, BOOL), BOOL), created, asked, differs)

    def free(self, slots: Slots, at: Registers, taker: Term) -> Term:
        choose = declare(f"{self.name}: slot", (MapSort(BOOL), LABELS, INT), INT)
        return apply(choose, at["taken"], read(at["label"], taker), taker)


@dataclass(frozen=True)
class AtCreation:
    """Every mechanism, when it is created; by number, the slot of its own number."""

    by_number: bool

    def takes(self, created: Term, asked: Term, differs: Term) -> Term:
        return created

    def free(self, slots: Slots, at: Registers, taker: Term) -> Term:
        return taker if self.by_number else slots.free(at, taker)


@dataclass(frozen=True)
class AtPair:
    """A mechanism, at its first pair that differs; or only if that is its first."""

    only_first: bool

    def takes(self, created: Term, asked: Term, differs: Term) -> Term:
        in_time = [terms.negation(asked)] if self.only_first else []
        return terms.conjunction([terms.negation(created), differs, *in_time])

    def free(self, slots: Slots, at: Registers, taker: Term) -> Term:
        return slots.free(at, taker)


@dataclass(frozen=True)
class Dealer:
    """What hands out the slots of a composition before a player."""

    name: str
    slots: Slots
    handing: Handing
    player: Halting
    rules: Rules = Rules()

    @property
    def registers(self) -> tuple[Register, ...]:
        return (
            Register(f"{self.name}.created", INT, terms.constant(INT, 0)),
            *(Register(f"{self.name}.{key}", sort, initial) for key, (sort, initial) in HELD.items()),
            Register(f"{self.name}.made by", MapSort(MESSAGE), nowhere(MESSAGE)),
            Register(f"{self.name}.asked", MapSort(BOOL), NOBODY),
            *self.player.registers,
        )

    @property
    def tapes(self) -> tuple[str, ...]:
        return self.player.tapes

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.player.calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        samples, asked = first(message), second(message)
        return branch(creates(first(asked)), self._create(config, first(asked)), self._ask(config, samples, asked))

    def move(self, config: Config) -> Turn:
        return self.player.move(config)

    def at(self, config: Config) -> Registers:
        """Who holds what."""
        return {key: config[f"{self.name}.{key}"] for key in ("created", *HELD)}

    def _with(self, config: Config, at: Registers) -> Config:
        return {**config, **{f"{self.name}.{key}": term for key, term in at.items()}}

    def _hand(self, at: Registers, taker: Term, wanted: Term) -> Registers:
        """After the mechanism has taken a slot, if it wants one and may have it."""
        free = self.handing.free(self.slots, at, taker)
        may = terms.conjunction([wanted, self.slots.may_take(at, taker, free, self.rules)])
        after = take(at, taker, free)
        return {key: terms.choice(may, after[key], at[key]) for key in at}

    def _create(self, config: Config, creation: Term) -> Turn:
        created = create(self.at(config), parameters(self.slots.composition, creation))
        number, made_by, asked = created["created"], f"{self.name}.made by", f"{self.name}.asked"
        after = self._with(config, self._hand(created, number, self.handing.takes(TRUE, FALSE, FALSE)))
        begun = {made_by: store(config[made_by], number, creation), asked: store(config[asked], number, FALSE)}
        return send({**after, **begun}, FALSE, ACKNOWLEDGEMENT)

    def _ask(self, config: Config, samples: Term, queries: Term) -> Turn:
        index, asked = index_of(first(queries)), f"{self.name}.asked"
        differs = terms.negation(terms.equality(first(queries), second(queries)))
        wanted = self.handing.takes(FALSE, read(config[asked], index), differs)
        after = self._hand(self.at(config), index, wanted)
        sample = self.slots.sample(samples, read(after["slot"], index))
        known = pair(
            read(config[f"{self.name}.made by"], index), terms.choice(read(after["holds"], index), sample, HALTING)
        )
        heard = {**self._with(config, after), asked: store(config[asked], index, TRUE)}
        return self.player.hear(heard, FALSE, pair(queries, known))


def dealing(name: str, slots: Slots, handing: Handing, player: Halting) -> Halting:
    """The player behind what hands out slots."""
    return Halting(name, Dealer(name, slots, handing, player))
