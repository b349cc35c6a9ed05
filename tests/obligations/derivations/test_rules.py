"""The rules of the kernel refuse premises that do not fit, and hold on random finite instances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import pytest

from concomp.obligations.derivations.kernel import rules
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import (
    FIRST,
    NEXT,
    THEN,
)
from concomp.obligations.derivations.kernel.interpretation import BASIC, Interpretation, counterexample
from concomp.obligations.derivations.kernel.language import (
    BoundTerm,
    Quantity,
    Real,
    Summable,
    eq,
    le,
    limit,
    lt,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    hypothesis,
)
from tests.kernel_notation import A, K, N, P, Q, S, f, g, w

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
