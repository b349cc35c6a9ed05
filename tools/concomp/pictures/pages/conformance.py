"""`concomp conform --html`: the report as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from concomp.pictures.pages.elements import NUMBERS, PAIRS, ROWS, document, element, folded, none, section, table
from concomp.report.conformance.report import NOTHING

if TYPE_CHECKING:
    from concomp.schemas.conformance import ClaimData, ConformOutput, VectorData

COSTS: Mapping[str, str] = {
    "privacy": "More is lost than was said.",
    "rounding": "Less than 1e-12 of a loss is not reported.",
    "robustness": "An exception that nobody meant, or no reply.",
    "utility": "What basic composition covers is refused, or what is called exact is too large: no harm to privacy.",
    "unsupported": "It does not support what it claims.",
}
"""What a failure says; the last is of those without a cost."""


def page(report: ConformOutput) -> str:
    """The page of a report."""
    target = report["target"]
    title = f"{target['name']} {target['version']}"
    parts = (
        *_opening(report, title),
        section("Claims", _claims(report)),
        *_complaints(report["complaints"]),
        section("Failures", *_failures(report)),
        section("What failures cost", _costs(report)),
        section("Coverage", *_coverage(report)),
    )
    return document(f"{title}: conformance", *parts)


def put(report: ConformOutput) -> list[VectorData]:
    """The vectors that were put to the target."""
    return [each for each in report["vectors"] if each["verdict"] != "not claimed"]


def _opening(report: ConformOutput, title: str) -> Iterator[Element]:
    executed = put(report)
    passed = sum(each["verdict"] == "passed" for each in executed)
    verdict = "conforms" if report["conforms"] else "does not conform"
    mark = element("strong", verdict, class_="good" if report["conforms"] else "bad")
    counted = f": {passed} of {len(executed)} vectors passed."
    yield element("h1", title, " ", element("small", report["target"]["language"]))
    yield element("p", mark, counted, class_="verdict")
    if not executed:
        yield element("p", NOTHING)
    yield element("p", f"Conformance suite {report['suite']} of concomp.", class_="quiet")


def _claims(report: ConformOutput) -> Element:
    rows = (
        (each["claim"], _share(each), _verdict(each["verdict"], each["cost"], each.get("misbehaved", ())), _first(each))
        for each in report["claims"]
    )
    return table(("claim", "vectors", "verdict", "first that failed"), rows, ROWS)


def _share(claim: ClaimData) -> Element | str:
    return f"{claim['passed']} of {claim['run']}" if claim["run"] else none()


def _first(claim: ClaimData) -> Element:
    name = claim["first"]
    return none() if name is None else element("a", name, href=f"#{name}")


def _verdict(verdict: str, cost: str | None, misbehaved: Sequence[str] = ()) -> Element:
    kind = "good" if verdict == "passed" else "quiet" if verdict in ("not tested", "not claimed") else "bad"
    if cost == "utility":
        kind = "mild"
    return element("span", ", ".join((verdict if cost is None else f"{verdict}: {cost}", *misbehaved)), class_=kind)


def _complaints(complaints: Sequence[str]) -> Iterator[Element]:
    if complaints:
        yield section(
            "Wrong with the list of known failures", element("ul", *(element("li", each) for each in complaints))
        )


def _failures(report: ConformOutput) -> Iterator[Element]:
    reasons = {each["id"]: f"{each['reason']} ({each['issue']}), until {each['expires']}" for each in report["known"]}
    failed = sorted((each for each in put(report) if each["verdict"] != "passed"), key=_place)
    if not failed:
        yield element("p", "None.")
    for each in failed:
        yield _failure(each, reasons.get(each["id"]))


def _place(vector: VectorData) -> int:
    """The gravest first."""
    return [*COSTS].index(vector["cost"] or "unsupported")


def _failure(vector: VectorData, known: str | None) -> Element:
    step = "" if vector["step"] is None else f" at step {vector['step']}"
    told: dict[str, Element | str | None] = {
        "by": "; ".join(vector["statements"]),
        "expected": element("code", vector["expected"]),
        "reported": element("code", vector["reported"]),
        "standard error": element("pre", vector["errors"]) if vector["errors"] else None,
        "known": known,
        "replay": element("pre", vector["replay"]),
    }
    pairs = [(name, what) for name, what in told.items() if what is not None]
    return element(
        "article",
        element("h3", vector["id"]),
        element("p", _verdict(vector["verdict"], vector["cost"]), step),
        element("p", vector["why"]),
        element("dl", *(part for name, what in pairs for part in (element("dt", name), element("dd", what)))),
        id=vector["id"],
    )


def _costs(report: ConformOutput) -> Element:
    failed = [each for each in put(report) if each["verdict"] != "passed"]
    rows = []
    for cost, meaning in COSTS.items():
        of_it = [each for each in failed if (each["cost"] or "unsupported") == cost]
        known = sum(each["known"] for each in of_it)
        rows.append((cost, meaning, f"{len(of_it)}, {known} of them known" if known else str(len(of_it))))
    return table(("cost", "meaning", "vectors"), rows, ROWS)


def _coverage(report: ConformOutput) -> Iterator[Element]:
    vectors = report["vectors"]
    families = dict.fromkeys(each["family"] for each in vectors)
    rows = ((name, *_counts([each for each in vectors if each["family"] == name])) for name in families)
    yield table(("family", "vectors", "put to it", "passed"), rows, NUMBERS)
    if report["unclaimed"]:
        yield element("p", f"Not claimed, not tested: {', '.join(report['unclaimed'])}.")
    statements = sorted({name for each in vectors for name in each["statements"]})
    resting = ((name, *_counts([each for each in vectors if name in each["statements"]])) for name in statements)
    yield folded(
        f"By statement ({len(statements)})",
        table(("statement", "vectors", "put to it", "passed"), resting, NUMBERS),
    )
    every = ((each["id"], _verdict(each["verdict"], each["cost"])) for each in vectors)
    yield folded(f"All vectors ({len(vectors)})", table(("vector", "verdict"), every, PAIRS))


def _counts(vectors: Sequence[VectorData]) -> tuple[str, str, str]:
    executed = [each for each in vectors if each["verdict"] != "not claimed"]
    passed = sum(each["verdict"] == "passed" for each in executed)
    return str(len(vectors)), str(len(executed)), str(passed)
