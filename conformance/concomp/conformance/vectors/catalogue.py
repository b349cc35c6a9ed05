"""The families, and what makes the vectors of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from concomp.conformance.vectors.families import (
    composition,
    defects,
    filter,
    filter_games,
    interleaving,
    mechanisms,
    noise,
    relations,
    robustness,
    verifier,
)
from concomp.conformance.vectors.vector import Family, Vector

BUILDERS: Mapping[Family, tuple[Callable[[], Iterator[Vector]], ...]] = {
    "composition": (composition.build, defects.composition),
    "filter": (filter.build, filter_games.build, defects.filter),
    "interleaving": (interleaving.build,),
    "robustness": (robustness.build, defects.robustness),
    "verifier": (verifier.build, relations.build),
    "noise": (noise.build,),
    "mechanisms": (mechanisms.build, defects.mechanisms),
}
"""By the names of the families; each computes what is expected from the exact model."""
KILLS = Path(__file__).parents[1] / "data" / "kills.json"
"""Which wrong targets fail each vector, as runs have shown: `python -m tests.conformance.kills` writes it."""


def built(family: Family) -> Iterator[Vector]:
    """The vectors of a family, with the wrong targets that fail each."""
    kills: Mapping[str, list[str]] = json.loads(KILLS.read_text(encoding="utf-8"))
    for build in BUILDERS[family]:
        for vector in build():
            yield vector.model_copy(update={"kills": tuple(kills.get(vector.id, ()))})
