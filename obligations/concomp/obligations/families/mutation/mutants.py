"""Mutants of definitions.

A mutant is a definition with one small mistake, made by a mechanical operator at one place: a condition dropped,
negated or with its sides swapped, a constant or a comparison off by one, an update forgotten. A specification is
worth something if it tells a definition from its mutants; a mutant that nothing tells from it is to be proved
equivalent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, RegisterDefinition
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, EnumSort
from concomp.model.language.syntax.substitution import rebuild, substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Requirement

Change = tuple[str, Term]
"""What was done to a term, in words, and what came of it."""


@dataclass(frozen=True)
class Mutant:
    """A definition with one mistake; the name says where it is and what it is."""

    name: str
    definition: Definition

    def __repr__(self) -> str:
        return self.name


def mutants(definition: Definition) -> tuple[Mutant, ...]:
    """Every mutant of the definition that differs from it, and from the others, as a term."""
    found: dict[tuple[Term, ...], Mutant] = {_text(definition): Mutant("", definition)}
    names: Counter[str] = Counter()
    for place, changed in _changed(definition):
        if _text(changed) not in found:
            names[place] += 1
            name = place if names[place] == 1 else f"{place} ({names[place]})"
            found[_text(changed)] = Mutant(name, replace(changed, name=f"{definition.name}, {name}"))
    return tuple(found.values())[1:]


def _text(definition: Definition) -> tuple[Term, ...]:
    """What the definition says, the order of the sides of its equations left out."""
    registers = (term for register in definition.registers for term in (register.initial, register.update))
    image: dict[Term, Term] = {}
    roots = (definition.membership, definition.guard, definition.verdict, *registers)
    for term in terms.descendants(roots):
        arguments = tuple(image[argument] for argument in term.arguments)
        image[term] = rebuild(term, tuple(sorted(arguments, key=id)) if term.operator == "equal" else arguments)
    return tuple(image[root] for root in roots)


def _changed(definition: Definition) -> Iterator[tuple[str, Definition]]:
    for index, requirement in enumerate(definition.requirements):
        for what, changed in _requirement_changes(definition, requirement):
            yield (
                _line("requirement", index, requirement, what),
                replace(definition, requirements=_with(definition.requirements, index, changed)),
            )
    for index, verdict in enumerate(definition.verdicts):
        for what, changed in _requirement_changes(definition, verdict):
            yield (
                _line("verdict", index, verdict, what),
                replace(definition, verdicts=_with(definition.verdicts, index, changed)),
            )
    for what, membership in _membership_changes(definition):
        yield f"query space: {what}", replace(definition, membership=membership)
    for index, register in enumerate(definition.registers):
        for what, updated in _register_changes(definition, register):
            registers = (*definition.registers[:index], updated, *definition.registers[index + 1 :])
            yield f"{register.name}: {what}", replace(definition, registers=registers)


def _line(kind: str, index: int, requirement: Requirement, what: str) -> str:
    return f"{kind} {index + 1} `{requirement.position.text}`: {what}"


def _with(requirements: tuple[Requirement, ...], index: int, changed: Requirement) -> tuple[Requirement, ...]:
    return (*requirements[:index], changed, *requirements[index + 1 :])


def _requirement_changes(definition: Definition, requirement: Requirement) -> Iterator[tuple[str, Requirement]]:
    changes = [("drop it", terms.TRUE), *_root_changes(definition, requirement.condition)]
    for what, condition in changes:
        yield what, Requirement(condition, requirement.position)


def _membership_changes(definition: Definition) -> Iterator[Change]:
    if terms.is_constant(definition.membership):
        return
    for what, membership in [("drop it", terms.TRUE), *_root_changes(definition, definition.membership)]:
        # Membership is asked of one message at a time.
        if definition.right not in terms.descendants([membership]):
            yield what, membership


def _register_changes(definition: Definition, register: RegisterDefinition) -> Iterator[tuple[str, RegisterDefinition]]:
    yield "forget its update", replace(register, update=register.symbol)
    for what, update in _root_changes(definition, register.update):
        yield f"in its update, {what}", replace(register, update=update)
    for what, initial in _root_changes(definition, register.initial):
        yield f"in its initial value, {what}", replace(register, initial=initial)


def _root_changes(definition: Definition, root: Term) -> Iterator[Change]:
    yield from _constant_changes(root)
    for term in terms.descendants([root]):
        for what, changed in _changes(definition, term):
            yield what, substitute(root, {term: changed})


def _changes(definition: Definition, term: Term) -> Iterator[Change]:
    """The mistakes that can be made at this term itself."""
    yield from _condition_changes(term)
    yield from _comparison_changes(term)
    yield from _update_changes(term)
    yield from _side_changes(definition, term)
    for index, argument in enumerate(term.arguments):
        for what, changed in _constant_changes(argument):
            yield (
                f"{what} in {_term_text(term)}",
                rebuild(term, (*term.arguments[:index], changed, *term.arguments[index + 1 :])),
            )


def _condition_changes(term: Term) -> Iterator[Change]:
    if term.sort == BOOL and not terms.is_constant(term):
        yield f"negate {_term_text(term)}", terms.negation(term)
    if term.operator in ("and", "or"):
        for index, argument in enumerate(term.arguments):
            rest = (*term.arguments[:index], *term.arguments[index + 1 :])
            yield f"drop {_term_text(argument)} of {_term_text(term)}", rebuild(term, rest)


def _comparison_changes(term: Term) -> Iterator[Change]:
    if term.operator not in ("less", "at most"):
        return
    left, right = term.arguments
    one = terms.constant(left.sort, 1)
    if term.operator == "less":
        yield f"allow equality in {_term_text(term)}", terms.make("at most", (left, right))
        yield f"ask one more in {_term_text(term)}", terms.make("less", (terms.make("sum", (left, one)), right))
    else:
        yield f"forbid equality in {_term_text(term)}", terms.make("less", (left, right))
        yield f"ask one less in {_term_text(term)}", terms.make("at most", (left, terms.make("sum", (right, one))))
    yield f"turn {_term_text(term)} round", terms.make(term.operator, (right, left))


def _update_changes(term: Term) -> Iterator[Change]:
    match term.operator:
        case "choice":
            condition, then, otherwise = term.arguments
            yield f"forget what holds if {_term_text(condition)}", otherwise
            yield f"forget what holds unless {_term_text(condition)}", then
        case "store" | "with item":
            yield f"forget to change an entry of {_term_text(term.arguments[0])}", term.arguments[0]


def _side_changes(definition: Definition, term: Term) -> Iterator[Change]:
    sides = {definition.left: definition.right, definition.right: definition.left}
    if term in sides:
        yield f"put {_term_text(sides[term])} for {_term_text(term)}", sides[term]
    else:
        yield f"swap the sides in {_term_text(term)}", substitute(term, sides)


def _constant_changes(term: Term) -> Iterator[Change]:
    if not terms.is_constant(term):
        return
    value = terms.constant_value(term)
    if term.sort == BOOL:
        yield f"put {not value} for {value}", terms.constant(BOOL, not value)
    elif term.sort in (INT, REAL):
        yield f"put {value + 1} for {value}", terms.constant(term.sort, value + 1)
        yield f"put {value - 1} for {value}", terms.constant(term.sort, value - 1)
    elif isinstance(term.sort, EnumSort):
        other = _next_member(term.sort.enumeration, value)
        yield f"put {other.name} for {value.name}", terms.constant(term.sort, other)


def _next_member(enumeration: type[Enum], member: Enum) -> Enum:
    members = list(enumeration)
    place = [each.name for each in members].index(member.name)
    return members[(place + 1) % len(members)]


def _term_text(term: Term) -> str:
    return terms.describe(term, depth=3)
