"""Words: how far a statement is established, computed from evidence and never typed.

A statement has a word of its own, and a second one: the weakest among everything that it rests on.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Literal

from concomp.model.registry.evidence import Evidence, Outcome
from concomp.model.registry.registry import Registry
from concomp.model.registry.rows import Statement

WordKind = Literal[
    "refuted",
    "repaired",
    "vacuous",
    "stale",
    "not encoded",
    "stated",
    "assumed",
    "sampled",
    "tested",
    "exact",
    "proved to n",
    "proved",
]

# Weakest first. "repaired" is beside "refuted": the statement as printed is false all the same.
STRENGTH: Mapping[WordKind, int] = {
    "refuted": 0,
    "repaired": 0,
    "vacuous": 1,
    "stale": 2,
    "not encoded": 3,
    "stated": 4,
    "assumed": 5,
    "sampled": 6,
    "tested": 7,
    "exact": 8,
    "proved to n": 9,
    "proved": 10,
}

# Rows of these kinds are commentary: nothing is established by them and nothing rests on them.
COMMENTARY = frozenset({"discussion", "table", "footnote", "remark"})


@dataclass(frozen=True)
class Word:
    """How far a statement is established: one of the words, and what belongs to it."""

    kind: WordKind
    detail: str = ""

    @property
    def strength(self) -> int:
        """The place of the word in the order, 0 for the weakest."""
        return STRENGTH[self.kind]

    def __str__(self) -> str:
        if self.kind == "proved to n":
            return f"proved to {self.detail}"
        return f"{self.kind} ({self.detail})" if self.detail else self.kind


def word_of(
    statement: Statement,
    evidences: Sequence[Evidence],
    encoded: bool,
    fresh: Callable[[Evidence], bool],
) -> Word:
    """The word that a statement earns by the evidence about it.

    Parameters: `evidences`, all that concerns this statement; `encoded`, whether some public object carries
    its tag; `fresh`, whether a piece of evidence is still about the present statement, check and engines.
    Returns the strongest word that the fresh evidence gives, except that one refutation refutes and one
    vacuous outcome makes vacuous.
    """
    if not evidences:
        return Word("stated") if encoded else Word("not encoded", statement.not_encoded or "not yet")
    found = [_word_of_outcome(evidence.outcome) for evidence in evidences if fresh(evidence)]
    if not found:
        return Word("stale")
    spoiling = [word for word in found if word.kind in ("refuted", "vacuous")]
    return min(spoiling, key=_strength) if spoiling else max(found, key=_strength)


def words(
    registry: Registry,
    evidences: Iterable[Evidence],
    encoded_keys: Collection[str],
    fresh: Callable[[Evidence], bool],
) -> dict[str, Word]:
    """The word of every statement.

    A refuted statement is *repaired* if its repaired row has a word from *tested* upwards.
    Raises `UnknownLabel` for evidence about a statement that the registry does not have.
    """
    about: defaultdict[str, list[Evidence]] = defaultdict(list)
    for evidence in evidences:
        about[registry.lookup(evidence.statement).key].append(evidence)
    own = {key: word_of(row, about[key], key in encoded_keys, fresh) for key, row in registry.statements.items()}
    repaired_by = {row.repairs: key for key, row in registry.statements.items() if row.repairs}
    return {
        key: Word("repaired", "refuted as printed")
        if word.kind == "refuted" and key in repaired_by and _holds(own[repaired_by[key]])
        else word
        for key, word in own.items()
    }


def rests_on(registry: Registry, words: Mapping[str, Word]) -> dict[str, Word | None]:
    """The weakest word among everything that each statement rests on, directly or through others.

    A repaired statement counts as refuted, unless who depends on it names the repair as well. Commentary has
    no weight of its own, but what it rests on has. None where nothing is left to rest on.
    Raises `graphlib.CycleError` if the dependencies go round.
    """
    repaired_by = {row.repairs: key for key, row in registry.statements.items() if row.repairs}
    needed = {
        key: [target for target in row.depends_on if repaired_by.get(target) not in row.depends_on]
        for key, row in registry.statements.items()
    }
    weakest: dict[str, Word | None] = {}
    for key in TopologicalSorter(needed).static_order():
        direct = [
            _as_printed(target, words[target])
            for target in needed[key]
            if registry.statements[target].kind not in COMMENTARY
        ]
        further = [word for target in needed[key] if (word := weakest[target]) is not None]
        # Among equally weak words the nearest is named, and of those the first that the row lists.
        weakest[key] = min([*direct, *further], key=_strength, default=None)
    return {key: weakest[key] for key in registry.statements}


def _word_of_outcome(outcome: Outcome) -> Word:
    covered = outcome.scope
    if outcome.size is not None:
        covered += f"; {outcome.size} case{'' if outcome.size == 1 else 's'}"
    if outcome.verdict == "assumed":
        return Word("assumed", outcome.source or "")
    if outcome.verdict == "refuted":
        return Word("refuted", outcome.scope)
    if outcome.witness is None:
        return Word("vacuous", outcome.scope)
    if outcome.verdict == "proved to n":
        return Word("proved to n", f"{outcome.bound} ({covered})")
    return Word(outcome.verdict, covered)


def _as_printed(key: str, word: Word) -> Word:
    return Word("refuted", f"{key} as printed") if word.kind == "repaired" else word


def _holds(word: Word) -> bool:
    return word.strength >= STRENGTH["tested"]


def _strength(word: Word) -> int:
    return word.strength
