"""`python -m tests.conformance.mutation.sweep`: put vectors to every mutant, until three fail it, and write down which.

It goes on where it was stopped. With `again` the mutants that three vectors do not fail are tried once more, by all the
games that vectors play; before that by the first few, which find all but what is rare. Names of subjects run these
alone; names of vectors, which are new or were changed, are put to what three do not fail, beside what is known.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict

from concomp.conformance.vectors.stock import DATA, load
from concomp.conformance.vectors.vector import Vector
from tests.conformance.mutation.bench import Bench, Replies, bench
from tests.conformance.mutation.operators import Mutant
from tests.conformance.mutation.reached import functions
from tests.conformance.mutation.subjects import SUBJECTS

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


def fate(at: Bench, name: str, sources: Mapping[str, str], vectors: Sequence[Vector]) -> Fate:
    """What becomes of a mutant by these vectors, until enough have failed it."""
    kills: list[str] = []
    differs: set[str] = set()
    for vector in vectors:
        found = at.put(vector, name, sources)
        if found.failed:
            kills.append(vector.id)
        else:
            differs |= differences(vector, at.replies(vector, SUBJECTS[name].right), found.replies)
        if len(kills) == ENOUGH:
            break
    return {"kills": kills} if kills else {"kills": [], "differs": sorted(differs)}


def differences(vector: Vector, right: Replies, other: Replies) -> set[str]:
    """Where it is replied otherwise than what is right does: what is expected there, and both; experiments say more."""
    found = set()
    for number in right.keys() | other.keys():
        replies = [each.get(number, "nothing").split()[0] for each in (right, other)]
        if right.get(number) != other.get(number):
            found.add(f"{vector.steps[number - 1].expect.is_}: {replies[0]}, {replies[1]}")
    return found


def sweep(at: Bench, name: str, found: Found, again: bool = False) -> None:
    """Try the mutants of a subject that have not been tried, and keep what comes of each at once."""
    known, listed = found.get(name, {}), {mutant.name: (module, mutant) for module, mutant in SUBJECTS[name].mutants()}
    found[name] = {each: known[each] for each in listed if each in known}
    to_try = [each for each in listed if each not in known or (again and len(known[each]["kills"]) < ENOUGH)]
    put = Put(at, name) if to_try else None
    for each in to_try:
        module, mutant = listed[each]
        assert put is not None
        vectors = put.to(mutant)
        # What fails a wrong target is put to its mutants first: few of them are left for long games.
        short = SUBJECTS[name].is_right and not again
        found[name][each] = fate(at, name, {module: mutant.source}, [*map(shortened, vectors)] if short else vectors)
        print(found[name][each], each, flush=True)
        write(found)
    found[name] = {each: found[name][each] for each in listed}
    write(found)


def add(at: Bench, name: str, found: Found, anew: Collection[str]) -> None:
    """Put these vectors to the mutants of a subject that fewer than enough have failed; what others found stays."""
    mutants = {mutant.name: (module, mutant) for module, mutant in SUBJECTS[name].mutants()}
    waiting = [each for each, known in found[name].items() if len(known["kills"]) < ENOUGH]
    put = Put(at, name, anew) if waiting else None
    for each in waiting:
        module, mutant = mutants[each]
        assert put is not None
        new, known = fate(at, name, {module: mutant.source}, put.to(mutant)), found[name][each]
        kills = [*(kill for kill in known["kills"] if kill not in anew), *new["kills"]]
        differs = {*known.get("differs", ()), *new.get("differs", ())}
        found[name][each] = {"kills": kills} if kills else {"kills": [], "differs": sorted(differs)}
        if new["kills"]:
            print(found[name][each], each, flush=True)
    write(found)


def shortened(vector: Vector) -> Vector:
    """The same with a few games: enough to see what it reaches."""
    if vector.experiment is None or not hasattr(vector.experiment, "games"):
        return vector
    return vector.model_copy(update={"experiment": vector.experiment.model_copy(update={"games": FEW})})


def write(found: Found) -> None:
    """Keep what was found, in the order of the subjects."""
    ordered = {name: found[name] for name in SUBJECTS if name in found}
    FOUND.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read() -> Found:
    """What was found so far."""
    kept: Found = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    return kept


class Put:
    """The vectors that are put to mutants.

    Of a right target those that reach the function in which the mistake is, or its module, or all if it has none; of a
    wrong one all.
    """

    def __init__(self, at: Bench, name: str, only: Collection[str] = ()) -> None:
        """Put every vector once to a right target as it is; of those that are named, if any are."""
        subject = SUBJECTS[name]
        sources = subject.sources()
        self._vectors = [each for each in subject.vectors() if not only or each.id in only]
        self._functions = frozenset[str]().union(*(functions(*each) for each in sources.items()))
        self._reached = (
            [(vector, at.reached(shortened(vector), name, sources)) for vector in self._vectors]
            if subject.is_right
            else []
        )

    def to(self, mutant: Mutant) -> list[Vector]:
        """In the order in which they are put."""
        module = mutant.function.partition(".")[0]
        within = {each for each in self._functions if each.startswith(f"{module}.")}
        if not self._reached or not within:
            return self._vectors
        wanted = {mutant.function} & within or within
        return [vector for vector, reached in self._reached if wanted & reached]


def main(names: Sequence[str]) -> None:
    """Try mutants, all unless some subjects are named; ValueError for what is no subject, no vector and not `again`."""
    vectors = {each.id for each in load()}.intersection(names)
    chosen = [each for each in SUBJECTS if each in names] or list(SUBJECTS)
    if unknown := set(names) - vectors - set(SUBJECTS) - {AGAIN}:
        raise ValueError(f"{', '.join(sorted(unknown))}: no subject, and no vector: see docs/target_mutants.md")
    found = read()
    with bench() as made:
        for name in chosen:
            if vectors:
                add(made, name, found, vectors)
            else:
                sweep(made, name, found, AGAIN in names)


if __name__ == "__main__":
    main(sys.argv[1:])
