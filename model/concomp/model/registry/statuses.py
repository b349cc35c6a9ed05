"""Statuses: how far a statement is established, computed from evidence and never typed.

A statement has a status of its own, and a second one: the weakest among everything that it rests on.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Literal

from concomp.model.registry.evidence import Evidence, Outcome
from concomp.model.registry.registry import Registry
from concomp.model.registry.rows import Statement

Condition = Literal["current", "stale", "failed"]
"""Whether evidence is about what is there now, was left behind by it, or was not confirmed when looked at again."""

StatusKind = Literal[
    "refuted",
    "repaired",
    "vacuous",
    "failed",
    "missing",
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
STRENGTH: Mapping[StatusKind, int] = {
    "refuted": 0,
    "repaired": 0,
    "vacuous": 1,
    "failed": 2,
    "missing": 3,
    "stale": 4,
    "not encoded": 5,
    "stated": 6,
    "assumed": 7,
    "sampled": 8,
    "tested": 9,
    "exact": 10,
    "proved to n": 11,
    "proved": 12,
}

# Rows of these kinds are commentary: nothing is established by them and nothing rests on them.
COMMENTARY = frozenset({"discussion", "table", "footnote", "remark"})


@dataclass(frozen=True)
class Status:
    """How far a statement is established: its kind, and what belongs to it."""

    kind: StatusKind
    detail: str = ""

    @property
    def strength(self) -> int:
        """The place of the status in the order, 0 for the weakest."""
        return STRENGTH[self.kind]

    def __str__(self) -> str:
        if self.kind == "proved to n":
            return f"proved to {self.detail}"
        return f"{self.kind} ({self.detail})" if self.detail else self.kind


def status_of(
    statement: Statement,
    evidences: Sequence[Evidence],
    condition: Callable[[Evidence], Condition],
    *,
    encoded: bool,
    checked: bool,
) -> Status:
    """The status that a statement earns by the evidence about it.

    Parameters: `evidences`, all that concerns this statement; `condition`, that of each; `encoded`, whether some
    public object carries the statement's tag; `checked`, whether it has a check, be its evidence there or not.
    Returns the strongest status that the current evidence about all of the statement gives, except that one refutation
    refutes and one vacuous outcome makes vacuous. What is established of a part only is named in its detail.
    """
    current = [evidence for evidence in evidences if condition(evidence) == "current"]
    if not current:
        conditions = [condition(evidence) for evidence in evidences]
        return _without_current(statement, conditions, encoded=encoded, checked=checked)
    spoiling = [
        status for each in current if (status := _status_of_outcome(each.outcome)).kind in ("refuted", "vacuous")
    ]
    if spoiling:
        return min(spoiling, key=_strength)
    whole = [_status_of_outcome(each.outcome) for each in current if each.outcome.part is None]
    if whole:
        of_all = max(whole, key=_strength)
    else:
        left = [condition(each) for each in evidences if each.outcome.part is None]
        of_all = _without_current(statement, left, encoded=encoded, checked=False)
    return _with_parts(of_all, [each.outcome for each in current if each.outcome.part is not None])


def _with_parts(status: Status, parts: Sequence[Outcome]) -> Status:
    """The status of a statement, and in its detail those parts of which more is established."""
    stronger = [each for each in parts if STRENGTH[each.verdict] > status.strength]
    named = [f"{each.verdict} {each.part}" for each in stronger]
    return Status(status.kind, "; otherwise ".join(filter(None, ["; ".join(named), status.detail])))


def _without_current(statement: Statement, conditions: Sequence[Condition], *, encoded: bool, checked: bool) -> Status:
    if conditions:
        return Status("failed" if "failed" in conditions else "stale")
    if checked:
        return Status("missing")
    return Status("stated") if encoded else Status("not encoded", statement.not_encoded or "not yet")


def statuses(
    registry: Registry,
    evidences: Iterable[Evidence],
    condition: Callable[[Evidence], Condition],
    *,
    encoded: Collection[str],
    checked: Collection[str],
) -> dict[str, Status]:
    """The status of every statement; `encoded` and `checked` are keys.

    A refuted statement is *repaired* if its repaired row has a status from *tested* upwards.
    Raises `UnknownLabel` for evidence about a statement that the registry does not have.
    """
    about: defaultdict[str, list[Evidence]] = defaultdict(list)
    for evidence in evidences:
        about[registry.lookup(evidence.statement).key].append(evidence)
    own = {
        key: status_of(row, about[key], condition, encoded=key in encoded, checked=key in checked)
        for key, row in registry.statements.items()
    }
    repaired_by = {row.repairs: key for key, row in registry.statements.items() if row.repairs}
    return {
        key: Status("repaired", "refuted as printed")
        if status.kind == "refuted" and key in repaired_by and _holds(own[repaired_by[key]])
        else status
        for key, status in own.items()
    }


def rests_on(registry: Registry, statuses: Mapping[str, Status]) -> dict[str, Status | None]:
    """The weakest status among everything that each statement rests on, directly or through others.

    A repaired statement counts as refuted, unless who depends on it names the repair as well. Commentary has
    no weight of its own, but what it rests on has. None where nothing is left to rest on.
    Raises `graphlib.CycleError` if the dependencies go round.
    """
    needed = _needed(registry)
    weakest: dict[str, Status | None] = {}
    for key in TopologicalSorter(needed).static_order():
        direct = [
            _as_printed(target, statuses[target])
            for target in needed[key]
            if registry.statements[target].kind not in COMMENTARY
        ]
        further = [status for target in needed[key] if (status := weakest[target]) is not None]
        # Among equally weak statuses the nearest is named, and of those the first that the row lists.
        weakest[key] = min([*direct, *further], key=_strength, default=None)
    return {key: weakest[key] for key in registry.statements}


def statuses_below(
    registry: Registry, statuses: Mapping[str, Status], key: str
) -> dict[StatusKind, tuple[str, Status]]:
    """The kinds of status among everything that a statement rests on, the weakest first, each with an example.

    The example is the nearest statement of that kind; what counts is as for `rests_on`.
    """
    needed = _needed(registry)
    found: dict[StatusKind, tuple[str, Status]] = {}
    waiting, seen = [*needed[key]], {key}
    for target in waiting:
        if target in seen:
            continue
        seen.add(target)
        waiting += needed[target]
        status = _as_printed(target, statuses[target])
        if registry.statements[target].kind not in COMMENTARY:
            found.setdefault(status.kind, (target, status))
    return dict(sorted(found.items(), key=lambda item: STRENGTH[item[0]]))


def _needed(registry: Registry) -> dict[str, list[str]]:
    """What each statement rests on directly: of a printed statement and its repair, if both are named, the repair."""
    repaired_by = {row.repairs: key for key, row in registry.statements.items() if row.repairs}
    return {
        key: [target for target in row.depends_on if repaired_by.get(target) not in row.depends_on]
        for key, row in registry.statements.items()
    }


def _status_of_outcome(outcome: Outcome) -> Status:
    covered = outcome.scope
    if outcome.size is not None:
        covered += f"; {outcome.size} case{'' if outcome.size == 1 else 's'}"
    if outcome.verdict == "assumed":
        return Status("assumed", outcome.source or "")
    if outcome.verdict == "refuted":
        return Status("refuted", outcome.scope)
    if outcome.witness is None:
        return Status("vacuous", outcome.scope)
    if outcome.verdict == "proved to n":
        return Status("proved to n", f"{outcome.bound} ({covered})")
    return Status(outcome.verdict, covered)


def _as_printed(key: str, status: Status) -> Status:
    return Status("refuted", f"{key} as printed") if status.kind == "repaired" else status


def _holds(status: Status) -> bool:
    return status.strength >= STRENGTH["tested"]


def _strength(status: Status) -> int:
    return status.strength
