"""The theorems on other measures than (ε, δ): what each asks of a plan, and what it then guarantees.

What is said of one order holds of concentrated privacy at all orders at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from concomp.advisor.guarantees.guarantee import Guarantee, OfFilter
from concomp.advisor.guarantees.theorems import COMMON, THEOREMS, Printed, Theorem
from concomp.advisor.hypotheses.conditions import (
    ALL_CONSISTENT,
    ALL_DATA_FIRST,
    BOUNDED,
    FEW,
    FILTERED,
    PRIVATE,
    SLOTS,
    SUITABLE,
)
from concomp.advisor.hypotheses.situation import Situation
from concomp.advisor.losses.stated import Stated, Unsaid
from concomp.advisor.losses.worst import worst
from concomp.advisor.measures.conditions import ADDITIVE, FINITE, SAID
from concomp.advisor.measures.guarantees import of_few, of_list, of_loss
from concomp.impl.accounting.numbers import Bounds
from concomp.model.laws.measures import Measure


def _counted(situation: Situation) -> list[tuple[Stated, int | None]]:
    assert situation.measured is not None
    counts = (each.count for each in situation.kinds)
    return list(zip(situation.measured.said, counts, strict=True))


def _created(situation: Situation) -> list[tuple[Stated, int]]:
    """The losses of all mechanisms that may be created together, bounded in number."""
    assert situation.created is not None
    return worst(_counted(situation), situation.created)


def _list(situation: Situation) -> Guarantee:
    return of_list(_created(situation))


def _touched(situation: Situation) -> Guarantee:
    """As much as the worst mechanisms lose that may get differing inputs."""
    assert situation.at_most is not None
    return of_list(worst(_counted(situation), situation.at_most))


def _few(situation: Situation) -> Guarantee:
    assert situation.at_most is not None
    return of_few(_created(situation), situation.at_most)


def _budget(situation: Situation) -> Guarantee:
    assert situation.measured is not None
    budget = situation.measured.budget
    assert budget is not None
    assert not isinstance(budget, Unsaid)
    return of_loss(budget)


def _parameters(situation: Situation) -> Guarantee:
    assert situation.budget is not None
    return OfFilter(situation.budget, tuple((each.label, each.count) for each in situation.kinds))


def _printed(situation: Situation, e_eps: Fraction) -> Bounds:
    """The same number, of functions that are convex."""
    found = (_list if situation.at_most is None else _touched)(situation).delta(e_eps)
    assert found is not None
    return found


OF_ANY_FUNCTIONS = Printed(
    "E12",
    "The number is the same; but it is printed for functions that need not be convex. Of f = 1/4 at 1/2 and 0 "
    "elsewhere it is false: who tosses a coin which of two such mechanisms to create has 1/6 in both orders "
    "where f says 1/4.",
    _printed,
)
FINITELY = (SUITABLE, PRIVATE, FINITE, SAID)
MOMENTS = (
    Theorem(
        "HSV26 Corollary 13.7",
        "",
        "Any number of interactive mechanisms, each started on data of its own and then only asked, of which at most "
        "{k} get differing data, have no larger Renyi divergence than {k} of them.",
        (FEW, *COMMON, SAID, ALL_DATA_FIRST),
        _touched,
    ),
    Theorem(
        "HSV26 Theorem 13.6",
        "",
        "Any number of mechanisms, of which at most {k} get differing inputs, have no larger Renyi divergence than {k} "
        "of them, if it is decided at the first input of each whether its inputs may differ.",
        (FEW, *COMMON, SAID, ALL_CONSISTENT),
        _touched,
    ),
    Theorem(
        "concomp Proposition 21",
        "",
        "Mechanisms of which at most {k} get differing inputs have, if their number is bounded, at most the moment "
        "that the symmetric polynomials of S - 1 up to degree {k} add up to, S being the moments of all.",
        (FEW, *COMMON, SAID, BOUNDED),
        _few,
    ),
    Theorem(
        "HSV26 Corollary 13.4",
        "",
        "If the losses are listed in advance, mechanisms may be chosen and created along the way, and together have no "
        "larger Renyi divergence than all of the list together.",
        (SLOTS, *COMMON, SAID),
        _list,
    ),
    Theorem(
        "HSV26 Corollary 13.8",
        "",
        "Mechanisms whose losses are chosen along the way, even by earlier answers, have together no larger Renyi "
        "divergence than the budget of a filter that adds up losses and refuses what does not fit.",
        (FILTERED, *COMMON, SAID),
        _budget,
    ),
)
FUNCTIONS = (
    Theorem(
        "HSV26 Corollary 14.7 (repaired)",
        "",
        "If the trade-off functions are listed in advance, mechanisms that communicate finitely may be chosen and "
        "created along the way, and together are no easier to tell apart than the tensor product of the list.",
        (SLOTS, *FINITELY),
        _list,
        OF_ANY_FUNCTIONS,
    ),
    Theorem(
        "HSV26 Corollary 14.9 (repaired)",
        "",
        "Any number of interactive mechanisms that communicate finitely, each started on data of its own and then only "
        "asked, of which at most {k} get differing data, are no easier to tell apart than {k} of them.",
        (FEW, *FINITELY, ALL_DATA_FIRST),
        _touched,
        OF_ANY_FUNCTIONS,
    ),
    Theorem(
        "HSV26 Corollary 14.8 (repaired)",
        "",
        "Any number of mechanisms that communicate finitely, of which at most {k} get differing inputs, are no easier "
        "to tell apart than {k} of them, if it is decided at the first input of each whether its inputs may differ.",
        (FEW, *FINITELY, ALL_CONSISTENT),
        _touched,
        OF_ANY_FUNCTIONS,
    ),
    Theorem(
        "HSV26 Corollary 14.10",
        "",
        "Mechanisms that communicate finitely, whose losses are chosen along the way, even by earlier answers, lose "
        "together no more than a filter allows that is valid for mechanisms that answer once.",
        (FILTERED, *FINITELY, ADDITIVE),
        _parameters,
    ),
)
TABLES: Mapping[Measure, tuple[Theorem, ...]] = {
    Measure.APPROXIMATE: THEOREMS,
    Measure.RENYI: MOMENTS,
    Measure.ZCDP: MOMENTS,
    Measure.TCDP: MOMENTS,
    Measure.FDP: FUNCTIONS,
}
"""The theorems that are about a measure."""


def theorems_on(situation: Situation) -> tuple[Theorem, ...]:
    """The theorems that are considered for a plan."""
    return TABLES[Measure.APPROXIMATE if situation.measured is None else situation.measured.scale.measure]
