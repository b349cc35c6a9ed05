"""Slots: which mechanism gets which sample.

A mechanism takes a free slot with its own parameters, at its creation or at its first differing pair, and keeps it.
What each mechanism holds is followed at an arbitrary index; that two hold different slots, that a slot has its holder's
parameters, and that a slot once taken stays taken by the same, are then proved for any number of mechanisms and slots,
of the player that hands slots out, whoever takes one when.
"""

from __future__ import annotations

from dataclasses import replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.language import Proposition
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.members import among, read, successor
from concomp.obligations.derivations.systems.descriptions.parts import System
from concomp.obligations.derivations.systems.descriptions.slots import (
    LABELS,
    NOBODY,
    AnyHanding,
    Dealer,
    Registers,
    Rules,
    Slots,
    create,
    take,
)
from concomp.obligations.derivations.systems.descriptions.table import describe
from concomp.obligations.derivations.systems.language import DEALING, C, D, S
from concomp.obligations.derivations.systems.links.stages import Stage

SLOTS = Slots(C.name)
PLAYER = Dealer(str(DEALING(C, D, S)), SLOTS, AnyHanding(f"{D} of {C}"), describe(S))
"""The player that hands out the slots of any composition by any demand; nothing is known of what it hands them to."""
CONFIG = System(PLAYER).config
NOW: Registers = PLAYER.at(CONFIG)
ONE_INDEX, OTHER_INDEX = (terms.leaf("parameter", INT, name) for name in ("j", "other j"))
TAKER, FREE, NEW = (
    terms.leaf("message", sort, name) for sort, name in ((INT, "taker"), (INT, "free slot"), (LABELS, "new parameters"))
)


def holds_right(at: Registers, index: Term) -> Term:
    """What is kept at an index: a holder exists, and holds a taken slot with its parameters, as its only holder."""
    slot = read(at["slot"], index)
    right = terms.conjunction(
        [
            among(index, at["created"]),
            among(slot, SLOTS.count),
            read(at["taken"], slot),
            terms.equality(read(at["holder"], slot), index),
            terms.equality(read(SLOTS.parameters, slot), read(at["label"], index)),
        ]
    )
    return terms.implication(read(at["holds"], index), right)


def _sound(at: Registers, index: Term) -> Term:
    """What is kept: who holds a slot holds it rightly."""
    counted = terms.make("at most", (terms.constant(INT, 0), at["created"]))
    return terms.conjunction([counted, holds_right(at, index)])


def step(rules: Rules) -> Stage:
    """Whoever holds a slot holds it rightly after the player has heard a message, and keeps the slot it holds."""
    player = replace(PLAYER, rules=rules)
    held, after = read(NOW["holds"], ONE_INDEX), player.at(player.hear(CONFIG, FALSE, HEARD).config)
    same = terms.equality(read(after["slot"], ONE_INDEX), read(NOW["slot"], ONE_INDEX))
    kept = terms.implication(held, terms.conjunction([read(after["holds"], ONE_INDEX), same]))
    return Stage(
        "slots are kept",
        Proposition(sentences.SLOTS_ARE_KEPT),
        (_sound(NOW, ONE_INDEX),),
        terms.conjunction([_sound(after, ONE_INDEX), kept]),
        terms.conjunction([held, terms.negation(terms.equality(after["taken"], NOW["taken"]))]),
        read(after["taken"], FREE),
    )


def start() -> Stage:
    """At the start nobody holds a slot."""
    begun = PLAYER.at({register.name: register.initial for register in PLAYER.registers})
    nobody = terms.negation(read(begun["holds"], ONE_INDEX))
    return Stage(
        "slots at the start",
        Proposition(sentences.NO_HOLDER_AT_START),
        (terms.negation(read(NOBODY, ONE_INDEX)),),
        terms.conjunction([_sound(begun, ONE_INDEX), nobody]),
        TRUE,
        among(ONE_INDEX, SLOTS.count),
    )


def injective() -> Stage:
    """Two mechanisms that hold slots hold different ones, with their own parameters."""
    both = [read(NOW["holds"], index) for index in (ONE_INDEX, OTHER_INDEX)]
    known = (holds_right(NOW, ONE_INDEX), holds_right(NOW, OTHER_INDEX), *both)
    different = terms.negation(terms.equality(ONE_INDEX, OTHER_INDEX))
    slots = terms.equality(read(NOW["slot"], ONE_INDEX), read(NOW["slot"], OTHER_INDEX))
    own = terms.equality(read(SLOTS.parameters, read(NOW["slot"], ONE_INDEX)), read(NOW["label"], ONE_INDEX))
    apart = terms.conjunction([terms.implication(different, terms.negation(slots)), own])
    return Stage(
        "slots are different",
        Proposition(sentences.SLOTS_DIFFER),
        known,
        apart,
        different,
        terms.negation(slots),
    )


def _taken_by_number(at: Registers, slot: Term) -> Term:
    """A slot that is taken has the number of a mechanism."""
    return terms.implication(read(at["taken"], slot), among(slot, at["created"]))


def by_number(in_order: bool = True) -> tuple[Stage, Stage]:
    """The j-th mechanism takes slot j when it is created, which is free and has its parameters.

    in_order: false in a variant in which the j-th mechanism may have any parameters.
    """
    begun = terms.equality(NOW["created"], terms.constant(INT, 0))
    nothing_taken = (begun, terms.negation(read(NOW["taken"], ONE_INDEX)))
    number, created = successor(NOW["created"]), create(NOW, NEW)
    takes = [terms.equality(TAKER, number), terms.equality(FREE, number), among(number, SLOTS.count)]
    takes += [terms.equality(NEW, read(SLOTS.parameters, number))] if in_order else []
    known = (_taken_by_number(NOW, ONE_INDEX), _taken_by_number(NOW, number), *takes)
    conclusion = [
        SLOTS.may_take(created, TAKER, FREE, Rules()),
        _taken_by_number(take(created, TAKER, FREE), ONE_INDEX),
    ]
    return (
        Stage(
            "slots by number at the start",
            Proposition(sentences.NO_SLOT_BEFORE_CREATION),
            nothing_taken,
            _taken_by_number(NOW, ONE_INDEX),
            TRUE,
            read(NOW["taken"], ONE_INDEX),
        ),
        Stage(
            "slots by number",
            Proposition(sentences.SLOT_OF_ITS_NUMBER),
            known,
            terms.conjunction(conclusion),
            read(NOW["taken"], ONE_INDEX),
            read(NOW["taken"], FREE),
        ),
    )


BY_NUMBER = by_number()
