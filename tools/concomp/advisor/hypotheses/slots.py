"""Slots: which losses the mechanisms that get differing inputs may have together.

Either the plan lists them, with their losses. Or it says how many there are; then the slots are as large as the worst
choice of so many mechanisms is, label by label where the labels can be put in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.parameters import ExponentialLoss, PrivacyLoss, RationalLoss

Counted = tuple[PrivacyLoss, int | None]
"""A label, and how many mechanisms have it; None for unboundedly many."""


def covers(slot: PrivacyLoss, label: PrivacyLoss) -> bool:
    """Whether what is private with the label is so with the slot: its ε and its δ are at least as large."""
    return slot.delta >= label.delta and (slot.loss == label.loss or _at_least(slot, label))


def _at_least(slot: PrivacyLoss, label: PrivacyLoss) -> bool:
    if isinstance(slot.loss, ExponentialLoss) and isinstance(label.loss, ExponentialLoss):
        return slot.loss.epsilon >= label.loss.epsilon
    return rational_bounds(slot.loss)[0] >= rational_bounds(label.loss)[1]


def group_of(label: PrivacyLoss, slots: Sequence[PrivacyLoss]) -> int | None:
    """The slot that mechanisms with the label take: the first with this very label, else the first that covers it."""
    same = [number for number, slot in enumerate(slots) if slot == label]
    covering = [number for number, slot in enumerate(slots) if covers(slot, label)]
    return next(iter([*same, *covering]), None)


def worst_choice(kinds: Sequence[Counted], at_most: int) -> tuple[PrivacyLoss, ...] | None:
    """Labels that cover those of any so many mechanisms; None if there is none that covers all.

    Where of any two labels one covers the other, they are those of the largest mechanisms there are.
    """
    ordered = _in_order([label for label, _ in kinds])
    if ordered is None:
        whole = largest([label for label, _ in kinds])
        return None if whole is None else (whole,) * at_most
    chosen: list[PrivacyLoss] = []
    for label in ordered:
        free = at_most - len(chosen)
        chosen += [label] * sum(free if count is None else count for each, count in kinds if each == label)
        del chosen[at_most:]
    return tuple(chosen)


def _in_order(labels: Sequence[PrivacyLoss]) -> list[PrivacyLoss] | None:
    """The labels, each once, the largest first; None if of two of them neither covers the other."""
    rest, ordered = list(dict.fromkeys(labels)), []
    while rest:
        top = next((each for each in rest if all(covers(each, other) for other in rest)), None)
        if top is None:
            return None
        ordered.append(top)
        rest.remove(top)
    return ordered


def largest(components: Sequence[PrivacyLoss]) -> PrivacyLoss | None:
    """A label under which each of the mechanisms is private: the largest ε with the largest δ.

    None if some losses are given by E and others by ε, which cannot be compared exactly.
    """
    delta = max(each.delta for each in components)
    rational = [each.loss.e_eps for each in components if isinstance(each.loss, RationalLoss)]
    if len(rational) == len(components):
        return PrivacyLoss(RationalLoss(max(rational)), delta)
    exponential = [each.loss.epsilon for each in components if isinstance(each.loss, ExponentialLoss)]
    if rational in ([], [Fraction(1)] * len(rational)):
        return PrivacyLoss(ExponentialLoss(max(exponential)), delta)
    return None
