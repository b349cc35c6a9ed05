"""What concomp claims."""

from __future__ import annotations

from typing import Any

MEASURES = ("pure", "approximate", "zcdp")
CLAIMS: tuple[dict[str, Any], ...] = (
    *({"claim": "filter", "measure": measure, "arithmetic": "exact"} for measure in MEASURES),
    *({"claim": "odometer", "measure": measure} for measure in MEASURES),
    *({"claim": "interleaving", "measure": measure} for measure in MEASURES),
    {"claim": "nesting"},
    {
        "claim": "composition",
        "measure": "approximate",
        "grade": "exact",
        "forms": ["count", "repeated", "nested"],
    },
    {"claim": "verifier"},
    {"claim": "threads"},
    {"claim": "copies"},
    {"claim": "failures"},
)
