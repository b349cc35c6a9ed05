"""A whole object: every fact follows, and nothing is known of what a statement defines before it is defined."""

from collections.abc import Iterator
from typing import Any

from .definitions import definition, demand_consistent
from .rules import DEFINING, FUNCTIONS, Fact, answered, behind, by_schema, demand_meanings, parts, rules, tables
from .terms import CONSTRUCTORS, SHAPES, SORTS, Refused, demand, show, sort_of, symbols

SCHEMA, WORDS = "concomp.proof/1", ("from", "claim", "states", "name")
GIVEN, GENERAL = ("given", "defined"), ("every mechanism", "identical pairs", "exchanged pairs")
"""Rules by which nothing is derived, and rules whose conclusions suppose in their formula what premises rest on."""


def conclude(fact: Fact) -> None:
    """Make sure that a fact follows from its premises by its rule."""
    demand(fact.rule in rules(), f"{fact.rule} is no rule")
    demand(sort_of(fact.formula, fact.constructors) == "formula", "{} is no formula", fact.formula)
    judge, schemas = FUNCTIONS.get(fact.rule), rules()[fact.rule][1]
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
    demand(statement.rule not in GIVEN, "{} is supposed or defined, not derived", statement.formula)
    for each in (each for each in behind(statement, ends=lambda fact: fact.rule in GENERAL) if each.rule == "given"):
        own = each.words["from"] == statement.words["states"] or parts(each.formula) & parts(statement.formula)
        demand(not own, "{} is supposed to be shown", each.formula)
    demand(not answered(statement.formula), "{} is what solvers answer for, concluded by no rule", statement.formula)


def demand_known(facts: list[Fact], last: Fact) -> None:
    """Make sure that nothing was known, in all that a fact comes from, of what is defined there before it is defined.

    What a rule says of all mechanisms hands none on, if it is without quantities: all is supposed in its formula.
    """
    found = behind(last, ends=is_whole)
    listed = [fact for fact in facts if fact in found]
    demand_meanings(tables()[1], listed)
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


def fact_of(row: dict[str, Any], facts: list[Fact], constructors: dict[str, str]) -> Fact:
    """A fact as an object has it."""
    demand(row.keys() <= {"rule", "formula", "premises", "using", *WORDS}, f"{[*row]} are not the fields of a fact")
    demand(all(0 <= number < len(facts) for number in row.get("premises", ())), "a premise does not come before")
    premises = tuple(facts[number] for number in row.get("premises", ()))
    using = {name: frozen(term) for name, term in row.get("using", {}).items()}
    words = {name: row[name] for name in WORDS if name in row}
    resting = frozenset[Any]().union(*(each.assumptions for each in premises))
    return Fact(row["rule"], frozen(row["formula"]), premises, using, words, constructors, resting)


def replay(data: Any) -> list[Fact]:
    """The facts of an object, each judged; Refused, with the place of the first that does not follow.

    Kinds of sorts are compared as in the alphabet: closed, open, secret, unknown.
    """
    demand(isinstance(data, dict) and data.keys() == {"schema", "constructors", "facts"}, "this is no proof object")
    demand(data["schema"] == SCHEMA, f"the schema is {data['schema']}, not {SCHEMA}")
    named: dict[str, str] = data["constructors"]
    demand(not named.keys() & {"quantity", "named", "says", "var", "and", *SHAPES, *CONSTRUCTORS}, "a name is not new")
    for takes, makes in (shape.split(" → ") for shape in named.values()):
        fit = SORTS.get(makes, "") >= max(["open", *(SORTS.get(each, "unknown") for each in takes.split(", ") if each)])
        demand(fit, f"{takes} → {makes} is not of sorts of indices, the last open, and secret if one may know the bit")
    facts: list[Fact] = []
    for place, row in enumerate(data["facts"]):
        try:
            facts.append(fact_of(row, facts, {**CONSTRUCTORS, **named}))
            conclude(facts[place])
            if facts[place].words.get("states"):
                state(facts[place])
            if facts[place].words.get("states") or facts[place].rule in GENERAL:
                demand_known(facts, facts[place])
        except Refused as refused:
            raise Refused(f"fact {place}, by {row.get('rule')}: {refused}") from None
        except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError) as error:
            raise Refused(f"fact {place} has not the form of a fact by its rule: {error!r}") from error
    return facts


def claims(facts: list[Fact]) -> dict[str, Fact]:
    """What the solvers answer for, each claim with a fact that rests on it."""
    return {fact.words["claim"]: fact for fact in facts if fact.rule == "solved"}


def trusted(facts: list[Fact]) -> Iterator[str]:
    """What is trusted of an object that is accepted, line by line: of each statement what it supposes and defines."""
    for last, found in ((fact, behind(fact, ends=is_whole)) for fact in facts if fact.words.get("states")):
        yield f"{repr(last.words['states'])[1:-1]}: {show(last.formula)}"
        for title, rule in (("hypotheses", "given"), ("definitions", "defined")):
            rows = [fact for fact in facts if fact.rule == rule and fact in found]
            listed = dict.fromkeys(f"    {repr(fact.words['from'])[1:-1]}: {show(fact.formula)}" for fact in rows)
            yield from (f"  {title}: {len(listed)}", *listed)
    described = dict.fromkeys(f"  {show(each.formula)}" for each in claims(facts).values() if not symbols(each.formula))
    yield from (f"claims about systems: {len(described)}", *described)
    yield f"claims of arithmetic: {sum(bool(symbols(each.formula)) for each in claims(facts).values())}"
    used = [name for name in rules() if name in {fact.rule for fact in facts}]
    yield from (f"rules: {len(used)}", *(f"  {name}: {rules()[name][0]}" for name in used))
