"""The kernel refuses what does not follow."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.obligations.derivations.kernel import rules
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EXTENDED,
    NEXT,
    OTHER,
    THEN,
    ZERO,
    Constructor,
)
from concomp.obligations.derivations.kernel.language import (
    eq,
    formula_at,
    le,
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
from tests.kernel_notation import A, B, H, K, N, Q, S, f, g, w

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


def test_joined_facts_are_all_of_them() -> None:
    both = join(hypothesis("", "o", BOUNDED), STEP)
    assert str(both.formula) == "w(n) ≤ 1 and w(n+1) ≤ w(n)"
    assert THEN(S, A).sort == "strategy"
