"""`concomp verify --html`: what was found of a function, its traces stepped through, and what opens which theorem."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from concomp.pictures.pages.elements import PAIRS, ROWS, document, element, folded, listed, none, pairs, section, table
from concomp.pictures.pages.stepping import stepper
from concomp.report.verdicts import lemma_lines, obstacle_lines, stated_lines

if TYPE_CHECKING:
    from concomp.schemas.verification import Step, VerdictData, VerifiedData, VerifyOutput

KINDS = {"proved": "good", "refuted": "bad", "vacuous": "mild", "unknown": "mild"}
"""How a verdict looks; its word says the same."""
ANCHORED = {" ": "-", "-": "_"}


def page(found: VerifyOutput) -> str:
    """The page of what was verified."""
    [function] = found["functions"]
    parts = (
        *_opening(function),
        section("Properties", _properties(function)),
        *_traces(function),
        *_registers(function),
        *_theorems(function),
        *_warnings(function),
    )
    return document(f"{function['name']}: what is proved of it", *parts)


def _opening(function: VerifiedData) -> Iterator[Element]:
    words = [each["verdict"] for each in _asked(function)]
    counted = ", ".join(f"{words.count(word)} {word}" for word in KINDS if word in words)
    yield element("h1", function["name"], " ", element("small", function["kind"]))
    if function["description"]:
        yield element("p", function["description"], class_="verdict")
    yield element("p", f"Of {len(words)} properties: {counted}.")
    yield element("p", element("code", function["place"]), class_="quiet")
    fixed = function["parameters"]
    yield from [pairs((name, element("code", as_text(value))) for name, value in fixed.items())] if fixed else []


def _asked(function: VerifiedData) -> list[VerdictData]:
    """The verdicts, without the witness that comes before them, each property once."""
    return list({each["property"]: each for each in function["properties"]}.values())


def _all(function: VerifiedData) -> list[VerdictData]:
    witness = [] if function["witness"] is None else [function["witness"]]
    return list({each["property"]: each for each in (*witness, *function["properties"])}.values())


def _properties(function: VerifiedData) -> Element:
    listed = _all(function)
    rows = [(_name(each), _verdict(each), each["scope"] or none()) for each in listed]
    if not any(each["given"] for each in listed):
        return table(("property", "verdict", "for"), rows, ROWS)
    conditional = [(*row, _given(each)) for row, each in zip(rows, listed, strict=True)]
    return table(("property", "verdict", "for", "only if"), conditional, ROWS)


def _name(verdict: VerdictData) -> Element | str:
    named = verdict["property"]
    return element("a", named, href=f"#{_anchor(verdict)}") if _is_told(verdict) else named


def _anchor(verdict: VerdictData) -> str:
    """Where it is told on the page: the name of the property, so written that no two are alike."""
    return "".join(ANCHORED.get(each, each if each.isalnum() else f"_{ord(each)}_") for each in verdict["property"])


def _is_told(verdict: VerdictData) -> bool:
    return bool(verdict["trace"] or verdict["tried"] or verdict["reason"] or verdict["assuming"])


def _verdict(verdict: VerdictData) -> Element:
    return element("span", verdict["verdict"], class_=KINDS[verdict["verdict"]])


def _given(verdict: VerdictData) -> Element | str:
    return ", and ".join(verdict["given"]) or none()


def _traces(function: VerifiedData) -> Iterator[Element]:
    """What is shown by a run, those that refute first, and how far the others were looked at."""
    told = [each for each in _all(function) if _is_told(each)]
    order = ["refuted", "unknown", "vacuous", "proved"]
    articles = [_article(each) for each in sorted(told, key=lambda each: order.index(each["verdict"]))]
    if articles:
        yield section("What shows it", *articles)


def _article(verdict: VerdictData) -> Element:
    trace = verdict["trace"]
    parts: list[Element] = [element("h3", verdict["property"]), element("p", _verdict(verdict))]
    if verdict["reason"]:
        parts.append(element("p", verdict["reason"]))
    if verdict["parameters"]:
        parts.append(pairs((name, element("code", as_text(value))) for name, value in verdict["parameters"].items()))
    if trace:
        parts.append(stepper(_anchor(verdict), "The run, message by message", _steps(trace)))
    parts += _rejected(verdict)
    if verdict["applications"]:
        parts.append(listed(element("code", _application(each)) for each in verdict["applications"]))
    if verdict["assuming"]:
        parts.append(listed(lemma_lines(verdict)))
    if verdict["stated"]:
        parts.append(listed(stated_lines(verdict)))
    if verdict["obstacle"]:
        parts.append(listed(obstacle_lines(verdict["obstacle"])))
    if verdict["tried"]:
        parts.append(folded("How it was looked for", listed(verdict["tried"])))
    return element("article", *parts, id=_anchor(verdict))


def _steps(trace: Sequence[Step]) -> list[list[Element]]:
    before: Mapping[str, Any] = {}
    steps = []
    for step in trace:
        steps.append([_sides(step), *_held(step["registers"], before)])
        before = step["registers"]
    return steps


def _sides(step: Step) -> Element:
    """What is sent in the two worlds, or what two copies do; whether the sequence up to there is accepted."""
    same = step["left"] == step["right"]
    is_of_copies = isinstance(step["left"], dict) and "received" in step["left"]
    names = ("copy 0", "copy 1") if is_of_copies else ("left", "right")
    told: list[tuple[str, Element | str | None]] = [
        (names[0], element("code", as_text(step["left"]))),
        (names[1], element("span", "the same", class_="quiet") if same else element("code", as_text(step["right"]))),
    ]
    if not is_of_copies:
        word, kind = ("accepted", "good") if step["accepted"] else ("rejected", "bad")
        told.append(("so far", element("span", word, class_=kind)))
    return pairs(told)


def _held(registers: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[Element]:
    """The registers after a step, and which of them it changed."""
    if not registers:
        return
    rows = [
        (
            element("code", name),
            element("code", as_text(value)),
            element("strong", "changed" if before else "set") if before.get(name) != value or not before else none(),
        )
        for name, value in registers.items()
    ]
    yield table(("register", "holds", "in this step"), rows, PAIRS)


def _rejected(verdict: VerdictData) -> Iterator[Element]:
    """Where a run rejects, and by which line."""
    rejection = verdict["rejection"]
    if rejection is None:
        return
    where = f"Message {rejection['index'] + 1} is rejected by {rejection['file']}:{rejection['line']}"
    yield element("p", f"{where}: {rejection['reason']}.")
    if rejection["text"]:
        yield element("pre", rejection["text"])


def _application(each: Mapping[str, Any]) -> str:
    return f"{each['name']}({', '.join(map(as_text, each['arguments']))}) = {as_text(each['value'])}"


def _registers(function: VerifiedData) -> Iterator[Element]:
    """What each register of a post-processing depends on."""
    if function["registers"]:
        words = {"same": "never differ", "differ": "differ", "unknown": "not decided"}
        rows = (
            (
                element("code", each["name"]),
                f"{each['place']}, by {' and '.join(each['sources'])}" if each["tainted"] else "no",
                words[each["copies"]],
            )
            for each in function["registers"]
        )
        yield section("Registers", table(("register", "tainted", "two copies"), rows, ROWS))


def _theorems(function: VerifiedData) -> Iterator[Element]:
    rows = [
        (
            element("strong", theorem),
            listed(function["hypotheses"][theorem]) if function["hypotheses"][theorem] else "—",
        )
        for theorem in function["opens"]
    ]
    parts = [table(("theorem", "if"), rows, ROWS)] if rows else [element("p", "None that these verdicts open.")]
    if function["usable_at_run_time"]:
        at_run_time = "Usable at run time, where every message is paired with itself: it is diagonal and public."
        parts.append(element("p", at_run_time))
    yield section("Theorems you can now use", *parts)


def _warnings(function: VerifiedData) -> Iterator[Element]:
    if function["warnings"]:
        yield section("Warnings", listed(function["warnings"]))


def as_text(value: Any) -> str:
    """A value of a trace as people read it: of a record, its name and its fields."""
    if isinstance(value, dict) and len(value) == 1:
        [(name, fields)] = value.items()
        if isinstance(fields, dict):
            return f"{name}({', '.join(f'{each}={as_text(of)}' for each, of in fields.items())})"
    if isinstance(value, dict):
        return ", ".join(f"{name} {as_text(of)}" for name, of in value.items())
    return json.dumps(value, ensure_ascii=False)
