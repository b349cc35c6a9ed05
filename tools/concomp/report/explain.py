"""The story of one statement: what it says, how it stands, what it rests on, and where it is wrong as printed.

Everything is read from the registry, the tags and the packaged evidence; nothing is checked again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from concomp.model.registry.evidence import Evidence
from concomp.model.registry.rows import Erratum, Statement
from concomp.model.registry.statuses import COMMENTARY, Status
from concomp.obligations.runner.index import versions_in_words
from concomp.obligations.runner.standing import Standing
from concomp.obligations.runner.store import CHECKS
from concomp.report.data import evidence_as_json
from concomp.report.text import readable, shorten, wrap

if TYPE_CHECKING:
    from concomp.schemas.outputs import Dependency, ErratumStory, StatementStory, StatusData


def story(standing: Standing, key: str) -> list[str]:
    """The lines that tell about one statement."""
    row = standing.registry.lookup(key)
    repair = standing.registry.repair_of(row.key)
    lines = [f"{row.key} — {row.title}", f"{row.kind}, {row.section}", ""]
    lines += _result(standing, row)
    lines += _part("As stated" if row.repairs is None else f"As repaired (in place of {row.repairs})", wrap(row.text))
    lines += _part("Smallest counterexample", _counterexamples(standing, row.key))
    lines += _part("How to reproduce", [f'  concomp check "{row.key}"'] if standing.evidence.get(row.key) else [])
    lines += _part("Where the print is wrong, and why", _errata(standing, row))
    lines += _part("Repair and status", [] if repair is None else _repair(standing, repair))
    lines += _part("Evidence", [line for found in _own(standing, row.key) for line in _evidence(standing, found)])
    lines += _part("Trusted rules", [line for rule in _rules(standing, row.key) for line in wrap(rule)])
    lines += _part(
        "Proof, step by step (1′ is an instance of 1)",
        [line for found in _own(standing, row.key) for line in _derivation(found)],
    )
    lines += _part("Realised by", [f"  {tagged.path}" for tagged in standing.objects.get(row.key, ())])
    lines += _part("Rests on", tree(standing, row.key))
    return lines


def erratum_story(standing: Standing, name: str) -> list[str]:
    """The lines that tell about one erratum."""
    erratum = standing.registry.errata[name]
    lines = [f"{erratum.id} — {erratum.title}", f"class: {', '.join(erratum.classes)}; {erratum.version}", ""]
    lines += _part("Result", _about(standing, erratum))
    lines += _part("As printed", wrap(erratum.printed))
    lines += _part("Why it is wrong", wrap(erratum.wrong))
    lines += _part("Counterexample", wrap(erratum.counterexample))
    reproduce = [f'  concomp check "{key}"' for key in erratum.refutes if standing.evidence.get(key)]
    lines += _part("How to reproduce", reproduce)
    lines += _part("Repair", wrap(erratum.repair))
    lines += _part("Remarks", wrap(erratum.remarks))
    return lines


def _part(title: str, lines: list[str]) -> list[str]:
    return [title, *lines, ""] if lines else []


def _own(standing: Standing, key: str) -> list[Evidence]:
    return list(standing.evidence.get(key, ()))


def _result(standing: Standing, row: Statement) -> list[str]:
    lines = [
        f"Result   {standing.statuses[row.key]}",
        f"Truth    {standing.truth(row.key)}",
        f"Rests on {standing.rests(row.key)}",
        *_rests_on_rules(standing, row.key),
        "",
    ]
    return [shorten(line, 200) for line in lines]


def _rests_on_rules(standing: Standing, key: str) -> list[str]:
    names = [rule.partition(":")[0] for rule in _rules(standing, key)]
    return [f"         and on the rules {', '.join(names)}"] if names else []


def _rules(standing: Standing, key: str) -> list[str]:
    """The trusted rules of every proof of the statement, each once, with what it says."""
    return list(dict.fromkeys(rule for evidence in _own(standing, key) for rule in evidence.outcome.rules))


def _derivation(evidence: Evidence) -> list[str]:
    return [line for step in evidence.outcome.derivation for line in wrap(step)]


def _counterexamples(standing: Standing, key: str) -> list[str]:
    found = [evidence.outcome.counterexample for evidence in _own(standing, key)]
    shown = [readable(dict(counterexample)) for counterexample in found if counterexample]
    return [line for number, lines in enumerate(shown) for line in ([""] if number else []) + lines]


def _errata(standing: Standing, row: Statement) -> list[str]:
    """The errata that refute the statement at length, the others that concern it a line each."""
    errata = [standing.registry.errata[name] for name in row.errata]
    lines = [line for erratum in errata if row.key in erratum.refutes for line in [*_refutation(erratum), ""]]
    for erratum in errata:
        if row.key not in erratum.refutes:
            about = f"{erratum.id}: {erratum.title} ({', '.join(erratum.classes)}); concomp explain {erratum.id}"
            lines += wrap(about)
    return lines[:-1] if lines and not lines[-1] else lines


def _refutation(erratum: Erratum) -> list[str]:
    lines = wrap(f"{erratum.id}: {erratum.title} ({', '.join(erratum.classes)})")
    for title, text in (
        ("printed", erratum.printed),
        ("why it fails", erratum.wrong),
        ("counterexample", erratum.counterexample),
        ("repair", erratum.repair),
    ):
        if text:
            lines += [f"    {title}", *wrap(text, "      ")]
    return lines


def _repair(standing: Standing, key: str) -> list[str]:
    row = standing.registry.lookup(key)
    status = f"  Established as: {standing.statuses[key]}; rests on: {standing.rests(key)}"
    return [f"  {key}", *wrap(row.text, "    "), shorten(status, 200)]


def _evidence(standing: Standing, evidence: Evidence) -> list[str]:
    outcome = evidence.outcome
    fields = {
        "verdict": outcome.verdict if outcome.bound is None else f"{outcome.verdict} (n = {outcome.bound})",
        "scope": outcome.scope,
        "cases": outcome.size,
        "witness": outcome.witness,
        "control": outcome.control,
        "source": outcome.source,
        "notes": " ".join(outcome.notes) or None,
        "found with": versions_in_words(standing.versions(evidence)) or None,
    }
    known: dict[str, JsonValue] = {name: value for name, value in fields.items() if value is not None}
    return [f"  {evidence.check.removeprefix(CHECKS)}", *readable(known, "    ")]


def _about(standing: Standing, erratum: Erratum) -> list[str]:
    lines = []
    for key in erratum.concerns:
        how = "refutes" if key in erratum.refutes else "concerns"
        lines.append(shorten(f"  {how} {key}: {standing.statuses[key]}", 160))
    return lines


def tree(standing: Standing, key: str) -> list[str]:
    """What a statement rests on, two levels of it; the weakest are marked, and how the nearest of them is reached."""
    weakest = standing.rests_on[key]
    lines: list[str] = []
    for target in standing.registry.statements[key].depends_on:
        lines.append(_branch(standing, target, "  ", weakest))
        lines += [
            _branch(standing, next_, "    ", weakest) for next_ in standing.registry.statements[target].depends_on
        ]
    path = _path_to_weakest(standing, key)
    return [*lines, *wrap(f"Weakest: {' → '.join(path)}")] if len(path) > 2 else lines


def _branch(standing: Standing, key: str, indent: str, weakest: Status | None) -> str:
    status = standing.statuses[key]
    mark = "  ← weakest" if _is_as_weak(standing, key, weakest) else ""
    return f"{indent}{key}: {shorten(str(status), 90)}{mark}"


def _is_as_weak(standing: Standing, key: str, weakest: Status | None) -> bool:
    counts = standing.registry.statements[key].kind not in COMMENTARY
    return counts and weakest is not None and standing.statuses[key].strength == weakest.strength


def _path_to_weakest(standing: Standing, key: str) -> list[str]:
    """A shortest way along the dependencies to a row whose status is the weakest that `key` rests on."""
    weakest = standing.rests_on[key]
    paths = [[key]]
    seen = {key}
    for path in paths:
        for target in standing.registry.statements[path[-1]].depends_on:
            if _is_as_weak(standing, target, weakest):
                return [*path, target]
            if target not in seen:
                seen.add(target)
                paths.append([*path, target])
    return [key]


def story_as_json(standing: Standing, key: str) -> StatementStory:
    """The same about one statement for machines."""
    row = standing.registry.lookup(key)
    repair = standing.registry.repair_of(row.key)
    return {
        "schema": "concomp.explain/1",
        "statement": row.model_dump(mode="json"),
        **_status(standing, row.key),
        "realised_by": [tagged.path for tagged in standing.objects.get(row.key, ())],
        "evidence": [evidence_as_json(standing, found) for found in _own(standing, row.key)],
        "errata": [standing.registry.errata[name].model_dump(mode="json") for name in row.errata],
        "repair": None if repair is None else _dependency(standing, repair),
        "dependencies": [_dependency(standing, target) for target in standing.registry.dependencies(row.key)],
    }


def erratum_as_json(standing: Standing, name: str) -> ErratumStory:
    """The same about one erratum for machines."""
    erratum = standing.registry.errata[name]
    return {
        "schema": "concomp.explain/1",
        "erratum": erratum.model_dump(mode="json"),
        "statements": [{"key": key, **_status(standing, key)} for key in erratum.concerns],
    }


def _dependency(standing: Standing, key: str) -> Dependency:
    row = standing.registry.statements[key]
    return {"key": key, "text": row.text, **_status(standing, key), "depends_on": list(row.depends_on)}


def _status(standing: Standing, key: str) -> StatusData:
    weakest = standing.rests_on[key]
    return {
        "truth": standing.truth(key),
        "status": str(standing.statuses[key]),
        "word": str(standing.statuses[key]),
        "rests_on": None if weakest is None else str(weakest),
    }
