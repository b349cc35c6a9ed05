"""The kernel as a judge of proof objects: each fact made again by the kernel's own rule, and compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from concomp.obligations.derivations.kernel import logic, rules
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EMPTY,
    EXCHANGED,
    EXCHANGED_HISTORY,
    EXTENDED,
    FIRST,
    NEXT,
    OTHER,
    THEN,
    ZERO,
    Compound,
    Constructor,
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    BoundTerm,
    Comparison,
    Conjunction,
    Implication,
    Proposition,
    Quantity,
    Rational,
    Summable,
)
from concomp.obligations.derivations.systems.shares import CREATED
from concomp.obligations.proof_objects.writing import data

CONSTRUCTORS = {each.name: each for each in (NEXT, OTHER, EXTENDED, EXCHANGED, EXCHANGED_HISTORY, FIRST, THEN, CREATED)}
CONSTANTS: Mapping[str, Index] = {"zero": ZERO, "empty": EMPTY, "bit 0": BIT_0, "bit 1": BIT_1}


def refused_by_kernel(proof: Mapping[str, Any]) -> bool:
    """Whether some fact of an object is made by no rule of the kernel."""
    facts: list[Fact] = []
    try:
        named = _constructors(proof["constructors"])
        for row in proof["facts"]:
            facts.append(_fact(row, facts, named))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError):
        return True
    return False


def _constructors(named: Mapping[str, str]) -> dict[str, Constructor]:
    made = dict(CONSTRUCTORS)
    for name, shape in named.items():
        takes, makes = shape.split(" → ")
        sorts = tuple(takes.split(", ")) if takes else ()
        if name in made:
            raise WrongStep(f"{name} is known")
        made[name] = Constructor(name, sorts, makes, f"{re.sub('[^a-z]', '_', name)}({','.join(['{}'] * len(sorts))})")
    return made


def _fact(row: Mapping[str, Any], facts: list[Fact], named: Mapping[str, Constructor]) -> Fact:
    read = {name: _argument(value, named) for name, value in row.get("using", {}).items()}
    premises = [facts[number] for number in row.get("premises", ())]
    formula = _read(row["formula"], named)
    if row["rule"] == "given":
        made = logic.hypothesis("given", row["from"], formula)
    elif row["rule"] == "defined":
        made = logic.define("defined", row["from"], formula)
    else:
        made = RULES[row["rule"]](formula, premises, read)
    if data(made.formula) != row["formula"]:
        raise WrongStep(f"{made.formula} is not {formula}")
    if "fixes" in read and {*read["fixes"]} != {*made.using["fixes"]}:
        raise WrongStep("not all is fixed that is said to be")
    if made.claim is not None and made.claim.negation != row["claim"]:
        raise WrongStep("another claim")
    return logic.state(made, row["states"]) if row.get("states") else made


Read = Callable[[Any, list[Fact], Mapping[str, Any]], Fact]
RULES: Mapping[str, Read] = {
    "solved": lambda formula, premises, using: logic.solve("solved", formula, *premises, whole=using.get("whole", ())),
    "instance": lambda _, premises, using: logic.instance(*premises, dict(using["values"])),
    "joined": lambda _, premises, using: logic.join(*premises),
    "part": lambda formula, premises, using: logic.part(*premises, formula),
    "assumed": lambda formula, _, using: logic.assume(formula, using["over"], *using["fixes"]),
    "deduced": lambda _, premises, using: logic.discharge(*premises),
    "detached": lambda _, premises, using: logic.detach(*premises),
    "induction": lambda formula, premises, using: logic.induction(formula, using["over"], *premises),
    "either bit": lambda formula, premises, using: logic.by_cases(formula, using["bit"], using["one"], *premises),
    "renamed": lambda _, __, using: logic.rename_bound(using["bound"], using["name"]),
    "extensionality": lambda _, premises, using: rules.extensionality(using["binder"], *premises),
    "comparison": lambda _, premises, using: rules.comparison(using["variable"], *premises),
    "combination": lambda _, premises, using: rules.convergence(using["variable"], using["body"], premises),
    "summation": lambda _, premises, using: rules.summation(
        using["variable"], premises[0], premises[1:], using["start"]
    ),
    "first term": lambda _, premises, using: rules.first_term(*premises, using["start"]),
    "supremum": lambda _, premises, using: rules.least(using["variable"], *premises),
    "upper bound": lambda _, premises, using: rules.upper(using["variable"], *premises),
    "selection": lambda _, premises, using: rules.selection(
        using["strategy"], using["query"], using["answer"], *premises
    ),
    "quotient": lambda _, premises, using: rules.quotient(using["name"], *premises),
    "monotone limit": lambda _, premises, using: rules.monotone_limit(using["number"], *premises),
    "vanishing tails": lambda _, premises, using: rules.vanishing(using["number"], *premises),
}
"""The kernel's function of each rule that is about quantities."""


def _argument(value: Any, named: Mapping[str, Constructor]) -> Any:
    """An argument: a term, or a list of terms or of pairs of terms."""
    if isinstance(value, list) and (not value or isinstance(value[0], list)):
        return tuple(_argument(each, named) for each in value)
    return _read(value, named)


def _read(value: Any, named: Mapping[str, Constructor]) -> Any:
    match value:
        case str():
            return Rational(Fraction(value))
        case ["var", name, sort]:
            return Var(name, sort)
        case [name] if name in CONSTANTS:
            return CONSTANTS[name]
        case ["quantity", name, *at]:
            return Quantity(name, tuple(_read(each, named) for each in at))
        case [("+" | "-" | "*" | "max") as operator, *of]:
            return Arithmetic(operator, tuple(_read(each, named) for each in of))  # type: ignore[arg-type]
        case [("sum" | "sup" | "lim") as binder, variable, body, *start]:
            starts = [_read(each, named) for each in start]
            return BoundTerm(binder, _read(variable, named), _read(body, named), *starts)
        case [("=" | "<=" | "<") as relation, left, right]:
            return Comparison(relation, _read(left, named), _read(right, named))
        case ["and", *parts]:
            return Conjunction(tuple(_read(each, named) for each in parts))
        case ["summable", variable, body]:
            return Summable(_read(variable, named), _read(body, named))
        case ["says", text, *at]:
            return Proposition(text, tuple(_read(each, named) for each in at))
        case ["if", premise, conclusion]:
            return Implication(_read(premise, named), _read(conclusion, named))
        case [name, *arguments]:
            made = tuple(_read(each, named) for each in arguments)
            return named[name](*made) if name in CONSTRUCTORS else Compound(named[name], made)
    raise WrongStep(f"{value} is no term")
