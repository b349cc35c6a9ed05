"""Objects that are spoiled as wholes: definitions that cannot stand together, statements too early, and wrong forms."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import TopologicalSorter
from itertools import product
from typing import Any

import pytest

from concomp.obligations.proof_objects.checker.definitions import earlier
from concomp.obligations.proof_objects.checker.objects import replay, trusted
from concomp.obligations.proof_objects.checker.terms import Refused, Term, show
from tests.meta.kernel_as_judge import refused_by_kernel
from tests.meta.object_notation import Row, defined, fact, given, proof, supposed, term

STATED = "HSV26 Lemma 4.7"
HQK = "(extended h q k)"


def stated(*rows: Row) -> dict[str, Any]:
    """The object in which a definition among some facts is a statement, derived from all of them."""
    listed = [each for row in rows for each in (row["formula"][1:] if row["formula"][0] == "and" else [row["formula"]])]
    [*_, equation] = (each for each in listed if each[0] == "=")
    whole = {**fact("joined", "(= 0 0)", *range(len(rows))), "formula": ["and", *listed]}
    return proof(*rows, whole, {**fact("part", "(= 0 0)", len(rows), states=STATED), "formula": equation})


def together(*formulas: str) -> dict[str, Any]:
    return stated(*map(defined, formulas))


STAND = {
    "a recursion": together("(= (x (empty)) 1)", f"(= (x {HQK}) (- (y h q k) (w h)))", "(= (y h q (zero)) (x h))"),
    "a mutual recursion": together(
        "(= (x (empty)) 1)",
        f"(= (x {HQK}) (- (y h q k) (w h)))",
        "(= (y h q (zero)) (x h))",
        f"(= (y h q (successor k)) (- (y h q k) (x {HQK})))",
    ),
    "by a smaller number at longer histories": together(
        "(= (x (zero) h) (w h))", "(= (x (successor n) h) (sup p (x n (extended h p n))))"
    ),
    "symmetric in a bit": together("(= (x h) (max (w b h) (w (other b) h)))"),
    "at some of its indices": together("(= (x b h) (w h))", "(= (x |bit 0| (empty)) (w (empty)))"),
    "one bit by the other": together("(= (x |bit 0| h) (w h))", "(= (x |bit 1| h) (+ 1 (x |bit 0| h)))"),
    "a hypothesis of what is defined": stated(defined("(= (x n) (w n))"), given("(<= (x n) 1)")),
}
FALL = {
    "twice": together("(= (x h) 0)", "(= (x h) 1)"),
    "twice where they meet": together("(= (x (zero)) 1)", "(= (x n) 0)"),
    "twice for a bit": together("(= (x |bit 0|) 1)", "(= (x (other b)) 0)"),
    "by itself": together("(= (x h) (- 1 (x h)))"),
    "by a later number": together("(= (x n) (- 1 (x (successor n))))"),
    "by another number": together("(= (x (successor n) k) (x k n))"),
    "by what follows in a history": together(
        "(= (x h) (- (w h) (sum a (x (extended h p a)) (zero))))".replace(" p ", " q ")
    ),
    "by the same in other words": together("(= (x h) (y h))", "(= (y h) (- 1 (x h)))"),
    "in a wide circle": together("(= (x h) (y h))", "(= (y h) (w h))", "(= (w h) (- 1 (x h)))"),
    "bit by bit in a circle": together(
        "(= (x |bit 0| h) (+ 1 (x |bit 1| h)))", "(= (x |bit 1| h) (+ 1 (x |bit 0| h)))"
    ),
    "by any bit": together("(= (x |bit 0|) (+ 1 (sup b (x b))))", "(= (x |bit 1|) 0)"),
    "by what a bound number hides": together("(= (x (zero)) 0)", "(= (x (successor n)) (+ 1 (sup n (x n))))"),
    "by longer histories before, without end": together(
        "(= (x (extended h q (successor k))) (+ 1 (max 0 (x (extended (extended h q k) q (successor (zero)))))))"
    ),
    "by a larger number, for it has no second": together(
        "(= (x n k) (+ 1 (y (successor n))))", "(= (y (successor n)) (x n (zero)))"
    ),
    "by any history at a smaller number": together("(= (x h (successor n)) (+ 1 (sup u (x u n))))"),
    "supposed before": stated(given("(<= (x n) 1)"), defined("(= (x n) 5)")),
    "supposed at an index before": stated(
        given("(<= (x n) 1)"),
        fact("instance", "(<= (x (zero)) 1)", 0, values=[[term("n"), term("(zero)")]]),
        defined("(= (x n) 5)"),
    ),
    "what a quotient is already": stated(
        given("(<= 0 (y n))"),
        given("(<= (y n) (w n))"),
        fact("quotient", "(and (= (* (x n) (w n)) (y n)) (<= 0 (x n)) (<= (x n) 1))", 0, 1, name="(x n)"),
        defined("(= (x n) 5)"),
    ),
    "a quotient of itself": stated(
        given("(<= 0 (x n))"),
        given("(<= (x n) (w n))"),
        fact("quotient", "(and (= (* (x n) (w n)) (x n)) (<= 0 (x n)) (<= (x n) 1))", 0, 1, name="(x n)"),
    ),
    "from itself": stated({**given("(<= (y n) 1)"), "from": STATED}, defined("(= (x n) (y n))")),
    "what is supposed": proof(given("(<= (x n) 1)"), fact("part", "(<= (x n) 1)", 0, states=STATED)),
    "on an assumption": proof({**supposed("(<= (x n) 1)", "n"), "states": STATED}),
    "of a sort that is another": proof(given("(<= (x (successor h)) 1)")),
    "of an index as a number": proof(given("(<= (zero) 1)")),
    "a sum over queries": proof(given("(<= (sum q (x q) (zero)) 1)")),
    "a limit over queries": proof(given("(<= (lim q (x q)) 1)")),
    "a term as a fact": proof(given("(x n)")),
    "all of what is no comparison": proof(given("(and (summable a (x a)))")),
    "a premise to come": proof(fact("part", "(<= (x n) 1)", 1), given("(<= (x n) 1)")),
    "by no rule": proof({**given("(<= (x n) 1)"), "rule": "wishful thinking"}),
    "of a constructor that is not named": proof(given("(= (f (created2 n)) 1)"), constructors={})
    | {"facts": [{**given("(<= 1 1)"), "formula": ["<=", ["quantity", "f", ["unheard of"]], "1"]}]},
    "a new number": proof(given("(<= 1 1)"), constructors={"infinity": " → number"}),
    "a new bit": proof(given("(<= 1 1)"), constructors={"neither": " → bit"}),
    "a new zero": proof(given("(<= 1 1)"), constructors={"zero": " → system"}),
}
QUOTED = "(set-logic QF_NRA)(declare-const |1.0| Real)(assert (not (<= 1.0 2.0)))(check-sat)"
COMMENT = "(set-logic QF_NRA)(declare-const |;| Real)(assert ;\n false)(check-sat)"
COMMENTED = "(set-logic QF_NRA)(declare-const parameter.x1 Real)(assert parameter.x1 ;\n)(check-sat)"
FALSE = "(set-logic QF_NRA)(declare-const false Real)(assert false)(check-sat)"
TRIVIAL = "(set-logic QF_NRA)(assert false)(check-sat)"
PARAMETERS, EVERY = ["var", "π", "parameters"], ["parameters of every member", ["var", "C", "composition"]]


def cases(parameters: Any) -> Any:
    """What is supposed of parameters, where there are cases."""
    positive, pure = (["says", text, parameters] for text in ("ε > 0 in {}", "δ = 0 in {}"))
    return ["if", ["if", positive, pure], pure]


HELD = "(says |move by move, nobody holds a slot at the start|)"
LARGEST, LARGEST_TEXT = "(x)", "parameter.x1"
for number in range(10):
    LARGEST = f"(max {LARGEST} {number})"
    LARGEST_TEXT = f"(ite (<= {LARGEST_TEXT} {number}.0) {number}.0 {LARGEST_TEXT})"
TWICE = f"(declare-const parameter.x1 Real)\n(assert (not (<= {LARGEST_TEXT} (+ {LARGEST_TEXT} 1.0))))"
DISHONEST: Mapping[str, dict[str, Any]] = {
    "a command among what is asked": proof(
        fact("solved", HELD, claim="(set-option :out mine)\n(assert false)\n(check-sat)\n")
    ),
    "what is written twice again and again": proof(
        fact("solved", f"(<= {LARGEST} (+ {LARGEST} 1))", claim=f"(set-logic QF_NRA)\n{TWICE}\n(check-sat)\n")
    ),
    "a number that is called an unknown": proof(fact("solved", "(<= (f n) 2)", claim=QUOTED)),
    "a comment that is called an unknown": proof(fact("solved", "(<= 1 0)", claim=COMMENT, states=STATED)),
    "an unknown that is a formula": proof(fact("solved", "(<= 1 0)", claim=COMMENTED.replace(" ;\n", ""))),
    "a comment beside what is asserted": proof(
        fact("solved", "(= (f n) (f n))", claim="(set-logic QF_NRA)(assert false ;\n)(check-sat)")
    ),
    "more than is asserted": proof(
        fact("solved", "(= (f n) (f n))", claim="(set-logic QF_NRA)(assert false true)(check-sat)")
    ),
    "a truth value that is called an unknown": proof(fact("solved", "(<= 1 0)", claim=FALSE)),
    "something said of more than systems": proof(fact("solved", "(if (<= 0 1) (<= 1 0))", claim=TRIVIAL)),
    "something said of no machines": proof(fact("solved", "(says |{} has discrete answers| M)", claim=TRIVIAL)),
    "what solvers are asked, among what is arithmetic": proof(
        fact("solved", "(if (<= 0 (f n)) (says |move by move, {} and {} are alike at the start| M M))", claim=TRIVIAL)
    ),
    "what solvers are asked": proof(
        fact("solved", "(says |move by move, {} and {} are alike at the start| M M)", claim=TRIVIAL, states=STATED)
    ),
    "what is supposed of all at once": proof(
        {**given("(<= 0 1)"), "formula": cases(PARAMETERS)},
        {**fact("instance", "(<= 0 1)", 0, values=[[PARAMETERS, EVERY]]), "formula": cases(EVERY)},
    ),
    "a number by another name": proof(
        given("(<= (e a) (f a))"),
        given("(<= (f a) (g a))"),
        given("(summable a (g a))"),
        fact("comparison", "(summable a (f a))", 0, 1, 2, **{"variable": "a", "0": "(e a)"}),
    ),
    "a real that is a variable": proof({**given("(<= 1 1)"), "formula": ["<=", ["var", "x", "real"], "1"]}),
    "a formula that is a variable": proof({**given("(<= 1 1)"), "formula": ["if", *[["var", "p", "formula"]] * 2]}),
    "a definition that is the statement": proof({**defined("(= (x) 1)"), "states": STATED}),
    "a definition of what rules speak of": proof(
        defined("(= (δ) 1)"), {**fact("part", "(= (δ) 1)", 0), "states": STATED}
    ),
    "by what another index may be": together("(= (x (zero)) (+ 1 (y (zero))))", "(= (y n) (x (created (empty))))"),
}
"""What was accepted, or nearly, before its kind was ruled out."""
WRONG_FORMS: Mapping[str, dict[str, Any]] = {
    "a premise from behind": proof(given("(<= (x n) 1)"), fact("part", "(<= (x n) 1)", -1)),
    "an origin that is no text": proof({**given("(<= (x n) 1)"), "from": 2}),
    "a field of another kind": proof({**given("(<= (x n) 1)"), "trusted": True}),
    "an object of another kind": {**proof(given("(<= (x n) 1)")), "trusted": True},
    "of another schema": {**proof(given("(<= (x n) 1)")), "schema": "concomp.proof/0"},
    "no rational": proof({**given("(<= 1 1)"), "formula": ["<=", "one", "1"]}),
    "nothing": proof({**given("(<= 1 1)"), "formula": None}),
    "arguments that are missing": proof(given("(<= (x n) 1)"), fact("instance", "(<= (x k) 1)", 0)),
    "too few premises": proof(fact("induction", "(<= (x n) 1)", over="n")),
}


@pytest.mark.parametrize("name", STAND)
def test_definitions_that_stand_together_are_accepted_by_both(name: str) -> None:
    replay(STAND[name])
    assert not refused_by_kernel(STAND[name])


@pytest.mark.parametrize("name", FALL)
def test_what_cannot_stand_is_refused_by_both(name: str) -> None:
    with pytest.raises(Refused):
        replay(FALL[name])
    assert refused_by_kernel(FALL[name])


@pytest.mark.parametrize("name", [*WRONG_FORMS, *DISHONEST])
def test_what_has_a_wrong_form_is_refused_in_words(name: str) -> None:
    with pytest.raises(Refused):
        replay({**WRONG_FORMS, **DISHONEST}[name])


@pytest.mark.parametrize(
    ("what", "shown"),
    [
        (["var", "(empty)", "history"], "'(empty)'"),
        (["var", "1", "number"], "'1'"),
        (["quantity", "weight (behind f M) b h"], "('weight (behind f M) b h')"),
        (["quantity", "w\nhypotheses: 0", ["empty"]], r"('w\nhypotheses: 0' (empty))"),
    ],
)
def test_what_is_printed_looks_like_nothing_else(what: Any, shown: str) -> None:
    assert show(frozen(what)) == shown


@pytest.mark.parametrize("name", ["identifier", "sup", "and", "empty"])
def test_a_quantity_is_not_called_as_what_terms_are_made_of(name: str) -> None:
    row = {**given("(<= 1 1)"), "formula": ["<=", ["quantity", name], "1"]}
    with pytest.raises(Refused, match="not well-formed"):
        replay(proof(row))


def test_what_is_trusted_is_a_line_each() -> None:
    rows = [given("(<= (x n) 1)"), fact("part", "(<= (x n) 1)", 0)]
    rows.append({**fact("instance", "(<= (x (zero)) 1)", 1, values=[[term("n"), term("(zero)")]]), "states": STATED})
    lines = list(trusted(replay(proof(*rows))))
    supposed_there = "    HSV26 Definition 2.1: for every number n: (<= (x n) 1)"
    assert lines[:3] == [f"{STATED}: (<= (x (zero)) 1)", "  hypotheses: 1", supposed_there]


def test_coming_before_never_goes_in_a_circle() -> None:
    """At given indices: of numbers and histories, up to three, in any order of their sorts."""
    indices = [term(text) for text in ("(zero)", "(successor (zero))", "(empty)", "(extended (empty) q (zero))")]
    times = [("quantity", "x", *map(frozen, at)) for count in range(4) for at in product(indices, repeat=count)]
    before = {head: {used for used in times if comes_before(used, head)} for head in times}
    TopologicalSorter(before).prepare()


def comes_before(used: Term, head: Term) -> bool:
    try:
        return earlier(used, head)
    except Refused:
        return False


def frozen(data: Any) -> Any:
    return tuple(map(frozen, data)) if isinstance(data, list) else data


def test_a_statement_without_a_name_hands_on_what_it_comes_from() -> None:
    """Else its definitions would not be looked at."""
    so, then = "(says |{} has discrete answers| M)", "(says |{} and {} are equivalent| M M)"
    silent = {**fact("detached", so, 1, 0), "states": ""}
    rows = (defined("(= (x n) 1)"), given(f"(if (= (x n) 1) {so})"), silent)
    again = (defined("(= (x n) 2)"), given(f"(if (= (x n) 2) {so})"))
    last = {**fact("detached", so, 4, 3)}
    both = given(f"(if {so} (if {so} {then}))")
    half = fact("detached", f"(if {so} {then})", 6, 2)
    whole = fact("detached", then, 7, 5, states=STATED)
    with pytest.raises(Refused, match="is defined by"):
        replay(proof(*rows, *again, last, both, half, whole))
