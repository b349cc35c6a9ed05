"""How much memory a process and all that it started take."""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGE = os.sysconf("SC_PAGE_SIZE")
PROCESSES = Path("/proc")


class Resident(NamedTuple):
    """A process, who started it, and the bytes of memory that it has."""

    process: int
    parent: int
    bytes: int


def resident(root: int) -> int:
    """The bytes of memory that a process and its descendants have."""
    own, children = dict[int, int](), defaultdict[int, list[int]](list)
    for each in _listed():
        own[each.process] = each.bytes
        children[each.parent].append(each.process)
    total, left = 0, [root]
    while left:
        process = left.pop()
        total += own.get(process, 0)
        left += children[process]
    return total


def _listed() -> Iterator[Resident]:
    if not (PROCESSES / "self" / "stat").exists():
        yield from _by_ps()
        return
    for name in filter(str.isdigit, os.listdir(PROCESSES)):
        try:
            fields = (PROCESSES / name / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:  # It has ended.
            continue
        yield Resident(int(name), int(fields[1]), int(fields[21]) * PAGE)


def _by_ps() -> Iterator[Resident]:
    listed = subprocess.run(["ps", "-Ao", "pid=,ppid=,rss="], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        process, parent, kilobytes = map(int, line.split())
        yield Resident(process, parent, kilobytes * 1024)
