"""Moments and divergences of any order, and the least ρ at all orders at once, against the model on generated files."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.audit.engine import Audit
from concomp.impl.audit.measures import concentrated, divergences
from concomp.impl.audit.measures.concentrated import is_concentrated, least_rho
from concomp.impl.audit.measures.divergences import divergence_between, moment_between
from concomp.impl.audit.setting import of_document
from concomp.model.laws.balls import Undecided
from concomp.model.laws.law import Law
from concomp.model.mechanisms.positions import TooLarge
from tests.impl.audit.audits import UNHURRIED, copies, document
from tests.impl.audit.measured import (
    agree,
    audited,
    examples_are_right,
    files_agree,
    is_least,
    one_law,
    response,
    responses_are_right,
)
from tests.model.files.documents import compositions, mechanisms

orders = st.one_of(st.just(F(1)), st.fractions(min_value=F(33, 32), max_value=60, max_denominator=32))


@settings(UNHURRIED, max_examples=8)
@given(mechanisms(rounds=1) | compositions(rounds=1), orders)
def test_divergences_are_those_of_the_model_at_any_order(data: dict[str, Any], order: F) -> None:
    assert agree(document(data), (order,))


@pytest.mark.full
@settings(UNHURRIED, max_examples=60)
@given(mechanisms() | compositions(rounds=1) | copies(), orders)
def test_divergences_of_longer_files_are_those_of_the_model(data: dict[str, Any], order: F) -> None:
    assert agree(document(data), (order,))


@settings(UNHURRIED, max_examples=10)
@given(
    mechanisms() | compositions(rounds=1), st.none() | orders.filter(lambda order: order > 1), st.sampled_from((0, 1))
)
def test_no_order_exceeds_the_least_rho(data: dict[str, Any], omega: F | None, suspected: int) -> None:
    curve = Audit(of_document(document(data))).divergences(suspected)
    if curve.largest_odds is None:
        assert least_rho(curve, omega) is None
        assert not is_concentrated(curve, F(10**6), omega)
    else:
        assert curve.largest_odds == 1 or is_least(curve, omega)


def test_files_agree_with_the_model() -> None:
    assert files_agree()


def test_responses_have_the_rho_of_the_closed_form() -> None:
    assert responses_are_right()


def test_the_attacks_reach_what_is_said_of_them() -> None:
    assert examples_are_right()


def test_what_is_never_told_apart_has_no_loss() -> None:
    p = Law({"a": F(1, 2), "b": F(1, 2)})
    curve = Audit(of_document(one_law(p, p))).divergences(0)
    assert (curve.largest_odds, divergence_between(curve, F(3, 2))) == (1, (0, 0))
    assert moment_between(curve, F(3, 2)) == (1, 1)
    found = least_rho(curve, None)
    assert found is not None
    assert (found.low, found.high) == (0, 0)
    assert is_concentrated(curve, F(0), None)


def test_tiny_losses_are_told_with_more_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """With odds 1 + x the least ρ is nearly x²/2: 10^−80 is far below what the first precision tells from 0."""
    odds = 1 + F(1, 10**40)
    found = least_rho(Audit(of_document(response(odds))).divergences(0), F(2))
    assert found is not None
    assert F(499, 1000) < found.low * 10**80 <= found.high * 10**80 < F(501, 1000)
    monkeypatch.setattr(divergences, "BITS", divergences.BITS[:1])
    with pytest.raises(Undecided, match="the divergence of order 3/2 is too small to be told from 0 with 192 bits"):
        Audit(of_document(response(odds))).divergences(0).at(F(3, 2))


def test_a_tie_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    curve = audited("zcdp_attack").divergences(0)
    assert is_concentrated(curve, F(484, 1000), None)
    assert not is_concentrated(curve, F(483, 1000), None)
    monkeypatch.setattr(concentrated, "REFINEMENTS", 5)
    found = least_rho(curve, None)
    assert found is not None
    with pytest.raises(Undecided, match=r"the least rho is too close to .*: ask about another"):
        is_concentrated(curve, (found.low + found.high) / 2, None)


def test_what_takes_too_many_steps_is_refused() -> None:
    with pytest.raises(TooLarge, match="takes more than 300 steps"):
        least_rho(Audit(audited("renyi_attack_2").setting, steps=300).divergences(0), None)
