"""Slots: which mechanism gets which sample.

A mechanism takes a free slot with its own parameters, at its creation or at its first differing pair, and keeps it.
What each mechanism holds is followed at an arbitrary index; that two hold different slots, that a slot has its holder's
parameters, and that a slot once taken stays taken by the same, are then proved for any number of mechanisms and slots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.language import Proposition
from concomp.obligations.derivations.systems.descriptions.members import among, read, store, successor
from concomp.obligations.derivations.systems.descriptions.messages import opaque
from concomp.obligations.derivations.systems.links.stages import Stage

LABELS = opaque("Parameters")
Registers = Mapping[str, Term]


def _register(name: str, sort: Sort) -> Term:
    return terms.leaf("register", sort, name)


NOW: Registers = {
    "created": _register("created", INT),
    "label": _register("label", MapSort(LABELS)),
    "holds": _register("holds", MapSort(BOOL)),
    "slot": _register("slot", MapSort(INT)),
    "taken": _register("taken", MapSort(BOOL)),
    "holder": _register("holder", MapSort(INT)),
}
"""How many mechanisms there are, their parameters, whether and which slot each holds, and who holds which slot."""
COUNT = terms.leaf("parameter", INT, "k")
PARAMETERS_OF = terms.leaf("parameter", MapSort(LABELS), "parameters of the slots")
ONE_INDEX, OTHER_INDEX = (terms.leaf("parameter", INT, name) for name in ("j", "other j"))
TAKER, FREE, NEW = (
    terms.leaf("message", sort, name) for sort, name in ((INT, "taker"), (INT, "free slot"), (LABELS, "new parameters"))
)


@dataclass(frozen=True)
class Rules:
    """When a slot may be taken; the three are the rules of the paper, each can be dropped for a false variant."""

    only_free: bool = True
    only_once: bool = True
    labels_compared: bool = True


def holds_right(at: Registers, index: Term) -> Term:
    """What is kept at an index: a holder exists, and holds a taken slot with its parameters, as its only holder."""
    slot = read(at["slot"], index)
    right = terms.conjunction(
        [
            among(index, at["created"]),
            among(slot, COUNT),
            read(at["taken"], slot),
            terms.equality(read(at["holder"], slot), index),
            terms.equality(read(PARAMETERS_OF, slot), read(at["label"], index)),
        ]
    )
    return terms.implication(read(at["holds"], index), right)


def create(at: Registers) -> Registers:
    """After a mechanism is created, with new parameters, which holds nothing."""
    number = successor(at["created"])
    return {
        **at,
        "created": number,
        "label": store(at["label"], number, NEW),
        "holds": store(at["holds"], number, FALSE),
    }


def take(at: Registers) -> Registers:
    """After a mechanism has taken a free slot."""
    return {
        **at,
        "holds": store(at["holds"], TAKER, TRUE),
        "slot": store(at["slot"], TAKER, FREE),
        "taken": store(at["taken"], FREE, TRUE),
        "holder": store(at["holder"], FREE, TAKER),
    }


def may_take(at: Registers, rules: Rules) -> Term:
    """Whether the mechanism may take the slot: it exists, is free and fits, and the mechanism holds none."""
    conditions = [among(TAKER, at["created"]), among(FREE, COUNT)]
    conditions += [terms.negation(read(at["taken"], FREE))] if rules.only_free else []
    conditions += [terms.negation(read(at["holds"], TAKER))] if rules.only_once else []
    fits = terms.equality(read(PARAMETERS_OF, FREE), read(at["label"], TAKER))
    return terms.conjunction([*conditions, *([fits] if rules.labels_compared else [])])


def step(rules: Rules) -> Stage:
    """Whoever holds a slot holds it rightly after a creation and after a slot is taken, and keeps the slot it holds."""
    sound = terms.make("at most", (terms.constant(INT, 0), NOW["created"]))
    held, after = read(NOW["holds"], ONE_INDEX), take(NOW)
    same = terms.equality(read(after["slot"], ONE_INDEX), read(NOW["slot"], ONE_INDEX))
    kept = terms.implication(held, terms.conjunction([read(after["holds"], ONE_INDEX), same]))
    known = (sound, holds_right(NOW, ONE_INDEX), may_take(NOW, rules))
    rightly = [holds_right(after, ONE_INDEX), holds_right(create(NOW), ONE_INDEX), kept]
    variant = terms.equality(read(after["slot"], ONE_INDEX), FREE)
    return Stage(
        "slots are kept",
        Proposition(sentences.SLOTS_ARE_KEPT),
        known,
        terms.conjunction(rightly),
        held,
        variant,
    )


def start() -> Stage:
    """At the start nobody holds a slot."""
    nobody = (terms.negation(read(NOW["holds"], ONE_INDEX)),)
    return Stage(
        "slots at the start",
        Proposition(sentences.NO_HOLDER_AT_START),
        nobody,
        holds_right(NOW, ONE_INDEX),
        TRUE,
        among(ONE_INDEX, COUNT),
    )


def injective() -> Stage:
    """Two mechanisms that hold slots hold different ones, with their own parameters."""
    both = [read(NOW["holds"], index) for index in (ONE_INDEX, OTHER_INDEX)]
    known = (holds_right(NOW, ONE_INDEX), holds_right(NOW, OTHER_INDEX), *both)
    different = terms.negation(terms.equality(ONE_INDEX, OTHER_INDEX))
    slots = terms.equality(read(NOW["slot"], ONE_INDEX), read(NOW["slot"], OTHER_INDEX))
    own = terms.equality(read(PARAMETERS_OF, read(NOW["slot"], ONE_INDEX)), read(NOW["label"], ONE_INDEX))
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
    number, created = successor(NOW["created"]), create(NOW)
    takes = [terms.equality(TAKER, number), terms.equality(FREE, number), among(number, COUNT)]
    takes += [terms.equality(NEW, read(PARAMETERS_OF, number))] if in_order else []
    known = (_taken_by_number(NOW, ONE_INDEX), _taken_by_number(NOW, number), *takes)
    conclusion = [may_take(created, Rules()), _taken_by_number(take(created), ONE_INDEX)]
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
