"""The checks of Rényi divergence and of trade-off functions notice what is left out, confused or turned round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from concomp.model.composition import renyi as renyi_compositions
from concomp.model.composition.fixed import FixedParameters
from concomp.model.composition.messages import Query
from concomp.model.composition.renyi import OfOneOrder, RenyiCreate
from concomp.model.composition.trade_offs import PrivacyFunction, launch, within_budget
from concomp.model.language import both, require, same_case
from concomp.model.laws import concentrated as concentrated_laws
from concomp.model.laws.law import ONE
from concomp.model.laws.renyi import renyi_moment
from concomp.model.mechanisms.measures import renyi as renyi_mechanisms
from concomp.model.mechanisms.measures import trade_offs as trade_off_mechanisms
from concomp.obligations.checks.check import Check
from concomp.obligations.checks.concomp import measures
from concomp.obligations.checks.hsv26.measures import (
    dominating,
    renyi_composition,
    renyi_definitions,
    renyi_functions,
    renyi_parallel,
    trade_off_compositions,
    trade_off_functions,
    trade_offs,
)
from concomp.obligations.checks.lyu22 import concentrated, dominance
from concomp.obligations.expectation import Violation

Patch = pytest.MonkeyPatch


class AnyOrder(OfOneOrder, FixedParameters):
    """Fixed parameters of mechanisms that are Rényi private at any orders."""

    def step(  # type: ignore[override]
        self, left: RenyiCreate | Query, right: RenyiCreate | Query
    ) -> None:
        require(same_case(left, right))
        with both(left, right, RenyiCreate) as (create, other):
            require(create == other)
            self.add(create)
        with both(left, right, Query) as (p, q):
            require(p.index == q.index)
            self.ask(p.index, p.payload, q.payload)


class LooksBack(trade_off_functions.TradeOffFiltered):
    """The creation that is decided on is not counted."""

    def launch(self, privacy: PrivacyFunction) -> None:
        require(within_budget(self.launched))
        self.launched = launch(self.launched, privacy)


def any_order_is_accepted(patch: Patch) -> None:
    """The order of a creation is not compared."""
    patch.setattr(renyi_functions, "RenyiFixedParameters", AnyOrder)


def consistency_is_not_asked(patch: Patch) -> None:
    """Any function is taken for first-pair consistent."""
    for module in (renyi_functions, renyi_composition):
        patch.setattr(module, "RenyiFirstPairConsistentParallel", renyi_compositions.RenyiParallel)


def the_largest_stands_for_the_sum(patch: Patch) -> None:
    """Of the answers the one with the largest share counts."""
    patch.setattr(renyi_mechanisms, "_total", renyi_mechanisms._largest)


def the_exponent_is_lost(patch: Patch) -> None:
    """At every order the odds have the power 1."""
    before = renyi_mechanisms._moments
    patch.setattr(renyi_mechanisms, "_moments", lambda order: before(2))


def one_direction_counts(patch: Patch) -> None:
    """Neighbours are compared in one order."""
    patch.setattr(renyi_mechanisms, "renyi_moment", lambda p, q, order: renyi_moment(*sorted((p, q), key=repr), order))


def odds_are_averaged(patch: Patch) -> None:
    """D_∞ is taken from the first outcome."""
    patch.setattr(
        renyi_definitions, "largest_odds", lambda p, q: next(w / q[y] if q[y] else None for y, w in p.items())
    )


def moments_add_up(patch: Patch) -> None:
    """What is lost is a sum, however many may differ."""
    patch.setattr(measures, "sparse_moment_bound", lambda moments, exceptional: 1 + sum(each - 1 for each in moments))


def one_slot_is_one_moment(patch: Patch) -> None:
    """With one exceptional mechanism the largest moment is taken for the bound."""
    patch.setattr(measures, "sparse_moment_bound", lambda moments, exceptional: max(moments))


def chords_are_too_low(patch: Patch) -> None:
    """Between two orders half of the bound is believed."""
    before = concentrated_laws._between

    def halved(left: Any, right: Any) -> Any:
        piece = before(left, right)
        return replace(piece, bound=piece.bound / 2)

    patch.setattr(concentrated_laws, "_between", halved)


def orders_end(patch: Patch) -> None:
    """Beyond the first orders nothing is looked at."""
    before = concentrated_laws._beyond
    patch.setattr(concentrated_laws, "_beyond", lambda curve, left: replace(before(curve, left), bound=left.ratio / 2))


def every_creation_takes_a_slot(patch: Patch) -> None:
    """In parallel composition what gets identical pairs takes a slot too."""
    patch.setattr(trade_off_functions, "TradeOffParallel", trade_off_functions.TradeOffFixedParameters)


def the_filter_looks_back(patch: Patch) -> None:
    """What is created last is not counted."""
    patch.setattr(trade_off_functions, "TradeOffFiltered", LooksBack)


def all_copies_tell(patch: Patch) -> None:
    """What one copy hides is not counted."""
    patch.setattr(renyi_parallel, "REACHED", (renyi_parallel.LIMIT,) * 3)


def worlds_are_mixed_up(patch: Patch) -> None:
    """The trade-off function is that of the other direction."""
    patch.setattr(trade_off_mechanisms, "exchange_worlds", lambda game: game)


@dataclass(frozen=True)
class Deterministic:
    """T with tests that are not randomised."""

    p: Any
    q: Any

    def __call__(self, level: Fraction) -> Fraction:
        return trade_offs.deterministic(self.p, self.q, level)


def only_events_are_tried(patch: Patch) -> None:
    """T is what events reach."""
    patch.setattr(trade_offs, "trade_off", Deterministic)


def no_end_is_asked(patch: Patch) -> None:
    """Mechanisms that go on for ever are finite."""
    patch.setattr(trade_offs, "communicates_within", lambda mechanism, bound: isinstance(mechanism.queries, tuple))


def worlds_are_exchanged(patch: Patch) -> None:
    """The tables are to reproduce each world from what is drawn in the other one."""
    before = dominating.simulation_from_pair
    patch.setattr(dominating, "simulation_from_pair", lambda chances, drawn: before(chances, drawn[::-1]))


def any_pair_is_as_good(patch: Patch) -> None:
    """A factor of a tensor product is forgotten."""
    patch.setattr(trade_off_compositions, "tensor", lambda *functions: functions[0])


def dominance_forgets_a_power(patch: Patch) -> None:
    """‖h‖ has the power α."""
    before = dominance._power_sum
    patch.setattr(dominance, "_power_sum", lambda values, order: before(values, order) / 2)


def budgets_are_read_backwards(patch: Patch) -> None:
    """What is left is what was there."""
    patch.setattr(dominance, "_following", lambda game, beliefs, order: ONE)


BREAKAGES: list[tuple[Callable[[Patch], None], list[Check]]] = [
    (any_order_is_accepted, renyi_functions.fixed_parameters_of_one_order_in_the_language),
    (consistency_is_not_asked, renyi_functions.parallel_composition_of_one_order_in_the_language),
    (the_largest_stands_for_the_sum, renyi_definitions.adversaries_one_by_one_and_backwards),
    (the_exponent_is_lost, renyi_definitions.adversaries_one_by_one_and_backwards),
    (one_direction_counts, renyi_definitions.neighbours_are_close_in_both_directions),
    (odds_are_averaged, renyi_definitions.divergences_of_all_orders_fit_together),
    (moments_add_up, measures.few_of_many_stay_within_the_symmetric_polynomials),
    (one_slot_is_one_moment, measures.few_of_many_stay_within_the_symmetric_polynomials),
    (chords_are_too_low, measures.rare_leaks_are_concentrated_and_add_up),
    (worlds_are_mixed_up, trade_offs.adversaries_one_by_one_and_backwards),
    (no_end_is_asked, trade_offs.messages_and_rounds_are_counted),
    (any_pair_is_as_good, trade_off_compositions.side_by_side_they_are_above_the_tensor_product),
    (dominance_forgets_a_power, dominance.the_pairing_is_at_most_the_norms),
    (budgets_are_read_backwards, dominance.what_can_be_made_never_grows),
]


LONGER: list[tuple[Callable[[Patch], None], list[Check]]] = [
    (every_creation_takes_a_slot, trade_off_functions.compositions_of_private_functions_in_the_language),
    (the_filter_looks_back, trade_off_functions.compositions_of_private_functions_in_the_language),
    (orders_end, concentrated.every_order_counts),
    (consistency_is_not_asked, renyi_composition.consistent_mechanisms_compose_in_parallel),
    (chords_are_too_low, concentrated.every_order_counts),
    (all_copies_tell, renyi_parallel.without_loss_there_is_nothing_to_add_up),
]


@pytest.mark.full
@pytest.mark.parametrize(("breakage", "checks"), LONGER, ids=lambda value: getattr(value, "__name__", None))
def test_it_is_noticed_too(breakage: Callable[[Patch], None], checks: list[Check], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    with pytest.raises(Violation):
        checks[0].recheck(None)


@pytest.mark.parametrize(("breakage", "checks"), BREAKAGES, ids=lambda value: getattr(value, "__name__", None))
def test_it_is_noticed(breakage: Callable[[Patch], None], checks: list[Check], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    with pytest.raises(Violation):
        checks[0].recheck(None)


@pytest.mark.parametrize(
    ("breakage", "checks"),
    [
        (only_events_are_tried, trade_offs.the_best_tests_are_those_of_the_linear_program),
        pytest.param(worlds_are_exchanged, dominating.tables_make_the_mechanism_of_one_pair, marks=pytest.mark.full),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_with_its_certificate_it_is_noticed(
    breakage: Callable[[Patch], None], checks: list[Check], monkeypatch: Patch
) -> None:
    assert checks[0].find is not None
    findings = checks[0].find()
    breakage(monkeypatch)
    with pytest.raises(Violation):
        checks[0].recheck(findings)


def test_a_test_that_is_not_randomised_is_no_certificate() -> None:
    [check] = trade_offs.the_best_tests_are_those_of_the_linear_program
    assert check.find is not None
    findings: Any = check.find()
    findings[0]["test"][0] = "1/7"
    with pytest.raises(Violation):
        check.recheck(findings)
