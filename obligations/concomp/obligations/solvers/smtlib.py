"""Scalar terms as SMT-LIB text, and back.

Certificates must not depend on how a solver prints, so the text is made here: one declaration a leaf, one definition a
shared subterm, one assertion. The reader understands this text and what solvers print of such terms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, Sort
from concomp.model.language.syntax.substitution import rebuild
from concomp.model.language.syntax.terms import FALSE, LEAVES, TRUE, Term
from concomp.obligations.solvers.errors import Unsupported

Expression: TypeAlias = "str | list[Expression]"

SORTS: Mapping[Sort, str] = {BOOL: "Bool", INT: "Int", REAL: "Real"}
OPERATORS: Mapping[str, str] = {
    "not": "not",
    "and": "and",
    "or": "or",
    "equal": "=",
    "choice": "ite",
    "less": "<",
    "at most": "<=",
    "sum": "+",
    "difference": "-",
    "product": "*",
    "minus": "-",
    "real": "to_real",
}
TOKEN = re.compile(r"""\|[^|]*\||[()]|[^\s()|]+""")
SIMPLE = re.compile(r"[A-Za-z_.][A-Za-z0-9_.]*")


class Unreadable(ValueError):
    """A text is not that of a scalar term."""


def name(leaf: Term) -> str:
    """The name of a register, parameter or input in a text; Unsupported if no text can quote it."""
    full = f"{leaf.operator}.{terms.leaf_name(leaf)}"
    return full if SIMPLE.fullmatch(full) else quote(full)


def quote(full: str) -> str:
    """A name between bars; Unsupported if no text can quote it."""
    if "|" in full or "\\" in full:
        raise Unsupported(f"the name {full!r} has a | or a backslash, which SMT-LIB cannot quote; choose another")
    return f"|{full}|"


def text(term: Term) -> str:
    """The text of one term, nothing shared."""
    image: dict[Term, str] = {}
    [plain] = _plain([term])
    for each in terms.descendants([plain]):
        image[each] = _node(each, [image[argument] for argument in each.arguments])
    return image[plain]


def shared_text(term: Term) -> str:
    """The text of one term of any size: each node once, by the number of its line."""
    [plain] = _plain([term])
    numbers: dict[Term, str] = {}
    lines = []
    for each in terms.descendants([plain]):
        lines.append(_node(each, [numbers[argument] for argument in each.arguments]))
        numbers[each] = f"#{len(numbers)}"
    return "\n".join(lines)


def script(assertion: Term, comments: Iterable[str] = ()) -> str:
    """A text whose answer is unsat exactly if the assertion, a truth value over leaves, cannot hold."""
    [plain] = _plain([assertion])
    listed = list(terms.descendants([plain]))
    defined, image = definitions(listed, _node, _sort)
    heading = (*(f"; {comment}" for comment in comments), "(set-logic ALL)", *_declarations(listed))
    return "\n".join([*heading, *defined, f"(assert {image[plain]})", "(check-sat)", ""])


def assertions(asserted: Sequence[Term], logic: str) -> str:
    """A text of a logic whose answer is unsat exactly if these truth values cannot hold together; nothing is shared."""
    plain = _plain(asserted)
    listed = list(terms.descendants(plain))
    image: dict[Term, str] = {}
    for each in listed:
        image[each] = _node(each, [image[argument] for argument in each.arguments])
    heading = (f"(set-logic {logic})", *_declarations(listed))
    return "\n".join([*heading, *(f"(assert {image[each]})" for each in plain), "(check-sat)", ""])


def definitions(
    listed: Sequence[Term], node: Callable[[Term, list[str]], str], sort: Callable[[Term], str]
) -> tuple[list[str], Mapping[Term, str]]:
    """The definition of each shared term, and the text of each term, once those of its arguments are given.

    listed: the terms, arguments before what uses them. node: the text of a term from those of its arguments.
    sort: the text of a term's sort.
    """
    uses = Counter(argument for each in listed for argument in each.arguments)
    lines: list[str] = []
    image: dict[Term, str] = {}
    for each in listed:
        image[each] = node(each, [image[argument] for argument in each.arguments])
        if uses[each] > 1 and each.arguments:
            local = f"s{len(lines)}"
            lines.append(f"(define-fun {local} () {sort(each)} {image[each]})")
            image[each] = local
    return lines, image


def _declarations(listed: Iterable[Term]) -> list[str]:
    return sorted(f"(declare-const {name(each)} {_sort(each)})" for each in listed if _is_symbol(each))


def read(source: str, leaves: Iterable[Term]) -> Term:
    """The term of a text over these leaves; Unreadable if it is none."""
    symbols = {_unquote(name(leaf)): leaf for leaf in leaves}
    expression, rest = _parse(TOKEN.findall(source))
    if rest:
        raise Unreadable(f"more than one expression in {source!r}")
    try:
        return _read(expression, symbols)
    except (TypeError, RecursionError) as error:
        raise Unreadable(f"{source[:200]!r}: {error}") from error


def _plain(roots: Sequence[Term]) -> list[Term]:
    """The terms with minimum, maximum and absolute value written as choices."""
    image: dict[Term, Term] = {}
    for term in terms.descendants(roots):
        arguments = tuple(image[argument] for argument in term.arguments)
        match term.operator:
            case "minimum":
                image[term] = reduce(_smaller, arguments)
            case "maximum":
                image[term] = reduce(_larger, arguments)
            case "absolute":
                [argument] = arguments
                zero = terms.constant(argument.sort, 0)
                positive = terms.make("at most", (zero, argument))
                image[term] = terms.choice(positive, argument, terms.make("minus", arguments))
            case _:
                image[term] = rebuild(term, arguments)
    return [image[root] for root in roots]


def _smaller(left: Term, right: Term) -> Term:
    return terms.choice(terms.make("at most", (left, right)), left, right)


def _larger(left: Term, right: Term) -> Term:
    return terms.choice(terms.make("at most", (left, right)), right, left)


def _is_symbol(term: Term) -> bool:
    return term.operator in LEAVES and not terms.is_constant(term)


def _sort(term: Term) -> str:
    if term.sort not in SORTS:
        raise Unsupported(f"{term} is of the sort {term.sort.name}, which certificates do not speak of")
    return SORTS[term.sort]


def _node(term: Term, arguments: list[str]) -> str:
    if terms.is_constant(term):
        return _constant(term)
    if term.operator in LEAVES:
        return name(term)
    if term.operator not in OPERATORS:
        raise Unsupported(f"{term.operator!r} has no place in a certificate")
    return f"({OPERATORS[term.operator]} {' '.join(arguments)})"


def _constant(term: Term) -> str:
    value = terms.constant_value(term)
    if term.sort == BOOL:
        return "true" if value else "false"
    size = str(abs(value)) if term.sort == INT else _decimal(abs(value))
    return f"(- {size})" if value < 0 else size


def _decimal(value: Fraction) -> str:
    numerator = f"{value.numerator}.0"
    return numerator if value.denominator == 1 else f"(/ {numerator} {value.denominator}.0)"


def _parse(tokens: Sequence[str]) -> tuple[Expression, Sequence[str]]:
    """The first expression, and what follows it."""
    open_lists: list[list[Expression]] = []
    for place, token in enumerate(tokens):
        if token == "(":
            open_lists.append([])
            continue
        if token == ")" and not open_lists:
            break
        whole: Expression = open_lists.pop() if token == ")" else token
        if not open_lists:
            return whole, tokens[place + 1 :]
        open_lists[-1].append(whole)
    raise Unreadable(f"unbalanced parentheses in {' '.join(tokens)[:200]!r}")


def _read(expression: Expression, symbols: Mapping[str, Term]) -> Term:
    if isinstance(expression, str):
        return _atom(expression, symbols)
    match expression:
        case ["let", [*bindings], body]:
            local = {_unquote(str(each[0])): _read(each[1], symbols) for each in bindings}
            return _read(body, {**symbols, **local})
        case [str(operator), *arguments] if operator in READERS and arguments:
            return READERS[operator]([_read(argument, symbols) for argument in arguments])
        case _:
            raise Unreadable(f"no scalar term begins with {str(expression)[:80]}")


def _atom(token: str, symbols: Mapping[str, Term]) -> Term:
    if token in ("true", "false"):
        return TRUE if token == "true" else FALSE
    if re.fullmatch(r"\d+", token):
        return terms.constant(INT, int(token))
    if re.fullmatch(r"\d+\.\d+", token):
        return terms.constant(REAL, Fraction(token))
    if _unquote(token) in symbols:
        return symbols[_unquote(token)]
    raise Unreadable(f"{token} is not a leaf of this system")


def _unquote(token: str) -> str:
    return token.strip("|")


def _pairwise(relate: Callable[[Term, Term], Term]) -> Callable[[list[Term]], Term]:
    return lambda listed: terms.conjunction(map(relate, listed, listed[1:]))


def _compare(operator: str) -> Callable[[Term, Term], Term]:
    return lambda left, right: terms.make(operator, (left, right))


def _turn(operator: str) -> Callable[[Term, Term], Term]:
    return lambda left, right: terms.make(operator, (right, left))


def _imply(listed: list[Term]) -> Term:
    return reduce(lambda conclusion, premise: terms.implication(premise, conclusion), listed[-2::-1], listed[-1])


def _distinct(listed: list[Term]) -> Term:
    pairs = [(left, right) for place, left in enumerate(listed) for right in listed[:place]]
    return terms.conjunction(terms.negation(terms.equality(left, right)) for left, right in pairs)


def _minus(listed: list[Term]) -> Term:
    match listed:
        case [Term(operator="constant") as number]:
            return terms.constant(number.sort, -terms.constant_value(number))
        case [argument]:
            return terms.make("minus", (argument,))
        case _:
            return reduce(lambda left, right: terms.make("difference", (left, right)), listed)


def _quotient(listed: list[Term]) -> Term:
    match listed:
        case [Term(operator="constant") as top, Term(operator="constant") as bottom] if terms.constant_value(bottom):
            return terms.constant(REAL, Fraction(terms.constant_value(top)) / Fraction(terms.constant_value(bottom)))
        case _:
            raise Unreadable("a division by what is not a constant")


def _fold(operator: str) -> Callable[[list[Term]], Term]:
    return lambda listed: reduce(lambda left, right: terms.make(operator, (left, right)), listed)


READERS: Mapping[str, Callable[[list[Term]], Term]] = {
    "not": lambda listed: terms.negation(*listed),
    "and": terms.conjunction,
    "or": terms.disjunction,
    "=>": _imply,
    "=": _pairwise(terms.equality),
    "distinct": _distinct,
    "ite": lambda listed: terms.choice(*listed),
    "<": _pairwise(_compare("less")),
    "<=": _pairwise(_compare("at most")),
    ">": _pairwise(_turn("less")),
    ">=": _pairwise(_turn("at most")),
    "+": _fold("sum"),
    "*": _fold("product"),
    "-": _minus,
    "/": _quotient,
    "to_real": lambda listed: terms.make("real", tuple(listed)),
}
"""What each operator of a text makes of the terms that it is applied to."""
