"""The trusted rules about sums, suprema and limits.

Each is a function that computes the new fact from its premises. Sums are over the answers, which are countably many;
the sets of queries, strategies and numbers are not empty.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, WrongStep, demand, deriving
from concomp.obligations.derivations.kernel.indices import FIRST, NEXT, THEN, ZERO, Index, Var, variables
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    BoundTerm,
    Comparison,
    Conjunction,
    Quantity,
    Rational,
    Real,
    Summable,
    eq,
    free,
    le,
    limit,
    real,
    supremum,
    term_at,
    total,
)
from concomp.obligations.derivations.kernel.sealing import demand_exactly

EXTENSIONALITY = Rule("extensionality")
COMPARISON = Rule("comparison")
COMBINED = Rule("combination")
SUMMATION = Rule("summation")
FIRST_TERM = Rule("first term")
LEAST = Rule("supremum")
UPPER = Rule("upper bound")
SELECTION = Rule("selection")
QUOTIENT = Rule("quotient", defines=True)
MONOTONE_LIMIT = Rule("monotone limit")
VANISHING = Rule("vanishing tails")
_derive = deriving(
    EXTENSIONALITY,
    COMPARISON,
    COMBINED,
    SUMMATION,
    FIRST_TERM,
    LEAST,
    UPPER,
    SELECTION,
    QUOTIENT,
    MONOTONE_LIMIT,
    VANISHING,
)


def _inequality(fact: Fact) -> Comparison:
    demand(isinstance(fact.formula, Comparison), f"{fact.formula} is no comparison")
    assert isinstance(fact.formula, Comparison)
    return fact.formula


def _demand_arbitrary(variable: Var, *facts: Fact) -> None:
    demand_exactly((Var,), variable)
    for fact in facts:
        demand(variable not in fact.fixed, f"{variable} is fixed by an assumption of {fact.formula}")


def _at_most(fact: Fact) -> tuple[Real, Real]:
    formula = _inequality(fact)
    demand(formula.relation == "<=", f"{formula} is not of the form left ≤ right")
    return formula.left, formula.right


@exactly
def extensionality(binder: Real, fact: Fact) -> Fact:
    """From f = g: the bound term, whose body is f, equals the one whose body is g."""
    demand(isinstance(binder, BoundTerm), f"{binder} is no sum, supremum or limit")
    assert isinstance(binder, BoundTerm)
    formula = _inequality(fact)
    demand(formula.relation == "=" and formula.left == binder.body, f"{formula} is no equation for {binder.body}")
    _demand_arbitrary(binder.variable, fact)
    other = BoundTerm(binder.binder, binder.variable, formula.right, binder.start)
    return _derive(EXTENSIONALITY, eq(binder, other), fact, using={"binder": binder})


@exactly
def comparison(variable: Var, non_negative: Fact, below: Fact, converges: Fact) -> Fact:
    """From 0 ≤ f, f ≤ g and the convergence of Σ g: that of Σ f."""
    zero, small = _at_most(non_negative)
    left, large = _at_most(below)
    demand(zero == le(0, 0).left and left == small, f"{below.formula} does not bound {small} ≥ 0")
    demand(converges.formula == Summable(variable, large), f"{converges.formula} does not say that Σ {large} converges")
    _demand_arbitrary(variable, non_negative, below, converges)
    premises = (non_negative, below, converges)
    return _derive(COMPARISON, Summable(variable, small), *premises, using={"variable": variable})


@exactly
def convergence(variable: Var, body: Real, converging: Sequence[Fact]) -> Fact:
    """From the convergence of the sums of its parts: that of the sum of a linear combination."""
    known = tuple(converging)
    _summed(body, variable, ZERO, known)
    _demand_arbitrary(variable, *known)
    return _derive(COMBINED, Summable(variable, body), *known, using={"variable": variable, "body": body})


@exactly
def summation(variable: Var, fact: Fact, converging: Sequence[Fact], start: Index = ZERO) -> Fact:
    """From a comparison, linear in terms whose sums converge: the same about the sums from `start` on."""
    formula, known = _inequality(fact), tuple(converging)
    demand(formula.relation != "<", "a strict inequality need not stay strict when it is summed")
    demand(variable not in variables(start), f"{variable} is both summed over and where the sum starts")
    _demand_arbitrary(variable, fact, *known)
    left, right = (_summed(side, variable, start, known) for side in (formula.left, formula.right))
    arguments = {"variable": variable, "start": start}
    return _derive(SUMMATION, Comparison(formula.relation, left, right), fact, *known, using=arguments)


def _summed(term: Real, variable: Var, start: Index, converging: tuple[Fact, ...]) -> Real:
    """The term with the sum of each part for the part, where a fact says that this converges."""
    if any(fact.formula == Summable(variable, term) for fact in converging):
        return total(variable, term, start)
    match term:
        case Rational(value) if value == 0:
            return term
        case Arithmetic("+" | "-" as operator, (left, right)):
            one, other = (_summed(each, variable, start, converging) for each in (left, right))
            return Arithmetic(operator, (one, other))
        case Arithmetic("*", (factor, part)) if variable not in free(factor):
            return factor * _summed(part, variable, start, converging)
        case Arithmetic("*", (part, factor)) if variable not in free(factor):
            return _summed(part, variable, start, converging) * factor
    demand(variable in free(term), f"the constant {term} cannot be summed over {variable}")
    raise WrongStep(f"nothing says that Σ_{variable} {term} converges")


@exactly
def first_term(converges: Fact, start: Index) -> Fact:
    """From the convergence of Σ f: the sum from `start` on is the first term and the rest."""
    formula = converges.formula
    demand(isinstance(formula, Summable), f"{formula} does not say that a sum converges")
    assert isinstance(formula, Summable)
    variable, body = formula.variable, formula.body
    _demand_arbitrary(variable, converges)
    rest = total(variable, body, NEXT(start))
    first = term_at(body, {variable: start})
    return _derive(FIRST_TERM, eq(total(variable, body, start), first + rest), converges, using={"start": start})


@exactly
def least(variable: Var, below: Fact) -> Fact:
    """From f ≤ B for every value of the variable: sup f ≤ B."""
    body, bound = _at_most(below)
    demand(variable not in free(bound), f"{bound} depends on {variable}")
    _demand_arbitrary(variable, below)
    return _derive(LEAST, le(supremum(variable, body), bound), below, using={"variable": variable})


@exactly
def upper(variable: Var, below: Fact) -> Fact:
    """From f ≤ B for every value of the variable: f ≤ sup f."""
    body, bound = _at_most(below)
    demand(variable not in free(bound), f"{bound} depends on {variable}")
    _demand_arbitrary(variable, below)
    return _derive(UPPER, le(body, supremum(variable, body)), below, using={"variable": variable})


@exactly
def quotient(name: Quantity, non_negative: Fact, at_most: Fact) -> Fact:
    """From 0 ≤ n and n ≤ d: q·d = n and 0 ≤ q ≤ 1 for the quantity of this name."""
    zero, small = _at_most(non_negative)
    numerator, denominator = _at_most(at_most)
    demand(
        zero == real(0) and small == numerator, f"{non_negative.formula} does not say that {numerator} is at least 0"
    )
    demand(free(numerator) | free(denominator) <= free(name), f"{numerator} depends on more than {name} does")
    parts = (Comparison("=", name * denominator, numerator), le(0, name), le(name, 1))
    return _derive(QUOTIENT, Conjunction(parts), non_negative, at_most, using={"name": name})


@exactly
def selection(strategy: Var, query: Var, answer: Var, non_negative: Fact, below: Fact, converges: Fact) -> Fact:
    """From f(s, q, a) ≥ 0 and Σ_a f(then(s,a), first(s), a) ≤ B, which converges: Σ_a sup_s f(s, q, a) ≤ B."""
    zero, body = _at_most(non_negative)
    sums, bound = _at_most(below)
    demand(zero == le(0, 0).left, f"{non_negative.formula} does not say that a term is at least 0")
    played = term_at(body, {strategy: THEN(strategy, answer), query: FIRST(strategy)})
    demand(sums == total(answer, played), f"{sums} is not the sum of {played}")
    demand(converges.formula == Summable(answer, played), f"{converges.formula} does not say that {sums} converges")
    demand(not {strategy, query} & free(bound), f"{bound} depends on the strategy or the query")
    for variable in (strategy, query, answer):
        _demand_arbitrary(variable, non_negative, below, converges)
    chosen = le(total(answer, supremum(strategy, body)), bound)
    arguments = {"strategy": strategy, "query": query, "answer": answer}
    return _derive(SELECTION, chosen, non_negative, below, converges, using=arguments)


@exactly
def monotone_limit(number: Var, grows: Fact, below: Fact) -> Fact:
    """From f(n) ≤ f(n+1) and f(n) ≤ B: lim f = sup f."""
    body, following = _at_most(grows)
    left, bound = _at_most(below)
    demand(
        following == term_at(body, {number: NEXT(number)}),
        f"{grows.formula} does not say that {body} grows with {number}",
    )
    demand(left == body and number not in free(bound), f"{below.formula} does not bound {body}")
    _demand_arbitrary(number, grows, below)
    equal = eq(limit(number, body), supremum(number, body))
    return _derive(MONOTONE_LIMIT, equal, grows, below, using={"number": number})


@exactly
def vanishing(number: Var, below: Fact, converges: Fact) -> Fact:
    """From B ≤ Σ_{a≥k} f(a) for all k: B ≤ 0."""
    bound, tail = _at_most(below)
    demand(isinstance(tail, BoundTerm) and tail.binder == "sum" and tail.start == number, f"{tail} is no tail")
    assert isinstance(tail, BoundTerm)
    demand(number not in free(bound) | free(tail.body), f"{below.formula} depends on {number} otherwise")
    demand(converges.formula == Summable(tail.variable, tail.body), f"nothing says that {tail} converges")
    _demand_arbitrary(number, below, converges)
    return _derive(VANISHING, le(bound, 0), below, converges, using={"number": number})
