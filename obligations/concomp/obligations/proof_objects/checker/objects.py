"""A whole object: every fact follows, and nothing is known of what a statement defines before it is defined."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from .definitions import definition, demand_consistent
from .rules import DEFINING, FUNCTIONS, Fact, answered, behind, comparisons
from .schemas import MEANINGS, RULES, by_schema, demand_meanings
from .terms import PLAIN, RESERVED, SORTS, Refused, Term, demand, is_free, nodes, show_closed, sort_of, symbols, what

FORM, SCHEMA = {"schema": str, "constructors": dict, "facts": list}, "concomp.proof/1"
GENERAL = ("every mechanism", "identical pairs", "exchanged pairs")
"""The fields of an object, and the rules whose conclusions suppose in their formula what premises rest on."""
SPOKEN = {each for meaning in MEANINGS for each in symbols(meaning) if each[0].isascii()}
"""The quantities of which rules speak by words."""
KEY = r"|by [a-z]+|\w+ (Section [\d.]+:( ([\w.=-]|\([\w.,]+\))+)+|[A-Z][a-z]+ ([\w.=-]|\([\w.,]+\))+( \(repaired\))?)"
WORDS = {"from": KEY, "states": KEY, "claim": r"[^\0]*", "name": r".*"}
"""What a statement is called: its source and number, and words where that has none, no formula; texts of a fact."""


def conclude(fact: Fact) -> None:
    """Make sure that a fact follows from its premises by its rule."""
    demand(fact.rule in RULES, f"{fact.rule} is no rule")
    demand(sort_of(fact.formula, fact.own) == "formula", "{} is no formula", fact.formula)
    called = {*symbols(fact.formula), *fact.own, *(each[1:] for each, _ in nodes(fact.formula) if each[0] == "var")}
    demand(len({name for name, _ in called}) == len(called), "{} calls two things alike", fact.formula)
    judge, schemas = FUNCTIONS.get(fact.rule), RULES[fact.rule][1]
    made = judge(fact, *fact.premises) == fact.formula if judge else any(by_schema(fact, each) for each in schemas)
    demand(made, "{} does not follow", fact.formula)
    if fact.rule in DEFINING:
        definition(fact.rule, fact.formula)


def state(statement: Fact) -> None:
    """Make sure that a statement is derived, from no assumption.

    It is not what solvers answer for. No hypothesis is what is shown, or comes from the statement, but what a rule
    supposes in the formula that it makes.
    """
    demand(not statement.assumptions, f"{statement.words['states']} rests on an assumption")
    demand(statement.rule != "defined", "{} is defined, not derived", statement.formula)
    shown = {statement.formula, *comparisons(statement.formula)}
    for each in (each for each in behind(statement, ends=is_whole) if each.rule == "given"):
        own = each.words["from"] == statement.words["states"] or {each.formula, *comparisons(each.formula)} & shown
        demand(not own, "{} is supposed to be shown", each.formula)
    demand(not answered(statement.formula), "{} is what solvers answer for, concluded by no rule", statement.formula)


def demand_known(facts: Iterable[Fact], last: Fact) -> None:
    """Make sure that nothing was known, in all that a fact comes from, of what is defined there before it is defined.

    What a rule says of all mechanisms hands none on, if it is without quantities: all is supposed in its formula.
    """
    listed = list(filter(behind(last, ends=is_whole).__contains__, facts))
    demand_meanings(MEANINGS, listed)
    defining = {fact: definition(fact.rule, fact.formula) for fact in listed if fact.rule in DEFINING}
    demand_consistent(defining.values())
    unnamed = frozenset[tuple[str, int]]().union(*(symbols(head) for _, head, _ in defining.values()))
    for fact in listed:
        unnamed -= symbols(defining[fact][1]) if fact in defining else frozenset()
        known = symbols(fact.formula).difference(*(symbols(premise.formula) for premise in fact.premises))
        free = fact in defining or fact.rule == "assumed" or not known & unnamed
        demand(free, "{} is known before it is defined what it speaks of", fact.formula)


def is_whole(fact: Fact) -> bool:
    """Whether what a fact says does not hang on what any quantity is, nor on any hypothesis behind it."""
    return fact.rule in GENERAL and not symbols(fact.formula)


def frozen(data: Any) -> Any:
    """Data with lists as tuples."""
    return tuple(map(frozen, data)) if isinstance(data, list) else data


def fact_of(row: dict[str, Any], facts: dict[int, Fact], own: tuple[tuple[str, str], ...]) -> Fact:
    """A fact as an object has it."""
    demand(row.keys() <= {"rule", "formula", "premises", "using", *WORDS}, f"{[*row]} are not the fields of a fact")
    for name in (words := {name: row[name] for name in WORDS if name in row}):
        demand(re.fullmatch(WORDS[name], row[name], re.ASCII), f"nothing can be called {row[name]!r} in “{name}”")
    premises = tuple(facts[number] for number in row.get("premises", ()))
    using = {name: frozen(term) for name, term in row.get("using", {}).items()}
    resting = frozenset[Any]().union(*(each.assumptions for each in premises))
    return Fact(row["rule"], frozen(row["formula"]), premises, using, words, own, resting)


def demand_new(constructors: dict[str, str]) -> None:
    """Make sure that an object's own constructors are of open or fixed sorts, and called as nothing else is.

    What is fixed changes with no bit or transcript: it is made of what is fixed.
    """
    for name, shape in constructors.items():
        takes, _, makes = str(shape).rpartition(" → ")
        kinds = {SORTS.get(each, "").replace("closed", "open") for each in takes.split(", ") if each}
        fit = SORTS.get(makes) in ("open", "fixed") and kinds <= {SORTS[makes], "fixed"} and is_free(name)
        demand(fit, f"no object may have a constructor {name!r}: {shape!r}")


def replay(data: Any) -> tuple[Fact, ...]:
    """The facts of an object, each judged; Refused, with the place of the first that does not follow."""
    demand(isinstance(data, dict) and {name: type(data[name]) for name in data} == FORM, "this is no proof object")
    demand(data["schema"] == SCHEMA, f"the schema is {data['schema']}, not {SCHEMA}")
    demand_new(data["constructors"])
    facts = dict[int, Fact]()
    for place, row in enumerate(data["facts"]):
        try:
            facts[place] = fact_of(row, facts, (*data["constructors"].items(),))
            conclude(facts[place])
            if facts[place].words.get("states"):
                state(facts[place])
            if facts[place].words.get("states") or facts[place].rule in GENERAL:
                demand_known(facts.values(), facts[place])
        except Refused as refused:
            raise Refused(f"fact {place}, by {row.get('rule')}: {refused}") from None
        except (AttributeError, IndexError, KeyError, RecursionError, SyntaxError, TypeError, ValueError) as error:
            raise Refused(f"fact {place} has not the form of a fact by its rule: {str(error)[:80]}") from error
    return (*facts.values(),)


def listed(title: str, rows: Iterable[str]) -> list[str]:
    """Lines that are printed under a title, each once, and how many they are."""
    lines = dict.fromkeys(rows)
    return [f"{title}: {len(lines)}", *(f"  {line}" for line in lines)]


def numbers_of(facts: Iterable[Fact]) -> dict[Term, str]:
    """Numbers of what an object names, so that no two names are printed alike; a letter that is plain needs none."""
    named = dict.fromkeys(what(each) for fact in facts for each, _ in nodes(fact.formula))
    chosen = (each for each in named if each not in SPOKEN and each[0] not in RESERVED and not PLAIN.fullmatch(each[0]))
    return {each: f"#{number}" for number, each in enumerate(chosen, 1)}


def trusted(facts: tuple[Fact, ...]) -> Iterator[str]:
    """What is trusted of an object that is accepted, line by line: of each statement what it supposes and defines."""
    numbers = numbers_of(facts)
    for last, found in ((fact, behind(fact, ends=is_whole)) for fact in facts if fact.words.get("states")):
        yield f"{last.words['states']}: {show_closed(last.formula, numbers)}"
        for title, by in (("hypotheses", ("given",)), ("definitions", DEFINING)):
            rows = [fact for fact in facts if fact.rule in by and fact in found]
            origins = (f"{fact.words.get('from', fact.rule)}: {show_closed(fact.formula, numbers)}" for fact in rows)
            yield from (f"  {line}" for line in listed(title, origins))
    asked = [fact.formula for fact in facts if fact.rule == "solved"]
    yield from listed("claims about systems", (show_closed(each, numbers) for each in asked if answered(each)))
    yield f"claims of arithmetic: {sum(not answered(formula) for formula in asked)}"
    own, used = dict(facts[0].own if facts else ()), {fact.rule for fact in facts}
    yield from listed("constructors", (f"{name}{numbers.get((name,), '')}: {own[name]}" for name in own))
    yield from listed("rules", (f"{rule}: {says}" for rule, (says, _) in RULES.items() if rule in used))
