"""What is to be read of files of Coq: their sentences, what these define, and those that others need."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

PIECE = re.compile(r"\(\*|\*\)|\.(?=\s|$)")
"""Where a comment begins or ends, or a sentence ends."""
IDENTIFIER = re.compile(r"[^\W\d][\w']*")
DEFINED = re.compile(r"(?:Definition|Fixpoint|Inductive|Record)\s+([\w']+)")
CONSTRUCTOR = re.compile(r"(?::=|\|)\s*([^\W\d][\w']*)")
FIELD = re.compile(r"[{;]\s*([^\W\d][\w']*)\s*:")
ABOUT = ("Variable", "Notation")
"""How what all definitions of a section are about begins."""
PROVED = ("Lemma", "Theorem")
ENDS = ("Qed", "Defined")


@dataclass(frozen=True)
class Sentence:
    """A sentence of a file. comment: what stands before it, empty if nothing does."""

    text: str
    comment: str

    @property
    def kind(self) -> str:
        """Its first word."""
        return self.text.split(maxsplit=1)[0].rstrip(".")

    @cached_property
    def defines(self) -> frozenset[str]:
        """The names that it gives: of what it defines, its constructors or its fields."""
        found = DEFINED.match(self.text)
        parts = {"Inductive": CONSTRUCTOR, "Record": FIELD}.get(self.kind)
        return frozenset() if found is None else frozenset({found[1], *(parts.findall(self.text) if parts else ())})

    @cached_property
    def uses(self) -> frozenset[str]:
        """All identifiers in it."""
        return identifiers(self.text)

    def __str__(self) -> str:
        return f"{self.comment}\n{self.text}" if self.comment else self.text


def identifiers(text: str) -> frozenset[str]:
    """All identifiers in a text, but for those in comments."""
    return frozenset(name for each in sentences(f"{text}\n.") for name in IDENTIFIER.findall(each.text))


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a file, with the comments before them; a comment inside one is left out."""
    depth, said, comment, start = 0, "", "", 0
    for found in PIECE.finditer(text):
        if found[0] == "(*":
            said += text[start : found.start()] if depth == 0 else ""
            start = found.start() if depth == 0 else start
            depth += 1
        elif found[0] == "*)":
            depth -= 1
            if depth == 0:
                comment = comment if said.strip() else text[start : found.end()]
                start = found.end()
        elif depth == 0:
            yield Sentence(f"{said}{text[start : found.end()]}".strip(), comment)
            said, comment, start = "", "", found.end()


def read(text: str) -> list[Sentence]:
    """The sentences of a file without proofs."""
    kept: list[Sentence] = []
    is_proof = False
    for each in sentences(text):
        if not is_proof and each.kind != "Proof":
            kept.append(each)
        is_proof = (is_proof or each.kind == "Proof") and each.kind not in ENDS
    return kept


def names_in(texts: Iterable[str]) -> frozenset[str]:
    """All names that some files define."""
    return frozenset(name for text in texts for each in read(text) for name in each.defines)


def excerpt(text: str, names: Collection[str]) -> str:
    """The definitions of some names in a file, with what their sections are about; empty if there are none."""
    kept: list[str] = []
    about: list[list[str]] = [[]]
    for each in read(text):
        if each.kind == "Section":
            about.append([])
        elif each.kind == "End":
            about.pop()
        elif each.kind.startswith(ABOUT):
            about[-1].append(each.text)
        elif not each.defines.isdisjoint(names):
            kept += [said for said in chain(*about) if said not in kept]
            kept.append(str(each))
    return "\n".join(kept)


def needed_of(texts: Iterable[str], names: Collection[str]) -> frozenset[str]:
    """Those names that some files define and some names need: they themselves, and what is in their definitions."""
    defining = [each for text in texts for each in read(text) if each.defines]
    found, before = frozenset(names), frozenset[str]()
    while found != before:
        before = found
        found |= frozenset(name for each in defining if not each.defines.isdisjoint(found) for name in each.uses)
    return found & frozenset(name for each in defining for name in each.defines)
