"""Which statements speak about a file: by its ending a plan, a mechanism, or a verification function in Python."""

from __future__ import annotations

from pathlib import Path

from concomp.about.functions import about_function
from concomp.about.mechanisms.file import about_mechanism
from concomp.about.plans import about_plan
from concomp.about.spoken import About
from concomp.model.registry.registry import Registry
from concomp.obligations.solvers.worker import Worker


class NotAbout(ValueError):
    """Thrown for a file about which no statement can speak; the message says what can be given."""


def about_file(given: str, registry: Registry, worker: Worker) -> About:
    """What is said about FILE.toml, FILE.json, or FILE.py:Name; raises NotAbout, and what reading the file raises."""
    path, _, name = given.partition(":") if ".py:" in given else (given, "", "")
    if path.endswith(".toml"):
        return about_plan(Path(path), registry, worker)
    if path.endswith(".json"):
        return about_mechanism(Path(path), registry, worker)
    if path.endswith(".py"):
        return about_function(path, name or None, registry, worker)
    raise NotAbout(
        f"--about {given}: give a verification function, like stream.py:Weekly, a plan, like plan.toml, "
        "or a mechanism, like mechanism.json"
    )
