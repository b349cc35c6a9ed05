"""What a registry must satisfy: its links meet, its words are in the vocabulary, and what is false is repaired.

Each check gives sentences, one for each thing that is wrong; a sound registry gives none.
"""

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from concomp.model.registry.registry import Registry
from concomp.model.registry.rows import Erratum, Statement

_NUMBERED = (
    "Theorem|Proposition|Lemma|Corollary|Claim|Definition|Remark|Observation|Notation|Example|Fact|Algorithm|"
    "Table|Figure|Equation|Footnote|Condition|Constraint|Problem|Repair"
)
_LABEL = re.compile(
    rf"(?:(?:{_NUMBERED}) (?:[A-Z]\.)?[0-9IVX]+(?:\.[0-9]+)?(?:\([0-9ivx]+\))?"
    r"|Equation \([0-9]+\)|Condition \([IV]+\)|Constraint \((?:xi|phi)\.[0-9]\)|Problem Task-[12]|Repair R[0-9]+"
    r"|Equations \(4\)-\(5\)|Conditions \(I\)-\(IV\)|Constraints \((?:xi|phi)\.1\)-\((?:xi|phi)\.[0-9]\)"
    r"|(?:Section|Appendix) [0-9A-Z][0-9A-Z.\-]*: \S.*?)(?: \(repaired\))?"
)
_REPAIRED = " (repaired)"
_ERRATUM_PREFIX = {"HSV26": "E", "Haney23": "HL", "Lyu22": "HL", "Zhang24": "Z"}

# The rows speak of the papers only: never of a file in which somebody once read them.
_FOREIGN = {
    "a line number": re.compile(r"(?<![\w^])l\. ?\d|\blines? \d"),
    "the number of a text file": re.compile(r"(?<![\d.,/])00[0-4]\b(?!\.\d)"),
    "a file name": re.compile(r"\.(?:txt|jsonl|md)\b"),
    "a place outside the project": re.compile(r"\bshared/|\binventory\b"),
    "a path of a machine": re.compile(r"(?<![\w.])/(?:tmp|farm|work|home|root|var|usr|opt|mnt|Users)/"),
}


def validate(registry: Registry) -> list[str]:
    """Everything that is wrong with a registry, a sentence each; an empty list if it is sound."""
    problems = [
        *_label_problems(registry),
        *_prose_problems(registry),
        *_link_problems(registry),
        *_erratum_problems(registry),
        *_repair_problems(registry),
    ]
    # What follows walks along depends_on, so it makes sense only where every link meets and none goes round.
    cycles = list(_cycle_problems(registry))
    if not cycles and not problems:
        return list(_circular_repair_problems(registry))
    return problems + cycles


def _label_problems(registry: Registry) -> Iterator[str]:
    for key, row in registry.statements.items():
        if key != row.key:
            yield f"{key}: is filed under another name than its own, {row.key!r}"
        if not _LABEL.fullmatch(row.label) or ";" in row.label:
            yield f"{key}: label {row.label!r} is not canonical"
        for name in ("depends_on", "formal", "errata"):
            entries: tuple[str, ...] = getattr(row, name)
            if len(set(entries)) != len(entries):
                yield f"{key}: {name} has repeated entries"


def _prose_problems(registry: Registry) -> Iterator[str]:
    for key, row in registry.statements.items():
        for name in ("title", "text", "section", "how"):
            if not getattr(row, name).strip():
                yield f"{key}: {name} is empty"
        yield from _foreign(key, row)
    for name, erratum in registry.errata.items():
        if not any((erratum.printed, erratum.wrong, erratum.counterexample, erratum.repair, erratum.remarks)):
            yield f"{name}: says nothing"
        yield from _foreign(name, erratum)
    for convention in registry.conventions:
        yield from _foreign(convention.title, convention)


def _foreign(name: str, row: Statement | Erratum | object) -> Iterator[str]:
    for field, value in vars(row).items():
        text = " ".join(value) if isinstance(value, tuple) else value
        if not isinstance(text, str):
            continue
        for what, pattern in _FOREIGN.items():
            if found := pattern.search(text):
                yield f"{name}: {field} contains {what}: {found.group()!r}"


def _link_problems(registry: Registry) -> Iterator[str]:
    for key, row in registry.statements.items():
        for field, targets in (("depends_on", row.depends_on), ("formal", row.formal)):
            for target in targets:
                if target not in registry.statements:
                    yield f"{key}: {field} names {target!r}, which has no row"
                if target == key:
                    yield f"{key}: {field} names itself"
        for name in row.errata:
            prefix = _ERRATUM_PREFIX[row.source]
            if name not in registry.errata or not re.fullmatch(prefix + "[0-9]+", name):
                yield f"{key}: no erratum {name} of {row.source}"
            elif key not in registry.errata[name].concerns:
                yield f"{key}: lists {name}, which does not concern it"


def _erratum_problems(registry: Registry) -> Iterator[str]:
    for name, erratum in registry.errata.items():
        if not erratum.classes:
            yield f"{name}: has no class"
        for key in erratum.concerns:
            if key not in registry.statements:
                yield f"{name}: concerns {key!r}, which has no row"
            elif name not in registry.statements[key].errata:
                yield f"{name}: concerns {key}, whose row does not list it"
        for key in erratum.refutes:
            if key not in erratum.concerns:
                yield f"{name}: refutes {key}, which it does not concern"
        if erratum.refutes and "false" not in erratum.classes:
            yield f"{name}: refutes {erratum.refutes[0]}, but its class is not 'false'"


def _repair_problems(registry: Registry) -> Iterator[str]:
    refuted = {key for erratum in registry.errata.values() for key in erratum.refutes}
    repaired: dict[str, str] = {}
    for key, row in registry.statements.items():
        if row.label.endswith(_REPAIRED) and row.repairs != key.removesuffix(_REPAIRED):
            yield f"{key}: must repair {key.removesuffix(_REPAIRED)}, not {row.repairs}"
        if row.repairs is None:
            continue
        if row.repairs not in registry.statements:
            yield f"{key}: repairs {row.repairs!r}, which has no row"
        elif row.repairs not in refuted:
            yield f"{key}: repairs {row.repairs}, which no erratum refutes"
        elif row.repairs in repaired:
            yield f"{key}: repairs {row.repairs}, which {repaired[row.repairs]} repairs already"
        repaired.setdefault(row.repairs, key)
    for key in sorted(refuted):
        if key.startswith("HSV26 ") and key not in repaired:
            yield f"{key}: is refuted as printed and has no repaired row"


def _cycle_problems(registry: Registry) -> Iterator[str]:
    try:
        TopologicalSorter({key: row.depends_on for key, row in registry.statements.items()}).prepare()
    except CycleError as error:
        # graphlib lists each node before the one that depends on it
        yield "depends_on goes round in a circle: " + " -> ".join(reversed(error.args[1]))


def _circular_repair_problems(registry: Registry) -> Iterator[str]:
    for key, row in registry.statements.items():
        if row.repairs is not None and row.repairs in registry.dependencies(key):
            yield f"{key}: rests on {row.repairs}, which it repairs"
