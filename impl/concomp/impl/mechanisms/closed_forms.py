"""The law of sparse vector in closed form, as a file for `concomp audit`: noise that is hidden has no end to enumerate.

As long as τ is kept, what matters of the past is which values were below and which above, in whatever order.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from concomp.impl.mechanisms.tables import BEYOND, HALTED
from concomp.model.mechanisms.named.above_threshold import ABOVE, BELOW, AboveThreshold, Values
from concomp.model.numbers import rational_text


class Past(NamedTuple):
    """What matters of the past.

    left: how many numbers may still be above. below, above: the values since τ was drawn, in order of size.
    """

    left: int
    below: Values = ()
    above: Values = ()

    @property
    def text(self) -> str:
        """It as the name of a state."""
        return f"{self.left} left; below {list(self.below)}, above {list(self.above)}"


@dataclass(frozen=True)
class SparseVectorLaw:
    """Sparse vector on few values, of which the two in a pair may be any.

    single: the law of one threshold. positives: after how many numbers above it halts. renewed: whether τ is drawn anew
    after each.
    """

    single: AboveThreshold
    positives: int
    renewed: bool

    def file(self, rounds: int) -> dict[str, Any]:
        """The contents of a file of the type "cm"."""
        messages = [str(value) for value in self.single.messages]
        kernel: dict[str, list[list[str]]] = {f"{BEYOND}|{message}": [["1", BEYOND, HALTED]] for message in messages}
        reached = {Past(self.positives)}
        for sent in range(rounds):
            later: set[Past] = set()
            for past in reached:
                for value in self.single.messages:
                    after = self.after(past, value)
                    later |= {each for _, each, _ in after if each.left}
                    kernel[f"{sent} sent, {past.text}|{value}"] = [
                        [rational_text(chance), _state(sent + 1, each, rounds), answer]
                        for chance, each, answer in after
                    ]
            reached = later
        return {
            "type": "cm",
            "states": list(dict.fromkeys(row.partition("|")[0] for row in kernel)),
            "messages": messages,
            "answers": [ABOVE, BELOW, HALTED],
            "init": _state(0, Past(self.positives), rounds),
            "kernel": kernel,
            "horizon": rounds,
            "verification": {"kind": "any"},
        }

    def after(self, past: Past, value: int) -> list[tuple[Fraction, Past, str]]:
        """The chance of each answer to a value, and what is past then; not after the last number above."""
        left, below, above = past
        longer = _with(below, value)
        chance = self.single.chance(longer, above) / self.single.chance(below, above)
        since = ((), ()) if self.renewed else (below, _with(above, value))
        return [(chance, Past(left, longer, above), BELOW), (1 - chance, Past(left - 1, *since), ABOVE)]


def _with(values: Values, *more: int) -> Values:
    return tuple(sorted((*values, *more)))


def _state(sent: int, past: Past, rounds: int) -> str:
    return f"{sent} sent, {past.text}" if past.left and sent < rounds else BEYOND
