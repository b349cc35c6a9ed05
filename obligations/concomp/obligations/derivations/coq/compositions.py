"""Theorems about compositions: proved by hand, on definitions of mechanisms and on Lemmas 4.7 and 5.6 as exported."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

FOLDER = "library/compositions"
DEFINITIONS = (
    *("Mechanisms", "Compositions", "Families", "Laziness", "Noninteractive"),
    *("PostProcessing", "Distances", "Doubles", "LocalProtocols"),
)
"""The files to be read: what mechanisms, adversaries, views, verifiers and compositions are."""
LIBRARY = (
    *("Mechanisms", "Chances", "Strategies", "Compositions", "Families", "Laziness", "Simulators", "Shares"),
    *("Games", "Covers", "Slots", "Filters", "Exceptions", "Parallel", "Interactive", "Pairs"),
    *("Noninteractive", "Responding"),
    *("PostProcessing", "Inside", "Distances", "Chains", "Doubles", "Doubling"),
    *("LocalProtocols", "Serving", "Guarded", "FewUsers"),
)
"""The files that theorems stand on, each after those that it needs."""
OPENED = "\nOpen Scope R_scope.\n"
"""Behind which all is to be read, up to the proof."""
STANDS_ON = ("HSV26 Lemma 4.7", "HSV26 Section 4.2: Lemma 4.7 at eps = 0", "HSV26 Lemma 5.6 (repaired)")
"""The statements whose exported theorems this library uses."""


@cache
def composition_library() -> Mapping[str, str]:
    """The texts of the library, by the names of their files."""
    folder = files(__package__) / FOLDER
    return {name: (folder / f"{name}.v").read_text(encoding="utf-8") for name in LIBRARY}


@cache
def composition_theorems() -> Mapping[str, str]:
    """The texts of the theorems, by their names."""
    folder = files(__package__) / FOLDER / "theorems"
    listed = sorted(each.name.removesuffix(".v") for each in folder.iterdir() if each.name.endswith(".v"))
    return {name: (folder / f"{name}.v").read_text(encoding="utf-8") for name in listed}


def statement_of(text: str) -> str:
    """What the theorem in a text says, with the definitions that are its own."""
    start = text.index(OPENED) + len(OPENED)
    return text[start : text.index("\nProof.", start)]


def definitions() -> str:
    """The definitions that the theorems are about."""
    return "\n".join(composition_library()[name] for name in DEFINITIONS)
