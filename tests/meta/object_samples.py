"""For every rule about quantities a proof object that is accepted, and objects spoiled in one place that are not."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tests.meta.object_notation import Row, defined, fact, given, proof, supposed, term

Edits = Mapping[int, Row | str]


@dataclass(frozen=True)
class Sample:
    """Facts, the last one by the rule; and what is spoiled: under a name facts, or their formulas, by their places."""

    rows: tuple[Row, ...]
    spoiled: Mapping[str, Edits]

    def objects(self) -> Mapping[str, dict[str, Any]]:
        """The spoiled objects, by what is spoiled."""
        return {name: self._spoil(edits) for name, edits in self.spoiled.items()}

    def _spoil(self, edits: Edits) -> dict[str, Any]:
        rows = deepcopy(list(self.rows))
        for place, edit in edits.items():
            rows[place] = {**rows[place], "formula": term(edit)} if isinstance(edit, str) else edit
        return proof(*rows)


def sample(*rows: Row, **spoiled: Edits) -> Sample:
    """A sample, with underscores for blanks in what is spoiled."""
    return Sample(rows, {name.replace("_", " "): edits for name, edits in spoiled.items()})


def claim(*asserted: str, unknowns: int, sort: str = "Real") -> str:
    """A claim, of unknowns x1, x2 and so on."""
    declared = [f"(declare-const parameter.x{number} {sort})" for number in range(1, unknowns + 1)]
    written = [f"(assert {each})".replace("x", "parameter.x") for each in asserted]
    return "\n".join(["(set-logic QF_NRA)", *declared, *written, "(check-sat)", ""])


BELOW = claim("(<= x1 1.0)", "(<= 1.0 x2)", "(not (<= x1 x2))", unknowns=2)
SMALL, LARGE = given("(<= (f n) 1)"), given("(<= 1 (g n))")


def solved(formula: str, *premises: int, claim: str, **using: Any) -> Row:
    return fact("solved", formula, *premises, claim=claim, **using)


def at_most(claim: str) -> Row:
    return solved("(<= (f n) (g n))", 0, 1, claim=claim)


GROWS = "(<= (f (successor n)) (f n))"
ONE_MORE = claim("(<= x1 1.0)", "(<= x2 x1)", "(not (<= x2 1.0))", unknowns=2)
OUTER = claim("(<= x1 1.0)", "(<= x2 x1)", "(<= x3 1.0)", "(not (<= x2 1.0))", unknowns=3)
LARGER = claim("(<= x1 1.0)", "(not (<= x1 2.0))", unknowns=1)
THEN = "(f (|rest of the strategy| s a) (|first query| s) a)"

FIRST = "(= (sum a (f a n) k) (+ (f k n) (sum a (f a n) (successor k))))"
CHOSEN = {"strategy": "s", "query": "q", "answer": "a"}
A = term("a")
NO_DEFINITIONS = {
    "no equation": "(<= (f n) 1)",
    "of nothing": "(= 1 (f n))",
    "depending on more": "(= (f h) (g h q))",
    "depending on a bit": "(= (f h) (- (g |bit 0| h) (g b h)))",
    "depending on a bit beside": "(= (- (f h) (g b h)) 0)",
    "at one index twice": "(= (f n n) 1)",
    "at a part of a strategy": "(= (f (|rest of the strategy| s a)) 0)",
    "of a sum": "(= (+ (f n) (g n)) 1)",
    "of the larger": "(= (max (f n) (g n)) 1)",
    "divided by what may be 0": "(= (* (f n) (g n)) 1)",
    "divided by something else than it says": "(if (< 0 (e n)) (= (* (f n) (g n)) 1))",
    "in some cases only": "(if (< 0 (g n)) (= (f n) 1))",
    "with something more": "(and (= (f n) 1) (<= (g n) 0))",
    "with something more where it is defined": "(if (< 0 (g n)) (and (= (* (f n) (g n)) 1) (<= (e n) 0)))",
}


def combined(body: str, *premises: int) -> Row:
    return fact("combination", f"(summable a {body})", *premises, variable="a", body=body)


def summed(formula: str) -> Row:
    return fact("summation", formula, 0, 1, 2, variable="a", start="k")


SAMPLES: Mapping[str, tuple[Sample, ...]] = {
    "given": (sample(SMALL, from_nowhere={0: fact("given", "(<= (f n) 1)")}),),
    "solved": (
        sample(
            SMALL,
            LARGE,
            at_most(BELOW),
            from_another_premise={0: "(<= (f n) 2)"},
            another_conclusion={2: "(<= (f n) (f n))"},
            without_a_claim={2: {**at_most(BELOW), "claim": ""}},
            denying_something_else={2: at_most(BELOW.replace("x1 parameter.x2", "x1 2.0"))},
            denying_nothing={2: at_most(BELOW.replace("(assert (not (<= parameter.x1 parameter.x2)))\n", ""))},
            with_something_more={2: at_most(BELOW.replace("(assert (not", "(assert (< 1.0 0.0))\n(assert (not"))},
            with_one_unknown_for_two={2: at_most(BELOW.replace("x2 Real", "x3 Real").replace("x2", "x1"))},
            of_integers={2: at_most(BELOW.replace(" Real", " Int"))},
            in_another_logic={2: at_most(BELOW.replace("QF_NRA", "QF_NIA"))},
            with_a_further_command={2: at_most(BELOW.replace("(check-sat)", "(push 1)\n(check-sat)"))},
            with_a_parenthesis_missing={2: at_most(BELOW.replace("(check-sat)", "(check-sat"))},
            with_a_parenthesis_too_many={2: at_most(BELOW.replace("(check-sat)", "(check-sat))"))},
            of_another_operator={2: at_most(BELOW.replace("(<= parameter.x1 1.0)", "(< parameter.x1 1.0)"))},
            what_is_no_comparison={2: solved("(summable a (f a))", 0, 1, claim=BELOW)},
            what_is_said_from_premises={2: solved("(says |all is well|)", 0, 1, claim=BELOW)},
        ),
        sample(
            given("(= (f n) (max -1/2 (- (g n) 1)))"),
            solved(
                "(<= -1/2 (f n))",
                0,
                claim=claim(
                    "(= x1 (ite (<= (- (/ 1.0 2.0)) (- x2 1.0)) (- x2 1.0) (- (/ 1.0 2.0))))",
                    "(not (<= (- (/ 1.0 2.0)) x1))",
                    unknowns=2,
                ),
            ),
            of_another_number={0: "(= (f n) (max -1/3 (- (g n) 1)))"},
            of_the_smaller={
                1: solved(
                    "(<= -1/2 (f n))",
                    0,
                    claim=claim(
                        "(= x1 (ite (<= (- x2 1.0) (- (/ 1.0 2.0))) (- x2 1.0) (- (/ 1.0 2.0))))",
                        "(not (<= (- (/ 1.0 2.0)) x1))",
                        unknowns=2,
                    ),
                )
            },
        ),
        sample(solved("(= (f n) (f n))", claim=claim("false", unknowns=0)), of_two={0: "(= (f n) (g n))"}),
    ),
    "instance": (
        sample(
            SMALL,
            fact("instance", "(<= (f (successor k)) 1)", 0, values=[[term("n"), term("(successor k)")]]),
            of_another_sort={1: fact("instance", "(<= (f h) 1)", 0, values=[[term("n"), term("h")]])},
            somewhere_else={1: "(<= (f k) 1)"},
            of_what_is_fixed={0: supposed("(<= (f n) 1)", "n")},
            of_no_variable={
                0: "(<= (f (zero)) 1)",
                1: fact("instance", "(<= (f k) 1)", 0, values=[[term("(zero)"), term("k")]]),
            },
            captured={
                0: "(<= (sum a (f a n) (zero)) 1)",
                1: fact("instance", "(<= (sum a (f a a) (zero)) 1)", 0, values=[[term("n"), term("a")]]),
            },
        ),
        sample(
            given("(<= (f (other b) (|exchanged history| h)) (g b))"),
            fact(
                "instance",
                "(<= (f b (extended (|exchanged history| h) q a)) (g (other b)))",
                0,
                values=[[term("b"), term("(other b)")], [term("h"), term("(extended h (|exchanged query| q) a)")]],
            ),
            not_exchanged={1: "(<= (f b (extended h q a)) (g (other b)))"},
        ),
    ),
    "joined": (
        sample(
            SMALL,
            LARGE,
            fact("joined", "(and (<= (f n) 1) (<= 1 (g n)))", 0, 1),
            with_something_more={2: "(and (<= (f n) 1) (<= 1 (g n)) (<= 1 (f n)))"},
            with_something_else={2: "(and (<= (f n) 1) (<= 1 (f n)))"},
            of_what_is_no_comparison={2: "(and (<= (f n) 1) (summable a (f a)))"},
        ),
    ),
    "part": (
        sample(
            given("(and (<= (f n) 1) (<= 1 (g n)))"),
            fact("part", "(<= 1 (g n))", 0),
            of_something_else={1: "(<= 1 (f n))"},
            of_what_is_no_comparison={0: "(summable a (f a))", 1: "(summable a (f a))"},
            what_is_no_comparison={1: "(says |all is well|)"},
        ),
    ),
    "assumed": (
        sample(
            supposed("(<= (f n) 1)", "n"),
            over_what_does_not_occur={0: supposed("(<= (f n) 1)", "k")},
            over_what_is_not_fixed={0: fact("assumed", "(<= (f n) 1)", over="n", fixes=[])},
        ),
    ),
    "deduced": (
        sample(
            supposed("(<= (f n) 1)", "n"),
            solved("(<= (f n) 2)", 0, claim=LARGER),
            fact("deduced", "(if (<= (f n) 1) (<= (f n) 2))", 0, 1),
            of_what_is_given={0: given("(<= (f n) 1)")},
            of_what_does_not_rest_on_it={1: given("(<= (f n) 2)")},
            the_other_way_round={2: "(if (<= (f n) 2) (<= (f n) 1))"},
            where_not_all_is_fixed={
                0: supposed("(<= (f n k) 1)", "n"),
                1: solved("(<= (f n k) 2)", 0, claim=LARGER),
                2: "(if (<= (f n k) 1) (<= (f n k) 2))",
            },
            of_what_only_is_derived_from_it={2: fact("deduced", "(if (<= (f n) 2) (<= (f n) 2))", 1, 1)},
        ),
    ),
    "detached": (
        sample(
            given("(if (<= (f n) 1) (<= (g n) 1))"),
            given("(<= (f n) 1)"),
            fact("detached", "(<= (g n) 1)", 0, 1),
            from_something_else={1: "(<= (f k) 1)"},
            something_else={2: "(<= (g k) 1)"},
            from_no_implication={0: "(<= (f n) 1)"},
            without_a_premise={2: fact("detached", "(<= (g n) 1)", 0)},
        ),
    ),
    "either bit": (
        sample(
            given("(<= (f |bit 0| c) 1)"),
            given("(<= (f |bit 1| c) 1)"),
            fact("either bit", "(<= (f b c) 1)", 0, 1, bit="b", one="|bit 0|"),
            one_bit_twice={1: "(<= (f |bit 0| c) 1)"},
            another_one={0: "(<= (f |bit 1| c) 1)"},
            where_the_bit_is_fixed={0: supposed("(<= (f |bit 0| c) 1)", "c", "b")},
            where_the_other_is_fixed={1: supposed("(<= (f |bit 1| c) 1)", "c", "b")},
            by_itself={
                0: "(<= (f b c) 1)",
                1: "(<= (f (other b) c) 1)",
                2: fact("either bit", "(<= (f b c) 1)", 0, 1, bit="b", one="b"),
            },
            of_no_bit={2: fact("either bit", "(<= (f n c) 1)", 0, 1, bit="n", one="|bit 0|")},
        ),
    ),
    "renamed": (
        sample(
            fact("renamed", "(= (sup n (f n k)) (sup a (f a k)))", bound="(sup n (f n k))", name="a"),
            what_occurs={0: fact("renamed", "(= (sup n (f n k)) (sup k (f k k)))", bound="(sup n (f n k))", name="k")},
            by_another_sort={
                0: fact("renamed", "(= (sup n (f n k)) (sup q (f q k)))", bound="(sup n (f n k))", name="q")
            },
            only_outside={0: "(= (sup n (f n k)) (sup a (f n k)))"},
        ),
        sample(
            fact("renamed", "(= (sum n (f n) k) (sum a (f a) k))", bound="(sum n (f n) k)", name="a"),
            what_is_its_start={
                0: fact("renamed", "(= (sum n (f n) k) (sum k (f k) k))", bound="(sum n (f n) k)", name="k")
            },
            from_elsewhere_on={0: "(= (sum n (f n) k) (sum a (f a) (zero)))"},
        ),
        sample(
            fact("renamed", "(= (lim n (f n)) (lim a (f a)))", bound="(lim n (f n))", name="a"),
            as_a_supremum={0: "(= (lim n (f n)) (sup a (f a)))"},
            what_occurs={0: fact("renamed", "(= (lim n (f n k)) (lim k (f k k)))", bound="(lim n (f n k))", name="k")},
        ),
    ),
    "induction": (
        sample(
            given("(<= (f (zero) k) 1)"),
            given("(<= (f (successor n) k) (f n k))"),
            supposed("(<= (f n k) 1)", "n"),
            solved("(<= (f (successor n) k) 1)", 2, 1, claim=ONE_MORE),
            fact("induction", "(<= (f n k) 1)", 0, 3, over="n"),
            from_another_start={0: "(<= (f (successor (zero)) k) 1)"},
            by_another_step={4: fact("induction", "(<= (f n k) 1)", 0, 2, over="n")},
            of_what_only_starts={4: fact("induction", "(<= (f n k) 1)", 0, 0, over="n")},
            over_no_number={4: fact("induction", "(<= (f n k) 1)", 0, 3, over="q")},
            over_no_variable={4: fact("induction", "(<= (f n k) 1)", 0, 3, over="(zero)")},
            where_the_number_is_fixed={0: supposed("(<= (f (zero) k) 1)", "k", "n")},
        ),
        sample(
            given("(<= (f (zero) k) 1)"),
            given("(<= (f (successor n) k) (f n k))"),
            supposed("(<= (f n k) 1)", "n", "k"),
            supposed("(<= (g k) 1)", "k"),
            solved("(<= (f (successor n) k) 1)", 2, 1, 3, claim=OUTER),
            fact("induction", "(<= (f n k) 1)", 0, 4, over="n"),
            of_all_values_for_one_only={2: supposed("(<= (f n k) 1)", "n")},
            where_the_number_is_fixed={0: supposed("(<= (f (zero) k) 1)", "k", "n")},
        ),
        sample(
            given("(<= (f (empty)) 1)"),
            given("(<= (f (extended h q a)) (f h))"),
            supposed("(<= (f h) 1)", "h"),
            solved("(<= (f (extended h q a)) 1)", 2, 1, claim=ONE_MORE),
            fact("induction", "(<= (f h) 1)", 0, 3, over="h"),
            where_the_next_query_is_fixed={2: supposed("(<= (f h) 1)", "h", "q")},
            from_another_start={0: "(<= (f (extended (empty) q a)) 1)"},
            of_what_depends_on_the_next_query={
                0: "(<= (f (empty) q) 1)",
                1: "(<= (f (extended h q a) q) (f h q))",
                2: supposed("(<= (f h q) 1)", "h"),
                3: "(<= (f (extended h q a) q) 1)",
                4: "(<= (f h q) 1)",
            },
        ),
    ),
    "extensionality": tuple(
        sample(
            given("(= (f a) (g a))"),
            fact("extensionality", f"(= ({binder} a (f a){start}) ({binder} a (g a){start}))", 0, binder=bound),
            of_an_inequality={0: "(<= (f a) (g a))"},
            of_another_term={0: "(= (e a) (g a))"},
            where_it_is_fixed={0: supposed("(= (f a) (g a))", "a")},
            over_another_variable={1: f"(= ({binder} a (f a){start}) ({binder} k (g k){start}))"},
        )
        for binder, start in (("sum", " (zero)"), ("sup", ""), ("lim", ""))
        for bound in [f"({binder} a (f a){start})"]
    ),
    "comparison": (
        sample(
            given("(<= 0 (f a))"),
            given("(<= (f a) (g a))"),
            given("(summable a (g a))"),
            fact("comparison", "(summable a (f a))", 0, 1, 2, variable="a"),
            from_less_than_0={0: "(<= -1 (f a))"},
            of_another_positive={0: "(<= 0 (e a))"},
            by_what_is_smaller={1: "(<= (g a) (f a))"},
            by_a_sum_that_need_not_converge={2: "(summable a (e a))"},
            by_a_sum_over_another_variable={2: "(summable k (g a))"},
            where_the_first_is_fixed={0: supposed("(<= 0 (f a))", "a")},
            where_the_second_is_fixed={1: supposed("(<= (f a) (g a))", "a")},
        ),
    ),
    "combination": (
        sample(
            given("(summable a (f a))"),
            given("(summable a (g a n))"),
            combined("(- (* (t) (f a)) (g a n))", 0, 1),
            of_what_need_not_converge={1: "(summable a (e a))"},
            with_a_constant={2: combined("(+ (f a) 1)", 0, 1)},
            with_a_coefficient_that_depends_on_it={2: combined("(* (e a) (f a))", 0, 1)},
            where_it_is_fixed={1: supposed("(summable a (g a n))", "n", "a")},
        ),
    ),
    "summation": (
        sample(
            given("(<= (f a) (* (t) (g a n)))"),
            given("(summable a (f a))"),
            given("(summable a (g a n))"),
            summed("(<= (sum a (f a) k) (* (t) (sum a (g a n) k)))"),
            of_a_strict_inequality={0: "(< (f a) (* (t) (g a n)))", 3: "(< (sum a (f a) k) (* (t) (sum a (g a n) k)))"},
            of_another_relation={3: "(= (sum a (f a) k) (* (t) (sum a (g a n) k)))"},
            from_what_is_summed_over={
                3: {**summed("(<= (sum a (f a) a) (* (t) (sum a (g a n) a)))"), "using": {"variable": A, "start": A}}
            },
            of_what_need_not_converge={2: "(summable a (e a))"},
            of_something_else={3: "(<= (sum a (f a) k) (sum a (g a n) k))"},
            from_elsewhere_on={3: "(<= (sum a (f a) (zero)) (* (t) (sum a (g a n) (zero))))"},
            with_a_coefficient_that_depends_on_it={
                0: "(<= (f a) (* (e a) (g a n)))",
                3: "(<= (sum a (f a) k) (* (e a) (sum a (g a n) k)))",
            },
            with_a_constant={0: "(<= (f a) 1)", 3: "(<= (sum a (f a) k) 1)"},
            where_the_inequality_is_fixed={0: supposed("(<= (f a) (* (t) (g a n)))", "a")},
            where_a_sum_is_fixed={2: supposed("(summable a (g a n))", "n", "a")},
        ),
    ),
    "first term": (
        sample(
            given("(summable a (f a n))"),
            fact("first term", FIRST, 0, start="k"),
            with_another_first={1: FIRST.replace("(f k n)", "(f (zero) n)")},
            with_another_rest={1: FIRST.replace("(successor k)", "k")},
            of_another_sum={0: "(summable a (g a n))"},
            over_another_variable={0: "(summable i (f a n))"},
            where_it_is_fixed={0: supposed("(summable a (f a n))", "n", "a")},
        ),
    ),
    "supremum": (
        sample(
            given("(<= (f n) (t k))"),
            fact("supremum", "(<= (sup n (f n)) (t k))", 0, variable="n"),
            by_a_bound_that_depends_on_it={0: "(<= (f n) (t n))", 1: "(<= (sup n (f n)) (t n))"},
            by_another_bound={0: "(<= (f n) (e k))"},
            of_another_term={0: "(<= (g n) (t k))"},
            of_a_strict_inequality={0: "(< (f n) (t k))", 1: "(< (sup n (f n)) (t k))"},
            where_it_is_fixed={0: supposed("(<= (f n) (t k))", "n")},
        ),
    ),
    "upper bound": (
        sample(
            given("(<= (f n) (t k))"),
            fact("upper bound", "(<= (f n) (sup n (f n)))", 0, variable="n"),
            by_a_bound_that_depends_on_it={0: "(<= (f n) (t n))"},
            of_another_term={0: "(<= (g n) (t k))"},
            from_below={0: "(<= (t k) (f n))"},
            of_another_place={1: "(<= (f k) (sup n (f n)))"},
            where_it_is_fixed={0: supposed("(<= (f n) (t k))", "n")},
        ),
    ),
    "selection": (
        sample(
            given("(<= 0 (f s q a))"),
            given(f"(<= (sum a {THEN} (zero)) (t n))"),
            given(f"(summable a {THEN})"),
            fact("selection", "(<= (sum a (sup s (f s q a)) (zero)) (t n))", 0, 1, 2, **CHOSEN),
            from_less_than_0={0: "(<= -1 (f s q a))"},
            of_another_play={1: "(<= (sum a (f s (|first query| s) a) (zero)) (t n))"},
            of_another_query={1: "(<= (sum a (f (|rest of the strategy| s a) q a) (zero)) (t n))"},
            where_the_sum_need_not_converge={2: "(summable a (f s (|first query| s) a))"},
            by_a_bound_that_depends_on_the_strategy={
                1: f"(<= (sum a {THEN} (zero)) (t s))",
                3: "(<= (sum a (sup s (f s q a)) (zero)) (t s))",
            },
            by_a_bound_that_depends_on_the_query={
                1: f"(<= (sum a {THEN} (zero)) (t q))",
                3: "(<= (sum a (sup s (f s q a)) (zero)) (t q))",
            },
            by_another_bound={1: f"(<= (sum a {THEN} (zero)) (e n))"},
            where_the_strategy_is_fixed={0: supposed("(<= 0 (f s q a))", "s")},
            where_the_query_is_fixed={0: supposed("(<= 0 (f s q a))", "q")},
            where_the_answer_is_fixed={0: supposed("(<= 0 (f s q a))", "a")},
        ),
    ),
    "quotient": (
        sample(
            given("(<= 0 (f n))"),
            given("(<= (f n) (g n))"),
            fact("quotient", "(and (= (* (t n) (g n)) (f n)) (<= 0 (t n)) (<= (t n) 1))", 0, 1, name="(t n)"),
            of_less_than_0={0: "(<= -1 (f n))"},
            of_more={1: "(<= (g n) (f n))"},
            of_something_else={0: "(<= 0 (e n))"},
            that_is_smaller={2: "(and (= (* (t n) (g n)) (f n)) (<= 0 (t n)) (<= (t n) 0))"},
            that_depends_on_less={
                2: fact("quotient", "(and (= (* (t) (g n)) (f n)) (<= 0 (t)) (<= (t) 1))", 0, 1, name="(t)")
            },
        ),
    ),
    "monotone limit": (
        sample(
            given("(<= (f n) (f (successor n)))"),
            given("(<= (f n) (t k))"),
            fact("monotone limit", "(= (lim n (f n)) (sup n (f n)))", 0, 1, number="n"),
            of_what_falls={0: "(<= (f (successor n)) (f n))"},
            of_what_grows_by_two={0: "(<= (f n) (f (successor (successor n))))"},
            by_a_bound_that_depends_on_it={1: "(<= (f n) (t n))"},
            by_a_bound_of_something_else={1: "(<= (g n) (t k))"},
            where_growth_is_fixed={0: supposed("(<= (f n) (f (successor n)))", "n")},
            where_the_bound_is_fixed={1: supposed("(<= (f n) (t k))", "n")},
        ),
    ),
    "vanishing tails": (
        sample(
            given("(<= (t k) (sum a (f a i) n))"),
            given("(summable a (f a i))"),
            fact("vanishing tails", "(<= (t k) 0)", 0, 1, number="n"),
            of_a_bound_that_depends_on_it={0: "(<= (t n) (sum a (f a i) n))", 2: "(<= (t n) 0)"},
            of_terms_that_depend_on_it={0: "(<= (t k) (sum a (f a n) n))", 1: "(summable a (f a n))"},
            of_one_tail={
                0: "(<= (t k) (sum a (f a i) (zero)))",
                2: fact("vanishing tails", "(<= (t k) 0)", 0, 1, number="(zero)"),
            },
            of_what_need_not_converge={1: "(summable a (g a i))"},
            to_something_else={2: "(<= (t k) -1)"},
            where_it_is_fixed={0: supposed("(<= (t k) (sum a (f a i) n))", "n")},
            where_the_sum_is_fixed={1: supposed("(summable a (f a i))", "i", "n")},
        ),
    ),
    "defined": (
        sample(
            defined("(= (f (zero)) 1)"),
            **{name.replace(" ", "_"): {0: defined(formula)} for name, formula in NO_DEFINITIONS.items()},
            from_a_premise={0: {**defined("(= (f (zero)) 1)"), "premises": [0]}},
        ),
    ),
}
