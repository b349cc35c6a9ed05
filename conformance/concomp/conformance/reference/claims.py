"""What concomp claims."""

from __future__ import annotations

from typing import Any

from concomp.conformance.reference.mechanisms import OWN
from concomp.conformance.reference.noise import LAWS

MEASURES = ("pure", "approximate", "zcdp")
CLAIMS: tuple[dict[str, Any], ...] = (
    *({"claim": "filter", "measure": measure, "arithmetic": "exact"} for measure in MEASURES),
    *({"claim": "odometer", "measure": measure} for measure in MEASURES),
    *({"claim": use, "measure": measure} for use in ("interleaving", "sequential") for measure in MEASURES),
    {"claim": "nesting"},
    {
        "claim": "composition",
        "measure": "approximate",
        "grade": "exact",
        "forms": ["count", "repeated", "nested"],
    },
    *({"claim": "noise", "law": law, "arithmetic": "exact"} for law in LAWS),
    *({"claim": "mechanism", "name": name} for name in OWN),
    {"claim": "verifier"},
    {"claim": "threads"},
    {"claim": "copies"},
    {"claim": "failures"},
)
