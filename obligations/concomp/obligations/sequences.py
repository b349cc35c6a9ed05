"""Sequences of pairs that tell verification functions from their mutants: `python -m concomp.obligations.sequences`
finds them, and writes them down.

What is written is package data of `concomp.conformance`, which imports no solver; what the functions say of them
is computed there, by the interpreter.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from concomp.conformance.vectors.families.verifier import SEQUENCES
from concomp.impl.mechanisms import functions
from concomp.model.composition.single import EventLevel, OnePair, ShortEventLevel
from concomp.model.language import Int, Monitor, require
from concomp.model.language.readings.json_values import value_to_json
from concomp.model.language.readings.json_writing import to_json
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.functions.agreement import Word
from concomp.obligations.families.mutation.distinguishing_words import DistinguishingWords, like
from concomp.obligations.families.mutation.mutants import Mutant, mutants

VERIFIER = "HSV26 Definition 3.5"
LENGTH = 4
"""The longest sequence."""
TIMES = 3
"""By how many sequences each mutant is told, where there are so many."""
BITS, EVENTS, NUMBERS = (False, True), ("a", "b"), (-1, 0, 1, 2)
ROUND = (functions.Secret(bit=False), functions.Secret(bit=True), functions.Reveal())
COMPARISONS = tuple(functions.Comparison(value=value, threshold=place) for value in (0, 1, 2) for place in (0, 1))
SCORES = (*(functions.Score(value=value) for value in (-1, 0, 1, 2, 3)), functions.Choose())


class Falling(Monitor):
    """The left side is never below the right one: nothing says that the sides of a pair may change places."""

    def step(self, left: Int, right: Int) -> None:
        require(left >= right)


@dataclass(frozen=True)
class Subject:
    """A verification function with values for its parameters, the statement that it is about, and messages to try."""

    function: Monitor
    statement: str
    messages: Sequence[Any]

    @property
    def alphabet(self) -> tuple[Pair, ...]:
        """All pairs of the messages."""
        return tuple(product(self.messages, repeat=2))


SUBJECTS = (
    Subject(Falling(), "HSV26 Definition 3.3", (0, 1)),
    Subject(EventLevel(), "HSV26 Section 3.1-3.2: DP as pair games", EVENTS),
    Subject(ShortEventLevel(length=2), "HSV26 Section 3.1-3.2: DP as pair games", EVENTS),
    Subject(OnePair(), "HSV26 Definition 3.3", EVENTS),
    Subject(functions.responses(2), "HSV26 Definition 2.3", BITS),
    Subject(functions.late_responses(2), "HSV26 Definition 2.9", ROUND),
    Subject(functions.numbers(2, 1), "concomp Proposition 7", NUMBERS),
    Subject(functions.stream(2, 1), "concomp Proposition 9", NUMBERS),
    Subject(functions.comparisons(1), "concomp Proposition 10", COMPARISONS),
    Subject(functions.scores(1, 1, 2), "concomp Proposition 12", SCORES),
    Subject(functions.scores_one_way(1, 1, 2), "concomp Proposition 12", SCORES),
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
    words = _candidates(subject, listed)
    told = {word: frozenset(_told(subject, word, listed)) for word in words}
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


def _candidates(subject: Subject, listed: Iterable[Mutant]) -> list[Word]:
    """Shortest sequences for each mutant, over the whole alphabet and over parts of it."""
    found: dict[Word, None] = {}
    alphabet = subject.alphabet
    for part in (alphabet, alphabet[::-1], alphabet[len(alphabet) // 2 :] + alphabet[: len(alphabet) // 2]):
        words = DistinguishingWords(subject.function, part, LENGTH)
        shortest = (words.shortest(mutant.definition) for mutant in listed)
        found.update(dict.fromkeys(word for word in shortest if word is not None))
    return list(found)


def _told(subject: Subject, word: Word, listed: Iterable[Mutant]) -> Iterator[str]:
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
