"""The tests of the audit notice a horizon that is not cut, bounds called exact, and components taken apart wrongly."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from concomp.cli.audits import bounds as bounds_of_files
from concomp.impl.audit import bounds, engine, frontiers, places, strategy
from concomp.impl.audit.curves import STOP
from concomp.impl.audit.lattice import counting
from concomp.impl.audit.places import Apart
from concomp.impl.audit.rationals import ONE
from concomp.impl.audit.replay import running, worths
from concomp.impl.audit.sides import Side
from concomp.impl.audit.simplification import rounded_up
from concomp.model.mechanisms import sameness
from tests.impl.audit.agreement import all_agree
from tests.tools.cli.test_stays_exact import EXACT
from tests.tools.cli.test_stays_exact import test_what_was_exact_is_not_bounded as demand_exact
from tests.tools.door.test_written_in_python import (
    test_what_is_equal_and_not_the_same_is_refused_wherever_it_comes_up as demand_the_same,
)

Patch = pytest.MonkeyPatch


def equal_taken_for_the_same(patch: Patch) -> None:
    """What Python takes for equal is one message."""
    patch.setattr(sameness, "_are_same", lambda first, value: True)


def test_messages_that_are_equal_and_not_the_same_are_noticed(monkeypatch: Patch) -> None:
    demand_the_same(1, True)
    equal_taken_for_the_same(monkeypatch)
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        demand_the_same(1, True)


def horizon_not_cut(patch: Patch) -> None:
    """A composition of one component ignores its own horizon."""
    for module in (places, bounds):
        patch.setattr(module, "within", lambda game, rounds: game)


def bounds_called_exact(patch: Patch) -> None:
    """The bound from above is said to be the value."""
    between = Side.delta
    patch.setattr(Side, "delta", lambda self, e_eps: (between(self, e_eps)[1],) * 2)


def tied_components_apart(patch: Patch) -> None:
    """Components are taken apart, although a rule or a horizon ties them together."""
    patch.setattr(Apart, "independent", True)


def component_forgotten(patch: Patch) -> None:
    """What is counted is left out beside what leaves choices."""
    patch.setattr(bounds, "beside", lambda first, second, allowance: second)
    patch.setattr(engine, "beside", lambda first, second, allowance: second)


def losses_forgotten(patch: Patch) -> None:
    """What is lost with low bits counts for nothing."""
    curves = counting._curves
    patch.setattr(counting, "_curves", lambda *arguments: (curves(*arguments)[0],) * 2)


def weights_rounded_up(patch: Patch) -> None:
    """Bounds from below are rounded up, and what is missing is as if they were not."""
    patch.setattr(counting, "rounded_down", lambda number: rounded_up(number * 2))


def first_move_taken(patch: Patch) -> None:
    """Of several moves the first is taken for the best."""
    patch.setattr(frontiers, "_higher", lambda one, two: one)


def asked_once(patch: Patch) -> None:
    """A plan in turn forgets what leaves no choice."""
    patch.setattr(engine, "SMALL", 0)
    patch.setattr(strategy._InTurn, "decide", strategy.Planner.decide)


def quiet_ones_not_seen(patch: Patch) -> None:
    """A replay leaves out what leaves no choice."""
    patch.setattr(engine, "views_side_by_side", lambda several: {ONE: ONE})


def worth_what_stopping_is(patch: Patch) -> None:
    """Who is replayed takes every place for one where nothing more is to be had."""
    patch.setattr(worths.ByValues, "__call__", lambda self, sent, place, odds: STOP(odds))


def same_worlds(patch: Patch) -> None:
    """A replay moves both worlds by the first one's hidden states."""
    arrive = running._Run._arrive
    patch.setattr(running._Run, "_arrive", lambda run, layer, where, world, *rest: arrive(run, layer, where, 0, *rest))


def gives_nothing_away(patch: Patch) -> None:
    """What is too large is taken to give nothing away."""
    patch.setattr(bounds, "ALL", bounds.STOP)


def test_what_is_right_is_not_blamed() -> None:
    assert all_agree()


@pytest.mark.parametrize(
    "breakage",
    [
        horizon_not_cut,
        bounds_called_exact,
        tied_components_apart,
        component_forgotten,
        losses_forgotten,
        weights_rounded_up,
        first_move_taken,
        asked_once,
        quiet_ones_not_seen,
        worth_what_stopping_is,
        same_worlds,
        gives_nothing_away,
    ],
    ids=lambda each: each.__name__,
)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not _survives()


def exact_values_not_tried(patch: Patch) -> None:
    """Whoever asks for bounds gets bounds, although exact values are affordable."""
    patch.setattr(bounds_of_files, "LONG", 10**9)


def test_exact_values_that_are_not_tried_are_noticed(monkeypatch: Patch) -> None:
    exact_values_not_tried(monkeypatch)
    with pytest.raises(AssertionError):
        demand_exact(*EXACT[-1])


def _survives() -> bool:
    """Whether everything still seems right; an engine that ends by an error does not."""
    try:
        return all_agree()
    except (KeyError, ValueError, ArithmeticError):
        return False
