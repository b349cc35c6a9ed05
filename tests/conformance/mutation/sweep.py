"""`python -m tests.conformance.mutation.sweep`: put vectors to every mutant, until three fail it, and write down which.

It goes on where it was stopped. With `again` the mutants that three vectors do not fail are tried once more, by all the
games that vectors play; before that by the first few, which find all but what is rare.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TypedDict

from concomp.conformance.vectors.stock import DATA
from concomp.conformance.vectors.vector import Vector
from tests.conformance.mutation.bench import Bench, bench
from tests.conformance.mutation.operators import Mutant
from tests.conformance.mutation.reached import functions
from tests.conformance.mutation.subjects import SUBJECTS, Subject

FOUND = DATA / "mutants.json"
"""By subject and mutant, what became of it."""
ENOUGH = 3
"""How many vectors have to fail a mutant."""
FEW = 200
"""Games of a first look."""
AGAIN = "again"


class Fate(TypedDict, total=False):
    """What became of a mutant.

    kills: the vectors that were seen to fail it. differs: of one that none fails, where it replies otherwise than what
    is right: what is expected there, and both replies.
    """

    kills: list[str]
    differs: list[str]


Found = dict[str, dict[str, Fate]]


def failed_by(at: Bench, module: str, mutant: Mutant, vectors: Sequence[Vector]) -> list[str]:
    """The first vectors that fail a mutant, as many as are enough."""
    found: list[str] = []
    for vector in vectors:
        if at.is_failed(vector, {module: mutant.source}):
            found.append(vector.id)
        if len(found) == ENOUGH:
            break
    return found


def differences(at: Bench, module: str, mutant: Mutant, vectors: Sequence[Vector]) -> list[str]:
    """Where a mutant that no vector fails replies otherwise than what is right; experiments say so themselves."""
    found: set[str] = set()
    for vector in vectors:
        if vector.steps:
            right, other = (at.replies(vector, sources) for sources in ({}, {module: mutant.source}))
            for number in right.keys() | other.keys():
                expected = vector.steps[number - 1].expect.is_
                replies = [each.get(number, "nothing").split()[0] for each in (right, other)]
                if right.get(number) != other.get(number):
                    found.add(f"{expected}: {replies[0]}, {replies[1]}")
    return sorted(found)


def fate(at: Bench, module: str, mutant: Mutant, vectors: Sequence[Vector]) -> Fate:
    """What becomes of a mutant by these vectors."""
    kills = failed_by(at, module, mutant, vectors)
    return {"kills": kills} if kills else {"kills": [], "differs": differences(at, module, mutant, vectors)}


def sweep(name: str, subject: Subject, found: Found, again: bool = False) -> None:
    """Try the mutants of a subject that have not been tried, and keep what comes of each at once."""
    known, listed = found.get(name, {}), dict(_named(subject))
    found[name] = {each: known[each] for each in listed if each in known}
    with bench(name) as at:
        to_try = [each for each in listed if each not in known or (again and len(known[each]["kills"]) < ENOUGH)]
        relevant = Relevant(subject, at) if to_try else None
        for each in to_try:
            module, mutant = listed[each]
            assert relevant is not None
            put = relevant.vectors(mutant)
            found[name][each] = fate(at, module, mutant, put if again else [*map(shortened, put)])
            print(found[name][each], each, flush=True)
            write(found)
    found[name] = {each: found[name][each] for each in listed}
    write(found)


def shortened(vector: Vector) -> Vector:
    """The same with a few games: enough to see what it reaches."""
    if vector.experiment is None or not hasattr(vector.experiment, "games"):
        return vector
    return vector.model_copy(update={"experiment": vector.experiment.model_copy(update={"games": FEW})})


def write(found: Found) -> None:
    """Keep what was found."""
    FOUND.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read() -> Found:
    """What was found so far."""
    kept: Found = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    return kept


class Relevant:
    """The vectors that reach the function in which a mutant is, or its module; all, of a module without functions."""

    def __init__(self, subject: Subject, at: Bench) -> None:
        """Put every vector once to the target as it is."""
        sources = subject.sources()
        self._functions = frozenset[str]().union(*(functions(*each) for each in sources.items()))
        self._reached = [(vector, at.reached(shortened(vector), sources)) for vector in subject.vectors()]

    def vectors(self, mutant: Mutant) -> list[Vector]:
        """In the order in which they are put."""
        module = mutant.function.partition(".")[0]
        within = {each for each in self._functions if each.startswith(f"{module}.")}
        wanted = {mutant.function} & within or within
        return [vector for vector, reached in self._reached if not within or wanted & reached]


def _named(subject: Subject) -> Iterator[tuple[str, tuple[str, Mutant]]]:
    for module, mutant in subject.mutants():
        yield mutant.name, (module, mutant)


if __name__ == "__main__":
    kept = read()
    for chosen in SUBJECTS:
        sweep(chosen, SUBJECTS[chosen], kept, AGAIN in sys.argv[1:])
