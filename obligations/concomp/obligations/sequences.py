"""Sequences of pairs that tell verification functions from their mutants: `python -m concomp.obligations.sequences`
has a solver find them, and writes them down.

Of a function and a mutant the solver is asked for a shortest sequence on which they differ, of all messages that
there are. What is written is package data of `concomp.conformance`, which imports no solver; what the functions say
of the sequences is computed there, by the interpreter.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from concomp.conformance.vectors.families.verifier import SEQUENCES
from concomp.impl.mechanisms import functions
from concomp.model.composition.single import EventLevel, OnePair, ShortEventLevel
from concomp.model.language import Int, Monitor, require
from concomp.model.language.readings.json_values import value_to_json
from concomp.model.language.readings.json_writing import to_json
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.functions.agreement import Word
from concomp.obligations.families.mutation.distinguishing_words import like
from concomp.obligations.families.mutation.mutants import Mutant, mutants
from concomp.obligations.verify.encoding.code import Token
from concomp.obligations.verify.encoding.decode import decode
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.variants import fix_parameters
from concomp.obligations.verify.properties.properties import compare
from concomp.obligations.verify.proving.unroll import search

VERIFIER = "HSV26 Definition 3.5"
LENGTH = 4
"""The longest sequence."""
TIMES = 3
"""By how many sequences each mutant is told, where there are so many."""
NAMES = "abcdefgh"
"""Of opaque values, of which nothing counts but whether two are equal."""


class Falling(Monitor):
    """The left side is never below the right one: nothing says that the sides of a pair may change places."""

    def step(self, left: Int, right: Int) -> None:
        require(left >= right)


@dataclass(frozen=True)
class Subject:
    """A verification function with values for its parameters, and the statement that it is about."""

    function: Monitor
    statement: str


SUBJECTS = (
    Subject(Falling(), "HSV26 Definition 3.3"),
    Subject(EventLevel(), "HSV26 Section 3.1-3.2: DP as pair games"),
    Subject(ShortEventLevel(length=2), "HSV26 Section 3.1-3.2: DP as pair games"),
    Subject(OnePair(), "HSV26 Definition 3.3"),
    Subject(functions.responses(2), "HSV26 Definition 2.3"),
    Subject(functions.late_responses(2), "HSV26 Definition 2.9"),
    Subject(functions.numbers(2, 1), "concomp Proposition 7"),
    Subject(functions.stream(2, 1), "concomp Proposition 9"),
    Subject(functions.comparisons(1), "concomp Proposition 10"),
    Subject(functions.scores(1, 1, 2), "concomp Proposition 12"),
    Subject(functions.scores_one_way(1, 1, 2), "concomp Proposition 12"),
)


def write() -> None:
    """Find the sequences of all subjects, and write them."""
    entries = [_entry(subject) for subject in SUBJECTS]
    SEQUENCES.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _entry(subject: Subject) -> dict[str, Any]:
    function, sort = subject.function, subject.function.definition.message
    parameters = {each.name: each.symbol.sort for each in function.definition.parameters}
    values = function.parameter_values
    return {
        "statements": [subject.statement, VERIFIER],
        "function": json.loads(to_json(function)),
        "parameters": {name: value_to_json(parameters[name], value) for name, value in values.items()},
        "sequences": [
            [[value_to_json(sort, left), value_to_json(sort, right)] for left, right in word]
            for word in distinguishing(subject)
        ],
    }


def distinguishing(subject: Subject) -> list[Word]:
    """A few sequences by which every mutant that can be told is told, in the order in which they were chosen."""
    listed = mutants(subject.function.definition)
    words = dict.fromkeys(word for mutant in listed for word in shortest(subject, mutant))
    told = {word: frozenset(told_by(subject, word, listed)) for word in words}
    available = Counter(name for names in told.values() for name in names)
    left = Counter({name: min(TIMES, times) for name, times in available.items()})
    chosen: list[Word] = []
    while +left:
        best = max(
            (word for word in words if word not in chosen), key=lambda word: sum(left[name] > 0 for name in told[word])
        )
        chosen.append(best)
        left.subtract(told[best])
    return chosen


def shortest(subject: Subject, mutant: Mutant) -> Iterator[Word]:
    """A shortest sequence that tells the mutant from the function; then others, without the pairs that told it before.

    Raises Undecided if the solver does not settle a length, and AssertionError if the interpreter sees no difference.
    """
    function = subject.function
    own, other = (fix_parameters(each, function.parameter_values) for each in (function.definition, mutant.definition))
    system = compare("equivalent", own, other).system
    for _ in range(TIMES):
        found = _found(system)
        if found is None:
            return
        word = _with_names(found)
        if mutant.name not in told_by(subject, word, [mutant]):
            raise AssertionError(f"{mutant}: the interpreter sees no difference in {word}")
        yield word
        system = _without(system, own, found[-1])


def _found(system: System) -> Word | None:
    """What a solver finds: a shortest sequence of pairs to a difference, with small values."""
    lowered = lower(system)
    valuation = search(lowered.system, LENGTH, lowered.tokens)
    if valuation is None:
        return None
    return tuple((step["left"], step["right"]) for step in decode(lowered, valuation).steps)


def _without(system: System, definition: Definition, pair: Pair) -> System:
    """The system in which this pair is never sent."""
    sides = zip((definition.left, definition.right), pair, strict=True)
    sent = terms.conjunction(
        terms.make("equal", (side, terms.constant(definition.message, value))) for side, value in sides
    )
    other = terms.negation(sent)
    return replace(
        system,
        allowed=terms.conjunction([system.allowed, other]),
        bad=terms.conjunction([system.bad, other]),
    )


def _with_names(word: Word) -> Word:
    """The sequence, its opaque values named by their numbers."""
    return tuple((_named(left), _named(right)) for left, right in word)


def _named(value: Any) -> Any:
    return NAMES[value.number - 1] if isinstance(value, Token) else value


def told_by(subject: Subject, word: Word, listed: Iterable[Mutant]) -> Iterator[str]:
    """The mutants that give another verdict on the sequence, or on what it begins with."""
    own = _verdicts(like(subject.function, subject.function.definition), word)
    for mutant in listed:
        if _verdicts(like(subject.function, mutant.definition), word) != own:
            yield mutant.name


def _verdicts(function: Any, word: Word) -> list[bool]:
    state, verdicts = function.initial, []
    for message in word:
        verdict, state = function.advance(state, message)
        verdicts.append(verdict)
    return verdicts


if __name__ == "__main__":
    write()
