"""What is read of one quantity, law, machine or name is not read of another: attacks, refused by kernel and checker.

Each of these once ended in a falsehood, or in a proof from a contradiction, that was stated and replayed.
"""

from __future__ import annotations

from typing import Any

import pytest

from concomp.obligations.derivations.kernel import statements
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import BIT_0
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, eq
from concomp.obligations.derivations.kernel.logic import apply_lemma, define, hypothesis, instance, solve, state
from concomp.obligations.derivations.systems.language import BEHIND, CHAIN, IDENTIFIED, IDENTIFIER, PARAMETERS, M, P, Q
from concomp.obligations.derivations.systems.links.association import ON_A_MECHANISM
from concomp.obligations.derivations.systems.postprocessing import POST_PROCESSING
from concomp.obligations.derivations.systems.properties import discrete, private
from concomp.obligations.derivations.systems.shares import B, H, weight
from concomp.obligations.derivations.systems.system_rules import as_private, related, views
from concomp.obligations.proof_objects.checker.objects import replay, trusted
from concomp.obligations.proof_objects.checker.terms import Refused
from concomp.obligations.proof_objects.writing import proof_object
from tests.meta.object_notation import Row, defined, fact, given, proof, term

THEOREM, COROLLARY, SOURCE = "HSV26 Theorem 5.4", "HSV26 Corollary 5.5", "HSV26 Definition 2.13"
GAMMA = Quantity("γ", (M, B, H))


# One quantity is defined once in all that a theorem comes from: what is supposed on the way is read by that.


def excess(value: Any) -> Fact:
    """A definition of γ."""
    return define("γ", SOURCE, eq(GAMMA, value))


def is_discrete(system: Any) -> Fact:
    """A hypothesis: that a system has discrete answers."""
    return hypothesis("discrete answers", SOURCE, discrete(system))


def supposed_by_one_gamma_and_read_by_another() -> Fact:
    """Every P ∘* Q ∘* I ∘* M is private: γ is 1 behind a theorem, and in front what makes its hypothesis true."""
    one, other = IDENTIFIED(M), BEHIND(IDENTIFIER(BIT_0), M)
    nothing = excess(1)
    more = hypothesis("the excess", SOURCE, eq(weight(one) - weight(other), GAMMA - 1))
    known = hypothesis("I(0) hides which world it is", SOURCE, private(other, PARAMETERS))
    equal = solve("alike", eq(weight(one), weight(other)), nothing, more)
    whole = state(as_private(views(one, other, equal, is_discrete(one), is_discrete(other)), known), THEOREM)
    again = excess(1 + (weight(one) - weight(other)))
    behind, chained = BEHIND(P, BEHIND(Q, one)), BEHIND(CHAIN(P, Q), one)
    same = Comparison("=", weight(chained), weight(behind))
    alike = solve("so", same, instance(related(ON_A_MECHANISM), {M: one}), again)
    processed = apply_lemma(POST_PROCESSING, {M: BEHIND(Q, one), Q: P}, apply_lemma(POST_PROCESSING, {M: one}, whole))
    equivalent = views(chained, behind, alike, is_discrete(chained), is_discrete(behind))
    return state(as_private(equivalent, processed), COROLLARY)


def test_no_hypothesis_is_read_by_another_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WrongStep, match="is defined as"):
        supposed_by_one_gamma_and_read_by_another()
    monkeypatch.setattr(statements, "demand_fresh", lambda *_: None)
    with pytest.raises(Refused, match="is defined by"):
        replay(proof_object([supposed_by_one_gamma_and_read_by_another()]))


def test_what_is_trusted_is_listed_statement_by_statement() -> None:
    """So that nobody reads the hypothesis of one by the definition of another, which may call something else so."""
    one, other = ("(= (x n) 1)", "(= (x n) 2)")
    rows = [row for each in (one, other) for row in (defined(each), given("(<= (x n) 3)"))]
    parts = [fact("part", each, place, states=THEOREM) for place, each in ((0, one), (2, other))]
    listed = list(trusted(replay(proof(*rows, *parts))))
    of_one = ["  hypotheses: 0", "  definitions: 1", "    HSV26 Definition 2.1: (= (x n) 1)"]
    assert listed[1:5] == [*of_one, f"{THEOREM}: (= (x n) 2)"]


# A name of a quantity in a rule is that quantity, whatever the object says that names stand for.

K = "HSV26 Definition 2.2"
MU, MORE = "(μ b h)", "(μ b (extended h q a))"
NAMED = [["named", "δ"], ["named", "g"], ["named", "μ", "bit", "history"]]


def from_a_contradiction() -> list[Row]:
    """Lemma 4.7 of every mechanism, by 1 < δ and δ ≤ 1, of which the rule knows the second, and the first of e^ε."""
    rows = [
        defined("(= (μ b (empty)) 1)"),
        defined(f"(= {MORE} (* {MU} (κ b h q a)))"),
        given("(< 1 (δ))"),
        given("(<= (δ) 1)"),
    ]

    def so(formula: str) -> int:
        """What follows from both."""
        if formula in ("(<= (δ) 1)",):
            return 3
        read = term(formula)
        known = {str(["quantity", "δ"]): "parameter.x1"}
        left, right = (known.get(str(each), f"parameter.x{place}") for place, each in enumerate(read[1:], 2))
        declared = "".join(f"(declare-const parameter.x{place} Real)" for place in (1, 2, 3))
        supposed = "(assert (< 1 parameter.x1))(assert (<= parameter.x1 1))"
        claim = f"(set-logic QF_NRA){declared}{supposed}(assert (not ({read[0]} {left} {right})))(check-sat)"
        rows.append(fact("solved", formula, 2, 3, claim=claim))
        return len(rows) - 1

    rows.append(fact("combination", "(summable a 0)", variable="a", body="0"))
    summable = len(rows) - 1
    premises: list[int] = []
    for start in ("(δ)", "(δ)", "(- 1 (δ))", "(- 1 (δ))"):
        premises += [so("(<= 0 0)"), so(f"(= 0 {start})"), summable, so("(= (sum a 0 (zero)) 0)")]
    for bit in ("|bit 0|", "|bit 1|"):
        premises.append(so(f"(= (* (+ 1 (g)) (μ {bit} h)) (+ (* (+ 1 (g)) 0) (+ (* (g) 0) 0)))"))
    premises += [so("(<= 1 (g))"), so("(<= 0 (δ))"), 3, 0, 1]
    weighed = "T ∘* RR_ε,{0}(b) gives every history the weight {2} of M(s_b), for b = 0 and b = 1, where e^ε is {1}"
    equivalent = (
        "T ∘* RR_ε,{0}(b) and M(s_b) are equivalent, for b = 0 and b = 1, where e^ε is {1} and {2} the weight of M(s_b)"
    )
    rows.append({**fact("simulation", "(= 0 0)", *premises), "formula": ["says", weighed, *NAMED]})
    simulation, law = len(rows) - 1, [so("(<= 0 (κ b h q a))"), so("(<= (κ b h q a) 1)")]
    law.append(so("(= (sum a (κ b h q a) (zero)) 1)"))
    rows.append(fact("comparison", "(summable a (κ b h q a))", law[0], so("(<= (κ b h q a) 0)"), summable))
    of = [simulation, 0, 1, *law, len(rows) - 1]
    rows.append({**fact("weights determine views", "(= 0 0)", *of), "formula": ["says", equivalent, *NAMED]})
    system, parameters = ["var", "M", "system"], ["var", "(ε,δ)", "parameters"]
    wanted: Any = [
        "says",
        "some T ∘* RR_{1}(b) and {0} are equivalent, for b = 0 and b = 1",
        system,
        parameters,
    ]
    for text, *at in (
        ("ε > 0 in {}", parameters),
        ("{} is {}-DP", system, parameters),
        ("{} has discrete answers", system),
    ):
        wanted = ["if", ["says", text, *at], wanted]
    last = {**fact("every mechanism", "(= 0 0)", len(rows) - 1, states=THEOREM), "formula": wanted}
    return [*rows, {**last, "using": {"g": "δ"}}]


def test_an_argument_renames_no_quantity() -> None:
    with pytest.raises(Refused, match=r"\(< 1 \(δ\)\) is supposed, and not said"):
        replay(proof(*from_a_contradiction()))
