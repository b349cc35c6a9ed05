"""For every rule about quantities a proof object that is accepted, and objects spoiled in one place that are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.meta.object_notation import Row, Sample, defined, fact, given, sample, supposed, term
from tests.meta.samples_of_sums import OF_SUMS


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


SAMPLES: Mapping[str, tuple[Sample, ...]] = {
    **OF_SUMS,
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
    "defined": (
        sample(
            defined("(= (f (zero)) 1)"),
            **{name.replace(" ", "_"): {0: defined(formula)} for name, formula in NO_DEFINITIONS.items()},
            from_a_premise={0: {**defined("(= (f (zero)) 1)"), "premises": [0]}},
        ),
    ),
}
