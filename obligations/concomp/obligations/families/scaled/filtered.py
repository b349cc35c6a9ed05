"""Compositions under a filter at scale: the adversary chooses parameters and mechanisms as it goes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from concomp.model.composition.filtered import Filter, Spent, product_filter, sum_filter
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.obligations.families.compositions.components import Component, response_component
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.components import (
    LARGE,
    SMALL,
    Parts,
    blur,
    late,
    machines,
    opposite,
    shown_response,
    stream,
    trees,
)
from concomp.obligations.families.scaled.composition import Scaled, relabel
from concomp.obligations.families.scaled.mechanisms import EVENT, RISING_EVENT, RISING_SECRET, SECRET_FIRST
from concomp.obligations.families.scaled.terms import UnderSequences, UnderSums
from concomp.obligations.families.small.leaking import THEN_RISING

PURE_TWO, PURE_THREE, LEAK = (
    PrivacyParameters(Fraction(2), ZERO),
    PrivacyParameters(Fraction(3), ZERO),
    PrivacyParameters(ONE, Fraction(1, 4)),
)


def sums(e_eps: str, delta: str) -> UnderSums:
    """The sum filter with a budget."""
    return UnderSums(
        f"the sum filter for ({e_eps}, {delta})", sum_filter(PrivacyParameters(Fraction(e_eps), Fraction(delta)))
    )


def products(e_eps: str, delta: str) -> UnderSums:
    """The product filter with a budget."""
    return UnderSums(
        f"the product filter for ({e_eps}, {delta})",
        product_filter(PrivacyParameters(Fraction(e_eps), Fraction(delta))),
    )


def at_each_step(name: str, *steps: Sequence[PrivacyParameters]) -> UnderSequences:
    """The filter that accepts, step by step, one of the listed labels."""
    return UnderSequences(f"the filter “{name}”", _one_of(steps))


def _one_of(steps: Sequence[Sequence[PrivacyParameters]]) -> Filter:
    listed = [{(each.e_eps, each.delta) for each in step} for step in steps]

    def accepts(spent: Spent) -> bool:
        return len(spent) <= len(listed) and all(label in step for label, step in zip(spent, listed, strict=False))

    return accepts


STEPWISE = at_each_step("(2, 0), then (3, 0) or (1, 1/4)", (PURE_TWO,), (PURE_THREE, LEAK))
THRICE = at_each_step(
    "(2, 0), then (3, 0) or (1, 1/4), then (2, 1/4) or (1, 1/4)", (PURE_TWO,), (PURE_THREE, LEAK), (LARGE, LEAK)
)


def _alternating(spent: Spent) -> bool:
    """At most four mechanisms, no two in a row with the same parameters."""
    return len(spent) <= 4 and all(first != second for first, second in pairwise(spent))


ALTERNATING = UnderSequences("the filter “at most four, no label twice in a row”", _alternating)


@cache
def filtered_ones() -> Family[Scaled]:
    """Markets of mechanisms, their labels as often as the filter accepts them."""
    lasting = (late(LARGE, 4, RISING_EVENT), shown_response(LARGE, 4, SECRET_FIRST), stream(LARGE, 6, EVENT))
    small = (late(SMALL, 3, EVENT), shown_response(SMALL, 3, RISING_SECRET))
    two, three, leak = (_short(label) for label in (PURE_TWO, PURE_THREE, LEAK))
    full = trees(2, 6, RISING_EVENT, 2, Fraction(1, 2))
    offers: tuple[tuple[Parts, UnderSums | UnderSequences], ...] = (
        ((*lasting, *lasting, *small), sums("6", "1/2")),
        ((*lasting, *lasting), products("4", "7/16")),
        ((stream(LARGE, 40, EVENT), stream(LARGE, 40, RISING_EVENT), late(LEAK, 8, EVENT)), sums("4", "1/2")),
        ((*(late(PURE_TWO, 3, RISING_EVENT),) * 4, *(late(LEAK, 3, EVENT),) * 2), sums("16", "1/2")),
        ((*(late(LEAK, 4, EVENT),) * 4, *(late(PURE_TWO, 3, EVENT),) * 2), products("4", "175/256")),
        ((*two[:1], *three[:1], *leak[:1]), STEPWISE),
        ((*two, *three, *leak), STEPWISE),
        ((*two, *three, *leak[:1], *leak[:1], stream(LARGE, 4, RISING_EVENT)), THRICE),
        ((*two[:1], *two[:1], *three[:1], *three[:1]), ALTERNATING),
        ((*two[1:], *two[1:], *leak[1:], *leak[1:]), ALTERNATING),
        (_as(LARGE, (blur(LARGE, 5, SECRET_FIRST), blur(LARGE, 5, RISING_SECRET), *small)), sums("6", "1/2")),
        (_as(LARGE, machines(3, 4, RISING_EVENT, 2, Fraction(1, 4))) + small, sums("6", "1/2")),
        (
            _as(
                PrivacyParameters(Fraction(2), Fraction(1, 2)),
                (*full, opposite(Fraction(1, 2), Fraction(2), THEN_RISING)),
            ),
            sums("4", "1"),
        ),
    )
    return Family(
        "markets of three to eight mechanisms under sum and product filters that let two to four be created, and under "
        "filters that look at the order; lasting responses over up to 40 rounds, labels with ε = 0 and δ = 0 among "
        "them, symmetric and asymmetric functions, a hidden bit, full memory",
        tuple(Scaled(parts, terms) for parts, terms in offers),
    )


def _short(label: PrivacyParameters) -> Parts:
    """The response with a label, and the one that is announced first."""
    return response_component(label), late(label, 3, RISING_EVENT)


def _as(label: PrivacyParameters, parts: Parts) -> Parts:
    """The parts with this e^ε, each twice, declared with a label that is no smaller than theirs; the others as are."""

    def declared(part: Component) -> Component:
        return relabel(part, label) if part.privacy.e_eps == label.e_eps else part

    known = tuple(declared(part) for part in parts)
    return (*known, *known)
