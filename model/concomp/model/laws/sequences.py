"""Two random sequences, compared step by step.

Two laws of sequences can be told apart at a step only as far as the conditional laws of that step can. If a step after
the history h tells them apart by at most Δ(h), the sequences stay together with probability at least ∏(1 − Δ) along
the way: this product form is what a budget on adaptively chosen δ bounds.

A finite sequence becomes an infinite one by padding it with a fresh symbol; as far as it is looked at, that is a tuple.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from concomp.model.laws.indistinguishability import total_variation
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)
Sequence = tuple[X, ...]
PAD = "$"
"""The fresh symbol."""


def prefix_law(law: Law[Sequence[X]], length: int) -> Law[Sequence[X]]:
    """The law of the first `length` entries."""
    return law.map(lambda sequence: sequence[:length])


def next_law(law: Law[Sequence[X]], history: Sequence[X]) -> Law[X]:
    """The law of the entry after `history`, given the history; ValueError if the history is impossible."""
    length = len(history)
    here = {sequence: weight for sequence, weight in law.items() if sequence[:length] == history}
    whole = sum(here.values(), ZERO)
    if whole == 0:
        raise ValueError(f"the history {history!r} has probability 0: give a possible one")
    return Law.gather((sequence[length], weight / whole) for sequence, weight in here.items())


@realises("HSV26 Lemma 11.8 (repaired)")
def common_histories(p: Law[Sequence[X]], q: Law[Sequence[X]], length: int) -> frozenset[Sequence[X]]:
    """S_i: the histories of a length that are possible under both laws; S_0 holds the empty one."""
    return prefix_law(p, length).support & prefix_law(q, length).support


@realises("HSV26 Lemma 11.8 (repaired)", "HSV26 Equation (6)")
def step_distance(p: Law[Sequence[X]], q: Law[Sequence[X]], history: Sequence[X]) -> Fraction:
    """Δ_i at its least: the total variation of the next entry after a common history."""
    return total_variation(next_law(p, history), next_law(q, history))


def exposure(p: Law[Sequence[X]], q: Law[Sequence[X]], history: Sequence[X]) -> Fraction:
    """1 − ∏(1 − Δ_j) over the steps along a common history, the one after it included."""
    together = ONE
    for length in range(len(history) + 1):
        together *= 1 - step_distance(p, q, history[:length])
    return 1 - together


@realises("HSV26 Lemma 11.8 (repaired)")
def worst_exposure(p: Law[Sequence[X]], q: Law[Sequence[X]], length: int) -> Fraction:
    """The least γ that bounds the exposure after every common history shorter than the sequences' `length`."""
    return max(exposure(p, q, history) for before in range(length) for history in common_histories(p, q, before))


@realises("HSV26 Lemma 11.8")
def worst_exposure_at_the_end(p: Law[Sequence[X]], q: Law[Sequence[X]], length: int) -> Fraction:
    """The least γ that bounds the exposure after the common histories of length − 1 alone, as printed; 0 if none."""
    return max((exposure(p, q, history) for history in common_histories(p, q, length - 1)), default=ZERO)


@realises("HSV26 Lemma 11.5")
def padded(law: Law[Sequence[X]], length: int) -> Law[Sequence[X | str]]:
    """The law of the first `length` entries of a finite sequence followed by the fresh symbol for ever.

    Raises ValueError if a sequence contains that symbol.
    """
    if any(PAD in sequence for sequence in law):
        raise ValueError(f"a sequence contains {PAD!r}, which is to be a fresh symbol: rename it")
    return law.map(lambda sequence: (*sequence[:length], *(PAD,) * (length - len(sequence))))
