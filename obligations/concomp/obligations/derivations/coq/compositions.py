"""Theorems about mechanisms that are put together: proved by hand, on their definitions and on exported lemmas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from concomp.obligations.derivations.coq.reading import excerpt, identifiers, names_in, needed_of, read

LIBRARY = {
    "compositions": (
        *("Mechanisms", "Chances", "Strategies", "Compositions", "Families", "Laziness", "Simulators", "Shares"),
        *("Games", "Covers", "Slots", "Filters", "Exceptions", "Parallel", "Interactive", "Pairs"),
        *("Noninteractive", "Responding", "Guarded"),
    ),
    "post_processing": ("PostProcessing", "Inside", "Distances", "Chains", "Doubles", "Doubling", "Deterministic"),
    "protocols": ("ConComp", "LocalProtocols", "Serving", "FewUsers", "OneDataset"),
    "filters": ("Launches", "Prompt", "OneShot"),
    "controls": ("Controls",),
}
"""The files that theorems stand on, by their folders, each after those that it needs."""
DEFINITIONS = (
    *("Mechanisms", "Compositions", "Families", "Laziness", "Noninteractive"),
    *("PostProcessing", "Distances", "Doubles", "ConComp", "LocalProtocols", "Launches"),
)
"""The files to be read whole: what mechanisms, adversaries, views, verifiers, compositions and protocols are."""
IN_PART = ("Rules", "Views", "Deterministic")
"""The files of which only some definitions are to be read: sums, laws and responses, who does not draw."""
PAPERS = ("hsv26", "haney23")
"""The folders of the theorems."""
REQUIRED = re.compile(r"^From Concomp Require Import\s+([^.]+)\.", re.MULTILINE)
"""Where a file names those that it needs."""
SCOPE = re.compile(r"^\(\* Scope: (.+?)\. \*\)$", re.MULTILINE | re.DOTALL)
"""Where a theorem says of what it is said."""
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


def scope_of(text: str) -> str:
    """Of what the theorem in a text speaks, where that may be less than what is printed."""
    found = SCOPE.search(text)
    return "" if found is None else " ".join(found[1].split())


def definitions_of(text: str) -> str:
    """The definitions that the theorem in a text is about: those that it names, and that these need."""
    library, needed = composition_library(), set[str]()
    waiting = [text]
    while waiting:
        named = {name for listed in REQUIRED.findall(waiting.pop()) for name in listed.split()}
        waiting += [library[name] for name in named.intersection(DEFINITIONS) - needed]
        needed |= named.intersection(DEFINITIONS)
    whole = [library[name] for name in DEFINITIONS if name in needed]
    return "\n".join([*_in_part(text, whole), *whole])


def _in_part(theorem: str, whole: Sequence[str]) -> Iterator[str]:
    """What a theorem and the files that are read whole need of the others."""
    texts = {name: _read_in_part(name) for name in IN_PART}
    used = {*identifiers(statement_of(theorem))}
    used |= {name for text in whole for each in read(text) if each.defines for name in each.uses}
    names = needed_of(texts.values(), used - names_in(whole))
    found = {name: excerpt(text, names) for name, text in texts.items()}
    return (f"(* Of {name}.v. *)\n{said}" for name, said in found.items() if said)


def _read_in_part(name: str) -> str:
    top = files(__package__) / "library"
    return composition_library().get(name) or (top / f"{name}.v").read_text(encoding="utf-8")
