"""Privacy parameters that come in: taken as they are written, and refused by name, value and remedy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from concomp.impl.accounting.parameters import PrivacyLoss, read_privacy_loss, with_e_eps, with_epsilon
from concomp.model.numbers import Exact, NumberError, ParameterError

REMEDY = "write eps or E and, unless it is 0, delta, like eps=0.1,delta=1e-9 or E=3/2,delta=1/100"


@pytest.mark.parametrize(
    ("text", "loss"),
    [
        ("eps=0.1,delta=1e-9", with_epsilon("1/10", "1e-9")),
        ("E=3/2,delta=1/100", with_e_eps("1.5", "0.01")),
        ("E=11/10", with_e_eps("1.1")),
        (" delta = 1/2 , eps = 1 ", with_epsilon(1, "0.5")),
        ("eps=0", with_e_eps(1)),
    ],
)
def test_parameters_are_said_in_one_way(text: str, loss: PrivacyLoss) -> None:
    assert read_privacy_loss(text) == loss


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("", REMEDY),
        ("0.1", REMEDY),
        ("delta=0", REMEDY),
        ("E=2,E=3", REMEDY),
        ("E=2,eps=1", REMEDY),
        ("E=2,delta=1,delta=1", REMEDY),
        ("e=2", REMEDY),
        ("E=1/2", "E = e^eps must be at least 1"),
        ("eps=-1", "eps must be at least 0"),
        ("eps=1,delta=2", "delta must be from 0 to 1"),
        ("eps=1e-301", "give 0, or a number from 1e-300 to 1e6"),
        (f"E=1.{'0' * 300}1", "give 1, or a number from 1 + 1e-300 on"),
    ],
)
def test_other_text_is_refused_with_the_remedy(text: str, remedy: str) -> None:
    with pytest.raises(NumberError) as thrown:
        read_privacy_loss(text)
    assert str(thrown.value) == remedy


@pytest.mark.parametrize(
    ("make", "values", "message"),
    [
        (with_e_eps, ["1/2"], "e_eps is '1/2': E = e^eps must be at least 1"),
        (with_e_eps, [Fraction(1, 2)], "e_eps is 1/2: E = e^eps must be at least 1"),
        (with_e_eps, [2, "-1/2"], "delta is '-1/2': delta must be from 0 to 1"),
        (with_epsilon, [1, 2], "delta is 2: delta must be from 0 to 1"),
        (with_epsilon, [Fraction(10**7)], "epsilon is 10000000: give 0, or a number from 1e-300 to 1e6"),
    ],
)
def test_what_is_out_of_range_is_refused_by_name_value_and_remedy(
    make: Callable[..., PrivacyLoss], values: list[Exact], message: str
) -> None:
    with pytest.raises(ParameterError) as thrown:
        make(*values)
    assert str(thrown.value) == message
