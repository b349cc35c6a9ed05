"""The examples of the repository, and what statements say about each; kept as data, as to find it takes solvers.

`python -m concomp.about.examples` writes it anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from concomp.about.file import about_file
from concomp.about.spoken import Spoken
from concomp.model.files.replacing import replace
from concomp.model.registry.registry import Registry, load
from concomp.obligations.runner.project import clone
from concomp.obligations.solvers.worker import Worker

FILE = Path(__file__).with_name("examples.json")
SPOKEN_OF = ("opened", "not opened", "counterexample")
_FUNCTION = re.compile(r"^class (\w+)\(Monitor\):", re.MULTILINE)


@cache
def examples() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """What was found: the statements, by what became of each, by example."""
    return cast(Mapping[str, Mapping[str, Sequence[str]]], json.loads(FILE.read_text(encoding="utf-8")))


def found_in(root: Path, registry: Registry, worker: Worker) -> dict[str, dict[str, list[str]]]:
    """The same, found anew in a clone."""
    return {name: _by_verdict(about_file(str(root / name), registry, worker).spoken) for name in names(root)}


def names(root: Path) -> Iterator[str]:
    """The examples: verification functions, as FILE.py:Name, mechanisms and plans."""
    for file in sorted((root / "examples" / "verification").glob("*.py")):
        for name in _FUNCTION.findall(file.read_text(encoding="utf-8")):
            yield f"{file.relative_to(root).as_posix()}:{name}"
    listed = [*sorted((root / "examples").glob("*.json")), *sorted((root / "examples" / "plans").glob("*.toml"))]
    yield from (file.relative_to(root).as_posix() for file in listed)


def _by_verdict(spoken: Sequence[Spoken]) -> dict[str, list[str]]:
    """The statements by what became of them; one of several cases is opened if one case is."""
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    for each in spoken:
        if each.verdict in SPOKEN_OF and each.statement not in seen:
            seen.add(each.statement)
            found.setdefault(each.verdict, []).append(each.statement)
    return found


if __name__ == "__main__":
    root = clone()
    assert root is not None, "examples are in a clone only"
    with Worker() as solvers:
        text = json.dumps(found_in(root, load(), solvers), indent=1, ensure_ascii=False)
    replace(FILE, f"{text}\n".encode())
