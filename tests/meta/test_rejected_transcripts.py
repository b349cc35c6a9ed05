"""What a rule says of the weights of a transcript, it says of those only of which it is so.

A composition weighs a product of shares where its function admits the transcript; in a transcript that it rejects, who
takes a slot may find none; and what is equal where the bit is the secret one need not be so elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import OTHER, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Real, eq, le, term_at
from concomp.obligations.derivations.kernel.logic import define, hypothesis, instance, solve, state
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems import theorems
from concomp.obligations.derivations.systems.drawn_slots import SLOT, DrawnSlots
from concomp.obligations.derivations.systems.links import inwards
from concomp.obligations.derivations.systems.member_rules import product_of, side_by_side
from concomp.obligations.derivations.systems.properties import discrete
from concomp.obligations.derivations.systems.shares import B, H, admitted, exceptional, touched, weight
from concomp.obligations.derivations.systems.slot_rules import finds_free_slot, in_numbers, takers
from concomp.obligations.derivations.systems.system_rules import related, views
from concomp.obligations.solvers import algebra
from tests.meta.object_notation import Row
from tests.meta.test_rules_on_systems_can_fail import accepted, steps

C, D, M, PARAMETERS = systems.C, systems.D, systems.M, systems.PARAMETERS
OTHER_DEMAND = Var("D'", "demand")


def refuted(fact: Fact) -> bool:
    """Whether a step that is put to solvers does not follow; both agree."""
    assert fact.claim is not None
    [answer] = {engine(fact.claim.negation) for engine in algebra.ENGINES.values()}
    assert answer in ("sat", "unsat")
    return answer == "sat"


def of_the_composition(demand: Index) -> tuple[Fact, Fact]:
    """What is known of the weight of a composition with the function of some demand."""
    product = product_of("∏ x", theorems.MEMBER_SHARE)
    inside = side_by_side(demand, product, theorems.DISCRETE, *theorems.FOLLOWS)
    return instance(related(inwards.INWARDS), {D: demand}), inside


def test_functions_of_two_demands_do_not_weigh_alike() -> None:
    """Else parameters that are enough for one function are enough for all."""
    one, other = (systems.verified_composition(C, demand) for demand in (OTHER_DEMAND, D))
    known = (*of_the_composition(OTHER_DEMAND), *of_the_composition(D))
    assert refuted(solve("alike", eq(weight(one), weight(other)), *known))
    where = [admitted(systems.SUITABLE(C, demand)) for demand in (OTHER_DEMAND, D)]
    both = solve("where both admit", eq(where[1] * weight(one), where[0] * weight(other)), *known)
    assert not refuted(both)


def slots_of_takers(demand: Index) -> tuple[DrawnSlots, Fact]:
    """Who holds a slot, and what is known of the slots of those that take one."""
    function = systems.SUITABLE(C, demand)
    found = hypothesis("a free slot", "HSV26 Definition 5.13", finds_free_slot(function))
    [who] = takers(DrawnSlots(function), found, *theorems.SLOTS)
    return DrawnSlots(function), who


@pytest.mark.parametrize(
    ("demand", "takes"),
    [(systems.OF_EXCEPTIONS, exceptional), (systems.OF_PURE, touched)],
    ids=["those whose first pair differs", "those with a differing pair"],
)
def test_not_every_transcript_has_a_slot_for_each_who_takes_one(demand: Index, takes: Callable[[Index], Real]) -> None:
    """Else no transcript has more than k first pairs that differ, whatever function admits it."""
    drawn, who = slots_of_takers(demand)
    assert refuted(solve("all find one", eq(drawn.slots_of_all, takes(C)), who))
    assert refuted(solve("at most as many", le(takes(C), drawn.slots_of_all), who))
    admits = solve("where f admits", eq(drawn.admitted * takes(C), drawn.admitted * drawn.slots_of_all), who)
    assert not refuted(admits)


def test_what_a_function_admits_is_nobody_s_to_define() -> None:
    """Who says that all functions admit all transcripts speaks of something else than the rules."""
    everything = define("all are admitted", "HSV26 Definition 2.8", eq(admitted(systems.F), 1))
    of_one = instance(everything, {systems.F: systems.SUITABLE(C, systems.OF_ALPHAS)})
    _, who = slots_of_takers(systems.OF_EXCEPTIONS)
    both = solve("both", eq(admitted(systems.SUITABLE(C, systems.OF_ALPHAS)), 1), of_one, who)
    with pytest.raises(WrongStep, match="is not what admits means to the rules"):
        state(both, "HSV26 Theorem 4.10")


def test_a_mechanism_has_the_response_of_its_transcript() -> None:
    """Else all slots that the j-th mechanism holds, in whichever transcripts, have the parameters of one."""
    drawn = DrawnSlots(systems.consistent_parallel(C))
    known = in_numbers(drawn, *theorems.SLOTS)
    for histories, one_law in ((("h", "h'"), False), (("h", "h"), True)):
        places = [
            {SLOT: Var(slot, "query"), H: Var(history, "history")}
            for slot, history in zip(("s", "s'"), histories, strict=True)
        ]
        held = [eq(term_at(drawn.holds, place), 1) for place in places]
        slots = [hypothesis("held", "HSV26 Definition 5.13", each) for each in held]
        same = eq(*(term_at(drawn.law, place) for place in places))
        assert refuted(solve("one law", same, *(instance(known, each) for each in places), *slots)) != one_law


# Views are equal if weights are in both worlds, and of all transcripts: not if the systems change with these.

OF_A_HISTORY = Constructor("of a history", ("history",), "system", "Kept({})")
CHANGING = {
    "with the bit": systems.IDENTIFIER(B, systems.CM),
    "with another bit": systems.IDENTIFIER(OTHER(B), systems.CM),
    "with the history": OF_A_HISTORY(H),
}
"""I ∘* M weighs the same as I(b) ∘* M in world b, and I(c) ∘* M is (ε,δ)-DP for every bit c, as it knows no secret."""


@pytest.mark.parametrize("name", CHANGING)
def test_what_changes_with_the_world_has_no_views(name: str) -> None:
    one, other = systems.IDENTIFIED(systems.CM), CHANGING[name]
    for of, as_ in ((one, other), (other, one)):
        equal = hypothesis("the same in this world", "HSV26 Definition 2.13", eq(weight(of), weight(as_)))
        known = (hypothesis("discrete answers", "HSV26 Definition 2.13", discrete(each)) for each in (of, as_))
        with pytest.raises(WrongStep, match="is a variable of “weights determine views” itself"):
            views(of, as_, equal, *known)


# The checker refuses the same.


def changed(rows: list[Row], old: Any, new: Any) -> list[Row]:
    """Facts in which a term is another one."""
    text = json.dumps(rows)
    assert json.dumps(old) in text
    facts: list[Row] = json.loads(text.replace(json.dumps(old), json.dumps(new)))
    return facts


@pytest.mark.parametrize("rule", ["independent tapes", "takers hold one slot"])
def test_the_checker_wants_a_transcript_to_be_admitted(rule: str) -> None:
    for rows in steps(rule):
        _, left, right = rows[-1]["formula"]
        for _, admits, product in (each for each in (left, right) if each[0] == "*"):
            assert admits[1] == "admits"
            assert not accepted(changed(rows, ["*", admits, product], product))
            assert not accepted(changed(rows, admits, ["quantity", "admits", ["var", "f", "function"], admits[3]]))


def test_the_checker_wants_weights_to_be_the_same_in_both_worlds() -> None:
    rows = next(rows for rows in steps("weights determine views") if rows[0]["formula"][0] == "=")
    system = rows[-1]["formula"][3]
    for bit, holds in (
        (["var", "c", "bit"], True),
        (["var", "b", "bit"], False),
        (["other", ["var", "b", "bit"]], False),
    ):
        assert accepted(changed(rows, system, ["identifier", bit, ["var", "M", "continual mechanism"]])) == holds
