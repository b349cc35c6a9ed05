"""Steps that do not follow: each is refused, and says why.

Each attack ends in a statement that would be proved if it got through: the harness states what it makes.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from concomp.obligations.derivations.kernel import logic, rules, sentences
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep, _derive
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EMPTY,
    ZERO,
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Implication,
    Proposition,
    Quantity,
    Summable,
    eq,
    le,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    JOINED,
    SOLVED,
    assume,
    by_cases,
    define_quotient,
    detach,
    discharge,
    induction,
    instance,
    join,
    part,
    rename_bound,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.sealing import IllFormed
from tests.kernel_notation import (
    FALSE,
    LEMMA,
    ORIGIN,
    B,
    H,
    M,
    N,
    Q,
    f,
    given,
    solved,
    t,
)
from tests.meta.without_assertions import assert_refused_without_assertions


def shifting() -> Fact:
    """An instance at values that are other ones when they are looked at again."""

    class Shifting(dict[Var, Index]):
        def items(self) -> Any:
            return ()

    assumption = assume(le(f(N), 1), N)
    return discharge_(instance(assumption, Shifting({N: ZERO})), assumption)


def discharge_(fact: Fact, *suppositions: Fact) -> Fact:
    for supposition in suppositions:
        fact = discharge(supposition, fact)
    return fact


def captured_by_induction() -> Fact:
    """sup_q f(h·q·a, q) would be bound to the q of the step."""
    formula = le(t(H), supremum(Q, f(H, Q)))
    return induction(formula, H, instance(given(formula), {H: EMPTY}), given(formula))


def at_one_place() -> Fact:
    """From 1 ≤ Σ_{n≥0} f(n) alone, 1 ≤ 0."""
    whole = given(le(1, total(N, f(N))))
    return rules.vanishing(ZERO, whole, given(Summable(N, f(N))))  # type: ignore[arg-type]


def over_a_fixed_variable() -> Fact:
    assumption = assume(le(f(N), 1), N)
    return rules.least(N, solve("", le(f(N), 2), assumption))


def equal_under_an_assumption() -> Fact:
    assumption = assume(eq(f(N), 1), N)
    return rules.extensionality(supremum(N, f(N)), assumption)


def deduced_over_what_is_fixed() -> Fact:
    """What follows from f(n) ≤ 1 and t(n) ≤ 1 is, with one of them a premise, still about one n."""
    one, other = suppose(le(f(N), 1)), suppose(le(t(N), 1))
    return instance(discharge(one, solve("", le(f(N) + t(N), 2), one, other)), {N: ZERO})


def cases_of_a_fixed_bit() -> Fact:
    """Cases of b, where f(b) ≤ 1 was supposed of one b."""
    supposed = suppose(le(f(B), 1))
    at_0, at_1 = (solve("", le(t(bit), 2), supposed, given(le(t(bit), 1))) for bit in (BIT_0, BIT_1))
    return by_cases(le(t(B), 2), B, BIT_0, at_0, at_1)


def of_no_claim() -> Fact:
    """An implication of which the premise was never supposed."""
    return discharge(given(le(f(N), 1)), given(FALSE))


IN_WORDS: Any = Proposition(sentences.NO_PAIR_WITH_HALT)
STEPS: dict[str, tuple[str, Callable[[], Fact]]] = {
    "an instance that is captured": ("is bound in", lambda: instance(given(le(t(N), supremum(M, f(N, M)))), {N: M})),
    "an instance of another sort": ("is no number", lambda: instance(given(le(t(N), 1)), {N: H})),
    "an instance that shifts": ("write Mapping", shifting),
    "an induction that captures": ("is bound in", captured_by_induction),
    "a new name that is captured": ("is bound in", lambda: rename_bound(supremum(N, supremum(M, f(N, M))), M)),
    "a new name that is free": ("occurs in", lambda: rename_bound(supremum(N, f(N, M)), M)),
    "a supremum over what is fixed": ("is fixed by an assumption", over_a_fixed_variable),
    "equal terms where it is fixed": ("is fixed by an assumption", equal_under_an_assumption),
    "a deduction over what is fixed": ("is fixed by an assumption", deduced_over_what_is_fixed),
    "an implication from what was not supposed": ("nothing was supposed", of_no_claim),
    "cases of one bit": ("is not", lambda: by_cases(le(t(B), 1), B, BIT_0, *[given(le(t(BIT_0), 1))] * 2)),
    "a part that is another formula": (
        "is no comparison",
        lambda: part(given(FALSE), IN_WORDS),
    ),  # type: ignore[arg-type]
    "a part that is an implication": ("is no comparison", lambda: part(given(FALSE), Implication(FALSE, FALSE))),  # type: ignore[arg-type]
    "cases of a bit that is fixed": ("is fixed by an assumption", cases_of_a_fixed_bit),
    "a supposition about nothing": ("is about no index", lambda: suppose(FALSE)),
    "what follows from no implication": ("is no implication", lambda: detach(given(FALSE), given(FALSE))),
    "a quotient by what nothing bounds": (
        "does not say that something is positive",
        lambda: define_quotient("", ORIGIN, Quantity("q"), given(IN_WORDS)),
    ),
    "a quotient by what may be 0": (
        "divides by what may be 0",
        lambda: define_quotient("", ORIGIN, Quantity("q", (N,)), given(le(0, t(N)))),
    ),
    "a joint fact of no comparison": (
        "is no comparison",
        lambda: join(given(IN_WORDS)),
    ),
    "a term of a sum, at a history": ("successor takes", lambda: rules.first_term(given(Summable(N, f(N))), H)),
    "what vanishes at one place only": ("write Var", at_one_place),
    "an induction over 0": ("write Var", lambda: induction(FALSE, ZERO, given(FALSE), given(FALSE))),  # type: ignore[arg-type]
    "cases of a bit that is 0": ("write Var", lambda: by_cases(FALSE, BIT_0, BIT_1, given(FALSE), given(FALSE))),  # type: ignore[arg-type]
    "a fact that was not made": ("made by no rule", lambda: Fact(**fields_of(given(FALSE)))),
    "a fact with another formula": ("made by no rule", lambda: replace(given(le(0, 0)), formula=FALSE)),
    "a fact that rests on less": ("made by no rule", lambda: replace(assume(le(f(N), 1), N), assumptions=frozenset())),
    "a fact with another claim": ("made by no rule", lambda: replace(solved(), claim=None)),
    "a fact from another process": ("cannot be copied", lambda: pickle.loads(pickle.dumps(given(FALSE)))),
    "a copy of a fact": ("cannot be copied", lambda: copy.copy(given(FALSE))),
    "solved without a claim": ("what is solved has a claim", lambda: _derive(SOLVED, FALSE)),
    "joined with a claim": ("what is solved has a claim", lambda: _derive(JOINED, FALSE, claim=solved().claim)),
    "from what is no fact": ("write Fact", lambda: _derive(JOINED, FALSE, FALSE)),  # type: ignore[arg-type]
    "a formula that is none": ("write Comparison", lambda: _derive(JOINED, "so be it")),  # type: ignore[arg-type]
    "by what is no rule": ("write Rule", lambda: logic._derive("because", FALSE)),  # type: ignore[arg-type]
    "with values that are none": ("write Var", lambda: _derive(JOINED, FALSE, using={"at": {N: "0"}})),  # type: ignore[dict-item]
    "with arguments that are none": ("write str", lambda: _derive(JOINED, FALSE, using={"why": [N]})),  # type: ignore[dict-item]
}


def fields_of(fact: Fact) -> dict[str, Any]:
    made = ("token", "number", "symbols")
    return {name: getattr(fact, name) for name in Fact.__dataclass_fields__ if name not in made}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_that_does_not_follow_is_refused(name: str) -> None:
    message, attack = STEPS[name]
    with pytest.raises((WrongStep, IllFormed, ValueError), match=message):
        state(attack(), LEMMA)


@pytest.mark.full
def test_nothing_gets_through_without_assertions() -> None:
    assert_refused_without_assertions(__file__)
