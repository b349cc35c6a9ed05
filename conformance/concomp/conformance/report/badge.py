"""A badge: the JSON that shields.io makes one of."""

from __future__ import annotations

from concomp.conformance.runner.running import Run


def badge(run: Run, conforms: bool) -> dict[str, object]:
    """The endpoint of a badge: how many vectors passed, of those that were put, and whether the target conforms."""
    passed = sum(each.verdict == "passed" for each in run.executed)
    message = f"{passed} of {len(run.executed)}{'' if conforms else ', does not conform'}"
    return {"schemaVersion": 1, "label": "concomp", "message": message, "color": "green" if conforms else "red"}
