"""The kernel refuses what does not follow, and its rules hold on random finite instances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import pytest

from concomp.obligations.derivations.kernel import rules
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EXTENDED,
    FIRST,
    NEXT,
    OTHER,
    THEN,
    ZERO,
    Constructor,
)
from concomp.obligations.derivations.kernel.interpretation import BASIC, Interpretation, counterexample
from concomp.obligations.derivations.kernel.language import (
    BoundTerm,
    Quantity,
    Real,
    Summable,
    eq,
    formula_at,
    le,
    limit,
    lt,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    by_cases,
    detach,
    discharge,
    hypothesis,
    induction,
    instance,
    join,
    part,
    rename_bound,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.proofs import establish, lines, prove, recheck
from concomp.obligations.derivations.kernel.proofs import rules as rules_of
from concomp.obligations.derivations.kernel.statements import hypotheses
from concomp.obligations.derivations.kernel.steps import SolvedStep
from concomp.obligations.expectation import Violation
from concomp.obligations.solvers import algebra
from tests.kernel_notation import A, B, H, K, N, P, Q, S, f, g, w

START = hypothesis("w starts at 0", "HSV26 Definition 3.1", eq(w(ZERO), 0))
STEP = hypothesis("w does not grow", "HSV26 Definition 3.1", le(w(NEXT(N)), w(N)))
BOUNDED = le(w(N), 1)


def test_a_solved_step_without_an_interesting_case_is_refused() -> None:
    with pytest.raises(Violation, match="an interesting case unsat"):
        establish(solve("at the start", le(w(ZERO), 1), START))


def test_hypotheses_come_in_the_order_of_their_use_whichever_was_made_first() -> None:
    for order in ((START, STEP), (STEP, START)):
        assert hypotheses(join(*order)) == order


def example() -> Fact:
    """What the introduction of the kernel shows."""
    start = hypothesis("w starts at most at 1", "HSV26 Definition 3.1", BOUNDED_AT_0)
    return state(
        induction(BOUNDED, N, start, solve("one step", le(w(NEXT(N)), 1), assume(BOUNDED, N), STEP)),
        "HSV26 Lemma 4.7",
    )


BOUNDED_AT_0 = le(w(ZERO), 1)


def test_an_induction_is_proved_printed_and_rechecked() -> None:
    findings = prove(example())
    recheck(example(), findings)
    assert lines(example()) == (
        "1. w(0) ≤ 1  [w starts at most at 1: HSV26 Definition 3.1]",
        "2. w(n) ≤ 1  [assumed]",
        "3. w(n+1) ≤ w(n)  [w does not grow: HSV26 Definition 3.1]",
        "4. w(n+1) ≤ 1  [one step: solved from 2, 3, under 2]",
        "5. w(n) ≤ 1  [induction from 1, 4]",
    )
    assert [rule.name for rule in rules_of(example())] == ["induction"]


def test_the_order_of_the_findings_does_not_matter() -> None:
    fact = chained(12)
    findings = prove(fact)
    assert isinstance(findings, dict)
    assert len(findings) > 10
    recheck(fact, dict(sorted(findings.items())))


def chained(steps: int) -> Fact:
    """A fact with so many solved steps, all of them different."""
    fact = hypothesis("w starts at most at 1", "HSV26 Definition 3.1", BOUNDED_AT_0)
    for place in range(steps):
        fact = solve(f"step {place}", le(w(ZERO), place + 2), fact)
    return state(fact, "HSV26 Lemma 4.7")


def control_of(fact: Fact) -> tuple[SolvedStep, str]:
    """The claim of a solved fact, and the control that is found for it."""
    findings = prove(fact)
    assert isinstance(findings, dict)
    [found] = findings.values()
    assert isinstance(fact.claim, SolvedStep)
    assert isinstance(found, dict)
    return fact.claim, str(found["control"])


def test_the_sharpest_control_is_found() -> None:
    at_most_1 = hypothesis("w ≤ 1", "o", le(w(N), 1))
    step, control = control_of(solve("a bound that is reached", le(w(N) + 1, 2), at_most_1))
    assert control in step.reached
    step, control = control_of(solve("a bound that is not", le(w(N), 2), at_most_1))
    assert control in step.needed
    step, control = control_of(solve("an equation", eq(w(N), f(N)), hypothesis("", "o", eq(w(N), f(N)))))
    assert control in step.needed
    step, control = control_of(solve("no premise", eq(w(N) + f(N), f(N) + w(N))))
    assert control == step.controls[-1]


def test_a_premise_that_is_not_needed_is_no_control() -> None:
    twice = (hypothesis("w ≤ 1", "o", le(w(N), 1)), hypothesis("w + w ≤ 2", "o", le(w(N) + w(N), 2)))
    step, control = control_of(solve("either is enough", le(w(N), 2), *twice, variant=le(w(N), 0)))
    assert control == step.controls[-1]


def test_a_control_of_another_step_is_refused() -> None:
    step, _ = control_of(solve("one", le(w(N) + 1, 2), hypothesis("w ≤ 1", "o", le(w(N), 1))))
    other, control = control_of(solve("other", le(w(N), 2), hypothesis("w ≤ 1", "o", le(w(N), 1))))
    algebra.recheck(other, algebra.certificate(other, control))
    with pytest.raises(Violation, match="not about this claim"):
        algebra.recheck(step, algebra.certificate(step, control))


def test_a_recorded_control_that_both_solvers_do_not_refute_is_noticed() -> None:
    step, _ = control_of(solve("a bound that is not reached", le(w(N), 2), hypothesis("w ≤ 1", "o", le(w(N), 1))))
    with pytest.raises(Violation, match="the negation of the false variant unsat"):
        algebra.recheck(step, algebra.certificate(step, step.reached[0]))


def test_spoiled_findings_are_refused() -> None:
    findings = prove(example())
    assert isinstance(findings, dict)
    assert list(findings) == ["1. one step"]
    for spoiled in ({}, {"1. one step": {}}, findings | {"2. more": findings["1. one step"]}):
        with pytest.raises(Violation, match="not this derivation"):
            recheck(example(), spoiled)


def test_a_false_step_is_refused_by_the_solvers() -> None:
    wrong = solve("too small", le(w(NEXT(N)), Fraction(1, 2) * w(N)), STEP)  # type: ignore[operator]
    with pytest.raises(Violation, match="the negation sat"):
        establish(wrong)


def test_what_rests_on_an_assumption_is_no_statement() -> None:
    assumption = assume(BOUNDED, N)
    with pytest.raises(WrongStep, match="rests on an assumption"):
        state(assumption, "HSV26 Lemma 4.7")
    with pytest.raises(Violation, match="still rests on an assumption"):
        establish(assumption)


def test_an_assumption_fixes_its_variable() -> None:
    assumption = assume(BOUNDED, N)
    with pytest.raises(WrongStep, match="n is fixed by an assumption"):
        instance(assumption, {N: NEXT(N)})
    with pytest.raises(WrongStep, match="n is fixed by an assumption"):
        rules.least(N, assumption)


def test_a_bit_is_one_or_the_other() -> None:
    zero = Constructor("bit 0", (), "bit", "0")()
    facts = [hypothesis("", "o", le(f(bit), 1)) for bit in (zero, OTHER(zero))]
    assert by_cases(le(f(B), 1), B, zero, *facts).formula == le(f(B), 1)
    with pytest.raises(WrongStep, match="is not"):
        by_cases(le(f(B), 1), B, zero, *facts[::-1])
    with pytest.raises(WrongStep, match="are not two bits"):
        by_cases(le(f(B), 1), B, OTHER(B), *facts)


def test_a_bound_variable_may_be_renamed() -> None:
    assert rename_bound(total(A, f(A, Q)), K).formula == eq(total(A, f(A, Q)), total(K, f(K, Q)))
    with pytest.raises(WrongStep, match="k occurs in"):
        rename_bound(total(A, f(A, K)), K)
    with pytest.raises(WrongStep, match="q is no number"):
        rename_bound(total(A, f(A)), Q)


def test_an_inner_induction_must_fix_what_the_outer_fixes() -> None:
    """Otherwise the inner hypothesis would be about other values of n, for which nothing is known."""
    outer = assume(le(w(N), 1), N)
    inner = le(f(N, K), 1)
    base = solve("f is w at 0", le(f(N, ZERO), 1), outer, hypothesis("d", "o", eq(f(N, ZERO), w(N))))
    step = hypothesis("f does not grow", "o", le(f(N, NEXT(K)), f(N, K)))

    def inductively(assumption: Fact) -> Fact:
        return induction(inner, K, base, solve("one step", le(f(N, NEXT(K)), 1), assumption, step))

    with pytest.raises(WrongStep, match="holds for all n, the step for one only"):
        inductively(assume(inner, K))
    assert inductively(assume(inner, K, N)).assumptions == outer.assumptions


def test_an_induction_needs_its_start_and_its_step() -> None:
    start = hypothesis("start", "o", BOUNDED_AT_0)
    step = solve("one step", le(w(NEXT(N)), 1), assume(BOUNDED, N), STEP)
    with pytest.raises(WrongStep, match="the start is"):
        induction(BOUNDED, N, step, step)
    with pytest.raises(WrongStep, match="the step is"):
        induction(BOUNDED, N, start, start)
    with pytest.raises(WrongStep, match="neither a number nor a history"):
        induction(le(w(Q), 1), Q, start, step)
    with pytest.raises(WrongStep, match="is fixed outside"):
        induction(BOUNDED, N, solve("circular", BOUNDED_AT_0, start, assume(BOUNDED, N)), step)


def test_what_follows_from_a_supposition_is_an_implication() -> None:
    """It holds for all values again, and gives its conclusion where its premise holds."""
    supposition = suppose(le(w(N), 1))
    with pytest.raises(WrongStep, match="n is fixed by an assumption"):
        instance(supposition, {N: ZERO})
    implication = discharge(supposition, solve("one step", le(w(NEXT(N)), 1), supposition, STEP))
    assert not implication.assumptions
    assert str(implication.formula) == "if w(n) ≤ 1, then w(n+1) ≤ 1"
    at_start = instance(implication, {N: ZERO})
    assert detach(at_start, hypothesis("", "o", BOUNDED_AT_0)).formula == le(w(NEXT(ZERO)), 1)
    with pytest.raises(WrongStep, match=r"is not w\(0\) ≤ 1"):
        detach(at_start, STEP)
    with pytest.raises(WrongStep, match="does not rest on"):
        discharge(supposition, STEP)
    with pytest.raises(WrongStep, match="nothing was supposed"):
        discharge(STEP, STEP)


def test_a_part_is_of_what_was_joined() -> None:
    both = join(hypothesis("", "o", BOUNDED), STEP)
    assert part(both, BOUNDED).formula == BOUNDED
    with pytest.raises(WrongStep, match="is no part of"):
        part(both, le(w(N), 0))


def test_a_term_kept_whole_is_any_real_to_the_solvers() -> None:
    """What follows only from what the term is made of does not follow; what follows whatever it is does."""
    term = f(N) - g(N)
    premise = hypothesis("", "o", le(2 * term, w(N)))
    establish(solve("halved", le(term + term, w(N)), premise, whole=(term,)))
    with pytest.raises(Violation, match="the negation sat"):
        establish(solve("taken apart", le(2 * f(N) - 2 * g(N), w(N)), premise, whole=(term,)))


def test_bits_are_in_simplest_form() -> None:
    assert OTHER(BIT_0) == BIT_1
    assert OTHER(OTHER(BIT_1)) == BIT_1
    assert instance(hypothesis("", "o", le(w(OTHER(B)), 1)), {B: BIT_0}).formula == le(w(BIT_1), 1)


def test_sorts_and_captures_are_refused() -> None:
    with pytest.raises(ValueError, match="extended takes"):
        EXTENDED(H, A, A)
    with pytest.raises(WrongStep, match="is no number"):
        instance(STEP, {N: Q})
    with pytest.raises(ValueError, match="q is bound in"):
        formula_at(le(supremum(Q, f(H, Q)), 1), {H: EXTENDED(H, Q, A)})
    assert OTHER(OTHER(B)) == B


PLAYED = f(THEN(S, A), FIRST(S), A)


def select(sums: Real, bound: Real, converging: Real) -> Fact:
    """The rule "selection" for f(s, q, a), about these sums, their bound, and the convergence of those."""
    positive = hypothesis("", "o", le(0, f(S, Q, A)))
    return rules.selection(S, Q, A, positive, hypothesis("", "o", le(sums, bound)), converges(converging))


WRONG_USES = {
    "is no tail": lambda: rules.vanishing(K, hypothesis("", "o", le(w(Q), total(A, f(A)))), converges(f(A))),
    "depends on k otherwise": lambda: rules.vanishing(
        K, hypothesis("", "o", le(w(K), total(A, f(A), K))), converges(f(A))
    ),
    "nothing says that Σ_a f.a.·g.a. conv": lambda: rules.summation(
        A, hypothesis("", "o", le(f(A) * g(A), 0)), (converges(f(A)), converges(g(A)))
    ),
    "cannot be summed": lambda: rules.summation(A, hypothesis("", "o", le(f(A), 1)), (converges(f(A)),)),
    "nothing says that": lambda: rules.summation(A, hypothesis("", "o", le(f(A), 0)), ()),
    "nothing says that Σ_a g": lambda: rules.convergence(A, f(A) + g(A), (converges(f(A)),)),
    "depends on more": lambda: rules.quotient(
        Quantity("y"), hypothesis("", "o", le(0, f(A))), hypothesis("", "o", le(f(A), g(A)))
    ),
    "strict": lambda: rules.summation(A, hypothesis("", "o", lt(0, f(A))), (converges(f(A)),)),
    "depends on q": lambda: rules.least(Q, hypothesis("", "o", le(f(Q), g(Q)))),
    "of the form left": lambda: rules.upper(Q, hypothesis("", "o", eq(f(Q), 1))),
    "no equation": lambda: rules.extensionality(BoundTerm("sum", A, f(A)), hypothesis("", "o", le(f(A), g(A)))),
    "does not bound": lambda: rules.comparison(
        A, hypothesis("", "o", le(0, f(A))), hypothesis("", "o", le(g(A), f(A))), converges(f(A))
    ),
    "does not say that f": lambda: rules.monotone_limit(
        N, hypothesis("", "o", le(f(NEXT(N)), f(N))), hypothesis("", "o", le(f(N), 1))
    ),
    "is not the sum of": lambda: select(total(A, f(S, FIRST(S), A)), Quantity("B"), f(S, FIRST(S), A)),
    "depends on the strategy": lambda: select(total(A, PLAYED), g(S), PLAYED),
    "depends on the strategy or": lambda: select(total(A, PLAYED), g(Q), PLAYED),
    "does not say that Σ_a f.* converges": lambda: select(total(A, PLAYED), Quantity("B"), f(S, Q, A)),
}


@pytest.mark.parametrize("message", WRONG_USES)
def test_a_rule_refuses_premises_that_do_not_fit(message: str) -> None:
    with pytest.raises(WrongStep, match=message):
        WRONG_USES[message]()


def converges(body: Real) -> Fact:
    return hypothesis("", "o", Summable(A, body))


def right_uses() -> Iterator[Fact]:
    """Each rule about sums, suprema and limits, used on premises about f, g and w."""
    positive, below = hypothesis("", "o", le(0, f(A))), hypothesis("", "o", le(f(A), g(A)))
    yield rules.extensionality(BoundTerm("sum", A, f(A)), hypothesis("", "o", eq(f(A), g(A))))
    yield rules.extensionality(BoundTerm("sup", A, f(A)), hypothesis("", "o", eq(f(A), g(A))))
    yield rules.comparison(A, positive, below, converges(g(A)))
    yield rules.summation(A, below, (converges(f(A)), converges(g(A))))
    line = hypothesis("", "o", le(2 * f(A) - w(Q) * g(A), w(Q) * (f(A) - 3 * g(A))))
    yield rules.summation(A, line, (converges(f(A)), converges(g(A))), NEXT(N))
    yield rules.first_term(converges(f(A)), N)
    yield rules.convergence(A, 2 * f(A) - w(Q) * g(A), (converges(f(A)), converges(g(A))))
    yield rules.least(Q, hypothesis("", "o", le(f(Q), w(P))))
    yield rules.upper(Q, hypothesis("", "o", le(f(Q), w(P))))
    yield rules.quotient(Quantity("y", (Q,)), hypothesis("", "o", le(0, f(Q))), hypothesis("", "o", le(f(Q), g(Q))))
    grows = hypothesis("", "o", le(f(N), f(NEXT(N))))
    yield rules.monotone_limit(N, grows, hypothesis("", "o", le(f(N), w(Q))))
    tail = hypothesis("", "o", le(w(Q), total(A, f(A), K)))
    yield rules.vanishing(K, tail, converges(f(A)))


Table = dict[tuple[object, ...], Fraction]


def finite(quantities: dict[str, Callable[..., Fraction]]) -> Interpretation:
    """Three answers, and numbers up to 3."""
    return Interpretation(quantities, {"number": range(4), "query": ("q0", "q1"), "bit": (0, 1)}, BASIC, answers=3)


def random_interpretation(random: Random) -> Interpretation:
    """Arbitrary small values; at the number 3, which is no answer, they are 0."""
    table: Table = {}

    def ending(name: str) -> Callable[..., Fraction]:
        def value(*at: object) -> Fraction:
            drawn = Fraction(random.randint(-1, 3), random.randint(1, 2))
            return Fraction(0) if at and at[-1] in (3, 4) else table.setdefault((name, *at), drawn)

        return value

    return finite({name: ending(name) for name in "fgw"})


def dividing_interpretation(random: Random) -> Interpretation:
    """y is the quotient of f and g, or some fraction of nothing."""
    drawn: Table = {}

    def of(name: str) -> Callable[..., Fraction]:
        return lambda q: drawn.setdefault((name, q), Fraction(random.randint(-1, 3), 2))

    f_, g_ = of("f"), of("g")
    return finite({"f": f_, "g": g_, "y": lambda q: f_(q) / g_(q) if g_(q) else Fraction(1, 3)})


def growing_interpretation(random: Random) -> Interpretation:
    """f grows with its first number and settles at 2; g and w are sometimes above it."""
    grown = {a: sorted(Fraction(random.randint(0, 4), 2) for _ in range(3)) for a in range(4)}
    over: Table = {}

    def above(*at: object) -> Fraction:
        return over.setdefault(at, Fraction(random.randint(3, 4), 2))

    return finite({"f": lambda n, a=0: grown[a][min(n, 2)], "g": above, "w": above})


INSTANCES = {
    "monotone limit": growing_interpretation,
    "quotient": dividing_interpretation,
}
USES = {f"{place} {fact.rule.name}": fact for place, fact in enumerate(right_uses())}


@pytest.mark.parametrize("use", USES)
def test_a_rule_holds_on_random_finite_instances(use: str) -> None:
    """Whenever the premises hold for all values of their indices, so does what the rule makes of them."""
    fact, random, held = USES[use], Random(use), 0
    instances = INSTANCES.get(fact.rule.name, random_interpretation)
    for _ in range(1500):
        interpretation = instances(random)
        if all(counterexample(interpretation, premise.formula) is None for premise in fact.premises):
            held += 1
            assert counterexample(interpretation, fact.formula) is None
    assert held >= 3, "the premises never held: the test is vacuous"


def test_selection_holds_for_all_strategies_of_two_rounds() -> None:
    """Strategies for one more query each: every choice of a first query and of a strategy for every answer."""
    rest = ("s0", "s1")
    strategies = [(q, (x, y)) for q in ("q0", "q1") for x in rest for y in rest]
    random = Random(1)
    for _ in range(50):
        table = {(s, q, a): Fraction(random.randint(0, 5), 2) for s in rest for q in ("q0", "q1") for a in (0, 1)}
        played = max(sum(table[then[a], q, a] for a in (0, 1)) for q, then in strategies)
        assert all(sum(max(table[s, q, a] for s in rest) for a in (0, 1)) <= played for q in ("q0", "q1"))


def test_a_limit_of_an_interpretation_is_where_it_has_settled() -> None:
    interpretation = finite({"w": lambda n: Fraction(min(n, 2))})
    assert interpretation.value(limit(N, w(N)), {}) == 2
    assert counterexample(interpretation, eq(limit(N, w(N)), supremum(N, w(N)))) is None
    assert counterexample(interpretation, le(w(N), 1)) == {N: 2}


def test_joined_facts_are_all_of_them() -> None:
    both = join(hypothesis("", "o", BOUNDED), STEP)
    assert str(both.formula) == "w(n) ≤ 1 and w(n+1) ≤ w(n)"
    assert THEN(S, A).sort == "strategy"
