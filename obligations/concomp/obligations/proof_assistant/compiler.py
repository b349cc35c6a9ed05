"""Coq at work: files compiled one after another, some at a time, and what it says of the axioms of a theorem.

A file that was compiled with the same library and claims before is not compiled again, so that a run that ran out of
time goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

NAMESPACE = "Concomp"
INSTALLED = "apt-get update && apt-get install --no-install-recommends coq libcoq-coquelicot"
"""How Debian installs Coq, and the library of real analysis."""
SUPPORTED = "8.16"
"""The version that the tactics are known to work with."""
ALLOWED = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
"""The axioms under Coq's real numbers."""


class NoCoq(Exception):
    """Thrown where Coq or its library is missing, or another version is there."""


class OutOfTime(Exception):
    """Thrown when all time is spent."""


class Rejected(Exception):
    """Thrown for a file that Coq does not accept."""


def version() -> str:
    """The version of Coq that is installed; NoCoq if none is, or one of which nothing is known."""
    if shutil.which("coqc") is None:
        raise NoCoq(f"coqc is not installed. On Debian: {INSTALLED}")
    said = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=False).stdout
    found = said.split()[0] if said.split() else "none"
    if not found.startswith(f"{SUPPORTED}."):
        raise NoCoq(f"coqc is {found}, and {SUPPORTED} is needed. On Debian 12: {INSTALLED}")
    return found


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
        """Compile files of which each may need those before; Rejected or OutOfTime if one is not compiled."""
        for name, text in texts.items():
            self.compile(name, text)

    def compile_all(self, texts: Mapping[str, str]) -> dict[str, str | Exception]:
        """What Coq says of each of some files that do not need each other, or why it was not compiled."""

        def one(item: tuple[str, str]) -> str | Exception:
            try:
                return self.compile(*item)
            except (Rejected, OutOfTime) as error:
                return error

        with ThreadPoolExecutor(self.jobs) as pool:
            return dict(zip(texts, pool.map(one, texts.items()), strict=True))

    def compile(self, name: str, text: str) -> str:
        """What Coq says of a file; Rejected if it does not accept it, OutOfTime if there was too little."""
        source, said = self.folder / f"{name}.v", self.folder / f"{name}.said"
        if said.is_file() and source.read_text(encoding="utf-8") == text:
            return said.read_text(encoding="utf-8")
        said.unlink(missing_ok=True)
        source.write_text(text, encoding="utf-8")
        answer = self._run("coqc", "-q", "-noglob", "-w", "none", "-R", str(self.folder), NAMESPACE, str(source))
        said.write_text(answer, encoding="utf-8")
        return answer

    def check(self, names: Iterable[str]) -> str:
        """What the checker, which is independent of the tactics, says of compiled files and all that they need."""
        modules = [f"{NAMESPACE}.{name}" for name in names]
        return self._run("coqchk", "-silent", "-o", "-R", str(self.folder), NAMESPACE, *modules)

    def _run(self, *command: str) -> str:
        left = self._until - time.monotonic()
        if left <= 0:
            raise OutOfTime
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=left, cwd=self.folder)
        except subprocess.TimeoutExpired:
            raise OutOfTime from None
        if done.returncode:
            raise Rejected(" ".join(done.stderr.split())[:500])
        return done.stdout


def axioms(said: str) -> tuple[str, ...]:
    """The axioms that `Print Assumptions` names in what Coq says of a file."""
    _, _, listed = said.partition("Axioms:")
    return tuple(sorted(re.findall(r"^([A-Za-z_][\w.']*)(?= :|$)", listed, re.MULTILINE)))


def place_of(texts: Mapping[str, str]) -> str:
    """The name of the folder for what needs these files: another one when they change."""
    return hashlib.sha256("\n".join(f"{name}\n{text}" for name, text in texts.items()).encode()).hexdigest()[:16]
