"""What is read of one quantity, law, machine or name is not read of another: attacks, refused by kernel and checker.

Each of these once ended in a falsehood, or in a proof from a contradiction, that was stated and replayed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term, leaf_name
from concomp.obligations.derivations.kernel import statements
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import BIT_0, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, eq
from concomp.obligations.derivations.kernel.logic import apply_lemma, define, hypothesis, instance, solve, state
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems import theorems
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.slots import HELD
from concomp.obligations.derivations.systems.descriptions.table import describe
from concomp.obligations.derivations.systems.descriptions.vocabulary import vocabulary
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    CHAIN,
    CM,
    IDENTIFIED,
    IDENTIFIER,
    PARAMETERS,
    C,
    D,
    M,
    P,
    Q,
    S,
)
from concomp.obligations.derivations.systems.links.association import ON_A_MECHANISM
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.derivations.systems.postprocessing import POST_PROCESSING
from concomp.obligations.derivations.systems.properties import discrete, private
from concomp.obligations.derivations.systems.shares import B, H, weight
from concomp.obligations.derivations.systems.slot_rules import free_slot, sub_multiset
from concomp.obligations.derivations.systems.system_rules import alike, as_private, data_processing, related, views
from concomp.obligations.proof_objects.checker.claims import claim_of
from concomp.obligations.proof_objects.checker.objects import frozen, replay, trusted
from concomp.obligations.proof_objects.checker.terms import Refused
from concomp.obligations.proof_objects.writing import proof_object
from concomp.obligations.solvers import algebra
from tests.meta.object_notation import Row, defined, fact, given, proof, term

THEOREM, COROLLARY, SOURCE = "HSV26 Theorem 5.4", "HSV26 Corollary 5.5", "HSV26 Definition 2.13"
GAMMA = Quantity("γ", (CM, B, H))


# One quantity is defined once in all that a theorem comes from: what is supposed on the way is read by that.


def excess(value: Any) -> Fact:
    """A definition of γ."""
    return define("γ", SOURCE, eq(GAMMA, value))


def is_discrete(system: Any) -> Fact:
    """A hypothesis: that a system has discrete answers."""
    return hypothesis("discrete answers", SOURCE, discrete(system))


def supposed_by_one_gamma_and_read_by_another() -> Fact:
    """Every P ∘* Q ∘* I ∘* M is private: γ is 1 behind a theorem, and in front what makes its hypothesis true."""
    one, other = IDENTIFIED(CM), IDENTIFIER(BIT_0, CM)
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
    of_one = ["  hypotheses: 0", "  definitions: 1", "    HSV26 Definition 2.1: for every number n: (= (x n) 1)"]
    assert listed[1:5] == [*of_one, f"{THEOREM}: for every number n: (= (x n) 2)"]


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
        *known, wanted = (frozen(term(each)) for each in ("(< 1 (δ))", "(<= (δ) 1)", formula))
        rows.append(fact("solved", formula, 2, 3, claim=claim_of(known, wanted, ())))
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


# What a machine is made of is called after its composition: another one has other slots, parameters and demands.

C2 = Var("C'", "composition")
OF_A_COMPOSITION: dict[str, Callable[[Index], Index]] = {
    "a function": lambda of: systems.VERIFIER(systems.SUITABLE(of, D)),
    "a function that reads no queries": lambda of: systems.VERIFIER(systems.QUERIES_UNREAD(of, D)),
    "a filter": lambda of: systems.VERIFIER(systems.filtered(of)),
    "responses under a filter": systems.responses_of_filter,
    "the composition": systems.EXTENDED_CONCURRENT,
    "its mechanisms side by side": lambda of: systems.BESIDE(systems.MEMBERS(of)),
    "a dealer": lambda of: systems.DEALING(of, D, S),
    "a dealer by parameters": lambda of: systems.DEALING(of, systems.OF_PARAMETERS, S),
    "a dealer by number": lambda of: systems.DEALING(of, systems.OF_ALPHAS, S),
    "what acquires responses": lambda of: systems.ACQUIRING(of, S),
    "samples of responses": systems.FRESH,
}
THE_SAME = re.compile(r"no (Message|Bool|Int|Parameters)|nobody|0|1|nothing launched|launch|within budget|S\.start")
"""Maps before anything is stored, the messages 0 and 1, the one filter that all are of, and the player."""


@pytest.mark.parametrize("name", OF_A_COMPOSITION)
def test_two_compositions_have_nothing_in_common(name: str) -> None:
    """Else f^D[C] and f^D[C'] are one machine, and what is proved of all D holds of the slots of either."""
    one, other = (OF_A_COMPOSITION[name](of) for of in (C, C2))
    shared = vocabulary([one]) & vocabulary([other])
    called = {str(getattr(each, "name", "") or leaf_name(each)) for each in shared}  # type: ignore[arg-type]
    assert all(THE_SAME.fullmatch(each) for each in called), called
    assert {*describe(one).tapes} & {*describe(other).tapes} <= {"S"}


@pytest.mark.parametrize("of", [systems.DEALING, systems.ACQUIRING, systems.SUITABLE], ids=lambda each: each.name)
def test_what_has_slots_or_parameters_is_of_a_composition(of: Constructor) -> None:
    assert of.takes[0] == "composition"


def is_refuted(stage: Stage) -> bool:
    """Whether both solvers have a counterexample."""
    return {engine(stage.asked.negation) for engine in algebra.ENGINES.values()} == {"sat"}


def test_two_dealers_do_not_hand_out_alike() -> None:
    """By the same demand, and to the same player: the one may have no slots."""
    one, other = (systems.TOLD(systems.DEALING(of, D, S), systems.RR) for of in (C, C2))
    held = ["created", *HELD, "made by", "asked"]

    def alike(left: Config, right: Config) -> Sequence[Term]:
        first, second = (str(systems.DEALING(of, D, S)) for of in (C, C2))
        both = [terms.equality(left[f"{first}.{what}"], right[f"{second}.{what}"]) for what in held]
        return [*same(["S.state", "S.heard"])(left, right), *both, *all_running(left, right)]

    found = Bisimulation("two dealers", one, other, alike)
    begun, heard, _ = found.stages
    assert is_refuted(heard)
    assert not is_refuted(begun)


# Weights say what views are only where each transcript has a chance.

NOISE = Constructor("normal noise", (), "system", "Noise")()
TELLING = Constructor("normal noise and the bit", (), "system", "TellingNoise")()


def test_what_no_transcript_has_a_chance_of_says_nothing_of_views() -> None:
    """No answer of either has a chance, so all weights agree; one tells the bit, and the other knows none."""
    equal = hypothesis("no answer has a chance", SOURCE, eq(weight(TELLING), weight(NOISE)))
    for known in ((), (is_discrete(NOISE),), (is_discrete(NOISE), is_discrete(NOISE))):
        with pytest.raises(WrongStep, match="discrete answers"):
            views(TELLING, NOISE, equal, *known)


def says(text: str, *systems_: str) -> list[Any]:
    """A sentence about systems."""
    return ["says", text, *(["var", name, "system"] for name in systems_)]


def test_the_checker_asks_for_discrete_answers_of_both() -> None:
    sides = (
        ["quantity", "weight", ["var", name, "system"], ["var", "b", "bit"], ["var", "h", "history"]] for name in "MN"
    )
    known = (["=", *sides], says("{} has discrete answers", "M"), says("{} has discrete answers", "N"))
    rows = [{**given("(<= 0 0)"), "formula": formula} for formula in known]
    whole = {
        **fact("weights determine views", "(<= 0 0)", 0, 1, 2),
        "formula": says("{} and {} are equivalent", "M", "N"),
    }
    replay(proof(*rows, whole))
    for premises in ([0], [0, 1], [0, 2], [0, 1, 1], [0, 2, 1]):
        with pytest.raises(Refused, match="does not follow"):
            replay(proof(*rows, {**whole, "premises": premises}))


def test_systems_with_the_same_tapes_are_equivalent_whatever_they_answer() -> None:
    found = alike(ON_A_MECHANISM)
    assert str(found.formula) == "(P ∘* Q) ∘* M and P ∘* Q ∘* M are equivalent"
    with pytest.raises(WrongStep, match="is not that"):
        data_processing(related(ON_A_MECHANISM))


# A mechanism that takes the slot of its own number does not look for another one that is free.


def test_slots_by_counting_are_for_who_takes_any_of_them() -> None:
    function = systems.fixed_mechanisms(C)
    fits = hypothesis("it fits", SOURCE, sub_multiset(function))
    with pytest.raises(WrongStep, match="the slot of its own number"):
        free_slot(fits, function, *theorems.BY_COUNTING)


@pytest.mark.parametrize(("demand", "accepted"), [("4.9", False), ("4.11", True), ("12.2", False)])
def test_the_checker_counts_no_slots_by_number(demand: str, accepted: bool) -> None:
    function = systems.fixed_parameters(C)
    fits = hypothesis("it fits", SOURCE, sub_multiset(function))
    made = json.dumps(proof_object([free_slot(fits, function, *theorems.BY_COUNTING)]))
    other = json.loads(made.replace("demand of Definition 4.11", f"demand of Definition {demand}"))
    if accepted:
        replay(other)
    else:
        with pytest.raises(Refused, match="more than it may"):
            replay(other)
