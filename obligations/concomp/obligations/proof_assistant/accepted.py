"""What Coq accepted: a committed result, for each theorem bound to its file and to the derivation that it is from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from concomp.model.files.replacing import replace
from concomp.model.registry.evidence import Evidence

FILE = "accepted.json"
LEAF = re.compile(r"\[([^][]+)\]$")
"""How a line of a derivation that is another statement ends."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AcceptedTheorem(_Value):
    """A theorem that Coq accepted.

    name: of the theorem, and of its file. text: of the theorem with its hypotheses. sha256: of the file. axioms: what
    Coq says that it rests on.
    """

    name: str
    text: str
    sha256: str
    axioms: tuple[str, ...]


class AcceptedStatement(_Value):
    """The parts of a statement that Coq accepted; derivation: the hash of the derivation by its evidence."""

    derivation: str
    theorems: tuple[AcceptedTheorem, ...]


class Accepted(_Value):
    """All that Coq accepted, with its version, the hash of the library, and what of other statements resists."""

    coq: str = ""
    library: str = ""
    statements: dict[str, AcceptedStatement] = {}
    resists: dict[str, str] = {}

    def of(self, key: str, evidence: Mapping[str, Sequence[Evidence]]) -> tuple[AcceptedTheorem, ...]:
        """The theorems of a statement, none unless they are those of the derivation that its evidence shows."""
        found = self.statements.get(key)
        return found.theorems if found is not None and found.derivation == derivation_hash(key, evidence) else ()


def place(clone: Path) -> Path:
    """Where the result stands in a clone."""
    return clone / "obligations" / "concomp" / "obligations" / "proof_assistant" / FILE


@cache
def packaged() -> Accepted:
    """The committed result."""
    return read(Path(str(files(__package__) / FILE)))


def read(path: Path) -> Accepted:
    """The result in a file; an empty one if there is no file."""
    return Accepted.model_validate_json(path.read_bytes()) if path.is_file() else Accepted()


def write(accepted: Accepted, path: Path) -> None:
    """Write a result to a file, its statements in order."""
    replace(path, f"{accepted.model_dump_json(indent=1)}\n".encode())


def derivation_hash(key: str, evidence: Mapping[str, Sequence[Evidence]]) -> str:
    """The SHA-256 of the derivation of a statement, and of those that it uses, line by line as evidence has them."""
    text: list[str] = []
    waiting, found = [key], {key}
    while waiting:
        statement = waiting.pop()
        lines = [line for each in evidence.get(statement, ()) for line in _derived(each)]
        text += [statement, *lines]
        for line in lines:
            leaf = LEAF.search(line)
            if leaf and leaf[1] in evidence and leaf[1] not in found:
                found.add(leaf[1])
                waiting.append(leaf[1])
    return hashlib.sha256("\n".join(text).encode()).hexdigest()


def _derived(evidence: Evidence) -> tuple[str, ...]:
    outcome = evidence.outcome
    return (*outcome.formulas, *outcome.hypotheses, *outcome.derivation)
