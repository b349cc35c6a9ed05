"""The rules of rules.txt: what premises say, what follows, and on which conditions."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .definitions import definition
from .rules import DEFINING, Fact, behind, every
from .terms import Term, at, demand, draws, expressions, free, make, nodes, plurals, sort_of, symbols

CONSTANT = re.compile(r".*:.*|-?\d+(/\d+)?")
"""A name that stands for itself; a schema is the premises, `=>`, the conclusion, and conditions on names."""


def tables() -> tuple[dict[str, tuple[str, list[Term]]], frozenset[Term]]:
    """What each rule says, and its schemas; and the meanings of the quantities of which rules speak."""
    found, short = dict[str, tuple[str, list[Term]]](), dict[str, str]()
    for block in Path(__file__).with_name("rules.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        words, _, text = block.partition("\n    ")
        name, says = words.replace("\n", " ").split(":", 1)
        short[name] = schemas = re.sub(r"\$\w+", lambda name: short[name[0]], text)
        if name[0] != "$":
            found[name] = (says.strip(), [expressions(each) for each in schemas.split("\n    or ") if each])
    return found, frozenset(value(each, {}) for each in expressions(short["$reserved"]))


def demand_meanings(known: frozenset[Term], facts: Iterable[Fact]) -> None:
    """Make sure that facts define the quantities of some formulas by these formulas only."""
    names = frozenset[Any]().union(*map(symbols, known))
    for fact in (each for each in facts if each.rule in DEFINING and each.formula not in known):
        demand(not symbols(definition(fact.rule, fact.formula)[1]) & names, "{} is not what this means", fact.formula)


def text(pattern: Any) -> int:
    """How many texts that are no names a pattern begins with: what it is, and what a quantity is called, or said."""
    return 1 + (pattern[0] in ("quantity", "says", "named") and pattern[1][0] != "<")


def fits(pattern: Any, term: Term, meaning: dict[str, Term]) -> bool:
    """Whether a term is as a pattern has it, but for constants and what is `at`; each name stands for one term."""
    if isinstance(pattern, str) or pattern[0] == "at":
        return bool(pattern[0] == "at" or CONSTANT.fullmatch(pattern) or meaning.setdefault(pattern, term) == term)
    start = text(pattern)
    alike = isinstance(term, tuple) and len(term) == len(pattern) and term[:start] == pattern[:start]
    return alike and all(fits(*of, meaning) for of in zip(pattern[start:], term[start:], strict=True))


def value(pattern: Any, meaning: Mapping[str, Term], own: tuple[tuple[str, str], ...] = ()) -> Term:
    """The term that a pattern is, once it is known what its names stand for; b:bit is the variable b itself."""
    if isinstance(pattern, str):
        return ("var", *pattern.split(":")) if ":" in pattern else meaning.get(pattern, pattern)
    start = text(pattern)
    parts = [*pattern[1:start], *(value(each, meaning, own) for each in pattern[start:])]
    if pattern[0] != "at":
        return make(pattern[0], *parts)
    values = dict(zip(parts[1::2], parts[2::2], strict=True))
    for old, new in values.items():
        demand(old == ("var", old[1], sort_of(new, own)), "{} is of another sort than {}", new, old)
    return at(parts[0], values)


def names(pattern: Any) -> set[str]:
    """The names of a pattern, and the variables that it writes out, such as b:bit."""
    return {pattern} if isinstance(pattern, str) else set[str]().union(*map(names, pattern[text(pattern) :]))


def by_schema(fact: Fact, schema: Term) -> bool:
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
    written = set[str]().union(*map(names, patterns))
    meaning = {name: term for name, term in fact.using.items() if name in written and not CONSTANT.fullmatch(name)}
    alike = len(formulas) == len(patterns) and all(fits(*of, meaning) for of in zip(patterns, formulas, strict=True))
    if not alike or [value(pattern, meaning, fact.own) for pattern in patterns] != formulas:
        return False
    several = frozenset[Term]().union(*map(plurals, formulas)) - plurals(formulas[-1])
    demand(("collective",) in conditions or not several, "{} is not said of every one", fact.formula)
    put_in = [meaning[each] for each in written - {of[1] for of in conditions if of[0] == "only"} if each in meaning]
    for variable in (value(each, {}) for each in written if ":" in each):
        every(variable, fact.premises, *put_in)
    for condition, *of in conditions:
        first, *others = [value(each, meaning) for each in of] or [()]
        if condition in ("every", "without"):
            every(first, fact.premises, *others)
        elif condition in ("only", "among"):
            about = free(first) if condition == "only" else {first}
            demand(about <= {*others}, "{} is, or depends on, more than it may", first)
        elif condition == "apart":
            drawn = [each for each, _ in nodes(first) if draws(each)]
            demand(len(drawn) == len({*drawn}), "one part of {} draws a tape twice", first)
        elif condition in ("from", "upon"):
            for each in (each.formula for each in behind(fact) if each.rule == "given"):
                demand(each in {first, *others}, "{} is supposed, and not said", each)
        elif condition == "by":
            demand({each.rule for each in behind(fact) - {fact}} <= {*of}, "{} may know more", fact.formula)
        elif condition == "meaning":
            demand_meanings(frozenset({first, *others}), behind(fact))
        elif condition == "certain":
            demand(not fact.assumptions, "this rests on an assumption")
    return True


RULES, MEANINGS = tables()
