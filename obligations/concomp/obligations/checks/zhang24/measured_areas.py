"""Areas under the curve of attacks, as they were measured, beside the largest that privacy allows."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.confounding.areas import area, area_of_scores, largest_area
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import ZERO
from concomp.model.laws.trade_off import canonical_pair, of_parameters, trade_off
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.small.laws import pairs_of_laws

DELTA = Fraction(1, 50)
MEASURED = {
    "1/4": ("0.7441", "0.7485"),
    "1/2": ("0.8093", "0.8165"),
    "3/2": ("0.8921", "0.9056"),
    "3": ("0.9138", "0.9175"),
}
"""ε_g ↦ areas measured for the composition and for the single mechanism; δ = 1/50."""
FALSE, FITTING = ("1/4", "1/2", "3/2"), ("3",)
ODDS = tuple(Fraction(text) for text in ("1", "3/2", "3"))
BITS = 128


@check("Zhang24 Table VIII")
def measured_areas_exceed_what_privacy_allows() -> Outcome:
    """In three rows the area is above that of any test between (ε_g,δ)-indistinguishable hypotheses."""
    ceilings = {epsilon: _ceiling(Fraction(epsilon)) for epsilon in MEASURED}
    for epsilon in FALSE:
        expect(all(Fraction(each) > ceilings[epsilon][1] for each in MEASURED[epsilon]), f"row {epsilon}")
    for epsilon in FITTING:
        expect(all(Fraction(each) < ceilings[epsilon][0] for each in MEASURED[epsilon]), f"row {epsilon}")
    shown = {epsilon: f"{float(high):.4f}" for epsilon, (_, high) in ceilings.items()}
    return Outcome(
        verdict="refuted",
        scope="the rows ε_g = 1/4, 1/2, 3/2, 3 with δ_g = 1/50",
        size=len(MEASURED),
        witness=f"the largest areas are {', '.join(f'{high} for {eps}' for eps, high in shown.items())}",
        control="the row of ε_g = 3 is below its ceiling",
        counterexample={
            f"ε_g = {eps}": f"measured {' and '.join(MEASURED[eps])}, at most {shown[eps]}" for eps in FALSE
        }
        | {"claimed": "areas of attacks on (ε_g, 1/50)-private releases of membership bits, by person"},
        notes=("With another adjacency there is no contradiction, and then ε_g does not bound one person's risk.",),
    )


def _ceiling(epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Two numbers that the largest area lies between, for E just below and just above e^ε."""
    with precision(BITS):
        grown = ball(epsilon).exp()
        ends = below(grown), above(grown)
    low, high = (largest_area(PrivacyParameters(e_eps, DELTA)) for e_eps in ends)
    return low, high


@check("Zhang24 Table VIII (repaired)")
def areas_are_at_most_that_of_the_parameters() -> Outcome:
    """The best test of two laws has the area above their trade-off function, at most that above f_{ε,δ}."""
    pairs = pairs_of_laws(3, 4)
    for p, q in pairs:
        found = area(trade_off(p, q))
        expect(found == area_of_scores(p, q), f"the area of {p} and {q}")
        for e_eps in ODDS:
            most = largest_area(PrivacyParameters(e_eps, distance(p, q, e_eps)))
            expect(found <= most, f"{p} and {q} exceed the largest area at E = {e_eps}")
    reached = PrivacyParameters(ODDS[2], Fraction(1, 4))
    p, q = canonical_pair(of_parameters(reached))
    expect(area_of_scores(p, q) == largest_area(reached) > largest_area(PrivacyParameters(ODDS[2], ZERO)), "reached")
    return Outcome(
        verdict="exact",
        scope=f"{pairs.name}, E = 1, 3/2, 3 with the least δ at each",
        size=len(pairs) * len(ODDS),
        witness=f"the pair of f_{{ε,δ}} for E = 3 and δ = 1/4 has the area {largest_area(reached)}",
        control="with δ = 0 in place of 1/4 it is exceeded by that pair",
    )
