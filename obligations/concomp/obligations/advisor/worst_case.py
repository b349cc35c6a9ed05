"""Worst-case mechanisms: with given labels, as bad as these allow.

A randomised response is the worst that answers once. Where a function lets an identical pair come first and a
differing one later, worse is a mechanism that shows at the first, harmless message whether it will answer in the clear.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model.laws.indistinguishability import Privacy
from concomp.model.mechanisms.formats.rationals import rational_text
from concomp.model.mechanisms.formats.schema import ContinualFile

CLEAR, NOISY, OPEN, CLOSED = "in the clear {}", "{}", "open", "closed"


def one_response(label: Privacy) -> ContinualFile:
    """The randomised response: exposes its bit with probability δ, else tells it truthfully with odds E : 1."""
    return _file(["ready"], [*_answers()], "ready", {f"ready|{bit}": _told("ready", bit, label) for bit in "01"}, 1)


def opening_up(label: Privacy) -> ContinualFile:
    """The mechanism that opens up with probability δ at a message that it does not look at.

    Opened up it answers in the clear, else it tells its next message truthfully with odds E : 1. It is (ε, δ)-DP if at
    most one pair of messages differs, since the first answer tells nothing and one that is not open is (ε, 0)-DP.
    """
    noise = Privacy(label.e_eps, Fraction(0))
    first = [[label.delta, OPEN, OPEN], [1 - label.delta, CLOSED, CLOSED]]
    rows = {f"ready|{bit}": first for bit in "01"}
    rows |= {f"{OPEN}|{bit}": [[Fraction(1), OPEN, CLEAR.format(bit)]] for bit in "01"}
    rows |= {f"{CLOSED}|{bit}": _told(CLOSED, bit, noise) for bit in "01"}
    return _file(["ready", OPEN, CLOSED], [OPEN, CLOSED, *_answers()], "ready", rows, 2)


def _answers() -> list[str]:
    return [text.format(bit) for text in (CLEAR, NOISY) for bit in "01"]


def _told(state: str, bit: str, label: Privacy) -> list[list[object]]:
    other = "1" if bit == "0" else "0"
    hidden = 1 - label.delta
    truth = label.e_eps / (label.e_eps + 1)
    return [
        [label.delta, state, CLEAR.format(bit)],
        [hidden * truth, state, NOISY.format(bit)],
        [hidden * (1 - truth), state, NOISY.format(other)],
    ]


def _file(
    states: list[str], answers: list[str], start: str, rows: dict[str, list[list[object]]], horizon: int
) -> ContinualFile:
    kernel = {
        key: [[rational_text(weight), *rest] for weight, *rest in row if weight]  # type: ignore[arg-type]
        for key, row in rows.items()
    }
    fields = {
        "type": "cm",
        "states": states,
        "messages": ["0", "1"],
        "answers": answers,
        "init": start,
        "kernel": kernel,
        "horizon": horizon,
        "verification": {"kind": "at_most_one_difference"},
    }
    return ContinualFile.model_validate(fields)
