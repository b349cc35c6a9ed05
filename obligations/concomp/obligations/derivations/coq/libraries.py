"""What theorems stand on: the library, which is written by hand, and the claims of arithmetic of all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from importlib.resources import files

from concomp.obligations.derivations.coq.arithmetic import Claim

LIBRARY = ("Rules", "Views", "Tactics", "Resistant")
"""The files of the library, each after those that it needs."""
CHUNK = 60
"""How many claims stand in one file, so that several are compiled at a time."""


def library() -> Mapping[str, str]:
    """The texts of the library, by the names of their files."""
    folder = files(__package__) / "library"
    return {name: (folder / f"{name}.v").read_text(encoding="utf-8") for name in LIBRARY}


def library_hash() -> str:
    """The SHA-256 of the library."""
    return hashlib.sha256("\n".join(library().values()).encode()).hexdigest()


def claim_files(claims: Iterable[Claim]) -> Mapping[str, str]:
    """The files of some claims, each claim once, proved by tactics; the last one, `Claims`, hands on all others."""
    listed = sorted(dict.fromkeys(claims), key=lambda each: each.name)
    chunks = [listed[start : start + CHUNK] for start in range(0, len(listed), CHUNK)]
    texts = {f"Claims_{place}": _claims(chunk) for place, chunk in enumerate(chunks, 1)}
    exported = f"From Concomp Require Export {' '.join(texts)}.\n" if texts else ""
    return {**texts, "Claims": exported}


def _claims(claims: Iterable[Claim]) -> str:
    head = "From Coq Require Import Reals Psatz.\nFrom Concomp Require Import Tactics Resistant.\nOpen Scope R_scope.\n"
    return head + "".join(f"Lemma {each.name} : {each.statement}.\nProof. arithmetic. Qed.\n" for each in claims)
