"""A slot is found by counting: the free slots with given parameters, and those that are held.

Slot after slot, those with some parameters are counted, and those of them that are free: if the number of the free ones
is positive, one of them is known; when one is taken, the number is one less. So the free ones and the held ones are
together all slots with these parameters, after any number of moves; and who takes a slot finds one, as long as the
mechanisms that hold one, or take one, with these parameters are at most those slots.
"""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.language import Proposition
from concomp.obligations.derivations.systems.descriptions.members import ONE, among, read, successor
from concomp.obligations.derivations.systems.descriptions.slots import (
    LABELS,
    Registers,
    Rules,
    take,
)
from concomp.obligations.derivations.systems.links.slots import FREE, NOW, SLOTS, TAKER
from concomp.obligations.derivations.systems.links.stages import Stage

VALUE = terms.leaf("parameter", LABELS, "some parameters")
UNTAKEN = terms.leaf("parameter", BOOL, "no slot is taken")
HELD = terms.leaf("register", INT, "mechanisms with these parameters that hold a slot")
NOTHING = terms.constant(INT, 0)
COURSE: Registers = {
    name: terms.leaf("register", INT, name) for name in ("counted", "all", "free", "free after a slot is taken", "last")
}
"""How many slots are counted; how many of them have the parameters, and are free, now and later; the last free one."""


def _one_if(condition: Term) -> Term:
    return terms.choice(condition, ONE, NOTHING)


def _sum(one: Term, other: Term) -> Term:
    return terms.make("sum", (one, other))


def _fits(slot: Term) -> Term:
    return terms.equality(read(SLOTS.parameters, slot), VALUE)


def _free(at: Registers, slot: Term) -> Term:
    return terms.conjunction([terms.negation(read(at["taken"], slot)), _fits(slot)])


def counted(course: Registers, rules: Rules) -> Term:
    """What is kept while slots are counted: a free one is known, one that is taken is one fewer, untaken ones are all.

    rules: those by which a slot is taken.
    """
    found = terms.conjunction([among(course["last"], course["counted"]), _free(NOW, course["last"])])
    one_fewer = _one_if(terms.conjunction([among(FREE, course["counted"]), _fits(FREE)]))
    fewer = terms.equality(course["free"], _sum(course["free after a slot is taken"], one_fewer))
    return terms.conjunction(
        [
            terms.make("at most", (NOTHING, course["counted"])),
            terms.make("at most", (NOTHING, course["free"])),
            terms.implication(terms.make("at most", (ONE, course["free"])), found),
            terms.implication(SLOTS.may_take(NOW, TAKER, FREE, rules), fewer),
            terms.implication(UNTAKEN, terms.equality(course["free"], course["all"])),
        ]
    )


def count_one_more(course: Registers) -> Registers:
    """After one slot more is counted."""
    slot = successor(course["counted"])
    is_free = _free(NOW, slot)
    later = "free after a slot is taken"
    return {
        "counted": slot,
        "all": _sum(course["all"], _one_if(_fits(slot))),
        "free": _sum(course["free"], _one_if(is_free)),
        later: _sum(course[later], _one_if(_free(take(NOW, TAKER, FREE), slot))),
        "last": terms.choice(is_free, slot, course["last"]),
    }


def _begin(rules: Rules) -> Stage:
    zero = [terms.equality(number, NOTHING) for name, number in COURSE.items() if name != "last"]
    return Stage(
        "no slot is counted",
        Proposition(sentences.NONE_COUNTED_AT_FIRST),
        tuple(zero),
        counted(COURSE, rules),
        SLOTS.may_take(NOW, TAKER, FREE, rules),
        among(COURSE["last"], COURSE["counted"]),
    )


def _go_on(rules: Rules) -> Stage:
    after = count_one_more(COURSE)
    untaken = terms.implication(UNTAKEN, terms.negation(read(NOW["taken"], after["counted"])))
    taken_now = terms.conjunction(
        [SLOTS.may_take(NOW, TAKER, FREE, rules), terms.equality(FREE, after["counted"]), _fits(FREE)]
    )
    return Stage(
        "one slot more is counted",
        Proposition(sentences.COUNTED_ON),
        (counted(COURSE, rules), untaken),
        counted(after, rules),
        taken_now,
        terms.equality(after["free"], after["free after a slot is taken"]),
    )


def _balance(free: Term, held: Term) -> Term:
    return terms.equality(COURSE["all"], _sum(free, held))


def _nobody(rules: Rules) -> Stage:
    known = (
        counted(COURSE, rules),
        terms.equality(COURSE["counted"], SLOTS.count),
        UNTAKEN,
        terms.equality(HELD, NOTHING),
    )
    return Stage(
        "all slots are free",
        Proposition(sentences.ALL_FREE_AT_START),
        known,
        _balance(COURSE["free"], HELD),
        terms.make("at most", (ONE, COURSE["free"])),
        terms.equality(COURSE["free"], NOTHING),
    )


def _taken(rules: Rules) -> Stage:
    same = terms.equality(read(NOW["label"], TAKER), VALUE)
    known = (
        counted(COURSE, rules),
        terms.equality(COURSE["counted"], SLOTS.count),
        _balance(COURSE["free"], HELD),
        SLOTS.may_take(NOW, TAKER, FREE, rules),
    )
    return Stage(
        "a slot is taken",
        Proposition(sentences.FREE_OR_HELD),
        known,
        _balance(COURSE["free after a slot is taken"], _sum(HELD, _one_if(same))),
        same,
        _balance(COURSE["free after a slot is taken"], HELD),
    )


def _found(rules: Rules, sub_multiset: bool) -> Stage:
    mechanisms = _sum(HELD, ONE) if sub_multiset else HELD
    known = (
        counted(COURSE, rules),
        terms.equality(COURSE["counted"], SLOTS.count),
        _balance(COURSE["free"], HELD),
        terms.equality(read(NOW["label"], TAKER), VALUE),
        terms.make("at most", (mechanisms, COURSE["all"])),
        among(TAKER, NOW["created"]),
        terms.negation(read(NOW["holds"], TAKER)),
        terms.equality(FREE, COURSE["last"]),
    )
    return Stage(
        "a free slot is found",
        Proposition(sentences.ONE_IS_FREE),
        known,
        SLOTS.may_take(NOW, TAKER, FREE, rules),
        terms.make("at most", (ONE, HELD)),
        among(FREE, HELD),
    )


def by_counting(rules: Rules, sub_multiset: bool = True) -> tuple[Stage, ...]:
    """The mechanism that takes a slot finds a free one with its parameters, by counting those with these parameters.

    rules: those by which a slot is taken. sub_multiset: false in a variant in which the mechanism that takes a slot
    may be one too many.
    """
    return _begin(rules), _go_on(rules), _nobody(rules), _taken(rules), _found(rules, sub_multiset)


BY_COUNTING = by_counting(Rules())
