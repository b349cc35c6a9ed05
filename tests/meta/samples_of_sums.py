"""For every rule about sums and bounds a proof object that is accepted, and some spoiled in one place that are not."""

from __future__ import annotations

from collections.abc import Mapping

from tests.meta.object_notation import Row, Sample, fact, given, sample, supposed, term

A = term("a")
THEN = "(f (|rest of the strategy| s a) (|first query| s) a)"


FIRST = "(= (sum a (f a n) k) (+ (f k n) (sum a (f a n) (successor k))))"


CHOSEN = {"strategy": "s", "query": "q", "answer": "a"}


def combined(body: str, *premises: int) -> Row:
    return fact("combination", f"(summable a {body})", *premises, variable="a", body=body)


def summed(formula: str) -> Row:
    return fact("summation", formula, 0, 1, 2, variable="a", start="k")


OF_SUMS: Mapping[str, tuple[Sample, ...]] = {
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
}
