"""Two reports, the second beside the first: what fails now, what is no longer tested, and what is mended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from concomp.conformance.protocol.claims import Claim
from concomp.conformance.vectors.expectations import COSTS
from concomp.report.conformance.allowances import Lists, added, widened
from concomp.report.text import shorten

if TYPE_CHECKING:
    from concomp.schemas.conformance import ConformOutput, KnownData, VectorData

SHORT = 300
"""The most characters of what was expected or reported that are shown."""


@dataclass(frozen=True)
class Differences:
    """What differs between two reports.

    failures: vectors that fail now, and passed, were not run, or failed at a lesser cost. claims: no longer made, or no
    longer tested. thinned: claims to which fewer vectors hold it. vectors: no longer run. repeated: vectors that are
    listed more than once. known: entries that the list of known failures did not have. widened: those that put up with
    a graver cost, or for longer. verdict: whether the target does not conform, which did. mended: vectors that
    pass now.
    """

    failures: tuple[VectorData, ...]
    claims: tuple[str, ...]
    thinned: tuple[str, ...]
    vectors: tuple[VectorData, ...]
    repeated: tuple[str, ...]
    known: tuple[KnownData, ...]
    widened: tuple[str, ...]
    verdict: bool
    mended: tuple[VectorData, ...]

    @property
    def are_worse(self) -> bool:
        """Whether anything fails, is no longer tested, or is known to fail, that was not so before."""
        tested_less = self.claims or self.thinned or self.vectors
        return bool(self.failures or tested_less or self.repeated or self.known or self.widened or self.verdict)


def compare(old: ConformOutput, new: ConformOutput, successors: Mapping[str, str]) -> Differences:
    """Compare two reports; successors: by their names, vectors that took the place of others."""
    before = {_now(each["id"], successors): each for each in _gravest_last(old)}
    after = {each["id"]: each for each in _gravest_last(new)}
    known = _by_vector(old, successors), _by_vector(new, successors)
    return Differences(
        failures=tuple(each for name, each in after.items() if _gravity(each) > _gravity(before.get(name))),
        claims=tuple(_no_longer_made(old, new)),
        thinned=tuple(_thinned(old, new, successors)),
        vectors=tuple(each for name, each in before.items() if name not in after),
        repeated=tuple(name for name, times in Counter(each["id"] for each in new["vectors"]).items() if times > 1),
        verdict=old["conforms"] and not new["conforms"],
        known=tuple(added(*known)),
        widened=tuple(widened(*known)),
        mended=tuple(each for name, each in after.items() if _gravity(each) == 0 < _gravity(before.get(name))),
    )


def lines(old: ConformOutput, new: ConformOutput, found: Differences) -> Iterator[str]:
    """The comparison for people; what makes it worse comes first."""
    if others := [f"{what} {a} -> {b}" for what, a, b in _circumstances(old, new) if a != b]:
        yield f"NOT ALIKE: {', '.join(others)}: what differs may come of that alone; vectors are compared by name."
    yield f"{_who(old)} -> {_who(new)}"
    yield from _listed("New failures", [line for each in found.failures for line in _failure(each)], found.failures)
    yield from _listed("No longer claimed, or no longer tested", found.claims)
    yield from _listed("Held to by fewer vectors", found.thinned)
    yield from _listed("No longer run", [f"{each['id']}: {each['verdict']} before" for each in found.vectors])
    yield from _listed("Listed more than once", found.repeated)
    yield from _listed("The verdict", ["it does not conform, and did"] if found.verdict else [])
    added = [f"{each['id']}: {each['reason']} ({each['issue']})" for each in found.known]
    yield from _listed("New in the list of known failures, which can only shrink", added)
    yield from _listed("Widened in the list of known failures, which can only shrink", found.widened)
    yield from _listed("Mended", [each["id"] for each in found.mended])
    yield ""
    yield _summary(found)


def _gravest_last(report: ConformOutput) -> list[VectorData]:
    """What was run; of a vector that is listed more than once, the gravest is the last."""
    return sorted(filter(_is_run, report["vectors"]), key=_gravity)


def _is_run(vector: VectorData) -> bool:
    return vector["verdict"] != "not claimed"


def _now(name: str, successors: Mapping[str, str]) -> str:
    """The vector that has the place of one of this name."""
    while name in successors:
        name = successors[name]
    return name


def _gravity(vector: VectorData | None) -> int:
    """0 of what passed, or was not run; the more the worse. What is unsupported though claimed is as an exception."""
    if vector is None or vector["verdict"] == "passed":
        return 0
    return len(COSTS) - COSTS.index(vector["cost"] or "robustness")


def _no_longer_made(old: ConformOutput, new: ConformOutput) -> Iterator[str]:
    made = [Claim.model_validate(each["terms"]) for each in new["claims"] if each["verdict"] != "not tested"]
    for each in old["claims"]:
        if each["verdict"] == "not tested":
            continue
        if not any(claim.implies(Claim.model_validate(each["terms"])) for claim in made):
            yield each["claim"]


def _thinned(old: ConformOutput, new: ConformOutput, successors: Mapping[str, str]) -> Iterator[str]:
    """The claims, still made and tested, to which fewer vectors hold a target than those that are left account for."""
    names = {each["id"] for each in old["vectors"] if _is_run(each)}
    merged = len(names) - len({_now(each, successors) for each in names})
    made = [(Claim.model_validate(each["terms"]), each["run"]) for each in new["claims"] if each["run"]]
    for each in old["claims"]:
        now = [run for claim, run in made if claim.implies(Claim.model_validate(each["terms"]))]
        if now and max(now) < each["run"] - merged:
            yield f"{each['claim']}: {max(now)}, and was by {each['run']}"


def _by_vector(report: ConformOutput, successors: Mapping[str, str]) -> Lists:
    names = dict.fromkeys(_now(each["id"], successors) for each in report["known"])
    return {name: [each for each in report["known"] if _now(each["id"], successors) == name] for name in names}


def _circumstances(old: ConformOutput, new: ConformOutput) -> Iterator[tuple[str, str, str]]:
    yield "suite", old["suite"], new["suite"]
    yield "language", old["target"]["language"], new["target"]["language"]


def _who(report: ConformOutput) -> str:
    target = report["target"]
    return f"{target['name']} {target['version']} (suite {report['suite']})"


def _listed(heading: str, shown: Sequence[str], of: Sequence[object] | None = None) -> Iterator[str]:
    if shown:
        yield ""
        yield f"{heading}: {len(shown if of is None else of)}"
        yield from (f"  {line}" for line in shown)


def _failure(vector: VectorData) -> Iterator[str]:
    cost = f" ({vector['cost']})" if vector["cost"] else ""
    yield f"{vector['id']}: {vector['verdict']}{cost}{', known' if vector['known'] else ''}"
    yield f"  {vector['why']}"
    yield f"  by        {'; '.join(vector['statements'])}"
    yield f"  expected  {shorten(vector['expected'], SHORT)}"
    yield f"  reported  {shorten(vector['reported'], SHORT)}"
    yield f"  replay    {vector['replay']}"


def _summary(found: Differences) -> str:
    counted = {
        "new failures": len(found.failures),
        "claims no longer made or tested": len(found.claims),
        "claims to which fewer vectors hold it": len(found.thinned),
        "vectors no longer run": len(found.vectors),
        "vectors listed more than once": len(found.repeated),
        "verdicts": int(found.verdict),
        "newly known failures": len(found.known),
        "widened known failures": len(found.widened),
    }
    worse = ", ".join(f"{what}: {number}" for what, number in counted.items() if number)
    mended = f" Mended: {len(found.mended)}." if found.mended else ""
    return f"Worse, by {worse}.{mended}" if worse else f"Nothing is worse.{mended}"
