"""Coq at work: files compiled one after another, some at a time, and checked again by its checker.

A file that was compiled with the same library and claims before is not compiled again, so that a run that ran out of
time goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from concomp.model.files.replacing import replace
from concomp.obligations.proof_assistant.assumptions import demand_clean
from concomp.obligations.proof_assistant.programs import Ended, Rejected, Undecided, run
from concomp.obligations.proof_assistant.trust import taken_on_trust

NAMESPACE = "Concomp"


@dataclass
class Compiler:
    """Coq in a folder of its own.

    jobs: how many files are compiled at a time. seconds: how long all may take.
    """

    folder: Path
    jobs: int
    seconds: float
    _until: float = field(init=False)

    def __post_init__(self) -> None:
        self._until = time.monotonic() + self.seconds
        self.folder.mkdir(parents=True, exist_ok=True)

    def compile_in_order(self, texts: Mapping[str, str]) -> None:
        """Compile files of which each may need those before; Rejected or Undecided if one is not compiled."""
        for name, text in texts.items():
            self.compile(name, text)

    def compile_all(self, texts: Mapping[str, str]) -> dict[str, str | Exception]:
        """What Coq says of each of some files that do not need each other, or why it was not compiled."""

        def one(item: tuple[str, str]) -> str | Exception:
            try:
                return self.compile(*item)
            except (Rejected, Undecided) as error:
                return error

        with ThreadPoolExecutor(self.jobs) as pool:
            return dict(zip(texts, pool.map(one, texts.items()), strict=True))

    def compile(self, name: str, text: str) -> str:
        """What Coq says of a file; Rejected if it does not accept it, Undecided if it came to no end."""
        if (trusted := taken_on_trust(text)) is not None:
            raise Rejected(f"{name} takes something on trust: {trusted}")
        source, compiled, said = (self.folder / f"{name}.{kind}" for kind in ("v", "vo", "said"))
        if said.is_file() and compiled.is_file() and source.read_text(encoding="utf-8") == text:
            return said.read_text(encoding="utf-8")
        said.unlink(missing_ok=True)
        compiled.unlink(missing_ok=True)
        replace(source, text.encode())
        answer = self._run("coqc", "-q", "-noglob", "-w", "none", "-R", str(self.folder), NAMESPACE, str(source))
        if not compiled.is_file():
            raise Undecided(f"coqc wrote no {compiled.name}, and did not say why")
        replace(said, answer.stdout.encode())
        return answer.stdout

    def check(self, names: Iterable[str]) -> None:
        """Let the checker, which is independent of the tactics, go through compiled files and all that they need.

        Rejected if it does not accept them, or they rest on more than the libraries of Coq do.
        """
        modules = [f"{NAMESPACE}.{name}" for name in names]
        answer = self._run("coqchk", "-silent", "-o", "-R", str(self.folder), NAMESPACE, *modules)
        # It writes its summary to where errors go.
        demand_clean(answer.stdout + answer.stderr)

    def _run(self, *command: str) -> Ended:
        return run(command, self._until - time.monotonic(), self.folder)


def place_of(texts: Mapping[str, str]) -> str:
    """The name of the folder for what needs these files: another one when they change."""
    return hashlib.sha256("\n".join(f"{name}\n{text}" for name, text in texts.items()).encode()).hexdigest()[:16]
