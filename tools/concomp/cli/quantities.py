"""Numbers and privacy parameters on the command line, taken exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from concomp.cli.errors import BadInput
from concomp.impl.accounting.losses import decimals_around
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, read_privacy_loss
from concomp.model.files.errors import quoted
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import NumberError, exact_delta, exact_e_eps

T = TypeVar("T")
DIGITS = 12
"""The digits of E − 1 where E is taken just below e^ε."""


def read_option(option: str, text: str, reader: Callable[[str], T]) -> T:
    """What `reader` makes of an option; BadInput that names the option."""
    try:
        return reader(text)
    except NumberError as error:
        raise BadInput(f"{option}: {quoted(text)}: {error}") from None


def read_e_eps(option: str, text: str) -> Fraction:
    """E = e^ε, at least 1."""
    return read_option(option, text, exact_e_eps)


def read_delta(option: str, text: str) -> Fraction:
    """δ, from 0 to 1."""
    return read_option(option, text, exact_delta)


def read_loss(option: str, text: str) -> PrivacyLoss:
    """The parameters that "eps=0.1,delta=1e-9" or "E=3/2,delta=1/100" write."""
    return read_option(option, text, read_privacy_loss)


def read_privacy(option: str, text: str) -> PrivacyParameters:
    """The parameters that "E=3/2,delta=1/100" or "eps=0.5,delta=1/100" writes; of an ε, E is taken just below e^ε."""
    found = read_loss(option, text)
    return PrivacyParameters(e_eps_below(found.loss), found.delta)


def e_eps_below(loss: PureLoss) -> Fraction:
    """E = e^ε where that is rational, otherwise a decimal just below it: for what is asked about, or a budget."""
    return decimals_around(loss, DIGITS).low
