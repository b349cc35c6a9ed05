"""The experiments that a vector may be, told apart by their kind."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from concomp.conformance.experiments.filter_game import FilterGame
from concomp.conformance.experiments.forked_draws import ForkedDraws
from concomp.conformance.experiments.launched_pairs import LaunchedPairs
from concomp.conformance.experiments.law_test import LawTest
from concomp.conformance.experiments.played_game import PlayedGame
from concomp.conformance.experiments.tape_law import TapeLaw

Experiment = Annotated[
    FilterGame | ForkedDraws | LaunchedPairs | LawTest | PlayedGame | TapeLaw, Field(discriminator="kind")
]
"""An experiment: how it is played, and what it is judged by."""
