"""The checks of Lyu22's decomposition and composition: each passes, and each notices a wrong definition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.randomised_response import EXPOSED
from concomp.model.reduction.control import control
from concomp.model.reduction.lyu import decomposition, exposed_weights
from concomp.obligations.checks.check import Check
from concomp.obligations.expectation import Violation
from tests.obligations.checks.establishing import Wrong, assert_establishes, checks_in, for_each, for_each_wrong

PACKAGE = "concomp.obligations.checks.lyu22"
MODULES = ("composition", "control_functions", "decomposition")
CHECKS = checks_in(PACKAGE, MODULES)


@for_each(CHECKS.values())
def test_a_check_establishes_its_statement(made: Check) -> None:
    assert_establishes(made, None)


def _from_below(chances: Any, privacy: Any) -> Any:
    """Weights that stop at the control function."""
    return {**control(chances, privacy.e_eps), (): (privacy.delta, privacy.delta)}


def _exchanged(chances: Any, privacy: Any) -> Any:
    return {history: (one, zero) for history, (zero, one) in exposed_weights(chances, privacy).items()}


def _never_exposing(chances: Any, privacy: Any) -> Any:
    return {key: Fraction(0) if key[0][0] is EXPOSED else w for key, w in decomposition(chances, privacy).items()}


def _same(systems: Any, *_: Any) -> Any:
    return systems


WRONG: list[Wrong] = [
    ("Lyu22 Theorem 1 (repaired)", "composition", "response_profile", lambda _: Profile(((Fraction(1), Fraction(0)),))),
    ("Lyu22 Theorem 1 (repaired)", "composition", "response_profile", lambda _: Profile(((Fraction(1), Fraction(1)),))),
    ("Lyu22 Theorem 1 (repaired)", "composition", "_at_most_exp_of_the_bound", lambda rate, *_: rate),
    ("Lyu22 Theorem 1", "composition", "_tail", lambda *_: Fraction(1, 4)),
    ("Lyu22 Definition 1", "decomposition", "of_world", lambda chances, _: {h: w[0] for h, w in chances.items()}),
    ("Lyu22 Definition 2", "control_functions", "least_delta_by_definition", lambda *_: Fraction(1, 2)),
    ("Lyu22 Claim 2", "control_functions", "upper", lambda weights, e_eps: (Fraction(0), Fraction(0))),
    ("Lyu22 Remark 1", "control_functions", "upper", lambda weights, e_eps: weights),
    ("Lyu22 Lemma 1", "decomposition", "exposed_weights", _from_below),
    ("Lyu22 Lemma 1", "decomposition", "exposed_weights", _exchanged),
    ("Lyu22 Lemma 2", "decomposition", "remainder", _same),
    ("Lyu22 Lemma 3", "decomposition", "unmixed", _same),
    ("Lyu22 Theorem 3 (repaired)", "decomposition", "decomposition", _never_exposing),
    ("Lyu22 Theorem 3", "decomposition", "mixed", lambda point, chances, *_: dict(chances)),
]


@for_each_wrong(WRONG)
def test_a_wrong_definition_is_noticed(
    statement: str, module: str, name: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(f"{PACKAGE}.{module}"), name, wrong)
    with pytest.raises(Violation):
        CHECKS[statement].recheck(None)
