"""Randomised responses: their laws, their privacy, and a small fact about composing them.

The claims for all parameters are put to two solvers. There, n stands for 1/(1 + e^ε), so that no division is left;
the weights are one function that runs on numbers as well, where it is compared with the model.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from pydantic import JsonValue

from concomp.model.language.syntax.expressions import Bool, Number, Real
from concomp.model.language.syntax.operations import Max, all_of
from concomp.model.laws.indistinguishability import PrivacyParameters, distance, hockey_stick
from concomp.model.laws.law import Law, product_law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.randomised_response import (
    ASK,
    BITS,
    EXPOSED,
    NOISY,
    Response,
    interactive_randomised_response,
    response,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.runs import law_of, runs, script
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.solvers.algebra import claim, prove, real, recheck, values

G, N, DELTA, DELTA_ALONE = map(real, ("g", "n", "delta", "delta2"))
SIXTHS = tuple(Fraction(k, 6) for k in range(7))
PARAMETERS = tuple(PrivacyParameters(e_eps, delta) for e_eps in ODDS for delta in SIXTHS)
ODDS_AND_NOISE = (G >= 1, N * (1 + G) == 1)
Weights = Mapping[Any, Number]


def _weights(g: Number, n: Number, delta: Number, bit: int) -> dict[Response, Number]:
    """The weights of a randomised response to `bit`, n being 1/(1 + g)."""
    return {(EXPOSED, bit): delta, (NOISY, bit): (1 - delta) * (g * n), (NOISY, 1 - bit): (1 - delta) * n}


def _hockey_stick(p: Weights, q: Weights, g: Real) -> Real:
    excesses = (Real(weight - g * q[outcome] if outcome in q else weight) for outcome, weight in p.items())
    return sum((Max(excess, 0) for excess in excesses), Real(0))


def _independent(p: Weights, q: Weights) -> dict[Hashable, Number]:
    return {(x, y): weight * factor for x, weight in p.items() for y, factor in q.items()}


def _in_unit(*numbers: Real) -> tuple[Bool, ...]:
    return tuple(condition for number in numbers for condition in (number >= 0, number <= 1))


def _weights_are_the_models() -> int:
    """Make sure that the weights put to the solvers are those of the model; how many cases were compared."""
    cases = list(product(PARAMETERS, BITS))
    for privacy, bit in cases:
        weights = _weights(privacy.e_eps, 1 / (1 + privacy.e_eps), privacy.delta, bit)
        numbers = {shown: Fraction(weight) for shown, weight in weights.items() if isinstance(weight, Fraction)}
        expect(
            response(privacy, bit) == Law(numbers), f"the weights for bit {bit} at {privacy} are {numbers} in the proof"
        )
    return len(cases)


ONE_RESPONSE = {outcome: Real(weight) for outcome, weight in _weights(G, N, DELTA, 0).items()}
A_LAW = claim(
    "the weights of a randomised response form a law",
    hypotheses=(*ODDS_AND_NOISE, *_in_unit(DELTA)),
    conclusion=all_of([*(weight >= 0 for weight in ONE_RESPONSE.values()), sum(ONE_RESPONSE.values(), Real(0)) == 1]),
    interesting=values(g=2, n=Fraction(1, 3), delta=Fraction(1, 4)),
    false_variant=ONE_RESPONSE[EXPOSED, 0] + G * N + N == 1,
)


@check_of_findings("HSV26 Definition 2.3", find=lambda: prove(A_LAW))
def response_weights_are_a_law(findings: JsonValue) -> Outcome:
    """The three weights are at least 0 and sum to 1 for all ε and δ, by two solvers; on a grid they are the model's."""
    recheck(A_LAW, findings)
    return Outcome(
        verdict="proved",
        scope="all ε ≥ 0 and δ in [0, 1]",
        size=_weights_are_the_models(),
        witness="e^ε = 2, δ = 1/4",
        control="the noisy weights without the factor 1 − δ do not sum to 1",
        notes=("The exposing branch is called EXPOSED, the other NOISY; the print calls them ⊤ and ⊥.",),
    )


BOTH_WAYS = tuple(_hockey_stick(_weights(G, N, DELTA, b), _weights(G, N, DELTA, 1 - b), G) for b in BITS)
PRIVATE = claim(
    "the two randomised responses are δ apart at e^ε",
    hypotheses=(*ODDS_AND_NOISE, *_in_unit(DELTA)),
    conclusion=all_of(way == DELTA for way in BOTH_WAYS),
    interesting=values(g=2, n=Fraction(1, 3), delta=Fraction(1, 4)),
    false_variant=BOTH_WAYS[0] <= DELTA / 2,
)


@check_of_findings("HSV26 Lemma 2.4", find=lambda: prove(PRIVATE))
def response_is_private_and_needs_its_delta(findings: JsonValue) -> Outcome:
    """The hockey-stick at e^ε is δ, no more and no less, in both directions for all ε and δ, by two solvers."""
    recheck(PRIVATE, findings)
    _weights_are_the_models()
    for privacy in PARAMETERS:
        expect(
            distance(response(privacy, 0), response(privacy, 1), privacy.e_eps) == privacy.delta,
            f"the model's responses at {privacy} are not δ apart",
        )
    return Outcome(
        verdict="proved",
        scope="all ε ≥ 0 and δ in [0, 1], with equality",
        size=len(PARAMETERS),
        witness="e^ε = 2, δ = 1/4",
        control="δ/2 in place of δ is refuted",
    )


def _joint(privacy: PrivacyParameters, bit: int) -> Law[Any]:
    """The law of both answers of the interactive response, run by run; the third query must halt."""
    asked = law_of(runs(interactive_randomised_response(privacy), bit, script((ASK,) * 3), 3))
    expect(
        all(len(said) == 6 and said[5] is HALT for said in asked), "the third query does not halt, or an earlier does"
    )
    return asked.map(lambda said: (said[1], said[3]))


@check("HSV26 Definition 2.9")
def two_queries_give_the_randomised_response() -> Outcome:
    """The joint law of the two answers, run by run, is that of the response at once; the third query halts."""
    cases = list(product(PARAMETERS, BITS))
    for privacy, bit in cases:
        expect(_joint(privacy, bit) == response(privacy, bit), f"the joint law for bit {bit} at {privacy} differs")
    exchanged = {EXPOSED: NOISY, NOISY: EXPOSED}
    as_printed = first_case(
        (
            (privacy, bit)
            for privacy, bit in [(PrivacyParameters(Fraction(3), Fraction(1, 10)), 0), *cases]
            if _joint(privacy, bit) != response(privacy, bit).map(lambda shown: (exchanged[shown[0]], shown[1]))
        ),
        "the printed symbols never make a difference",
    )
    return Outcome(
        verdict="exact",
        scope="both bits, e^ε in 1, 3/2, 3 and δ in sixths",
        size=len(cases),
        witness=f"e^ε = 3, δ = 1/3, bit 0: {_joint(PrivacyParameters(Fraction(3), Fraction(1, 3)), 0)}",
        control="with the symbols as printed the laws differ at "
        f"e^ε = {as_printed[0].e_eps}, δ = {as_printed[0].delta}",
        notes=("The second bullet of the print is read as the second query, the third query halts.",),
    )


BOTH_RESPONSES = tuple(
    _independent(_weights(G, N, DELTA, b), _weights(Fraction(1), Fraction(1, 2), DELTA_ALONE, b)) for b in BITS
)
COMPOSED_BOTH_WAYS = (
    _hockey_stick(BOTH_RESPONSES[0], BOTH_RESPONSES[1], G),
    _hockey_stick(BOTH_RESPONSES[1], BOTH_RESPONSES[0], G),
)
COMPOSED = claim(
    "the composition of RR_{ε,δ} and RR_{0,δ'} at e^ε",
    hypotheses=(*ODDS_AND_NOISE, *_in_unit(DELTA, DELTA_ALONE)),
    conclusion=all_of(way == 1 - (1 - DELTA) * (1 - DELTA_ALONE) for way in COMPOSED_BOTH_WAYS),
    interesting=values(g=3, n=Fraction(1, 4), delta=Fraction(1, 10), delta2=Fraction(1, 5)),
    false_variant=COMPOSED_BOTH_WAYS[0] == DELTA + DELTA_ALONE,
)


@check_of_findings("HSV26 Footnote 12", find=lambda: prove(COMPOSED))
def a_pure_delta_response_adds_in_product_form(findings: JsonValue) -> Outcome:
    """The hockey-stick of RR_{ε,δ} × RR_{0,δ'} at e^ε is 1 − (1 − δ)(1 − δ') for all parameters, by two solvers."""
    recheck(COMPOSED, findings)
    _weights_are_the_models()
    first, second = PrivacyParameters(Fraction(3), Fraction(1, 10)), PrivacyParameters(Fraction(1), Fraction(1, 5))
    zero, one = (product_law([response(first, bit), response(second, bit)]) for bit in BITS)
    reached = hockey_stick(zero, one, first.e_eps)
    expect(reached == Fraction(7, 25), f"the model gives {reached} at e^ε = 3, δ = 1/10, δ' = 1/5")
    return Outcome(
        verdict="proved",
        scope="all ε ≥ 0 and δ, δ' in [0, 1], with equality",
        witness="e^ε = 3, δ = 1/10, δ' = 1/5: 7/25",
        control="the sum δ + δ' in place of the product form is refuted",
    )
