"""Facts, and the rules by which they are made: some by a function here, the others by a schema of rules.txt."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .claims import denies, expressions
from .definitions import definition
from .terms import EMPTY, RELATIONS, ZERO, Term, at, demand, free, make, nodes, polynomial, show, sort_of, symbols

DEFINING, SAID, CONSTANT = ("defined", "quotient"), ("quantity", "says", "named"), re.compile(r".*:.*|-?\d+(/\d+)?")
QUERY, ANSWER = ("var", "q", "query"), ("var", "a", "number")
"""What defines; after what a text comes that is no name; a name that stands for itself; and what succeeds a history."""


@dataclass(eq=False)
class Fact:
    """A formula that holds for all values of its free variables, as far as its assumptions hold.

    using: the arguments of the rule. words: `from`, `claim`, `states` and `name`, where they are given.
    assumptions: formulas, each with a variable at one value of which it is assumed, and all variables that it so fixes.
    """

    rule: str
    formula: Term
    premises: tuple["Fact", ...]
    using: Mapping[str, Term]
    words: Mapping[str, str]
    constructors: Mapping[str, str]
    assumptions: frozenset[tuple[Term, Term, frozenset[Term]]]

    @property
    def fixed(self) -> frozenset[Term]:
        """The variables that the assumptions fix."""
        return frozenset().union(*(fixes for _, _, fixes in self.assumptions))


def comparisons(formula: Term) -> tuple[Term, ...]:
    """The comparisons of a formula, none if it is opaque."""
    return (formula,) if formula[0] in RELATIONS else formula[1:] if formula[0] == "and" else ()


def parts(formula: Term) -> set[Term]:
    """The comparisons of a formula, or it itself."""
    return {*comparisons(formula)} or {formula}


def every(over: Term, facts: Iterable[Fact], *terms: Term) -> None:
    """Make sure that facts hold for all values of a variable, of which some terms do not speak."""
    demand(over[0] == "var" and not any(over in each.fixed for each in facts), "{} is fixed by an assumption", over)
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
    """A comparison is what its claim says; what speaks of no quantity is about systems, as is its claim."""
    described = answered(fact.formula) and not premises and not symbols(fact.formula)
    known = [part for premise in premises for part in comparisons(premise.formula)]
    demand(described or denies(fact.words["claim"], known, fact.formula), "the claim is not about this step")
    return fact.formula


def instance(fact: Fact, general: Fact) -> Term:
    """The premise at some indices of the same sorts as the variables that they replace."""
    for variable, value in (values := dict(fact.using["values"])).items():
        every(variable, [general])
        demand(sort_of(value, fact.constructors) == variable[2], f"{show(value)} is no {variable[2]}")
    plural = any("every" in each[0] for value in values.values() for each, _ in nodes(value))
    nested = any(each[0] == "if" == each[1][0] for each, _ in nodes(general.formula))
    demand(not (plural and nested), "{} has an implication as a premise, and is said of every one", general.formula)
    return at(general.formula, values)


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
    demand(supposition.rule == "assumed" and supposition.fixed == free(supposition.formula), "nothing is supposed")
    demand(supposition.assumptions <= following.assumptions, "{} does not rest on it", following.formula)
    fact.assumptions = following.assumptions - supposition.assumptions
    return ("if", supposition.formula, following.formula)


def induction(fact: Fact, base: Fact, step: Fact) -> Term:
    """From the formula at the start, and at what succeeds any value of `over` at which it was assumed."""
    goal, over = fact.formula, fact.using["over"]
    places = {"number": (ZERO, ("successor", over)), "history": (EMPTY, ("extended", over, QUERY, ANSWER))}
    start, following = places[over[2]]
    demand(base.formula == at(goal, {over: start}), "the start is {}", base.formula)
    demand(step.formula == at(goal, {over: following}), "the step is {}", step.formula)
    used = frozenset(each for each in step.assumptions if each[:2] == (goal, over))
    fact.assumptions, new = base.assumptions | (step.assumptions - used), free(following) - {over}
    demand(not (free(following) & fact.fixed or new & free(goal)), "{} or what succeeds it is fixed outside", over)
    for _, _, fixes in used:
        loose = (free(goal) - fixes) & fact.fixed or new & fixes
        demand(not loose, "the assumption holds for all values, the step for one, or it fixes what succeeds {}", over)
    return goal


def summed(term: Term, variable: Term, start: Term, converging: set[Term]) -> Term:
    """The sum of a linear combination, with coefficients free of the variable, of what converges."""
    match term:
        case _ if ("summable", variable, term) in converging:
            return ("sum", variable, term, start)
        case "0":
            return term
        case ("+" | "-" as sign, left, right):
            return (sign, *(summed(each, variable, start, converging) for each in (left, right)))
        case ("*", factor, each) if variable not in free(factor):
            return ("*", factor, summed(each, variable, start, converging))
        case ("*", each, factor) if variable not in free(factor):
            return ("*", factor, summed(each, variable, start, converging))
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
    demand(linear.formula[0] in ("=", "<=") and fact.formula[0] == linear.formula[0], "a strict inequality is summed")
    demand(variable not in free(start), "{} is summed over from {} on", variable, start)
    every(variable, fact.premises)
    for term, sums in zip(linear.formula[1:], fact.formula[1:], strict=True):
        demand(polynomial(summed(term, variable, start, known)) == polynomial(sums), "{} is no sum of {}", sums, term)
    return fact.formula


FUNCTIONS: Mapping[str, Callable[..., Term]] = {"defined": given, "joined": some, "part": some} | {
    each.__name__: each for each in (given, solved, instance, assumed, deduced, induction, combination, summation)
}


@cache
def tables() -> tuple[Mapping[str, tuple[str, list[tuple[Any, ...]]]], frozenset[Term]]:
    """The rules of rules.txt, and the meanings of the quantities of which they speak."""
    found, short = dict[str, tuple[str, list[tuple[Any, ...]]]](), dict[str, str]()
    for block in Path(__file__).with_name("rules.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        lines = block.splitlines()
        name, says = " ".join(line for line in lines if line[0] != " ").split(":", 1)
        text = "\n".join(line.strip() for line in lines if line[0] == " ")
        short[name] = schemas = re.sub(r"\$\w+", lambda name: short[name[0]], text)
        if name[0] != "$":
            found[name] = (says.strip(), [expressions(each, "|") for each in schemas.split("\nor ") if each])
    return found, frozenset(value(each, {}) for each in expressions(short["$reserved"], "|"))


def rules() -> Mapping[str, tuple[str, list[tuple[Any, ...]]]]:
    """What each rule says, and its schemas: the premises, `=>`, the conclusion, conditions on what names stand for."""
    return tables()[0]


def demand_meanings(known: frozenset[Term], facts: Iterable[Fact]) -> None:
    """Make sure that facts define the quantities of some formulas by these formulas only."""
    names = frozenset[Any]().union(*map(symbols, known))
    for fact in (each for each in facts if each.rule in DEFINING and each.formula not in known):
        demand(not symbols(definition(fact.rule, fact.formula)[1]) & names, "{} is not what this means", fact.formula)


def fits(pattern: Any, term: Term, meaning: dict[str, Term], later: list[tuple[Any, Term]]) -> bool:
    """Whether a term is as a pattern has it, in which each name stands for one term; what is `at` is seen later.

    A name in a text, such as <β>, stands for a word of it.
    """
    if isinstance(pattern, str):
        known = value(pattern, meaning) if CONSTANT.fullmatch(pattern) else meaning.setdefault(pattern, term)
        return bool(known == term)
    if pattern[0] == "at":
        later.append((pattern, term))
        return True
    if not isinstance(term, tuple) or len(term) != len(pattern) or term[0] != pattern[0]:
        return False
    named = pattern[0] in SAID
    text = re.fullmatch(re.sub(r"<(\w+)>", r"(?P<\1>[^()]+)", re.escape(pattern[1])), term[1]) if named else None
    words = {f"<{name}>": word for name, word in text.groupdict().items()} if text else {}
    alike = bool(text or not named) and all(meaning.setdefault(name, word) == word for name, word in words.items())
    return alike and all(fits(*of, meaning, later) for of in zip(pattern[1 + named :], term[1 + named :], strict=True))


def value(pattern: Any, meaning: Mapping[str, Term]) -> Term:
    """The term that a pattern is, once it is known what its names stand for; b:bit is the variable b itself.

    What a quantity is called, and a text, is no name: it stands for itself, but for a word of it such as <β>.
    """
    if isinstance(pattern, str):
        return ("var", *pattern.split(":")) if ":" in pattern else meaning.get(pattern, pattern)
    text = pattern[1:2] if pattern[0] in SAID and pattern[1][0] != "<" else ()
    parts = [*text, *(value(each, meaning) for each in pattern[1 + len(text) :])]
    if pattern[0] == "at":
        return at(parts[0], dict(zip(parts[1::2], parts[2::2], strict=True)))
    return make(pattern[0], *parts)


def names(pattern: Any) -> set[str]:
    """The names of a pattern, and the variables that it writes out, such as b:bit."""
    return {pattern} if isinstance(pattern, str) else set[str]().union(*map(names, pattern[1 + (pattern[0] in SAID) :]))


def by_schema(fact: Fact, schema: tuple[Any, ...]) -> bool:
    """Whether premises and formula are as a schema has them, under suppositions if it has any; and as it demands.

    A variable that the schema writes out is its own: premises hold for all values of it, and nothing that a name stands
    for speaks of it, but for what a condition says it may.
    """
    split = schema.index("=>")
    patterns, conditions = (*schema[:split], schema[split + 1]), schema[split + 2 :]
    unsaid = "given" if any(condition[0] == "from" for condition in conditions) else ""
    formulas = [*(each.formula for each in fact.premises if each.rule != unsaid), fact.formula]
    while ("supposing",) in conditions and fact.formula[0] == "if" and len({each[:2] for each in formulas}) == 1:
        formulas = [each[2] for each in formulas]
    written, later = names(("", *patterns)), list[tuple[Any, Term]]()
    meaning = {name: term for name, term in fact.using.items() if name in written and not CONSTANT.fullmatch(name)}
    alike = (fits(*pair, meaning, later) for pair in zip(reversed(patterns), reversed(formulas), strict=True))
    if len(formulas) != len(patterns) or not all(alike):
        return False
    for pattern, term in later:
        for variable, new in zip(pattern[2::2], pattern[3::2], strict=True):
            old, sort = value(variable, meaning), sort_of(value(new, meaning), fact.constructors)
            demand(("var", old[1], sort) == old, f"{show(old)} is no {sort}")
        demand(value(pattern, meaning) == term, "{} is not {}", term, value(pattern, meaning))
    put_in = [meaning[each] for each in written - {of[1] for of in conditions if of[0] == "only"} if each in meaning]
    for own in (value(each, meaning) for each in written if ":" in each):
        every(own, fact.premises, *put_in)
    for condition, *of in conditions:
        terms = [value(each, meaning) for each in of]
        if condition in ("every", "without"):
            every(terms[0], fact.premises, *terms[1:])
        elif condition in ("only", "among"):
            about = free(terms[0]) if condition == "only" else {terms[0]}
            demand(about <= {*terms[1:]}, "{} is, or depends on, more than it may", terms[0])
        elif condition == "apart":
            drawn = [each for each, _ in nodes(terms[0]) if {each[0], each[-1]} & {*of[1:]}]
            demand(len(drawn) == len({*drawn}), "one part of {} draws a tape twice", terms[0])
        elif condition == "from":
            for each in behind(fact):
                demand(each.rule != "given" or each.formula in terms, "{} is supposed, and not said", each.formula)
        elif condition == "meaning":
            demand_meanings(frozenset(terms), behind(fact))
        else:
            demand(not fact.assumptions, "this rests on an assumption")
    return True
