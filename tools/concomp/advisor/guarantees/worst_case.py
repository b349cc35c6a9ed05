"""Worst-case mechanisms: with given labels, as bad as these allow.

Where a function lets an identical pair come first and a differing one later, worse than a randomised response is a
mechanism that shows at the first, harmless message whether it will answer in the clear.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model.files.schema import ContinualFile
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import rational_text

CLEAR, NOISY, OPEN, CLOSED = "in the clear {}", "{}", "open", "closed"


def opening_up(label: PrivacyParameters) -> ContinualFile:
    """The mechanism that opens up with probability δ at a message that it does not look at.

    Opened up it answers in the clear, else it tells its next message truthfully with odds E : 1. It is (ε, δ)-DP if at
    most one pair of messages differs, since the first answer tells nothing and one that is not open is (ε, 0)-DP.
    """
    truth = label.e_eps / (label.e_eps + 1)
    rows = {f"ready|{bit}": [(label.delta, OPEN, OPEN), (1 - label.delta, CLOSED, CLOSED)] for bit in "01"}
    for bit, other in ("01", "10"):
        rows[f"{OPEN}|{bit}"] = [(Fraction(1), OPEN, CLEAR.format(bit))]
        rows[f"{CLOSED}|{bit}"] = [(truth, CLOSED, NOISY.format(bit)), (1 - truth, CLOSED, NOISY.format(other))]
    fields = {
        "type": "cm",
        "states": ["ready", OPEN, CLOSED],
        "messages": ["0", "1"],
        "answers": [OPEN, CLOSED, *(text.format(bit) for text in (CLEAR, NOISY) for bit in "01")],
        "init": "ready",
        "kernel": {key: [[rational_text(p), *rest] for p, *rest in row if p] for key, row in rows.items()},
        "horizon": 2,
        "verification": {"kind": "at_most_one_difference"},
    }
    return ContinualFile.model_validate(fields)
