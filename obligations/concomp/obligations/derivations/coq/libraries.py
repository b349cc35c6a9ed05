"""What theorems stand on: the library, which is written by hand, and the claims of arithmetic of all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from concomp.obligations.derivations.coq.arithmetic import Claim
from concomp.obligations.derivations.coq.compositions import composition_library, composition_theorems
from concomp.obligations.derivations.coq.files import Theorem

LIBRARY = ("Rules", "Views", "Tactics", "Resistant")
"""The files of the library, each after those that it needs."""
CHUNK = 60
"""How many claims stand in one file, so that several are compiled at a time."""


def library() -> Mapping[str, str]:
    """The texts of the library, by the names of their files."""
    folder = files(__package__) / "library"
    return {name: (folder / f"{name}.v").read_text(encoding="utf-8") for name in LIBRARY}


def library_hash(theorems: Iterable[str]) -> str:
    """The SHA-256 of the library that theorems of these names stand on."""
    is_composed = not composition_theorems().keys().isdisjoint(theorems)
    texts = (*library().values(), *(composition_library().values() if is_composed else ()))
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


@dataclass(frozen=True)
class Files:
    """The files of some theorems, in the order in which they need each other.

    claims: of those that are exported. exported: these themselves. compositions: the library of those about
    compositions; none if there are none. composed: these themselves.
    """

    claims: Mapping[str, str]
    exported: Mapping[str, str]
    compositions: Mapping[str, str]
    composed: Mapping[str, str]

    def all(self) -> Mapping[str, str]:
        """All of them, each after those that it needs."""
        return {**library(), **self.claims, **self.exported, **self.compositions, **self.composed}


def files_of(theorems: Iterable[Theorem]) -> Files:
    """The files of some theorems."""
    texts = {each.name: each for each in theorems}
    composed = {name: each.text for name, each in texts.items() if name in composition_theorems()}
    exported = {name: each.text for name, each in texts.items() if name not in composed}
    claims = claim_files(claim for each in texts.values() for claim in each.claims)
    return Files(claims, exported, composition_library() if composed else {}, composed)


def claim_chunks(claims: Iterable[Claim]) -> Mapping[str, Sequence[Claim]]:
    """Some claims, each once, by the files that they stand in."""
    listed = sorted(dict.fromkeys(claims), key=lambda each: each.name)
    starts = range(0, len(listed), CHUNK)
    return {f"Claims_{place}": listed[start : start + CHUNK] for place, start in enumerate(starts, 1)}


def claim_files(claims: Iterable[Claim]) -> Mapping[str, str]:
    """The files of some claims, each claim once, proved by tactics; the last one, `Claims`, hands on all others."""
    texts = {name: claims_text(chunk) for name, chunk in claim_chunks(claims).items()}
    exported = f"From Concomp Require Export {' '.join(texts)}.\n" if texts else ""
    return {**texts, "Claims": exported}


def claims_text(claims: Iterable[Claim]) -> str:
    """The text of a file of claims."""
    head = "From Coq Require Import Reals Psatz.\nFrom Concomp Require Import Tactics Resistant.\nOpen Scope R_scope.\n"
    return head + "".join(f"Lemma {each.name} : {each.statement}.\nProof. arithmetic. Qed.\n" for each in claims)
