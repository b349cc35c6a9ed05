"""Rules as terms: what proves the formula of a fact, made of what proves its premises.

Each rule is a lemma of the library, with the functions that it is about written out, so nothing is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from concomp.obligations.derivations.coq.arithmetic import claim
from concomp.obligations.derivations.coq.names import Unwritten
from concomp.obligations.derivations.coq.scopes import Scope
from concomp.obligations.derivations.kernel.definitions import equation_of, symbol
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import (
    ZERO,
    Compound,
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    BoundTerm,
    Comparison,
    Implication,
    Proposition,
    Rational,
    Real,
    Summable,
    comparisons,
    free,
)
from concomp.obligations.derivations.kernel.logic import ANSWER, QUERY

Term = Callable[[Fact, Scope], str]


def proof(fact: Fact, scope: Scope) -> str:
    """The term that proves the formula of a fact in a scope; Unwritten if its rule is none of these."""
    if fact.rule.name not in TERMS:
        raise Unwritten(f"the rule “{fact.rule.name}” is no lemma in Coq")
    return TERMS[fact.rule.name](fact, scope)


def _solved(fact: Fact, scope: Scope) -> str:
    of, reals = claim(fact)
    premises = [part for premise in fact.premises for part in parts(premise, scope)]
    return scope.at_hand(reals, applied_to(of.name, [*map(scope.writer.term, reals), *premises]))


def parts(fact: Fact, scope: Scope) -> list[str]:
    """What proves each of the comparisons of a fact."""
    text = scope.use(fact)
    count = len(comparisons(fact.formula))
    if count < 2:
        return [text] * count
    return [_projection(text, place, count) for place in range(count)]


def _projection(text: str, place: int, count: int) -> str:
    for _ in range(place):
        text = f"(proj2 {text})"
    return text if place == count - 1 else f"(proj1 {text})"


def applied_to(name: str, arguments: list[str]) -> str:
    """A lemma at arguments."""
    return f"({' '.join([name, *arguments])})" if arguments else name


def _instance(fact: Fact, scope: Scope) -> str:
    values = fact.using["values"]
    assert isinstance(values, Mapping)
    return scope.use(fact.premises[0], values)


def conjunction(proofs: list[str]) -> str:
    """What proves several comparisons at once."""
    *first, text = proofs
    for each in reversed(first):
        text = f"(conj {each} {text})"
    return text


def _joined(fact: Fact, scope: Scope) -> str:
    return conjunction([part for premise in fact.premises for part in parts(premise, scope)])


def _part(fact: Fact, scope: Scope) -> str:
    (premise,) = fact.premises
    known = dict(zip(comparisons(premise.formula), parts(premise, scope), strict=True))
    return conjunction([known[each] for each in comparisons(fact.formula)])


def _deduced(fact: Fact, scope: Scope) -> str:
    supposition, concluded = fact.premises
    assert isinstance(fact.formula, Implication)
    (assumption,) = supposition.assumptions
    supposed = scope.writer.formula(fact.formula.premise)
    return f"(fun supposed : {supposed} => {scope.knowing(assumption, 'supposed').use(concluded)})"


def _detached(fact: Fact, scope: Scope) -> str:
    implication, premise = fact.premises
    return f"({scope.use(implication)} {scope.use(premise)})"


def _renamed(fact: Fact, scope: Scope) -> str:
    return "eq_refl"


def _function(scope: Scope, variable: Var, body: Real) -> str:
    return scope.writer.function(variable, body)


def _for_all(scope: Scope, variable: Var, fact: Fact) -> str:
    """What proves a fact for all values of a variable."""
    return f"(fun {scope.writer.binder(variable)} => {scope.having(variable).use(fact)})"


def _extensionality(fact: Fact, scope: Scope) -> str:
    bound = fact.using["binder"]
    assert isinstance(bound, BoundTerm)
    start = [scope.writer.index(bound.start)] if bound.binder == "sum" else []
    lemma = {"sum": "Sum_ext", "sup": "Sup_ext", "lim": "Lim_ext"}[bound.binder]
    return applied_to(lemma, [*start, "_", "_", _for_all(scope, bound.variable, fact.premises[0])])


def _sides(fact: Fact) -> tuple[Real, Real]:
    assert isinstance(fact.formula, Comparison)
    return fact.formula.left, fact.formula.right


def _variable(fact: Fact, name: str = "variable") -> Var:
    variable = fact.using[name]
    assert isinstance(variable, Var)
    return variable


def _comparison(fact: Fact, scope: Scope) -> str:
    positive, below, converges = fact.premises
    variable = _variable(fact)
    small, large = _sides(below)
    functions = [_function(scope, variable, each) for each in (small, large)]
    known = [*(_for_all(scope, variable, each) for each in (positive, below)), scope.use(converges)]
    return scope.at_hand((small, large), applied_to("comparison", [*functions, *known]), variable)


def _combination(fact: Fact, scope: Scope) -> str:
    assert isinstance(fact.formula, Summable)
    return f"(proj1 {_summed(fact.formula.body, fact.formula.variable, ZERO, fact.premises, scope)})"


def _summation(fact: Fact, scope: Scope) -> str:
    compared, *converging = fact.premises
    variable, start = _variable(fact), fact.using["start"]
    assert isinstance(start, Var | Compound)
    assert isinstance(compared.formula, Comparison)
    sums = [_summed(side, variable, start, tuple(converging), scope) for side in _sides(compared)]
    lemma = "summed_eq" if compared.formula.relation == "=" else "summed_le"
    return applied_to(lemma, [*sums, _for_all(scope, variable, compared)])


def _summed(term: Real, variable: Var, start: Index, converging: tuple[Fact, ...], scope: Scope) -> str:
    """What proves that the sum of a term converges, and is that of its parts, as the rule puts it together."""
    place = scope.writer.index(start)
    for fact in converging:
        if fact.formula == Summable(variable, term):
            return applied_to("summed", [place, _function(scope, variable, term), scope.use(fact)])
    match term:
        case Rational():
            return f"(summed_0 {place})"
        case Arithmetic("+" | "-" as operator, (left, right)):
            lemma = "summed_plus" if operator == "+" else "summed_minus"
            return applied_to(lemma, [_summed(each, variable, start, converging, scope) for each in (left, right)])
        case Arithmetic("*", (factor, part)) if variable not in free(factor):
            inner = _summed(part, variable, start, converging, scope)
            return applied_to("summed_scal", [scope.writer.term(factor), inner])
        case Arithmetic("*", (part, factor)):
            inner = _summed(part, variable, start, converging, scope)
            return applied_to("summed_scal_r", [scope.writer.term(factor), inner])
    raise Unwritten(f"nothing says that the sum of {term} converges")


def _first_term(fact: Fact, scope: Scope) -> str:
    (converges,) = fact.premises
    assert isinstance(converges.formula, Summable)
    start = fact.using["start"]
    assert isinstance(start, Var | Compound)
    function = _function(scope, converges.formula.variable, converges.formula.body)
    return applied_to("first_term", [function, scope.writer.index(start), scope.use(converges)])


def _supremum(fact: Fact, scope: Scope) -> str:
    (below,) = fact.premises
    variable = _variable(fact)
    body, bound = _sides(below)
    arguments = [_function(scope, variable, body), scope.writer.term(bound), scope.anything(variable.sort)]
    return applied_to("least", [*arguments, _for_all(scope, variable, below)])


def _upper(fact: Fact, scope: Scope) -> str:
    (below,) = fact.premises
    variable = _variable(fact)
    body, bound = _sides(below)
    arguments = [_function(scope, variable, body), scope.writer.term(bound), _for_all(scope, variable, below)]
    return scope.at_hand((bound,), applied_to("upper", [*arguments, scope.value(variable)]))


def _selection(fact: Fact, scope: Scope) -> str:
    positive, below, converges = fact.premises
    strategy, query, answer = (_variable(fact, name) for name in ("strategy", "query", "answer"))
    body, bound = _sides(positive)[1], _sides(below)[1]
    bound_to = [scope.writer.binder(each) for each in (strategy, query, answer)]
    function = f"(fun {' '.join(bound_to)} => {scope.writer.term(body)})"
    inside = scope.having(strategy, query, answer)
    always = f"(fun {' '.join(bound_to)} => {inside.use(positive)})"
    arguments = [function, scope.writer.term(bound), scope.anything("strategy"), always]
    given = [_for_all(scope, strategy, each) for each in (converges, below)]
    return applied_to("selection", [*arguments, *given, scope.value(query)])


def _quotient(fact: Fact, scope: Scope) -> str:
    return applied_to("quotient", ["_", "_", *map(scope.use, fact.premises)])


def _monotone_limit(fact: Fact, scope: Scope) -> str:
    grows, below = fact.premises
    number = _variable(fact, "number")
    body, bound = _sides(below)
    arguments = [_function(scope, number, body), scope.writer.term(bound)]
    known = [_for_all(scope, number, each) for each in (grows, below)]
    return scope.at_hand((bound,), applied_to("monotone_limit", [*arguments, *known]))


def _vanishing(fact: Fact, scope: Scope) -> str:
    below, converges = fact.premises
    bound, tail = _sides(below)
    assert isinstance(tail, BoundTerm)
    arguments = [_function(scope, tail.variable, tail.body), scope.writer.term(bound)]
    number = _variable(fact, "number")
    known = [_for_all(scope, number, below), scope.use(converges)]
    return scope.at_hand((tail.body,), applied_to("vanishing", [*arguments, *known]), tail.variable)


def _induction(fact: Fact, scope: Scope) -> str:
    """Coq's own induction, for all values of what no assumption outside fixes."""
    base, step = fact.premises
    over = _variable(fact, "over")
    others = [each for each in scope.loose(fact.formula) if each != over]
    statement = scope.writer.closed(others, scope.writer.formula(fact.formula))
    inside = scope.having(*others)
    names = [scope.writer.names.of_variable(each) for each in others]
    new = [over] if over.sort == "number" else [over, QUERY, ANSWER]
    assumptions = [each for each in step.assumptions if each.over == over and each.formula == fact.formula]
    known = inside.having(*new)
    for assumption in assumptions:
        known = known.knowing(assumption, known.hypothesis("so_far", others, assumption))
    bound = "".join(f" {scope.writer.binder(each)}" for each in others)
    of_new = [f"{scope.writer.binder(over)} (so_far : {statement})", *map(scope.writer.binder, new[1:])]
    always = f"(fun {scope.writer.binder(over)} => {statement})"
    start = f"(fun{bound} => {inside.use(base)})" if bound else inside.use(base)
    then = f"(fun {' '.join(of_new)}{bound} => {known.use(step)})"
    lemma = "nat_ind" if over.sort == "number" else "history__ind query"
    return applied_to(lemma, [always, start, then, scope.value(over), *names])


def _named(fact: Fact, scope: Scope) -> list[str]:
    """The quantities that a sentence names."""
    assert isinstance(fact.formula, Proposition)
    return [scope.writer.names.of_symbol(symbol(each)) for each in fact.formula.of]


def _always(scope: Scope, fact: Fact, *variables: Var) -> str:
    """What proves a fact for all values of some variables, in an order."""
    bound = " ".join(map(scope.writer.binder, variables))
    return f"(fun {bound} => {scope.having(*variables).use(fact)})"


def _mixed(fact: Fact, scope: Scope) -> str:
    """What proves that the weights of the four outcomes mix to those of the mechanism."""
    history = _variable(fact, "over")
    weights, systems = [], []
    for place in range(0, 16, 4):
        positive, start, converges, sums = fact.premises[place : place + 4]
        weights.append(_function(scope, history, _sides(positive)[1]))
        of_answer = [_always(scope, each, history, QUERY) for each in (converges, sums)]
        systems.append(conjunction([_always(scope, positive, history), scope.use(start), *of_answer]))
    mixtures = [_always(scope, each, history) for each in fact.premises[16:18]]
    budget, *_, odds, mechanism = _named(fact, scope)
    odds_known = scope.use(fact.premises[18])
    return applied_to("mixing", [budget, odds, mechanism, *weights, *systems, *mixtures, odds_known])


def _simulation(fact: Fact, scope: Scope) -> str:
    return applied_to("simulation", ["_", "_", "_", "_", "_", _mixed(fact, scope)])


def _views(fact: Fact, scope: Scope) -> str:
    return applied_to("weights_determine_views", ["_", "_", "_", scope.use(fact.premises[0])])


def _laziness(fact: Fact, scope: Scope) -> str:
    history = _variable(fact, "over")
    _, start, step, goes_on, exposed, noisy = fact.premises[23:]
    product = _sides(step)[1]
    assert isinstance(product, Arithmetic)
    bound = " ".join(map(scope.writer.binder, (history, QUERY)))
    left = f"(fun {bound} => {scope.writer.term(product.of[1])})"
    known = [
        scope.use(start),
        _always(scope, step, history, QUERY, ANSWER),
        _always(scope, goes_on, history, QUERY),
        _always(scope, exposed, history),
        _always(scope, noisy, history),
    ]
    return applied_to("laziness", ["_", "_", "_", "_", "_", "_", left, _mixed(fact, scope), *known])


def _two_responses(fact: Fact, scope: Scope) -> str:
    return applied_to("two_responses", ["_", "_", "_", "_", scope.use(fact.premises[0])])


def defining(fact: Fact, scope: Scope) -> str:
    """What proves the equation of a definition, with what it is equal to written out."""
    equation = equation_of(fact.formula)
    match equation.left:
        case Arithmetic("-", (_, taken)):
            return applied_to("added", [scope.writer.term(equation.right), scope.writer.term(taken)])
        case Arithmetic("*", (_, divisor)):
            return applied_to("divided", [scope.writer.term(equation.right), scope.writer.term(divisor)])
    return f"(eq_refl {scope.writer.term(equation.right)})"


TERMS: Mapping[str, Term] = MappingProxyType(
    {
        "solved": _solved,
        "instance": _instance,
        "joined": _joined,
        "part": _part,
        "deduced": _deduced,
        "detached": _detached,
        "renamed": _renamed,
        "extensionality": _extensionality,
        "comparison": _comparison,
        "combination": _combination,
        "summation": _summation,
        "first term": _first_term,
        "supremum": _supremum,
        "upper bound": _upper,
        "selection": _selection,
        "quotient": _quotient,
        "monotone limit": _monotone_limit,
        "vanishing tails": _vanishing,
        "induction": _induction,
        "simulation": _simulation,
        "weights determine views": _views,
        "laziness": _laziness,
        "two responses": _two_responses,
    }
)


def unwritten_rules(facts: Iterable[Fact]) -> list[str]:
    """The rules of some facts that are no lemmas in Coq, in the order of their use."""
    elsewhere = {"given", "defined", "assumed", "either bit"}
    used = dict.fromkeys(fact.rule.name for fact in facts)
    return [rule for rule in used if rule not in TERMS and rule not in elsewhere]
