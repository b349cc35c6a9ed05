"""Post-processings for the tests: the histogram mechanism and a server, and wrong forms of both."""

from __future__ import annotations

from concomp.model.applications.histogram import HistogramSteps, histogram_mechanism
from concomp.model.language import PostProcessing
from concomp.obligations.families.applications.histogram_variants import (
    NeverCleared,
    ShowsSums,
    SkipsNoise,
    rows_to_parts,
    sensitive,
)
from concomp.obligations.families.applications.protocol_variants import AsksForData, data_to_users

__all__ = [
    "AsksForData",
    "NeverCleared",
    "ShowsSums",
    "SkipsNoise",
    "data_to_users",
    "histogram",
    "rows_to_parts",
    "sensitive",
]


def histogram(dimension: int | str, steps: type[HistogramSteps] = HistogramSteps) -> PostProcessing:
    """The histogram mechanism, or a wrong one."""
    return histogram_mechanism(dimension, steps)
