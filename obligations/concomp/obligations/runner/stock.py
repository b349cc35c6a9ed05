"""What is stored: which checks there are evidence of, the evidence, and the index that says with what it was made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from concomp.model.registry.evidence import Evidence
from concomp.obligations.runner.index import Index, Key
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.store import keys_at


@dataclass(frozen=True)
class Stock:
    """What is stored about a project.

    keys: the checks that there are, as far as is known, whether their evidence is there or not.
    evidence: what they found. index: with what.
    unowned: the paths of files of evidence that belong to no check, as far as is known.
    """

    keys: Collection[Key]
    evidence: Mapping[Key, Evidence]
    index: Index
    unowned: tuple[str, ...]


def stock_of(project: Project) -> Stock:
    """What is stored, by index and files alone; raises SpoiledEvidence, SpoiledIndex."""
    return stock_for(project, (), ())


def stock_for(project: Project, checks: Iterable[Key], statements: Collection[str]) -> Stock:
    """The same where all the checks of some statements are known; raises SpoiledEvidence, SpoiledIndex."""
    index = project.store.index()
    places = project.store.places()
    at = keys_at(places, project.registry)
    known = set(checks)
    order = {key: place for place, key in enumerate(project.registry.statements)}
    others = {key for key in (*index, *at.values()) if key[1] in order.keys() - set(statements)}
    keys = sorted(known | others, key=lambda key: (order[key[1]], key[0]))
    unowned = [place for place, key in at.items() if key[1] in statements and key not in known]
    if set(project.registry.statements) <= set(statements):
        unowned += [place for place in places if place not in at]
    return Stock(keys, project.store.read(keys, project.registry), index, tuple(unowned))
