"""The theorems: what each asks of a plan, and what it then guarantees.

The table is all there is to know about a theorem.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, groupby, repeat

from concomp.advisor.guarantees.guarantee import Guarantee, OfFilter, OfSlots, exposed
from concomp.advisor.hypotheses.conditions import (
    ALIKE,
    ALL_CONSISTENT,
    ALL_DATA_FIRST,
    ALL_SYMMETRIC,
    BOUNDED,
    COMPARABLE,
    DISCRETE,
    FEW,
    FILTERED,
    FIXED,
    LOCAL,
    ONLY_ONE,
    POSITIVE,
    PRIVATE,
    PURE,
    SLOTS,
    SUITABLE,
    WAITING,
    Finding,
    Hypothesis,
    least_waiting,
    twice,
)
from concomp.advisor.hypotheses.situation import Kind, Situation
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import PrivacyLoss


@dataclass(frozen=True)
class Printed:
    """What a theorem that is false as printed would say, and why that is not to be relied on.

    erratum: its id in the registry. why: its counterexample, for somebody who knows no theorem.
    delta: the δ that is printed for a situation, at this E.
    """

    erratum: str
    why: str
    delta: Callable[[Situation, Fraction], Bounds]


@dataclass(frozen=True)
class Theorem:
    """A theorem in the registry, or one case of it.

    says: what it says, for somebody who knows no theorem, where {k} is how many get differing inputs.
    guarantee: what it promises where its hypotheses hold.
    printed: what is printed in its place, where that is false.
    """

    statement: str
    case: str
    says: str
    hypotheses: tuple[Hypothesis, ...]
    guarantee: Callable[[Situation], Guarantee]
    printed: Printed | None = None


def _list(situation: Situation) -> Guarantee:
    return OfSlots(situation.listed)


def _touched(situation: Situation) -> tuple[PrivacyLoss, ...]:
    """The slots of those that get differing inputs."""
    slots = situation.touched
    assert slots is not None
    return slots


def _slots_of_touched(situation: Situation) -> Guarantee:
    return OfSlots(_touched(situation))


def _slots_without_delta(situation: Situation) -> Guarantee:
    return OfSlots(_without_delta(situation))


def _pure_slots(exposes: Callable[[Kind], Fraction]) -> Callable[[Situation], Guarantee]:
    """Slots with δ = 0, beside what all that are created expose, each with the chance that `exposes` says."""

    def guarantee(situation: Situation) -> Guarantee:
        return OfSlots(_without_delta(situation), _exposed_of_all(situation, exposes))

    return guarantee


def _exposed_of_all(situation: Situation, exposes: Callable[[Kind], Fraction]) -> Bounds:
    return exposed([(exposes(each), count) for each, count in situation.created_by(exposes)])


def _without_delta(situation: Situation) -> tuple[PrivacyLoss, ...]:
    runs = [(PrivacyLoss(each.loss, Fraction(0)), len([*run])) for each, run in groupby(_touched(situation))]
    return tuple(chain.from_iterable(repeat(each, count) for each, count in runs))


def _once(kind: Kind) -> Fraction:
    return kind.label.delta


def _sum_of_deltas(situation: Situation, e_eps: Fraction) -> Bounds:
    """δ + δ', where δ' is what all that are created expose."""
    slots = OfSlots(_without_delta(situation)).delta(e_eps)
    spare = _exposed_of_all(situation, _once)
    return Bounds(min(Fraction(1), slots.low + spare.low), min(Fraction(1), slots.high + spare.high))


def _the_same(situation: Situation, e_eps: Fraction) -> Bounds:
    return OfSlots(situation.listed).delta(e_eps)


AS_A_LIST = Printed(
    "E5",
    "The number is the same; but the printed rule looks at the first messages only, so that afterwards anything may be "
    "created, such as a mechanism that repeats its input: then everything is told.",
    _the_same,
)
WITH_A_SUM = Printed(
    "E2",
    "Three mechanisms with E = 10/9 and delta = 1/40, whose functions tell the two data sets apart and of which two "
    "get differing inputs, lose delta = 797/6080 (~0.1311) at E = 1, where 152939/1216000 (~0.1258) is promised.",
    _sum_of_deltas,
)


def _filter(situation: Situation) -> Guarantee:
    assert situation.budget is not None
    return OfFilter(situation.budget, tuple((each.label, each.count) for each in situation.kinds))


COMMON = (SUITABLE, PRIVATE, DISCRETE)
BESIDES = (
    "Mechanisms of which at most {k} get differing inputs lose no more than {k} of them without their delta, and "
    "besides that, for every mechanism that is created, "
)
THEOREMS = (
    Theorem(
        "HSV26 Theorem 4.10 (repaired)",
        "",
        "A fixed list of mechanisms, used side by side in any order and adaptively, is at least as private "
        "as the optimal composition of its losses.",
        (FIXED, *COMMON, POSITIVE),
        _list,
        AS_A_LIST,
    ),
    Theorem(
        "HSV26 Theorem 4.12",
        "",
        "If the losses are listed in advance, mechanisms may be chosen and created along the way, and together are "
        "at least as private as the optimal composition of the list.",
        (SLOTS, *COMMON, POSITIVE),
        _list,
    ),
    Theorem(
        "HSV26 Corollary 8.8",
        "",
        "A server that asks any number of users, each of whom answers by a private mechanism on data of their own, "
        "learns no more of people who are behind at most {k} of the users than {k} of the mechanisms tell.",
        (LOCAL, ALIKE, *COMMON, ALL_DATA_FIRST, POSITIVE),
        _slots_of_touched,
    ),
    Theorem(
        "HSV26 Corollary 5.15",
        "",
        "Any number of interactive mechanisms, each started on data of its own and then only asked, of which at most "
        "{k} get differing data, are at least as private as {k} of them.",
        (FEW, *COMMON, COMPARABLE, ALL_DATA_FIRST, POSITIVE),
        _slots_of_touched,
    ),
    Theorem(
        "HSV26 Theorem 5.14",
        "",
        "Any number of mechanisms, of which at most {k} get differing inputs, are at least as private as {k} of "
        "them, if it is decided at the first input of each whether its inputs may differ.",
        (FEW, *COMMON, COMPARABLE, ALL_CONSISTENT, POSITIVE),
        _slots_of_touched,
    ),
    Theorem(
        "HSV26 Corollary 5.5",
        "",
        "Any number of purely private mechanisms, of which at most {k} get differing inputs, are at least as private "
        "as {k} of them.",
        (FEW, *COMMON, COMPARABLE, PURE, POSITIVE),
        _slots_without_delta,
    ),
    Theorem(
        "HSV26 Theorem 5.4 (repaired)",
        "at most one",
        f"{BESIDES}its delta, if at most one gets differing inputs.",
        (FEW, *COMMON, COMPARABLE, BOUNDED, ONLY_ONE, POSITIVE),
        _pure_slots(_once),
        WITH_A_SUM,
    ),
    Theorem(
        "HSV26 Theorem 5.4 (repaired)",
        "both ways round",
        f"{BESIDES}its delta, if their functions treat the two data sets alike.",
        (FEW, *COMMON, COMPARABLE, BOUNDED, ALL_SYMMETRIC, POSITIVE),
        _pure_slots(_once),
        WITH_A_SUM,
    ),
    Theorem(
        "HSV26 Theorem 5.4 (repaired)",
        "twice delta",
        f"{BESIDES}twice its delta.",
        (FEW, *COMMON, COMPARABLE, BOUNDED, POSITIVE),
        _pure_slots(twice),
        WITH_A_SUM,
    ),
    Theorem(
        "HSV26 Theorem 5.4 (repaired)",
        "what waiting costs",
        f"{BESIDES}what it takes to be ready for a differing input while there is none.",
        (FEW, *COMMON, COMPARABLE, BOUNDED, WAITING, POSITIVE),
        _pure_slots(least_waiting),
        WITH_A_SUM,
    ),
    Theorem(
        "HSV26 Theorem 12.4",
        "",
        "Mechanisms whose losses are chosen along the way, even by earlier answers, lose together no more than the "
        "budget of a filter that adds up losses and refuses what does not fit.",
        (FILTERED, *COMMON),
        _filter,
    ),
)


def in_words(theorem: Theorem, situation: Situation) -> str:
    """What a theorem says of a situation."""
    few = {None: "k", 1: "one"}.get(situation.at_most, situation.at_most)
    return theorem.says.format(k=few)


def findings(theorem: Theorem, situation: Situation) -> tuple[tuple[Hypothesis, Finding], ...]:
    """Every hypothesis of a theorem, and whether it holds of a situation."""
    return tuple((each, each.decide(situation)) for each in theorem.hypotheses)
