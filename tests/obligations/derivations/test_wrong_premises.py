"""Rules about composed systems refuse premises that do not fit."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, eq
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    discharge_all,
    hypothesis,
    instance,
    state,
    suppose,
)
from concomp.obligations.derivations.systems import (
    discrete_rules,
    interactive,
    lemmas,
    member_rules,
    slot_rules,
    system_rules,
)
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems.drawn_slots import DrawnSlots
from concomp.obligations.derivations.systems.links import first_pairs, inwards, neighbouring, samples
from concomp.obligations.derivations.systems.links.slots import BY_NUMBER
from concomp.obligations.derivations.systems.postprocessing import ASSOCIATES, POST_PROCESSING
from concomp.obligations.derivations.systems.properties import discrete, equivalent, private, pure, simulated
from concomp.obligations.derivations.systems.shares import waits, weight
from concomp.obligations.derivations.systems.suppositions import reads_pairs
from concomp.obligations.derivations.systems.theorems import (
    BY_COUNTING,
    CONSISTENT,
    CONSISTENT_COMPOSE,
    DISCRETE,
    DRAWN,
    FIXED_PARAMETERS_COMPOSE,
    FOLLOWS,
    KEPT,
    MEMBER_SHARE,
    SIMULATOR,
    SLOTS,
)

X, C = systems.AS_CONTINUAL(systems.INTERACTIVE), systems.C
OWN = systems.EVERY_PARAMETERS(C)


def _says(formula: Any, origin: str = "HSV26 Definition 4.1") -> Fact:
    return hypothesis("as if it were known", origin, formula)


def _same(system: Index) -> Any:
    return eq(weight(system), weight(system))


def _found(function: Index) -> Fact:
    return _says(slot_rules.finds_free_slot(function))


def _stages(bisimulation: Any) -> tuple[Fact, ...]:
    return tuple(map(system_rules.solve_stage, bisimulation.stages))


def _wrong() -> dict[str, Any]:
    mean, other = Quantity("mean"), _says(eq(1, 1))
    links, kept = _stages(inwards.INWARDS), _stages(samples.SAMPLE_KEPT)
    product = member_rules.product_of("∏", MEMBER_SHARE)
    of_anything = member_rules.product_of("∏", mean)
    function, wanted = systems.fixed_parameters(C), systems.OF_PARAMETERS
    every = simulated(systems.every_member(C), OWN)
    return {
        "tapes of another relation": lambda: system_rules.tapes(inwards.INWARDS, *kept),
        "tapes without a stage": lambda: system_rules.tapes(inwards.INWARDS, *links[:2]),
        "tapes with a stage supposed": lambda: system_rules.tapes(inwards.INWARDS, *links[:2], _says(links[2].formula)),
        "drawn first without proof": lambda: member_rules.draw_first(systems.SIMULATORS(C), other),
        "drawn first for mechanisms": lambda: member_rules.draw_first(systems.MEMBERS(C), KEPT),
        "drawn as often as wanted": lambda: member_rules.draw_first(
            systems.SIMULATORS(C), system_rules.related(samples.GIVEN_TWICE)
        ),
        "ordinary shares without consistency": lambda: member_rules.ordinary_alike(
            system_rules.related(first_pairs.INCONSISTENT)
        ),
        "ordinary shares of identical pairs": lambda: member_rules.ordinary_alike(
            system_rules.related(first_pairs.IDENTICAL_PAIRS)
        ),
        "waiting without a lazy simulator": lambda: member_rules.each_waiting(_says(every), _says(pure(OWN))),
        "samples handed out late to who does not wait": lambda: member_rules.played_side_by_side(
            systems.pure_parallel(C), DISCRETE, FOLLOWS, _found(systems.pure_parallel(C)), SLOTS
        ),
        "samples handed out late to others": lambda: member_rules.played_side_by_side(
            *(systems.pure_parallel(C), DISCRETE, FOLLOWS, _found(systems.pure_parallel(C)), SLOTS),
            _says(waits(X)),
        ),
        "slots of a filter": lambda: member_rules.played_side_by_side(
            systems.filtered(C), DISCRETE, FOLLOWS, _found(systems.filtered(C)), SLOTS
        ),
        "played without a free slot": lambda: member_rules.played_side_by_side(
            function, DISCRETE, FOLLOWS, _found(systems.consistent_parallel(C)), SLOTS
        ),
        "played by any slots": lambda: member_rules.played_side_by_side(
            function, DISCRETE, FOLLOWS, _found(function), FOLLOWS
        ),
        "slots in numbers without slots": lambda: slot_rules.in_numbers(DrawnSlots(function), *FOLLOWS),
        "takers without a free slot": lambda: slot_rules.takers(DrawnSlots(function), other, *SLOTS),
        "side by side without proof": lambda: member_rules.side_by_side(wanted, product, DISCRETE, *SLOTS[:2]),
        "side by side of any answers": lambda: member_rules.side_by_side(wanted, product, other, *FOLLOWS),
        "a product of anything": lambda: member_rules.side_by_side(wanted, of_anything, DISCRETE, *FOLLOWS),
        "a product of other shares": lambda: member_rules.samples_side_by_side(product, DISCRETE, *FOLLOWS),
        "exceptions of another composition": lambda: member_rules.among_exceptions(
            _says(discrete(systems.every_member(X)))
        ),
        "a simulator for one only": lambda: member_rules.each_simulated(
            _says(simulated(systems.M, systems.PARAMETERS))
        ),
        "distributed without a free slot": lambda: slot_rules.distribute(function, other, *SLOTS),
        "distributed by another function": lambda: slot_rules.distribute(
            function, _says(slot_rules.finds_free_slot(systems.consistent_parallel(C))), *SLOTS
        ),
        "distributed without slots": lambda: slot_rules.distribute(
            function, _says(slot_rules.finds_free_slot(function)), *FOLLOWS
        ),
        "no sub-multiset": lambda: slot_rules.free_slot(other, function, *BY_COUNTING),
        "slots by counting that are taken by number": lambda: slot_rules.free_slot(
            _says(slot_rules.sub_multiset(systems.fixed_mechanisms(C))), systems.fixed_mechanisms(C), *BY_COUNTING
        ),
        "slots that are not counted": lambda: slot_rules.free_slot(
            _says(slot_rules.sub_multiset(function)), function, *SLOTS
        ),
        "slots by number for any order": lambda: slot_rules.free_slot_by_number(
            _says(slot_rules.created_in_order(function)), function, *map(system_rules.solve_stage, BY_NUMBER)
        ),
        "slots by number without proof": lambda: slot_rules.free_slot_by_number(
            _says(slot_rules.created_in_order(systems.fixed_mechanisms(C))), systems.fixed_mechanisms(C), *SLOTS[:2]
        ),
        "another lemma for every mechanism": lambda: lemmas.for_every_mechanism(other),
        "any ε of different lemmas": lambda: lemmas.any_epsilon(SIMULATOR, SIMULATOR),
        "a hypothesis that nobody can read": lambda: lemmas.suppositions_of(
            lemmas.EVERY_MECHANISM, _says(eq(Quantity("κ", (systems.BIT,)), 0))
        ),
        "views of other systems": lambda: system_rules.views(systems.M, systems.M, DRAWN, other),
        "views of any answers": lambda: system_rules.views(systems.M, systems.M, _says(_same(systems.M)), other),
        "views of one with discrete answers": lambda: system_rules.views(
            systems.M, systems.M, _says(_same(systems.M)), _says(discrete(systems.M))
        ),
        "private as what is not equivalent": lambda: system_rules.as_private(
            _says(equivalent(systems.M, systems.M)), _says(private(systems.responses(C), systems.PARAMETERS))
        ),
        "private by weights": lambda: system_rules.as_private(
            _says(_same(systems.M)), _says(private(systems.M, systems.PARAMETERS))
        ),
        "discrete answers of some": lambda: discrete_rules.discrete_members(
            wanted, _says(discrete(systems.every_exception(C)))
        ),
        "discrete answers of no simulators": lambda: discrete_rules.discrete_simulators(
            function, DISCRETE, DISCRETE, _found(function)
        ),
        "discrete answers without a slot": lambda: discrete_rules.discrete_simulators(
            function, DISCRETE, _says(every), _found(systems.consistent_parallel(C))
        ),
        "discrete answers of others' simulators": lambda: discrete_rules.discrete_handed(
            DISCRETE, _says(simulated(systems.every_exception(C), OWN))
        ),
        "no association": lambda: system_rules.data_processing(DRAWN),
        "a lemma about other mechanisms": lambda: apply_lemma(
            POST_PROCESSING,
            {systems.M: systems.responses(C)},
            _says(private(systems.responses(X), systems.PARAMETERS)),
        ),
        "a lemma of which no premise is left": lambda: apply_lemma(ASSOCIATES, {}, other),
        "functions that may begin unlike": lambda: interactive.neighbouring_consistent(
            *map(system_rules.solve_stage, neighbouring.UNLIKE_QUERIES)
        ),
        "privacy behind nothing": lambda: interactive.private_exceptions(
            _says(private(systems.every_member(X), systems.EVERY_PARAMETERS(X)))
        ),
        "a case of other functions": lambda: apply_lemma(CONSISTENT_COMPOSE, {C: X}, _says(CONSISTENT.formula)),
        "a case that is only said to be one": lambda: apply_lemma(
            CONSISTENT_COMPOSE, {C: X}, _says(reads_pairs(systems.EVERY_FUNCTION(X)).formula)
        ),
        "a case of another theorem": lambda: apply_lemma(
            FIXED_PARAMETERS_COMPOSE, {C: X}, interactive.INTERACTIVE_CONSISTENT
        ),
        "a composition that is no composition": lambda: apply_lemma(CONSISTENT_COMPOSE, {C: systems.M}),
        "a variable that is supposed about": lambda: instance(DISCRETE, {C: X}),
        "a theorem whose hypothesis is left open": lambda: state(
            apply_lemma(SIMULATOR, {}, suppose(discrete(systems.M))), "HSV26 Theorem 4.12"
        ),
        "what was not supposed": lambda: discharge_all((CONSISTENT,), FIXED_PARAMETERS_COMPOSE),
    }


@pytest.mark.parametrize("name", list(_wrong()))
def test_a_rule_refuses_premises_that_do_not_fit(name: str) -> None:
    with pytest.raises(WrongStep):
        _wrong()[name]()
