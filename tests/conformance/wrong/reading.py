"""`python -m tests.conformance.wrong.reading`: a target that reads messages wrongly, before they are checked."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, cast

from concomp.conformance.protocol.commands import At
from concomp.conformance.protocol.losses import Listed
from concomp.conformance.protocol.numbers import double_text, read_number
from concomp.conformance.reference.target import Reference
from concomp.conformance.targets.outcomes import Unsupported
from concomp.conformance.targets.serving import serve

NO_NUMBERS = ("nan", "inf", "-inf")
NOTHING: Mapping[str, str] = {"e_eps": "1", "epsilon_between": "0x0p+0"}
"""How fields say that nothing is lost, where they do not say it by 0."""


class NoNumberIsNothing(Reference):
    """What is no number is read as a loss of nothing; it composes Gaussian losses by their zCDP."""

    claims = (
        *({"claim": "filter", "measure": measure} for measure in ("pure", "approximate")),
        {"claim": "composition", "measure": "gaussian", "grade": "upper"},
    )

    def compose(self, measure: str, losses: Sequence[Listed], at: At) -> dict[str, Any]:
        if measure != "gaussian" or at.delta is None:
            raise Unsupported("Gaussian losses at a delta, and nothing else")
        rho = sum(each.count * float(read_number(each.mu)) ** 2 for each in losses) / 2
        return {"epsilon": double_text(rho + 2 * math.sqrt(-rho * math.log(read_number(at.delta))))}


def without_what_is_no_number(part: Any, nothing: str = "0") -> Any:
    """A part of a message, with losses of nothing for what is no number."""
    if isinstance(part, dict):
        return {name: without_what_is_no_number(each, NOTHING.get(name, "0")) for name, each in part.items()}
    if isinstance(part, list):
        return [without_what_is_no_number(each, nothing) for each in part]
    return nothing if part in NO_NUMBERS else part


def reread(line: bytes) -> bytes:
    """A message as this target reads it; what is no message is left to others."""
    try:
        return json.dumps(without_what_is_no_number(json.loads(line))).encode()
    except (ValueError, RecursionError):
        return line


def main() -> None:
    """Serve the target behind such a reader."""
    with os.fdopen(os.dup(1), "wb") as replies:
        os.dup2(2, 1)
        # Messages are taken line by line, and in no other way.
        serve(NoNumberIsNothing, cast("BinaryIO", map(reread, sys.stdin.buffer)), replies)


if __name__ == "__main__":
    main()
