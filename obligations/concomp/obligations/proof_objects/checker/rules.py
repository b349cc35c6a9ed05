"""Facts, and the rules by which they are made: some by a function here, the others by a schema of rules.txt."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .claims import claim_of, demand_harmless
from .terms import EMPTY, RELATIONS, ZERO, Term, at, demand, free, nodes, plurals, show, sort_of, symbols

DEFINING, NEXT = ("defined", "quotient"), (("var", "q", "query"), ("var", "a", "number"))
"""The rules that say what a quantity is; and what succeeds a history, besides it."""


@dataclass(eq=False)
class Fact:
    """A formula that holds for all values of its free variables, as far as its assumptions hold.

    using: the arguments of the rule. words: `from`, `claim`, `states` and `name`, where they are given. own: the
    constructors of the object. assumptions: formulas, each with a variable at one value of which it is assumed, and all
    variables that it so fixes.
    """

    rule: str
    formula: Term
    premises: tuple["Fact", ...]
    using: Mapping[str, Term]
    words: Mapping[str, str]
    own: tuple[tuple[str, str], ...]
    assumptions: frozenset[tuple[Term, Term, frozenset[Term]]]


def comparisons(formula: Term) -> tuple[Term, ...]:
    """The comparisons of a formula, none if it is opaque."""
    return (formula,) if formula[0] in RELATIONS else formula[1:] if formula[0] == "and" else ()


def fixed(*facts: Fact) -> frozenset[Term]:
    """The variables that the assumptions of facts fix."""
    return frozenset().union(*(fixes for fact in facts for _, _, fixes in fact.assumptions))


def every(over: Term, facts: Iterable[Fact], *terms: Term) -> None:
    """Make sure that facts hold for all values of a variable, of which some terms do not speak."""
    demand(over[0] == "var" and over not in fixed(*facts), "{} is fixed by an assumption", over)
    demand(not any(over in free(each) for each in terms), "{} is a variable of the rule itself", over)


def behind(fact: Fact, ends: Callable[[Fact], bool] = lambda _: False) -> set[Fact]:
    """A fact and all that it comes from, but for what only comes from facts at which this ends."""
    found, waiting = {fact}, [fact]
    while waiting:
        last = waiting.pop()
        new = set(last.premises) - found if last is fact or not ends(last) else set()
        found, waiting = found | new, [*waiting, *new]
    return found


def given(fact: Fact) -> Term:
    """A hypothesis or a definition comes from a statement; whether a definition defines something is seen later."""
    demand(bool(fact.words.get("from")), "{} comes from no statement", fact.formula)
    return fact.formula


def answered(formula: Term) -> bool:
    """Whether what a formula concludes is what solvers answer for by a question about systems."""
    while formula[0] == "if":
        formula = formula[2]
    return bool(formula[0] == "says" and formula[1].startswith("move by move, "))


def solved(fact: Fact, *premises: Fact) -> Term:
    """A comparison is what its claim says; what is answered speaks of systems alone, as does its claim, in words."""
    known, claim = [part for each in premises for part in comparisons(each.formula)], fact.words["claim"]
    if answered(fact.formula):
        demand(not premises and not symbols(fact.formula), "{} is about more than systems", fact.formula)
        demand_harmless(claim)
    else:
        demand(fact.formula[0] in RELATIONS, "{} is no comparison", fact.formula)
        demand(claim == claim_of(known, fact.formula, fact.using.get("whole", ())), "the claim is not about this step")
    return fact.formula


def instance(fact: Fact, general: Fact) -> Term:
    """The premise at some indices of the same sorts as the variables that they replace.

    Where every one of several is put in, it holds of each. So it holds of all, sentence by sentence, if what follows is
    said of every one of which something is supposed, and no sentence was said of every one before.
    """
    for variable, value in (values := dict(fact.using["values"])).items():
        every(variable, [general])
        demand(sort_of(value, fact.own) == variable[2], f"{show(value)} is no {variable[2]}")
    made, several = at(general.formula, values), any(map(plurals, values.values()))
    suppose = [each[1:] for each, _ in nodes(made) if each[0] == "if"]
    fit = all(premise[0] != "if" and plurals(premise) <= plurals(then) for premise, then in suppose)
    demand((fit and not plurals(general.formula)) or not several, "{} is so of each, not of every one", made)
    return made


def some(fact: Fact, *premises: Fact) -> Term:
    """Comparisons of the premises."""
    known, said = {part for each in premises for part in comparisons(each.formula)}, comparisons(fact.formula)
    demand(bool(said) and {*said} <= known, "this is more than is known")
    return fact.formula


def assumed(fact: Fact) -> Term:
    """Any formula, at one value of a variable that occurs in it, and of others."""
    over, fixes = fact.using["over"], frozenset(fact.using["fixes"])
    demand(over in fixes & free(fact.formula), "{} is not fixed in {}", over, fact.formula)
    fact.assumptions = frozenset({(fact.formula, over, fixes)})
    return fact.formula


def deduced(fact: Fact, supposition: Fact, following: Fact) -> Term:
    """An implication from an assumption that fixes all its variables to what rests on it."""
    demand(supposition.rule == "assumed" and fixed(supposition) == free(supposition.formula), "nothing is supposed")
    demand(supposition.assumptions <= following.assumptions, "{} does not rest on it", following.formula)
    fact.assumptions = following.assumptions - supposition.assumptions
    return ("if", supposition.formula, following.formula)


def induction(fact: Fact, base: Fact, step: Fact) -> Term:
    """From the formula at the start, and at what succeeds any value of `over` at which it was assumed."""
    goal, over = fact.formula, fact.using["over"]
    start, later = {"number": (ZERO, ("successor", over)), "history": (EMPTY, ("extended", over, *NEXT))}[over[2]]
    demand(base.formula == at(goal, {over: start}), "the start is {}", base.formula)
    demand(step.formula == at(goal, {over: later}), "the step is {}", step.formula)
    used = frozenset(each for each in step.assumptions if each[:2] == (goal, over))
    fact.assumptions, new = base.assumptions | (step.assumptions - used), free(later) - {over}
    demand(not (free(later) & fixed(fact) or new & free(goal)), "{} or what succeeds it is fixed outside", over)
    for _, _, fixes in used:
        loose = (free(goal) - fixes) & fixed(fact) or new & fixes
        demand(not loose, "the assumption holds for all values, the step for one, or it fixes what succeeds {}", over)
    return goal


def summed(term: Term, variable: Term, start: Term, known: set[Term]) -> Term:
    """The sum of a linear combination, with coefficients free of the variable, of what is known to converge."""
    match term:
        case _ if ("summable", variable, term) in known:
            return ("sum", variable, term, start)
        case "0":
            return term
        case ("+" | "-" as sign, left, right):
            return (sign, *(summed(each, variable, start, known) for each in (left, right)))
        case ("*", *parts) if sum(variable in free(part) for part in parts) == 1:
            return ("*", *(summed(each, variable, start, known) if variable in free(each) else each for each in parts))
    return demand(False, "nothing says that the sum of {} over {} converges", term, variable)


def combination(fact: Fact, *converging: Fact) -> Term:
    """A sum converges that is a linear combination of such sums."""
    variable, body = fact.using["variable"], fact.using["body"]
    summed(body, variable, ZERO, {each.formula for each in converging})
    every(variable, converging)
    return ("summable", variable, body)


def summation(fact: Fact, linear: Fact, *converging: Fact) -> Term:
    """The first premise with both sides summed, linear combinations of what converges by the others."""
    variable, start, known = fact.using["variable"], fact.using["start"], {each.formula for each in converging}
    demand(linear.formula[0] in ("=", "<="), "{} is no equation, and may be strict", linear.formula)
    demand(variable not in free(start), "{} is summed over from {} on", variable, start)
    every(variable, fact.premises)
    return (linear.formula[0], *(summed(term, variable, start, known) for term in linear.formula[1:]))


FUNCTIONS: Mapping[str, Callable[..., Term]] = {"defined": given, "joined": some, "part": some} | {
    each.__name__: each for each in (given, solved, instance, assumed, deduced, induction, combination, summation)
}
