"""Wrong targets, run through the protocol; `python -m tests.conformance.kills` writes which vectors fail them.

What is written is package data, which `python -m concomp.conformance.vectors` then puts into the vectors: each names
the wrong targets that fail it, so that nobody has to say so. Names of wrong targets, or of vectors, after it run these
alone anew.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.running import Run, run
from concomp.conformance.vectors.catalogue import KILLS
from concomp.conformance.vectors.stock import load
from concomp.conformance.vectors.vector import Vector
from tests.conformance.cover import cover

DETERMINISTIC = ("composition", "filter", "interleaving", "robustness", "verifier")
FAMILIES: Mapping[str, Sequence[str]] = {
    "composition": DETERMINISTIC,
    "sessions": DETERMINISTIC,
    "sums": DETERMINISTIC,
    "reading": DETERMINISTIC,
    "verifiers": DETERMINISTIC,
    "filters": DETERMINISTIC,
    "noise": ("noise",),
    "mechanisms": ("mechanisms",),
}
"""The modules of wrong targets, and the families of vectors that are put to them."""
SERVING = "concomp.conformance.targets"
READERS = ("tests.conformance.wrong.reading",)
"""The modules that read messages themselves, and so are run."""
LIMITS = Limits(seconds=30)
PAGE = Path(__file__).resolve().parents[2] / "docs" / "wrong_targets.md"
SHOWN = 3
"""How many vectors a row of the page names."""
OFTEN, COVERING = 3, 8
"""How often every wrong target is to be failed, and how many vectors of a cover the page names."""
HEAD = (
    "# Wrong targets",
    "",
    "Variants of a right target, each with one error, run through the protocol of the [suite](conformance.md): what",
    "each does, and which vectors fail it. Written by `python -m tests.conformance.kills`, from runs.",
    "",
    "| wrong target | what it does | fails |",
    "|---|---|---|",
)


def wrong_targets(modules: Iterable[str] = FAMILIES) -> Iterator[str]:
    """The wrong targets, as TARGET names them: the classes of these modules that are their own and have a name."""
    for name in modules:
        module = import_module(f"tests.conformance.wrong.{name}")
        for each, found in inspect.getmembers(module, inspect.isclass):
            if found.__module__ == module.__name__ and not each.startswith("_"):
                yield f"{module.__name__}:{each}"


def name_of(target: str) -> str:
    """The name that vectors give a wrong target: check-then-act of CheckThenAct."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", target.rpartition(":")[2]).lower()


def vectors_for(target: str) -> list[Vector]:
    """The vectors that are put to a wrong target."""
    families = FAMILIES[target.partition(":")[0].rpartition(".")[2]]
    return [each for each in load() if each.family in families]


def run_target(name: str, vectors: Sequence[Vector]) -> Run:
    """Put vectors to a target in Python."""
    module = name.partition(":")[0]
    return run([sys.executable, "-m", module if module in READERS else SERVING, name], vectors, LIMITS)


def failed(found: Run) -> list[str]:
    """The vectors that a target did not pass."""
    return [each.vector.id for each in found.executed if each.verdict != "passed"]


def write(names: Collection[str] = ()) -> None:
    """Run wrong targets, and write which vectors fail them; of those that are named, if any are, the others as known.

    names: of wrong targets, as vectors have them, and of vectors; ValueError for what is neither.
    """
    there, targets = {each.id for each in load()}, {name_of(target): target for target in wrong_targets()}
    if unknown := set(names) - there - set(targets):
        raise ValueError(f"{', '.join(sorted(unknown))}: no wrong target, and no vector: see docs/wrong_targets.md")
    chosen, anew = set(targets).intersection(names) or set(targets), there.intersection(names) or there
    known = json.loads(KILLS.read_text(encoding="utf-8"))
    kills = {each: {name for name in known.get(each, ()) if not (name in chosen and each in anew)} for each in there}
    for name, target in targets.items():
        vectors = [each for each in vectors_for(target) if name in chosen and each.id in anew]
        if not vectors:
            continue
        found = run_target(target, vectors)
        for vector in failed(found):
            kills[vector].add(name)
        print(target, len(failed(found)), "of", len(found.executed), flush=True)
    order = list(targets)
    listed = {vector: sorted(kills[vector], key=order.index) for vector in sorted(kills) if kills[vector]}
    KILLS.write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The page on wrong targets: what each does, and which vectors fail it."""
    fail: dict[str, list[str]] = defaultdict(list)
    for vector, names in json.loads(KILLS.read_text(encoding="utf-8")).items():
        for name in names:
            fail[name].append(vector)
    rows = [_row(target, fail[name_of(target)]) for target in wrong_targets()]
    return "\n".join([*HEAD, *rows, "", *_covers(json.loads(KILLS.read_text(encoding="utf-8")))])


def _covers(kills: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "## The cover"
    yield ""
    yield "A vector is kept for what it fails. Chosen greedily, each time the vector that fails most of what is not yet"
    yield "failed often enough, so many of them fail every wrong target:"
    yield ""
    yield "| times | vectors | the first of them |"
    yield "|---|---|---|"
    for times in (1, OFTEN):
        chosen = cover(kills, times)
        yield f"| {times} | {len(chosen)} of {len(load())} | {', '.join(chosen[:COVERING])}, … |"
    yield ""


def _row(target: str, vectors: Sequence[str]) -> str:
    module, _, name = target.partition(":")
    what = inspect.getdoc(getattr(import_module(module), name)) or ""
    more = f", and {len(vectors) - SHOWN} more" if len(vectors) > SHOWN else ""
    return f"| {name_of(target)} | {what} | {', '.join(vectors[:SHOWN])}{more} |"


if __name__ == "__main__":
    write(sys.argv[1:])
