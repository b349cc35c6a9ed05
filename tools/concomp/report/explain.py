"""The story of one statement: what it says, how it stands, what it rests on, and where it is wrong as printed.

Everything is read from the registry, the tags and the packaged evidence; nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from concomp.model.registry.evidence import Evidence
from concomp.model.registry.rows import Erratum, Statement
from concomp.model.registry.statuses import COMMENTARY, Status
from concomp.obligations.runner.index import versions_in_words
from concomp.obligations.runner.standing import Standing
from concomp.obligations.runner.store import CHECKS
from concomp.report.data import evidence_as_json
from concomp.report.places import place, sentence_of
from concomp.report.text import WIDTH, readable, shorten, wrap
from concomp.report.theorems import accepted_by, objections, scopes, theorem_lines, theorems_as_json

if TYPE_CHECKING:
    from concomp.schemas.statements import Dependency, ErratumStory, StatementStory, StatusData


SCREEN = 40
"""The most lines of a story, unless more is asked for."""
FEW = 3
"""The lines that stay of what a repair reaches, and of statements beyond the papers, besides the first."""
MARGIN = " " * 10
OPTIONS = ("evidence", "derivation", "all")
"""What adds to it."""


@dataclass(frozen=True)
class Part:
    """A part of a story: its title, and its lines.

    option: which option shows it; empty for what is always told. least: how many lines of it stay while another
    part can give way.
    """

    title: str
    lines: list[str]
    option: str = ""
    least: int = 1


def story(standing: Standing, key: str, options: Collection[str] = (), root: Path | None = None) -> list[str]:
    """The lines that tell about one statement, one screen of them unless more is asked for.

    options: "evidence" and "derivation" add these in full, "all" shows everything in full. root: the folder of the
    clone, to which paths are relative.
    """
    row = standing.registry.lookup(key)
    head = [*wrap(f"{row.key} — {row.title}", ""), f"{row.kind}, {row.section}", "", *_status_lines(standing, row)]
    parts = [part for part in _parts(standing, row, "all" in options, root) if part.lines]
    return _screen(head, parts, options)


def _parts(standing: Standing, row: Statement, in_full: bool, root: Path | None) -> Iterator[Part]:
    own = _own(standing, row.key)
    repair = standing.registry.repair_of(row.key)
    yield Part("As stated" if row.repairs is None else f"As repaired (in place of {row.repairs})", wrap(row.text))
    formulas = [line for found in own for line in _formulas(found)]
    yield Part("Derived, as a formula", formulas, least=len(formulas))
    yield Part("From the hypotheses", [line for found in own for line in _wrapped(found.outcome.hypotheses)])
    yield Part("In Coq", theorem_lines(standing, row.key), "all")
    yield Part("Smallest counterexample", _counterexamples(own))
    yield Part("Where the print is wrong, and why", _errata(standing, row, in_full))
    yield Part("Repair and status", [] if repair is None else _repair(standing, repair), least=FEW + 1)
    yield Part("Beyond the papers", _beyond(standing, row.key), least=FEW + 1)
    yield Part("Realised by", _objects(standing, row.key, root))
    yield Part("Checked by", _checks(own, root))
    yield Part("How to reproduce", [f'  concomp check "{row.key}"'] if own else [])
    yield Part("Rests on", tree(standing, row.key), "all")
    yield Part("Evidence", [line for found in own for line in _evidence(standing, found)], "evidence")
    yield Part("Trusted rules", [line for rule in _rules(own) for line in wrap(rule)], "derivation")
    yield Part(
        "Proof, step by step (1′ is an instance of 1)",
        [line for found in own for line in _wrapped(found.outcome.derivation)],
        "derivation",
    )


def erratum_story(standing: Standing, name: str, options: Collection[str] = ()) -> list[str]:
    """The lines that tell about one erratum, one screen of them unless "all" is among the options."""
    erratum = standing.registry.errata[name]
    head = [*wrap(f"{erratum.id} — {erratum.title}", ""), f"class: {', '.join(erratum.classes)}; {erratum.version}"]
    reproduce = [f'  concomp check "{key}"' for key in erratum.refutes if standing.evidence.get(key)]
    parts = [
        Part("Result", _about(standing, erratum)),
        Part("As printed", wrap(erratum.printed)),
        Part("Why it is wrong", wrap(erratum.wrong)),
        Part("Counterexample", wrap(erratum.counterexample)),
        Part("How to reproduce", reproduce),
        Part("Repair", wrap(erratum.repair)),
        Part("Remarks", wrap(erratum.remarks)),
    ]
    return _screen(head, [part for part in parts if part.lines], options)


def _screen(head: list[str], parts: list[Part], options: Collection[str]) -> list[str]:
    """The head, what is always told, cut to one screen unless all is asked for, and then the parts asked for."""
    if "all" in options:
        return [*head, *(line for part in parts for line in ("", part.title, *part.lines))]
    always = [part for part in parts if not part.option]
    room = SCREEN - len(head) - 2 * len(always) - 2
    heights = _heights(always, room)
    lines = list(head)
    for part, height in zip(always, heights, strict=True):
        lines += ["", part.title, *_cut(part.lines, height)]
    for part in parts:
        if part.option in options:
            lines += ["", part.title, *part.lines]
    is_cut = any(len(part.lines) > height for part, height in zip(always, heights, strict=True))
    offered = {part.option for part in parts if part.option} | ({"all"} if is_cut else set())
    left = [f"--{option}" for option in OPTIONS if option in offered and option not in options]
    return [*lines, "", f"More: {', '.join(left)}"] if left else lines


def _heights(parts: Sequence[Part], room: int) -> list[int]:
    """How many lines each part may have, so that all fit into the room; the longest gives way first."""
    heights = [len(part.lines) for part in parts]
    while sum(heights) > room and max(heights, default=0) > 1:
        long = [place for place, part in enumerate(parts) if heights[place] > part.least] or range(len(parts))
        heights[max(long, key=heights.__getitem__)] -= 1
    return heights


def _cut(lines: list[str], height: int) -> list[str]:
    shown = lines if len(lines) <= height else [*lines[: height - 1], f"  … {len(lines) - height + 1} more lines"]
    return [shorten(line, WIDTH) for line in shown]


def _own(standing: Standing, key: str) -> list[Evidence]:
    return list(standing.evidence.get(key, ()))


def _status_lines(standing: Standing, row: Statement) -> list[str]:
    rules = [rule.partition(":")[0] for rule in _rules(_own(standing, row.key))]
    rests = [f"{kind}: {_example(key, status)}" for kind, (key, status) in standing.below(row.key).items()] or ["—"]
    named = [f"the rules {', '.join(rules)}"] if rules else []
    return [
        shorten(f"Status    {standing.statuses[row.key]}", WIDTH),
        *_beside("Proved", [line for each in _proved(standing, row) for line in wrap(each, MARGIN)]),
        *_beside("Accepted", _accepted(standing, row.key)),
        f"Truth     {_truth(standing, row.key)}",
        *_beside("Rests on", [shorten(f"{MARGIN}{each}", WIDTH) for each in [*rests, *named]]),
    ]


def _accepted(standing: Standing, key: str) -> list[str]:
    who = [f"{MARGIN}by {', '.join(who)}" for who in [accepted_by(standing, key)] if who]
    beside = [*scopes(standing, key), *objections(standing, key)]
    return [*who, *(line for each in beside for line in wrap(each, MARGIN))]


def _truth(standing: Standing, key: str) -> str:
    """How the printed statement fares; or that registry and evidence contradict each other."""
    if not standing.is_contradicted(key):
        return standing.truth(key)
    return f'unknown: no erratum says that it is false, yet its evidence refutes it: concomp check "{key}"'


def _beside(title: str, lines: list[str]) -> list[str]:
    """Lines with a margin, the title in that of the first."""
    return [f"{title:{len(MARGIN)}}{line.removeprefix(MARGIN)}" for line in lines[:1]] + lines[1:]


def _example(key: str, status: Status) -> str:
    return f"{key} ({status.detail})" if status.detail else key


def _proved(standing: Standing, row: Statement) -> list[str]:
    """What of a definition is proved, in a sentence for each proof: a definition by itself claims nothing."""
    if row.kind != "definition" or not standing.statuses[row.key].kind.startswith("proved"):
        return []
    found = [each for each in _own(standing, row.key) if each.outcome.verdict.startswith("proved")]
    return [sentence for each in found if (sentence := sentence_of_check(each))]


def sentence_of_check(evidence: Evidence) -> str:
    """What the check of a piece of evidence does; read off its text, so that no check and no solver is brought in."""
    module, _, name = f"{CHECKS}{evidence.check.removeprefix(CHECKS)}".rpartition(".")
    return sentence_of(module, name)


def _rules(own: list[Evidence]) -> list[str]:
    """The trusted rules of every proof of a statement, each once, with what it says."""
    return list(dict.fromkeys(rule for evidence in own for rule in evidence.outcome.rules))


def _objects(standing: Standing, key: str, root: Path | None) -> list[str]:
    """The objects that realise a statement, and where they are written."""
    return [f"  {place(item.module, item.name, root)}  {item.name}" for item in standing.objects.get(key, ())]


def _checks(own: list[Evidence], root: Path | None) -> list[str]:
    """Where the checks of a statement are written, and their verdicts."""
    return [f"  {_check_place(evidence, root)}  {_verdict(evidence)}" for evidence in own]


def _verdict(evidence: Evidence) -> str:
    outcome = evidence.outcome
    return outcome.verdict if outcome.part is None else f"{outcome.verdict} {outcome.part}"


def _formulas(evidence: Evidence) -> list[str]:
    """What is derived, after the part of the statement that it is, if it is not all of it."""
    outcome = evidence.outcome
    of_part = [] if outcome.part is None else wrap(f"only {outcome.part}:")
    return [*of_part, *_wrapped(outcome.formulas)] if outcome.formulas else []


def _check_place(evidence: Evidence, root: Path | None) -> str:
    module, _, name = evidence.check.rpartition(".")
    return place(module, name, root)


def _wrapped(lines: Sequence[str]) -> list[str]:
    return [part for line in lines for part in wrap(line)]


def _counterexamples(own: list[Evidence]) -> list[str]:
    found = [evidence.outcome.counterexample for evidence in own]
    shown = [readable(dict(counterexample)) for counterexample in found if counterexample]
    return [line for number, lines in enumerate(shown) for line in ([""] if number else []) + lines]


def _errata(standing: Standing, row: Statement, in_full: bool) -> list[str]:
    """The errata that refute the statement, with the reason or in full, and the others that concern it a line each."""
    errata = [standing.registry.errata[name] for name in row.errata]
    lines = [line for erratum in errata if row.key in erratum.refutes for line in _refutation(erratum, in_full)]
    for erratum in errata:
        if row.key not in erratum.refutes:
            about = f"{erratum.id}: {erratum.title} ({', '.join(erratum.classes)}); concomp explain {erratum.id}"
            lines += wrap(about)
    return lines


def _refutation(erratum: Erratum, in_full: bool) -> list[str]:
    lines = wrap(f"{erratum.id}: {erratum.title} ({', '.join(erratum.classes)})")
    texts = {
        "printed": erratum.printed,
        "why it fails": erratum.wrong,
        "counterexample": erratum.counterexample,
        "repair": erratum.repair,
    }
    for title, text in texts.items():
        if text and (in_full or title == "why it fails"):
            lines += [f"    {title}", *wrap(text, "      ")]
    return lines


def _repair(standing: Standing, key: str) -> list[str]:
    row = standing.registry.lookup(key)
    status = f"  {key}: {standing.statuses[key]}; rests on: {standing.rests(key)}"
    reached = [found.outcome.witness for found in _own(standing, key) if found.outcome.witness]
    return [shorten(status, WIDTH), *(line for each in reached for line in wrap(each, "    ")), *wrap(row.text, "    ")]


def _beyond(standing: Standing, key: str) -> list[str]:
    """What is stated here, and in no paper, that rests on the statement or its repair."""
    found = [standing.registry.statements[each] for each in standing.registry.beyond(key)]
    return [shorten(f"  {row.key}: {row.title}: {standing.statuses[row.key]}", WIDTH) for row in found]


def _evidence(standing: Standing, evidence: Evidence) -> list[str]:
    outcome = evidence.outcome
    fields = {
        "verdict": outcome.verdict if outcome.bound is None else f"{outcome.verdict} (n = {outcome.bound})",
        "scope": outcome.scope,
        "part": outcome.part,
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
    path = path_to_weakest(standing, key)
    return [*lines, *wrap(f"Weakest: {' → '.join(path)}")] if len(path) > 2 else lines


def _branch(standing: Standing, key: str, indent: str, weakest: Status | None) -> str:
    status = standing.statuses[key]
    mark = "  ← weakest" if _is_as_weak(standing, key, weakest) else ""
    return f"{indent}{key}: {shorten(str(status), 90)}{mark}"


def _is_as_weak(standing: Standing, key: str, weakest: Status | None) -> bool:
    counts = standing.registry.statements[key].kind not in COMMENTARY
    return counts and weakest is not None and standing.statuses[key].strength == weakest.strength


def path_to_weakest(standing: Standing, key: str) -> list[str]:
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


def story_as_json(standing: Standing, key: str, root: Path | None = None) -> StatementStory:
    """The same about one statement for machines; root: the folder of the clone, to which paths are relative."""
    row = standing.registry.lookup(key)
    repair = standing.registry.repair_of(row.key)
    return {
        "schema": "concomp.explain/1",
        "statement": row.model_dump(mode="json"),
        **status_data(standing, row.key),
        "realised_by": [tagged.path for tagged in standing.objects.get(row.key, ())],
        "realised_at": [place(item.module, item.name, root) for item in standing.objects.get(row.key, ())],
        "evidence": [evidence_as_json(standing, found) for found in _own(standing, row.key)],
        "checked_at": [_check_place(found, root) for found in _own(standing, row.key)],
        "errata": [standing.registry.errata[name].model_dump(mode="json") for name in row.errata],
        "repair": None if repair is None else _dependency(standing, repair),
        "beyond": [_dependency(standing, key) for key in standing.registry.beyond(row.key)],
        "proved": _proved(standing, row),
        "accepted_by": accepted_by(standing, row.key),
        "theorems": theorems_as_json(standing, row.key),
        "below": [{"key": key, "status": str(status)} for key, status in standing.below(row.key).values()],
        "dependencies": [_dependency(standing, target) for target in standing.registry.dependencies(row.key)],
    }


def erratum_as_json(standing: Standing, name: str) -> ErratumStory:
    """The same about one erratum for machines."""
    erratum = standing.registry.errata[name]
    return {
        "schema": "concomp.explain/1",
        "erratum": erratum.model_dump(mode="json"),
        "statements": [{"key": key, **status_data(standing, key)} for key in erratum.concerns],
    }


def _dependency(standing: Standing, key: str) -> Dependency:
    row = standing.registry.statements[key]
    return {"key": key, "text": row.text, **status_data(standing, key), "depends_on": list(row.depends_on)}


def status_data(standing: Standing, key: str) -> StatusData:
    """How a statement stands, for machines."""
    weakest = standing.rests_on[key]
    return {
        "truth": standing.truth(key),
        "status": str(standing.statuses[key]),
        "word": str(standing.statuses[key]),
        "rests_on": None if weakest is None else str(weakest),
    }
