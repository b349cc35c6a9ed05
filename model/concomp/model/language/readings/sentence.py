"""Definitions in English.

A text that says what a definition requires and what it remembers, for the page and for a reader who does not read
Python. What is said more than once, and is long, gets a number and is said at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, RegisterDefinition
from concomp.model.language.syntax.sorts import BOOL, EnumSort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import LEAVES, TRUE, Term
from concomp.model.language.syntax.values import NOTHING, TotalMap, Value
from concomp.model.language.syntax.vectors.open_vectors import Each, Every, Everywhere, OpenVectorSort

_LONG = 32
_INFIX = {"less": "<", "at most": "≤", "sum": "+", "difference": "−", "product": "·"}
_DENIED = {"less": "≥", "at most": ">"}
_NAMED = {"minimum": "min", "maximum": "max"}
_LEVELS = {
    **dict.fromkeys(("choice", "store", "with item"), 0),
    "or": 1,
    "and": 2,
    **dict.fromkeys(("not", "equal", "less", "at most", "is case"), 3),
    **dict.fromkeys(("sum", "difference", "minus"), 4),
    "product": 5,
}
"""How strongly what an operator says holds together."""
_ATOM = 6


def sentence(definition: Definition) -> str:
    """The definition in English, a line for each thing that it says."""
    speaker = _Speaker(definition)
    return "\n".join([*_head(definition, speaker), *_body(definition, speaker), *speaker.explained()]) + "\n"


def phrase(term: Term) -> str:
    """The term in English, in full."""
    return _Speaker(None).say(term)


def _head(definition: Definition, speaker: _Speaker) -> Iterator[str]:
    yield f"{definition.name} reads pairs (left, right) of {definition.message.name}."
    for parameter in definition.parameters:
        condition = "" if parameter.constraint is TRUE else f", with {speaker.say(parameter.constraint)}"
        yield f"Its parameter {parameter.name} is of the sort {parameter.symbol.sort.name}{condition}."
    for register in definition.registers:
        first = speaker.say(register.initial)
        yield f"It remembers {register.name}, of the sort {register.symbol.sort.name}; at first it is {first}."


def _body(definition: Definition, speaker: _Speaker) -> Iterator[str]:
    if definition.membership is not TRUE:
        yield f"A message left is in the query space if {speaker.say(definition.membership)}; likewise a message right."
    if definition.requirements:
        yield "A pair is rejected, and all that follow, unless"
        yield from (f"- {speaker.requirement(each.condition)}" for each in definition.requirements)
    for verdict in definition.verdicts:
        yield f"The sequence so far is accepted only if {speaker.say(verdict.condition)}."
    if not definition.requirements and not definition.verdicts:
        yield "Every pair is accepted."
    changes = [line for register in definition.registers for line in speaker.changes(register)]
    if changes:
        yield "Afterwards, all at once,"
        yield from (f"- {line}" for line in changes)


class _Speaker:
    """Says terms, and remembers which of them it only numbered."""

    def __init__(self, definition: Definition | None) -> None:
        self._uses = _uses(definition)
        self._numbers: dict[Term, int] = {}
        self._explained: list[str] = []

    def say(self, term: Term) -> str:
        """The term, as a condition or a value."""
        if self._uses[term] > 1 and term.operator not in LEAVES:
            if term in self._numbers:
                return f"({self._numbers[term]})"
            said = self._phrase(term)
            if len(said) <= _LONG:
                return said
            self._numbers[term] = len(self._numbers) + 1
            self._explained.append(f"({self._numbers[term]}) is: {said}.")
            return f"({self._numbers[term]})"
        return self._phrase(term)

    def requirement(self, term: Term) -> str:
        """A requirement; one with alternatives as what follows from the first one's failure."""
        if term.operator != "or":
            return self.say(term)
        premise, *conclusion = term.arguments
        return f"if {self.say(terms.negation(premise))}, then {self.say(terms.disjunction(conclusion))}"

    def changes(self, register: RegisterDefinition) -> list[str]:
        """What becomes of a register, a line for each change."""
        return list(self._changes(register.name, register.symbol, register.update, []))

    def explained(self) -> list[str]:
        """What the numbers stand for."""
        return ["Here", *(f"- {line}" for line in self._explained)] if self._explained else []

    def _changes(self, name: str, start: Term, end: Term, conditions: list[Term]) -> Iterator[str]:
        """What leads from one value of the register to another, where the conditions hold."""
        if end is start:
            return
        if end.operator in ("store", "with item") and _comes_from(start, end.arguments[0]):
            yield from self._changes(name, start, end.arguments[0], conditions)
            place = self.say(end.arguments[1]) if end.operator == "store" else end.data
            yield f"{name}[{place}] becomes {self._value(end.arguments[-1], conditions)}"
            return
        for condition, changed, kept in _alternatives(end):
            if _comes_from(start, kept) and (kept is start or _comes_from(kept, changed)):
                yield from self._changes(name, start, kept, conditions)
                yield from self._changes(name, kept, changed, [*conditions, condition])
                return
        yield f"{name} becomes {self._value(end, conditions)}"

    def _at_a_coordinate(self, vector: Term) -> str:
        """What a vector's entry is at the coordinate i."""
        function = vector.data
        if not isinstance(function, Each):
            return f"{self._part(vector, _ATOM)}[i]"
        named: dict[Term, Term] = {}
        for hollow, argument in zip(function.hollows, vector.arguments, strict=True):
            entry = terms.leaf("message", hollow.sort, self._at_a_coordinate(argument))
            named[hollow] = entry if isinstance(argument.sort, OpenVectorSort) else argument
        return self.say(substitute(function.body, named))

    def _value(self, value: Term, conditions: Sequence[Term]) -> str:
        if not conditions:
            return self.say(value)
        return f"{self._part(value, 1)} if {self.say(terms.conjunction(conditions))}"

    def _phrase(self, term: Term) -> str:
        inside = term.arguments
        match term.operator:
            case "constant":
                return _value(term)
            case "register" | "parameter" | "message":
                return terms.leaf_name(term)
            case "not":
                return self._denial(inside[0])
            case "and" | "or":
                return f" {term.operator} ".join(self._part(part, _LEVELS["not"]) for part in inside)
            case "equal":
                return self._comparison(term, "=")
            case "less" | "at most":
                return self._comparison(term, _INFIX[term.operator])
            case "sum" | "difference" | "product":
                level = _LEVELS[term.operator]
                left, right = self._part(inside[0], level), self._part(inside[1], level + 1)
                return f"{left} {_INFIX[term.operator]} {right}"
            case "choice":
                then, condition = self._part(inside[1], 1), self._part(inside[0], 1)
                return f"{then} if {condition}, else {self.say(inside[2])}"
            case "minus":
                return f"−{self._part(inside[0], _ATOM)}"
            case "absolute":
                return f"|{self.say(inside[0])}|"
            case "real" | "in union" | "as case":
                return self._part(inside[0], _ATOM)
        return self._other(term)

    def _other(self, term: Term) -> str:
        inside = term.arguments
        match term.operator:
            case "field":
                return f"{self._part(inside[0], _ATOM)}.{term.data}"
            case "item":
                return f"{self._part(inside[0], _ATOM)}[{term.data}]"
            case "read":
                return f"{self._part(inside[0], _ATOM)}[{self.say(inside[1])}]"
            case "is case":
                return self._case(term, "is")
            case "apply" if isinstance(term.data, Each):
                return f"({self._at_a_coordinate(term)} at each coordinate i)"
            case "apply" if isinstance(term.data, Every):
                return f"({self._at_a_coordinate(inside[0])} at every coordinate i)"
            case "minimum" | "maximum":
                return f"{_NAMED[term.operator]}({self._enumeration(inside)})"
            case "record" | "apply":
                return f"{getattr(term.data, 'name', '')}({self._enumeration(inside)})"
            case "vector":
                return f"({self._enumeration(inside)})"
            case "with item":
                return f"{self._part(inside[0], 1)} with {self._part(inside[1], 1)} at {term.data}"
            case "store":
                return f"{self._part(inside[0], 1)} with {self._part(inside[2], 1)} at {self.say(inside[1])}"
        raise NotImplementedError(f"no words for {term.operator!r}")

    def _denial(self, term: Term) -> str:
        if term.operator == "equal":
            return self._comparison(term, "≠")
        if term.operator in _DENIED:
            return self._comparison(term, _DENIED[term.operator])
        if term.operator == "is case":
            return self._case(term, "is not")
        return f"not {self._part(term, _ATOM)}"

    def _comparison(self, term: Term, sign: str) -> str:
        level = _LEVELS["sum"]
        return f"{self._part(term.arguments[0], level)} {sign} {self._part(term.arguments[1], level)}"

    def _case(self, term: Term, verb: str) -> str:
        name = str(getattr(term.data, "name", ""))
        article = "an" if name[:1].upper() in tuple("AEIOU") else "a"
        return f"{self._part(term.arguments[0], _ATOM)} {verb} {article} {name}"

    def _part(self, term: Term, level: int) -> str:
        """The term, in parentheses where it binds weaker than at this level."""
        said = self.say(term)
        return said if term in self._numbers or _LEVELS.get(term.operator, _ATOM) >= level else f"({said})"

    def _enumeration(self, inside: Iterable[Term]) -> str:
        return ", ".join(map(self.say, inside))


def _uses(definition: Definition | None) -> Counter[Term]:
    uses: Counter[Term] = Counter()
    for term in terms.descendants(definition.roots) if definition is not None else ():
        uses.update(term.arguments)
    return uses


def _value(term: Term) -> str:
    value: Value = terms.constant_value(term)
    if value is NOTHING:
        return "nothing"
    if isinstance(value, Everywhere):
        return f"{_plain(value.entry)} at each coordinate"
    if isinstance(value, TotalMap):
        entries = ", ".join(f"{entry} at {key}" for key, entry in sorted(value.entries.items()))
        return f"{_plain(value.default)} everywhere" + (f" but {entries}" if entries else "")
    if term.sort == BOOL:
        return "true" if value else "false"
    return str(value.name) if isinstance(term.sort, EnumSort) else str(_plain(value))


def _plain(value: Value) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is NOTHING else value


def _alternatives(end: Term) -> list[tuple[Term, Term, Term]]:
    """Both ways to see a choice as a change, under a condition, of what is kept otherwise."""
    if end.operator != "choice":
        return []
    condition, then, otherwise = end.arguments
    return [(condition, then, otherwise), (terms.negation(condition), otherwise, then)]


def _comes_from(start: Term, end: Term) -> bool:
    """Whether a value is made of another by changes of entries, some of them under conditions."""
    if end is start:
        return True
    if end.operator in ("store", "with item"):
        return _comes_from(start, end.arguments[0])
    return any(_comes_from(start, kept) and _comes_from(kept, changed) for _, changed, kept in _alternatives(end))
