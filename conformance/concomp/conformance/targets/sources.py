"""The files that a target is started from, as far as the words of its command name them."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from concomp.conformance.targets.environments import ADAPTER, ADAPTERS


def sources(command: Sequence[str]) -> set[str]:
    """The files that the words of a command name: programs, scripts, adapters, modules, and those of FILE.py:NAME.

    What stands in a word after "=", and the words of one that is a command itself, as in `sh -c "python3 mine.py"`,
    are words as well.
    """
    named = {part for word in command for part in _parts(word) if "\0" not in part}
    return {file for part in named for file in _candidates(part) if os.path.isfile(file)}


def _parts(word: str) -> Iterator[str]:
    for each in (word, *_words(word)):
        yield from (each, each.partition("=")[2], each.rpartition(":")[0])


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _candidates(name: str) -> Iterator[str]:
    """The files that a name may mean: itself, a program, an adapter, or a module, with the packages that it is in."""
    yield name
    yield str(ADAPTERS / name / ADAPTER)
    yield shutil.which(name) or name
    steps = name.split(".")
    if all(each.isidentifier() for each in steps):
        for place in (Path.cwd(), *map(Path, sys.path)):
            for depth in range(1, len(steps) + 1):
                module = place.joinpath(*steps[:depth])
                yield f"{module}.py"
                yield from (str(module / f"{part}.py") for part in ("__init__", "__main__"))
