"""Rationals on the command line: read exactly."""

from __future__ import annotations

import re
from fractions import Fraction

from concomp.cli.errors import BadInput
from concomp.model.files.errors import quoted
from concomp.model.files.limits import DIGITS
from concomp.model.files.rationals import rational
from concomp.model.laws.indistinguishability import PrivacyParameters

DECIMAL = re.compile(r"[0-9]+\.[0-9]+")


def read_rational(option: str, text: str) -> Fraction:
    """The rational that "p/q", "p" or a decimal like "0.01" writes, exactly; BadInput for anything else."""
    if DECIMAL.fullmatch(text) and len(text) <= DIGITS:
        return Fraction(text)
    try:
        return rational(text)
    except ValueError as error:
        raise BadInput(f"{option}: {quoted(text)}: {error}") from None


def read_e_eps(option: str, text: str) -> Fraction:
    """E = e^ε, at least 1."""
    number = read_rational(option, text)
    if number < 1:
        raise BadInput(f"{option}: {quoted(text)}: E = e^eps must be at least 1")
    return number


def read_delta(option: str, text: str) -> Fraction:
    """δ, from 0 to 1."""
    number = read_rational(option, text)
    if not 0 <= number <= 1:
        raise BadInput(f"{option}: {quoted(text)}: delta must be from 0 to 1")
    return number


def read_privacy(option: str, text: str) -> PrivacyParameters:
    """The parameters that "E=3/2,delta=1/100" writes."""
    parts = [part.partition("=") for part in text.split(",")]
    named = {name.strip(): value.strip() for name, _, value in parts}
    if len(parts) != 2 or set(named) != {"E", "delta"}:
        raise BadInput(f"{option}: {quoted(text)}: write both parameters, like E=3/2,delta=1/100")
    return PrivacyParameters(read_e_eps(f"{option} E", named["E"]), read_delta(f"{option} delta", named["delta"]))
