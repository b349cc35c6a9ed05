"""Finite models of compositions with no, one or two members, in which formulas about every member are true or false.

A sort has one or two elements, and whatever is no plural stands for some element, chosen at random for each model. A
composition has members, perhaps exceptional; its j-th mechanism, function and parameters are elements. What is
equivalent is of one class, and to be private is a matter of the class. A sentence about plurals is true if it is for
all members of whom it is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from random import Random

from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.indices import Compound, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Formula,
    Implication,
    Proposition,
    Rational,
    free,
)

Values = Mapping[Var, int]
Members = Mapping[Index, int]
"""Which member is meant, by what it is a member of."""
MEMBERS = ((), (False,), (True,), (False, True), (True, True))
"""Which members of a composition are exceptional."""
SIZES = {"interactive mechanisms": 1, "processing": 1}
EVERY = {
    "every mechanism": "mechanism",
    "every exceptional one": "mechanism",
    "every function": "function",
    "parameters of every member": "parameters",
    "trade-off function of every member": "trade-off function",
    "every interactive mechanism": "interactive",
}
"""What plurals are of: an exceptional mechanism is one of the mechanisms."""


class Model:
    """What terms stand for and which sentences are true, by the number of the model."""

    def __init__(self, number: int) -> None:
        self.chosen = cache(lambda *about: Random(f"{number} {about}").random())
        first, second = (MEMBERS[int(len(MEMBERS) * self.chosen("members", place))] for place in range(2))
        self.compositions = (first, second) if self.chosen("two") < 0.3 else (first,)
        self.share = {each.text: (0.2, 0.5, 0.8, 1.0)[int(4 * self.chosen(each.text))] for each in sentences.SENTENCES}

    def size(self, sort: str) -> int:
        """How many elements a sort has."""
        return len(self.compositions) if sort == "composition" else SIZES.get(sort, 2)

    def element(self, sort: str, *about: object) -> int:
        """Some element of a sort."""
        return int(self.size(sort) * self.chosen(sort, *about))

    def value(self, index: Index, values: Values, members: Members) -> int:
        """The element for which an index stands, where members are chosen for its plurals."""
        if isinstance(index, Var):
            return values[index]
        of = tuple(self.value(each, values, members) for each in index.arguments)
        if index.constructor.name in EVERY:
            return self.element(
                index.sort, EVERY[index.constructor.name], self.composition(index, of), members_of(index, members)
            )
        return self.element(index.sort, index.constructor.name, *of)

    def composition(self, plural: Compound, of: tuple[int, ...]) -> int:
        """The composition of whose members a plural is."""
        interactive = plural.constructor.name == "every interactive mechanism"
        return self.element("composition", "as continual mechanisms", *of) if interactive else of[0]

    def holds(self, formula: Formula, values: Values) -> bool:
        """Whether a formula is true."""
        match formula:
            case Implication(premise, conclusion):
                return not self.holds(premise, values) or self.holds(conclusion, values)
            case Comparison(_, Rational(left), Rational(right)):
                return left == right
            case Proposition(sentence, at, _):
                return all(
                    self.says(sentence, [self.value(each, values, members) for each in at])
                    for members in self.cases(list(plurals_of(at)), values, {})
                )
        raise TypeError(f"{formula} is nothing of which models know")

    def says(self, sentence: sentences.Sentence, about: list[int]) -> bool:
        """Whether a sentence is true of some elements."""
        if sentence in (sentences.EQUIVALENT, sentences.PRIVATE):
            about[0] = self.of_class(about[0])
        if sentence == sentences.EQUIVALENT:
            return about[0] == self.of_class(about[1])
        return bool(self.chosen(sentence.text, *about) < self.share[sentence.text])

    def of_class(self, system: int) -> int:
        """The class of what is equivalent to a system."""
        return self.element("system", "class") if self.chosen("one class") < 0.3 else system

    def cases(self, plurals: list[Compound], values: Values, members: Members) -> Iterator[Members]:
        """All choices of members for plurals, innermost first: one for all that are of the same ones."""
        waiting = [each for each in plurals if range_of(each) not in members]
        if not waiting:
            yield members
            return
        first = next(
            each for each in waiting if all(range_of(inner) in members for inner in plurals_of(each.arguments))
        )
        alike = [each for each in waiting if range_of(each) == range_of(first)]
        of = tuple(self.value(each, values, members) for each in first.arguments)
        for member, exceptional in enumerate(self.compositions[self.composition(first, of)]):
            if exceptional or all(each.constructor.name != "every exceptional one" for each in alike):
                yield from self.cases(plurals, values, {**members, range_of(first): member})

    def is_true(self, formula: Formula) -> bool:
        """Whether a formula is true for all values of its free variables."""
        variables = sorted(free(formula), key=repr)
        every = product(*(range(self.size(each.sort)) for each in variables))
        return all(self.holds(formula, dict(zip(variables, chosen, strict=True))) for chosen in every)


def plurals_of(indices: tuple[Index, ...]) -> Iterator[Compound]:
    """The plurals in some indices."""
    for each in indices:
        if isinstance(each, Compound):
            yield from plurals_of(each.arguments)
            if each.constructor.name in EVERY:
                yield each


def range_of(plural: Compound) -> Index:
    """Of what the members are for whom a plural stands."""
    (of,) = plural.arguments
    continual = isinstance(of, Compound) and of.constructor.name == "as continual mechanisms"
    return of.arguments[0] if isinstance(of, Compound) and continual else of


def members_of(plural: Compound, members: Members) -> int:
    return members[range_of(plural)]
