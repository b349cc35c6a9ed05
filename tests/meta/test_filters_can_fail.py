"""The checks of filters and odometers notice machines, measures and rules that are not what the paper means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from concomp.model.filters import (
    adaptive,
    filtered,
    launching,
    measures,
    messages,
    odometers,
    rules,
    transformations,
    universal,
)
from concomp.model.filters.messages import Ask, Launch, Running
from concomp.model.filters.rules import basic_total
from concomp.model.filters.transformations import Ledger
from concomp.model.laws import concentrated as concentrated_laws
from concomp.model.laws import renyi, trade_off
from concomp.model.laws.divergences import Divergences
from concomp.obligations.checks.check import Check
from concomp.obligations.checks.concomp import launches
from concomp.obligations.checks.haney23 import adaptive as adaptive_rules
from concomp.obligations.checks.haney23 import as_printed, compositions, concentrated, losses, simulated, zcdp
from concomp.obligations.checks.haney23 import odometers as odometer_checks
from concomp.obligations.checks.haney23 import renyi as renyi_checks
from concomp.obligations.checks.haney23 import transformations as turned
from concomp.obligations.expectation import Violation

Patch = pytest.MonkeyPatch


def the_empty_query_is_forwarded(patch: Patch) -> None:
    """(j, λ) is a query like any other."""
    before = Running.admits

    def admits(state: Running, message: Any) -> bool:
        restart = isinstance(message, Ask) and message.query is messages.START
        return before(state, message) or (restart and 1 <= message.index <= len(state.mechanisms))

    patch.setattr(Running, "admits", admits)


def a_launch_is_not_recorded(patch: Patch) -> None:
    """A mechanism runs, and its loss is forgotten."""
    before = messages.launch

    def launch(state: Running, request: Launch) -> Any:
        return before(state, request).map(lambda sent: (replace(sent[0], losses=state.losses), sent[1]))

    patch.setattr(filtered, "launch", launch)


def a_query_is_charged(patch: Patch) -> None:
    """Each query costs what the mechanism cost."""
    before = messages.ask

    def ask(state: Running, message: Ask) -> Any:
        dearer = (*state.losses, state.losses[message.index - 1])
        return before(state, message).map(lambda sent: (replace(sent[0], losses=dearer), sent[1]))

    patch.setattr(launching, "ask", ask)


def the_loss_is_read_too_early(patch: Patch) -> None:
    """What is read leaves the last launch out."""
    patch.setattr(odometers, "privacy_loss", lambda machine, state: basic_total(state.losses[:-1]))


def halts_are_forgotten(patch: Patch) -> None:
    """A transformation goes on after the composition has halted."""
    patch.setattr(transformations, "HALTING", ())


def refused_launches_count(patch: Patch) -> None:
    """A launch that was refused stays in the ledger."""
    patch.setattr(Ledger, "settled", lambda ledger, answer: Ledger((*ledger.losses, *ledger.pending)))


def any_loss_is_small_enough(patch: Patch) -> None:
    """The universal mechanism becomes whatever it is given."""
    everything = replace(measures.renyi(2), within=lambda d, other: True)
    before = universal.universal_mechanism
    patch.setattr(turned, "universal_mechanism", lambda bound, _, *rest: before(bound, everything, *rest))


def the_power_is_outside(patch: Patch) -> None:
    """The Rényi moment is always 1."""
    patch.setattr(losses, "renyi_moment", renyi.renyi_moment_as_printed)


def negative_parts_count(patch: Patch) -> None:
    """P − E·Q is summed over all outcomes."""
    patch.setattr(measures, "_excess", lambda e_eps: lambda p, q: p - e_eps * q)


def the_wrong_outcomes_are_rejected(patch: Patch) -> None:
    """Outcomes are rejected in the order of P/Q."""
    patch.setattr(losses, "trade_off", lambda p, q: trade_off.trade_off(q, p))


def the_root_is_left_out(patch: Patch) -> None:
    """Losses come to S/2."""
    patch.setattr(adaptive, "root_and_half", lambda _, squares: squares / 2)


def every_slot_fits(patch: Patch) -> None:
    """A launch takes any free slot."""
    patch.setattr(rules, "is_free", lambda slot, loss: True)


def restarts_are_refused_in_print(patch: Patch) -> None:
    """The printed lines answer (1, λ) by an error."""
    patch.setattr(as_printed, "concurrent_composition_as_printed", as_printed.concurrent_composition_on)


def only_large_orders_count(patch: Patch) -> None:
    """Orders near 1 are left out."""
    before = concentrated_laws.divergences

    def from_3_on(p: Any, q: Any) -> Divergences:
        curve = before(p, q)
        return replace(curve, at=lambda order: curve.at(order) * (order >= 3))

    patch.setattr(concentrated_laws, "divergences", from_3_on)


def the_largest_loss_stands_for_all(patch: Patch) -> None:
    """Losses of a fixed order do not add up."""
    patch.setattr(rules, "additive_total", lambda losses: max(losses))


def zcdp_looks_back(patch: Patch) -> None:
    """The launch that is decided on is not counted."""
    before = zcdp.adds_up
    patch.setattr(zcdp, "adds_up", lambda losses, budget: before(losses[:-1], budget))


def groups_take_no_slots(patch: Patch) -> None:
    """A group is launched whatever is free."""
    patch.setattr(launches, "for_groups", lambda rule: lambda losses, budget: True)


def a_group_counts_for_one(patch: Patch) -> None:
    """Of a group one loss is counted, however many may differ."""
    patch.setattr(
        launches, "for_groups", lambda rule: lambda losses, budget: rule(tuple(group[0] for group in losses), budget)
    )


def coins_are_counted_twice(patch: Patch) -> None:
    """A coin between two adversaries is drawn for each world by itself."""
    before = simulated._mixed_views

    def apart(game: Any, first: Any, second: Any, share: Any) -> Any:
        return before(game, first, second, share)[0], before(game, second, first, share)[1]

    patch.setattr(simulated, "_mixed_views", apart)


BREAKAGES: list[tuple[Callable[[Patch], None], list[Check]]] = [
    (the_empty_query_is_forwarded, compositions.the_concurrent_filter_answers_what_its_history_demands),
    (the_empty_query_is_forwarded, compositions.the_concurrent_odometer_answers_what_its_history_demands),
    (the_empty_query_is_forwarded, compositions.concurrent_composition_answers_what_its_history_demands),
    (a_launch_is_not_recorded, compositions.the_concurrent_filter_answers_what_its_history_demands),
    (a_query_is_charged, compositions.the_concurrent_odometer_answers_what_its_history_demands),
    (the_loss_is_read_too_early, odometer_checks.truncated_views_are_whole_views_cut),
    (halts_are_forgotten, turned.the_interactive_filter_from_the_noninteractive_one),
    (halts_are_forgotten, turned.the_filter_of_many_from_that_of_two),
    (halts_are_forgotten, turned.the_halting_odometer_from_the_filter),
    (halts_are_forgotten, turned.the_filter_from_the_halting_odometer),
    (refused_launches_count, turned.the_halting_odometer_from_the_filter),
    (any_loss_is_small_enough, turned.the_universal_mechanism_becomes_its_first_query),
    (the_power_is_outside, losses.the_moment_in_three_forms),
    (negative_parts_count, losses.measures_are_relations_closed_under_processing_and_mixing),
    (the_wrong_outcomes_are_rejected, losses.trade_offs_are_what_the_best_tests_reach),
    (the_root_is_left_out, adaptive_rules.the_repaired_rule_is_valid_on_the_menu),
    (every_slot_fits, launches.what_is_launched_costs_what_the_slots_cost),
    (only_large_orders_count, concentrated.all_orders_at_once_and_one_by_one),
    (the_largest_loss_stands_for_all, renyi_checks.losses_of_a_fixed_order_add_up_at_will),
    (zcdp_looks_back, zcdp.losses_at_all_orders_add_up_at_will),
    (groups_take_no_slots, launches.a_group_takes_a_slot_for_each_member_that_may_differ),
    (a_group_counts_for_one, launches.a_group_in_a_filter_counts_for_its_members_that_may_differ),
    (coins_are_counted_twice, simulated.tossing_a_coin_between_adversaries_gains_nothing),
    (restarts_are_refused_in_print, as_printed.the_empty_query_starts_a_mechanism_anew),
]


@pytest.mark.parametrize(("breakage", "checks"), BREAKAGES, ids=lambda value: getattr(value, "__name__", None))
def test_it_is_noticed(breakage: Callable[[Patch], None], checks: list[Check], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    with pytest.raises(Violation):
        checks[0].recheck(None)
