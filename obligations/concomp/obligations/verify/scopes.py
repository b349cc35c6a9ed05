"""Scopes in words: for which lengths and which parameters something is established."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.records import Record
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.model.language.syntax.values import TotalMap, Value
from concomp.obligations.verify.properties.exchanges import Exchange

ALL_LENGTHS = "all lengths"
INFIX: Mapping[str, str] = {
    "equal": "=",
    "less": "<",
    "at most": "≤",
    "sum": "+",
    "difference": "−",
    "product": "·",
    "and": "and",
    "or": "or",
}
TURNED: Mapping[str, str] = {"less": ">", "at most": "≥", "equal": "="}


def scope_of_all_lengths(parameters: Sequence[ParameterDefinition], values: Mapping[str, Value]) -> str:
    """All lengths, all values of these parameters that their constraints allow, and fixed values of others."""
    return ", ".join([ALL_LENGTHS, *map(_every, parameters), *assignments(values)])


def scope_of_trace(length: int, values: Mapping[str, Value]) -> str:
    """A number of messages, and values of parameters."""
    return ", ".join([plural(length, "message"), *assignments(values)])


def plural(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def assignments(values: Mapping[str, Value], sign: str = " = ") -> list[str]:
    """Values by name."""
    return [f"{name}{sign}{value_text(value)}" for name, value in values.items()]


def value_text(value: Value) -> str:
    """A value for a reader."""
    if isinstance(value, Record):
        return f"{type(value).__name__}({', '.join(assignments(value.__dict__, '='))})"
    if isinstance(value, TotalMap):
        entries = [f"{key}: {value_text(entry)}" for key, entry in sorted(value.entries.items())]
        return f"{{{', '.join([*entries, f'else {value_text(value.default)}'])}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(value_text, value))}{',' * (len(value) == 1)})"
    if isinstance(value, Exchange):
        sent = "nothing" if value.sent is None else f"{value.sent[0].name.lower()} {value_text(value.sent[1])}"
        return f"{value.origin.name.lower()} {value_text(value.received)} ⟶ {sent}"
    if isinstance(value, Term):
        return condition(value)
    return str(value) if isinstance(value, Fraction) else repr(value)


def condition(term: Term) -> str:
    """A condition for a reader."""
    return _text(term, False)


def _every(parameter: ParameterDefinition) -> str:
    name = parameter.name
    if parameter.constraint is TRUE:
        return f"all {name}"
    text = condition(parameter.constraint)
    return f"all {text}" if text.startswith(f"{name} ") else f"all {name} with {text}"


def _text(term: Term, inner: bool) -> str:
    listed = term.arguments
    if terms.is_constant(term):
        return value_text(terms.constant_value(term))
    if term.operator in TURNED and terms.is_constant(listed[0]):
        return _join(f" {TURNED[term.operator]} ", reversed(listed), inner)
    match term.operator:
        case "not":
            return f"not {_text(listed[0], True)}"
        case "minus":
            return f"−{_text(listed[0], True)}"
        case "item":
            return f"{_text(listed[0], True)}[{term.data}]"
        case "field":
            return f"{_text(listed[0], True)}.{term.data}"
        case "real":
            return _text(listed[0], inner)
        case "apply" if isinstance(term.data, Declared):
            return f"{term.data.name}({', '.join(_text(each, False) for each in listed)})"
        case operator if operator in INFIX:
            return _join(f" {INFIX[operator]} ", listed, inner)
        case _:
            return terms.describe(term)


def _join(operator: str, listed: Iterable[Term], inner: bool) -> str:
    text = operator.join(_text(each, True) for each in listed)
    return f"({text})" if inner else text
