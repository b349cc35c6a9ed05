"""Areas under the curve of attacks, as they were measured, beside the largest that privacy allows."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.confounding.areas import area, area_of_scores, ceiling, largest_area
from concomp.model.confounding.measured_areas import COPULA, DELTA, INDEPENDENT, Measured, Row
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import ZERO
from concomp.model.laws.trade_off import canonical_pair, of_parameters, trade_off
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.small.laws import pairs_of_laws

FALSE, FITTING = ("1/4", "1/2", "3/2"), ("3", "5")
"""The rows of Table VIII that exceed what privacy allows, by ε_g, and those that do not."""
ODDS = tuple(Fraction(text) for text in ("1", "3/2", "3"))


@check("Zhang24 Table VIII")
def measured_areas_exceed_what_privacy_allows() -> Outcome:
    """In three rows the area is above that of any test between (ε_g,δ)-indistinguishable hypotheses."""
    rows = {str(row.epsilon): row for row in INDEPENDENT}
    ceilings = {epsilon: ceiling(row.epsilon, DELTA) for epsilon, row in rows.items()}
    for epsilon in FALSE:
        expect(all(each.mean > ceilings[epsilon][1] for each in rows[epsilon].measured), f"row {epsilon}")
    for epsilon in FITTING:
        expect(all(each.mean < ceilings[epsilon][0] for each in rows[epsilon].measured), f"row {epsilon}")
    shown = {epsilon: f"{float(high):.4f}" for epsilon, (_, high) in ceilings.items()}
    return Outcome(
        verdict="refuted",
        scope="the rows ε_g = 1/4, 1/2, 3/2, 3, 5 with δ_g = 1/50",
        size=len(rows),
        witness=f"the largest areas are {', '.join(f'{high} for {eps}' for eps, high in shown.items())}",
        control="the rows of ε_g = 3 and 5 are below their ceilings",
        counterexample={
            f"ε_g = {eps}": f"measured {' and '.join(_four(each) for each in rows[eps].measured)}, at most {shown[eps]}"
            for eps in FALSE
        }
        | {"claimed": "areas of attacks on (ε_g, 1/50)-private releases of membership bits, by person"},
        notes=("With another adjacency there is no contradiction, and then ε_g does not bound one person's risk.",),
    )


def _four(measured: Measured) -> str:
    return f"{float(measured.mean):.4f}"


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


@check("Zhang24 Table IX")
def measured_areas_of_the_second_table_are_possible() -> Outcome:
    """Every area is below that of the best test between (ε_g, 1/50)-indistinguishable hypotheses."""
    for row in COPULA:
        low, _ = ceiling(row.epsilon, DELTA)
        expect(all(each.mean < low for each in row.measured), f"the row {row.epsilon} exceeds {float(low):.4f}")
    beyond = [
        row.epsilon for row in INDEPENDENT if any(each.mean > ceiling(row.epsilon, DELTA)[1] for each in row.measured)
    ]
    expect(len(beyond) == len(FALSE), f"of Table VIII these rows exceed it: {beyond}")
    last, before = (row.measured[0].mean for row in (COPULA[-1], COPULA[-2]))
    expect(last - before < COPULA[-1].measured[0].deviation, "the last two rows are apart")
    shown = [f"{float(ceiling(row.epsilon, DELTA)[1]):.4f}" for row in COPULA]
    return Outcome(
        verdict="exact",
        scope="the six rows, δ_g = 1/50, for the composition and for the single mechanism",
        size=len(COPULA),
        witness=f"at most {', '.join(shown)} is possible; from ε_g = 4 to 6 the area stays within its deviation",
        control=f"{len(beyond)} rows of Table VIII are not possible",
    )


@check("Zhang24 Figure 1")
def most_tests_cannot_tell_the_composition_from_one_mechanism() -> Outcome:
    """The two areas are within twice the deviation of their difference, but in two of eleven tests; none is a proof."""
    rows = [*INDEPENDENT, *COPULA]
    far = [row for row in rows if _is_far(row)]
    expect([row.epsilon for row in far] == [Fraction(3, 2), Fraction(3, 5)], f"apart are {far}")
    expect(all(row.epsilon == 5 * row.each for row in INDEPENDENT), "ε_g is not 5·ε_i in (a)")
    expect(not any(row.epsilon == 5 * row.each for row in COPULA), "ε_g is 5·ε_i in (b)")
    return Outcome(
        verdict="exact",
        scope="the eleven tests of (a) and (b), by the numbers of Tables VIII and IX",
        size=len(rows),
        witness="in nine of them the difference is below twice its deviation; in (a) ε_g is 5·ε_i, the basic sum",
        control="for ε_g = 3/2 in (a) and 3/5 in (b) it is above",
        notes=(
            "The caption has 0.25 twice where Table VIII has 0.25 and 0.5, and five mechanisms for six tests.",
            "That two areas are near one another bounds neither: three tests of (a) are beyond what privacy allows.",
        ),
    )


def _is_far(row: Row) -> bool:
    one, other = row.measured
    return (one.mean - other.mean) ** 2 > 4 * (one.deviation**2 + other.deviation**2)
