"""Convolutions by the fast Fourier transform are off by no more than they say."""

from __future__ import annotations

import numpy as np
import pytest

from concomp.impl.accounting.outcomes.spectra import convolve
from concomp.impl.accounting.outcomes.sums import add_up, exponentials, sums_up_to
from tests.impl.accounting.outcomes.exact_convolution import within_its_error


@pytest.mark.parametrize(("length", "count"), [(1, 2), (2, 3), (70, 2), (300, 5), (5000, 3)])
def test_no_value_is_off_by_more(length: int, count: int) -> None:
    assert within_its_error(length, count)


def test_the_error_is_small() -> None:
    _, error = convolve([np.full(4096, 1 / 4096)] * 3)
    assert 0 < error < 1e-15


def test_sums_and_exponentials() -> None:
    values = exponentials(-0.001, -100, 1300, 0.5)
    assert np.allclose(values, np.exp(0.5 - 0.001 * np.arange(-100, 1200)), rtol=1e-13)
    assert np.allclose(sums_up_to(values)[1:], np.cumsum(values), rtol=1e-13)
    assert sums_up_to(values)[0] == 0
    assert add_up(values) == pytest.approx(float(values.sum()), rel=1e-13)
