"""Which statements a graph shows: those of a paper, or the cone of one, what it rests on and what rests on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from concomp.site.contents import Contents

MOST = 36
"""The most statements of a cone that are drawn: the nearest."""


@dataclass(frozen=True)
class Graph:
    """Statements, and arrows from each to those that it rests on; left_out: how many further ones are not drawn."""

    keys: Sequence[str]
    arrows: Sequence[tuple[str, str]]
    left_out: int = 0


def whole_paper(contents: Contents, source: str) -> Graph:
    """The statements of a paper that rest on others or that others rest on."""
    keys = [row.key for row in contents.rows if row.source == source]
    arrows = _arrows(contents, keys)
    joined = {key for arrow in arrows for key in arrow}
    return Graph([key for key in keys if key in joined], arrows, sum(key not in joined for key in keys))


def cone_of(contents: Contents, key: str) -> Graph:
    """What a statement rests on and what rests on it, the nearest first; a repair stands beside what it repairs."""
    down = {each: contents.registry.statements[each].depends_on for each in contents.registry.statements}
    up = defaultdict(list)
    for each, targets in down.items():
        for target in targets:
            up[target].append(each)
    below, above = _nearest(down, key), _nearest(up, key)
    room = max(MOST - len(above), MOST * 2 // 3)
    shown = {key, *below[:room]}
    shown |= set(above[: max(0, MOST - len(shown))])
    keys = [each for each in contents.keys if each in shown]
    return Graph(keys, _arrows(contents, keys), len({*below, *above}) + 1 - len(keys))


def _nearest(neighbours: Mapping[str, Sequence[str]], key: str) -> list[str]:
    """Everything that is reached from a statement, the nearest first."""
    reached = [key]
    for each in reached:
        reached += [target for target in dict.fromkeys(neighbours.get(each, ())) if target not in reached]
    return reached[1:]


def _arrows(contents: Contents, keys: Sequence[str]) -> list[tuple[str, str]]:
    """The arrows between these statements, without those that a longer way implies which is drawn."""
    shown = set(keys)
    targets = {
        key: [target for target in contents.registry.statements[key].depends_on if target in shown] for key in keys
    }
    below = {key: set(_nearest(targets, key)) for key in keys}
    return [
        (key, target) for key in keys for target in targets[key] if not any(target in below[on] for on in targets[key])
    ]
