"""Measures: by what a privacy loss is measured."""

from __future__ import annotations

from enum import StrEnum


class Measure(StrEnum):
    """The names of the measures of privacy loss, the same in every file, plan and message."""

    PURE = "pure"
    """ε-differential privacy."""
    APPROXIMATE = "approximate"
    """(ε, δ)-differential privacy."""
    RENYI = "renyi"
    """Rényi differential privacy, at orders α > 1."""
    ZCDP = "zcdp"
    """Zero-concentrated differential privacy: at every order α > 1 at most ρα."""
    TCDP = "tcdp"
    """Truncated concentrated differential privacy: at every order below ω at most ρα."""
    GAUSSIAN = "gaussian"
    """Gaussian differential privacy: no easier to tell apart than two normal laws whose means are μ apart."""
    FDP = "fdp"
    """f-differential privacy: a trade-off function."""
