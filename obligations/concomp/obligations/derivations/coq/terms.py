"""Indices, terms and formulas in Coq: bits are booleans, answers and counts naturals, the rest is of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from concomp.obligations.derivations.coq.names import Names, Unwritten
from concomp.obligations.derivations.coq.sentences import predicate
from concomp.obligations.derivations.kernel.definitions import symbol
from concomp.obligations.derivations.kernel.indices import CLOSED_SORTS, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    BoundTerm,
    Comparison,
    Conjunction,
    Formula,
    Implication,
    Proposition,
    Quantity,
    Rational,
    Real,
    Summable,
)

TYPES: Mapping[str, str] = MappingProxyType({"bit": "bool", "number": "nat"})
"""The types of sorts that are not called as these are."""
OPEN_SORTS = ("query", "event", "response")
"""Sorts of which nothing is known, but that there is something: types of their own."""
MADE: Mapping[str, str] = MappingProxyType(
    {
        "bit 0": "false",
        "bit 1": "true",
        "other": "negb",
        "zero": "O",
        "successor": "S",
        "empty": "Empty",
        "extended": "Ext",
        "first query": "first_",
        "rest of the strategy": "then_",
    }
)
"""What constructors are called."""
OPERATORS: Mapping[str, str] = MappingProxyType({"+": "+", "-": "-", "*": "*"})
EVENTS: Mapping[str, str] = MappingProxyType(
    {
        "likelier": "likelier",
        "exceeding": "exceeding",
        "rest of an event": "rest_of",
        "told better": "told_better",
        "the copy": "the_copy",
        "response of a mechanism": "response_of",
        "largest point": "largest_point",
    }
)
"""Constructors of open sorts: functions of which nothing is known but what is supposed."""

OfQuantity = Callable[[Quantity], str]


def type_of(sort: str) -> str:
    """The type of a sort; Unwritten if it has none."""
    if sort in TYPES:
        return TYPES[sort]
    if sort in (*CLOSED_SORTS, *OPEN_SORTS, "strategy"):
        return sort
    raise Unwritten(f"there is no type in Coq for a {sort}")


def anything(sort: str) -> str:
    """Some value of a sort: there is one of each."""
    known = {"bit": "false", "number": "O", "history": "Empty"}
    return known.get(sort, f"some_{sort}")


class Writer:
    """Texts of terms and formulas; `of_quantity` says how a quantity is written that is not written as itself."""

    def __init__(self, names: Names, of_quantity: OfQuantity | None = None) -> None:
        self.names = names
        self._of_quantity = of_quantity or self.quantity

    def index(self, index: Index) -> str:
        """The text of an index, in brackets where it has parts."""
        if isinstance(index, Var):
            return self.names.of_variable(index)
        name = index.constructor.name
        if name not in MADE and name not in EVENTS:
            raise Unwritten(f"{index.constructor.written} has no name in Coq")
        return applied(MADE.get(name) or EVENTS[name], map(self.index, index.arguments))

    def quantity(self, quantity: Quantity) -> str:
        """The text of a quantity at its indices."""
        return applied(self.names.of_symbol(symbol(quantity)), map(self.index, quantity.at))

    def term(self, term: Real) -> str:
        """The text of a term, in brackets where it has parts."""
        match term:
            case Rational(value):
                return number(value.numerator, value.denominator)
            case Quantity():
                return self._of_quantity(term)
            case Arithmetic("max", (left, right)):
                return f"(Rmax {self.term(left)} {self.term(right)})"
            case Arithmetic(operator, (left, right)):
                return f"({self.term(left)} {OPERATORS[operator]} {self.term(right)})"
            case BoundTerm("sum", variable, body, start):
                return f"(Sum {self.index(start)} {self.function(variable, body)})"
            case BoundTerm(binder, variable, body, _):
                return f"({binder.capitalize()} {self.function(variable, body)})"
        raise Unwritten(f"{term} has no text in Coq")

    def function(self, variable: Var, body: Real) -> str:
        """A term as a function of a variable."""
        return f"(fun {self.binder(variable)} => {self.term(body)})"

    def binder(self, variable: Var) -> str:
        """A variable with its type."""
        return f"({self.names.of_variable(variable)} : {type_of(variable.sort)})"

    def formula(self, formula: Formula) -> str:
        """The text of a formula."""
        match formula:
            case Comparison(relation, left, right):
                return f"{self.term(left)} {relation} {self.term(right)}"
            case Conjunction(parts):
                return " /\\ ".join(map(self.formula, parts))
            case Summable(variable, body):
                return f"Summable {self.function(variable, body)}"
            case Implication(premise, conclusion):
                return f"({self.formula(premise)}) -> {self.formula(conclusion)}"
            case Proposition(sentence, at, of):
                if at:
                    raise Unwritten(f"{formula} is about more than weights")
                return applied(predicate(sentence), (self.names.of_symbol(symbol(each)) for each in of))[1:-1]

    def closed(self, variables: Iterable[Var], text: str) -> str:
        """A text for all values of variables."""
        bound = " ".join(map(self.binder, variables))
        return f"forall {bound}, {text}" if bound else text


def applied(function: str, arguments: Iterable[str]) -> str:
    """A function at some arguments, in brackets unless there are none."""
    listed = list(arguments)
    return f"({' '.join([function, *listed])})" if listed else function


def number(numerator: int, denominator: int) -> str:
    """A rational number."""
    written = str(numerator) if numerator >= 0 else f"(- {-numerator})"
    return written if denominator == 1 else f"({written} / {denominator})"


def in_order(variables: Iterable[Var]) -> list[Var]:
    """Variables in the order in which formulas are closed over them."""
    return sorted(variables, key=lambda each: (each.name, each.sort))
