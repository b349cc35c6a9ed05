"""Theorems about mechanisms that are put together: proved by hand, on their definitions and on exported lemmas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LIBRARY = {
    "compositions": (
        *("Mechanisms", "Chances", "Strategies", "Compositions", "Families", "Laziness", "Simulators", "Shares"),
        *("Games", "Covers", "Slots", "Filters", "Exceptions", "Parallel", "Interactive", "Pairs"),
        *("Noninteractive", "Responding", "Guarded"),
    ),
    "post_processing": ("PostProcessing", "Inside", "Distances", "Chains", "Doubles", "Doubling", "Deterministic"),
    "protocols": ("LocalProtocols", "Serving", "FewUsers"),
}
"""The files that theorems stand on, by their folders, each after those that it needs."""
DEFINITIONS = (
    *("Mechanisms", "Compositions", "Families", "Laziness", "Noninteractive"),
    *("PostProcessing", "Distances", "Doubles", "LocalProtocols"),
)
"""The files to be read: what mechanisms, adversaries, views, verifiers, compositions and protocols are."""
PAPERS = ("hsv26", "haney23")
"""The folders of the theorems."""
REQUIRED = re.compile(r"^From Concomp Require Import\s+([^.]+)\.", re.MULTILINE)
"""Where a file names those that it needs."""
OPENED = "\nOpen Scope R_scope.\n"
"""Behind which all is to be read, up to the proof."""
STANDS_ON = ("HSV26 Lemma 4.7", "HSV26 Section 4.2: Lemma 4.7 at eps = 0", "HSV26 Lemma 5.6 (repaired)")
"""The statements whose exported theorems this library uses."""


@cache
def composition_library() -> Mapping[str, str]:
    """The texts of the library, by the names of their files."""
    top = files(__package__) / "library"
    return {
        name: (top / folder / f"{name}.v").read_text(encoding="utf-8")
        for folder, names in LIBRARY.items()
        for name in names
    }


@cache
def composition_theorems() -> Mapping[str, str]:
    """The texts of the theorems, by their names."""
    top = files(__package__) / "library" / "theorems"
    listed = [each for paper in PAPERS for each in (top / paper).iterdir() if each.name.endswith(".v")]
    texts = {each.name.removesuffix(".v"): each.read_text(encoding="utf-8") for each in listed}
    return dict(sorted(texts.items()))


def statement_of(text: str) -> str:
    """What the theorem in a text says, with the definitions that are its own."""
    start = text.index(OPENED) + len(OPENED)
    return text[start : text.index("\nProof.", start)]


def definitions_of(text: str) -> str:
    """The definitions that the theorem in a text is about: those that it names, and that these need."""
    library, needed = composition_library(), set[str]()
    waiting = [text]
    while waiting:
        named = {name for listed in REQUIRED.findall(waiting.pop()) for name in listed.split()}
        waiting += [library[name] for name in named.intersection(DEFINITIONS) - needed]
        needed |= named.intersection(DEFINITIONS)
    return "\n".join(library[name] for name in DEFINITIONS if name in needed)
