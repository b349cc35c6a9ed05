"""What was found of examples, in words: how near right ones come to their bounds, and by how much wrong ones exceed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from concomp.obligations.alignments.field import Example, Verdict, settle
from concomp.obligations.expectation import expect


def reached(examples: Sequence[Example], part: int) -> str:
    """How near each comes to its bound; Violation if one is refuted, or does not come within that part of it.

    part: n for the n-th part.
    """
    return ", ".join(_near(settle(example), part) for example in examples)


def refuted(examples: Sequence[Example]) -> str:
    """That each of these exceeds its claim; Violation if one is proved."""
    return "refuted: " + "; ".join(_exceeding(settle(example)) for example in examples)


def ratio_in_words(ratio: Fraction | None) -> str:
    """A ratio of chances, in decimals; None is a ratio to nothing."""
    return "∞" if ratio is None else f"{float(ratio):.9g}"


def _near(verdict: Verdict, part: int) -> str:
    name, bound, ratio = verdict.example.name, verdict.bound, verdict.ratio
    expect(verdict.proved, f"{name} is refuted, and should be proved")
    assert bound is not None
    assert ratio is not None
    expect(ratio * part >= bound * (part - 1), f"{name}: {ratio} does not come near {bound}")
    return f"{name} {ratio_in_words(ratio)} of {bound}"


def _exceeding(verdict: Verdict) -> str:
    expect(not verdict.proved, f"{verdict.example.name} is proved, and should be refuted")
    return f"“{verdict.example.name}”, {ratio_in_words(verdict.ratio)} > {verdict.example.claim}"
