"""What starts a target: a command for an adapter in any language, or the name of a class in Python."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from concomp.conformance.targets import environments
from concomp.conformance.targets.loading import KNOWN


@dataclass(frozen=True)
class Asked:
    """Who is asked: the command that starts it, and how the user named it."""

    command: tuple[str, ...]
    written: str

    def replay(self, vector: str) -> str:
        """The command that puts one vector to it again, by its name."""
        return f"concomp conform {self.written} --id {vector}"


def asked(target: str | None, adapter: str | None) -> Asked:
    """Who is asked, of the two that may be given; ValueError in one line unless it is just one, and a command."""
    if (target is None) == (adapter is None):
        raise ValueError("TARGET: give it, or --adapter with the command that starts it, and not both")
    if target in environments.libraries():
        return Asked(environments.command(target), target)
    if target is not None:
        _demand_target(target)
        return Asked((sys.executable, "-m", "concomp.conformance.targets", target), shlex.quote(target))
    try:
        parts = shlex.split(adapter or "")
    except ValueError as error:
        raise ValueError(f"--adapter: {adapter}: {error}: write a command as in a shell") from None
    if not parts or not parts[0]:
        raise ValueError(
            f"--adapter: {shlex.quote(adapter or '')}: it names no command: give the command that starts the target"
        )
    return Asked(tuple(parts), f"--adapter {shlex.quote(adapter or '')}")


def _demand_target(name: str) -> None:
    """ValueError unless it is a name that is known, or a class of a module, or of a file that there is."""
    place, _, attribute = KNOWN.get(name, name).rpartition(":")
    if not place or not attribute.isidentifier():
        known = ", ".join((*KNOWN, *environments.libraries()))
        raise ValueError(f"TARGET: {name}: there is none of this name: {known}; or write FILE.py:NAME or MODULE:NAME")
    if place.endswith(".py") and not Path(place).is_file():
        raise ValueError(f"TARGET: {place}: there is no such file: name one that there is")
