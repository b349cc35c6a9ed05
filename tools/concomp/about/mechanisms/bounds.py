"""What a theorem guarantees of a mechanism file, beside the exact δ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from concomp.about.plans import spoken
from concomp.about.spoken import Spoken
from concomp.advisor.advice import Considered
from concomp.advisor.guarantees.attack import Own
from concomp.advisor.guarantees.theorems import Theorem
from concomp.advisor.hypotheses.conditions import Finding, Hypothesis
from concomp.report.quantities import short, shown

Exact = Mapping[Fraction, Fraction | None]
"""The least δ by E; None where that takes too much."""
TOO_LARGE = "its exact δ takes too much; concomp audit FILE --bounds bounds it from both sides"


def exact_deltas(own: Own, asked: Sequence[Fraction]) -> Exact:
    """The least δ at each E."""
    return {e_eps: own.delta(e_eps) for e_eps in asked}


def decided_by_file(theorem: Theorem, findings: Mapping[str, Finding]) -> Theorem:
    """A theorem whose hypotheses, by their texts, are decided by what a file says, where it says so."""
    return Theorem(
        theorem.statement,
        theorem.case,
        theorem.says,
        tuple(_decided(each, findings) for each in theorem.hypotheses),
        theorem.guarantee,
        theorem.printed,
    )


def _decided(hypothesis: Hypothesis, findings: Mapping[str, Finding]) -> Hypothesis:
    found = findings.get(hypothesis.text)
    return hypothesis if found is None else Hypothesis(hypothesis.text, lambda _: found, hypothesis.brief)


def spoken_beside(considered: Considered, exact: Exact) -> Spoken:
    """What a theorem says of a file, its bound beside the exact δ."""
    return spoken(considered, "" if considered.guarantee is None else _beside(considered, exact))


def _beside(considered: Considered, exact: Exact) -> str:
    assert considered.guarantee is not None
    said = []
    for e_eps, delta in exact.items():
        bound = considered.guarantee.delta(e_eps)
        guaranteed = "nothing is guaranteed" if bound is None else f"δ {shown(bound)} is guaranteed"
        said.append(f"E = {short(e_eps)}: {guaranteed}{'' if delta is None else f', {short(delta)} is exact'}")
    return "; ".join([*said, *([TOO_LARGE] if None in exact.values() else [])])
