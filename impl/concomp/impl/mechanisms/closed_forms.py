"""The law of sparse vector in closed form, as a file for `concomp audit`: noise that is hidden has no end to enumerate.

As long as τ is kept, what matters of the past is which values were below and which above, in whatever order. That the
ones stay below has a chance in closed form; that the others are above follows by inclusion and exclusion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product, repeat
from math import comb, prod
from typing import Any, NamedTuple

from concomp.impl.mechanisms.tables import BEYOND, HALTED
from concomp.model.mechanisms.named.above_threshold import ABOVE, BELOW, AboveThreshold
from concomp.model.numbers import rational_text

Values = tuple[int, ...]


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
        chance = self.chance(longer, above) / self.chance(below, above)
        since = ((), ()) if self.renewed else (below, _with(above, value))
        return [(chance, Past(left, longer, above), BELOW), (1 - chance, Past(left - 1, *since), ABOVE)]

    def chance(self, below: Values, above: Values) -> Fraction:
        """The chance that the ones are below and the others above, all of them with one τ."""
        counts = sorted(Counter(above).items())
        return sum(
            (
                (-1) ** sum(chosen)
                * prod(comb(count, many) for (_, count), many in zip(counts, chosen, strict=True))
                * self.single.all_below(_with(below, *_repeated(counts, chosen)))
                for chosen in product(*(range(count + 1) for _, count in counts))
            ),
            Fraction(0),
        )


def _repeated(counts: Iterable[tuple[int, int]], chosen: Iterable[int]) -> Iterator[int]:
    """Each value so often."""
    for (value, _), many in zip(counts, chosen, strict=True):
        yield from repeat(value, many)


def _with(values: Values, *more: int) -> Values:
    return tuple(sorted((*values, *more)))


def _state(sent: int, past: Past, rounds: int) -> str:
    return f"{sent} sent, {past.text}" if past.left and sent < rounds else BEYOND
