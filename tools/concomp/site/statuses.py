"""How statuses look: a sign, a class of the style sheet, and what each means; never told apart by colour alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from concomp.model.registry.statuses import STRENGTH, StatusKind
from concomp.report.legend import MEANINGS


@dataclass(frozen=True)
class Look:
    """How a kind of status looks: sign, name of its colour, meaning."""

    sign: str
    colour: str
    meaning: str


_SIGNS: Mapping[StatusKind, tuple[str, str]] = {
    "proved": ("■", "proved"),
    "proved to n": ("◧", "proved"),
    "exact": ("◆", "exact"),
    "tested": ("◈", "tested"),
    "sampled": ("◇", "tested"),
    "assumed": ("○", "assumed"),
    "stated": ("·", "open"),
    "not encoded": ("–", "open"),
    "stale": ("!", "warning"),
    "missing": ("!", "warning"),
    "failed": ("!", "warning"),
    "vacuous": ("!", "warning"),
    "repaired": ("↻", "repaired"),
    "refuted": ("✗", "refuted"),
}
STATUSES: Mapping[str, Look] = {kind: Look(*_SIGNS[kind], MEANINGS[kind]) for kind in _SIGNS}
ORDER: tuple[StatusKind, ...] = tuple(sorted(STRENGTH, key=lambda kind: (-STRENGTH[kind], kind == "refuted")))
"""The kinds of status, the strongest first."""
