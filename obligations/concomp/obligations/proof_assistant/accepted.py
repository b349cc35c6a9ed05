"""What Coq accepted: a committed result, bound to the derivations that it is from, and compared before it is shown."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from concomp.model.files.replacing import replace
from concomp.model.registry.evidence import Evidence
from concomp.obligations.derivations.coq.compositions import composition_theorems
from concomp.obligations.derivations.coq.libraries import library_hash
from concomp.obligations.proof_assistant.assumptions import ALLOWED
from concomp.obligations.runner.index import Spoiled

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
    """The parts of a statement that Coq accepted.

    record: the hash of all that is said of it here. coq: the version. library: the hash of what the theorems stand on.
    derivation: the hash of the derivation by its evidence.
    """

    record: str = ""
    coq: str
    library: str
    derivation: str
    theorems: tuple[AcceptedTheorem, ...]


class Accepted(_Value):
    """All that Coq accepted, and what of these or other statements resists; unreadable: why nothing is known of it."""

    statements: dict[str, AcceptedStatement] = {}
    resists: dict[str, str] = {}
    unreadable: str = Field("", exclude=True)

    def of(self, key: str, evidence: Mapping[str, Sequence[Evidence]]) -> tuple[AcceptedTheorem, ...]:
        """The theorems of a statement, none unless they are accepted as it stands now."""
        found = self.statements.get(key)
        return found.theorems if found is not None and not self.objection(key, evidence) else ()

    def objection(self, key: str, evidence: Mapping[str, Sequence[Evidence]]) -> str:
        """Why what was accepted of a statement is not so as it stands now; empty if it is, or nothing was."""
        found = self.statements.get(key)
        if found is None:
            return self.unreadable
        names = [each.name for each in found.theorems]
        beyond = [axiom for each in found.theorems for axiom in each.axioms if axiom not in ALLOWED]
        objections = {
            "its derivation has changed since": found.derivation != derivation_hash(key, evidence),
            "what was recorded of it has been altered": found.record != _hash(key, found, self.resists.get(key, "")),
            "the library that it stands on has changed since": found.library != library_hash(names),
            "its proof has changed since": any(map(_is_another, found.theorems)),
            f"it rests on {', '.join(beyond)}": bool(beyond),
        }
        return next((said for said, holds in objections.items() if holds), "")


def recorded(
    key: str,
    theorems: tuple[AcceptedTheorem, ...],
    resists: str,
    coq: str,
    evidence: Mapping[str, Sequence[Evidence]],
) -> AcceptedStatement:
    """The theorems of a statement that a version of Coq accepted just now; resists: why not all of it, if so."""
    library = library_hash([each.name for each in theorems])
    found = AcceptedStatement(coq=coq, library=library, derivation=derivation_hash(key, evidence), theorems=theorems)
    return found.model_copy(update={"record": _hash(key, found, resists)})


def place(clone: Path) -> Path:
    """Where the result stands in a clone."""
    return clone / "obligations" / "concomp" / "obligations" / "proof_assistant" / FILE


@cache
def packaged() -> Accepted:
    """The committed result; one that says why it is none, if it cannot be read."""
    try:
        return read(Path(str(files(__package__) / FILE)))
    except Spoiled as error:
        return Accepted(unreadable=str(error))


def read(path: Path) -> Accepted:
    """The result in a file, an empty one if there is no file; Spoiled if it is none."""
    try:
        return Accepted.model_validate_json(path.read_bytes()) if path.exists() else Accepted()
    except OSError as error:
        why = str(error.strerror)
    except ValidationError as error:
        first = error.errors()[0]
        why = " ".join([*(".".join(map(str, first["loc"])),), first["msg"]]).strip()
    raise Spoiled(f"{FILE}: {why}; `git checkout` brings it back, or delete it and run `make coq`")


def write(accepted: Accepted, path: Path) -> None:
    """Write a result to a file, its statements in order."""
    replace(path, f"{accepted.model_dump_json(indent=1)}\n".encode())


def _hash(key: str, found: AcceptedStatement, resists: str) -> str:
    """The SHA-256 of all that is said of a statement."""
    fields = [key, found.model_dump(mode="json", exclude={"record"}), resists]
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def _is_another(theorem: AcceptedTheorem) -> bool:
    """Whether a theorem by hand is not the one that was accepted."""
    text = composition_theorems().get(theorem.name)
    return text is not None and hashlib.sha256(text.encode()).hexdigest() != theorem.sha256


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
