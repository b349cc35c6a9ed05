"""What the tests of the site are about: the project as it stands, and as it would stand with other evidence."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from concomp.model.registry.evidence import Outcome
from concomp.obligations.runner.project import Project, this_project
from concomp.obligations.runner.standing import Standing, standing, standing_of
from concomp.obligations.runner.stock import stock_of
from concomp.site.contents import Contents, contents_of


@cache
def project() -> Project:
    """The project."""
    return this_project()


@cache
def now() -> Standing:
    """How everything stands."""
    return standing(project())


@cache
def whole() -> Contents:
    """A site of everything."""
    return contents_of(project(), now())


@cache
def part(*labels: str) -> Contents:
    """A site of some statements and of what they rest on."""
    return contents_of(project(), now(), labels)


def spoiled(statement: str, **changes: object) -> Contents:
    """A site of one statement whose evidence says something else."""
    stock = stock_of(project())
    changed = {
        key: evidence.model_copy(update={"outcome": _changed(evidence.outcome, changes)})
        for key, evidence in stock.evidence.items()
        if evidence.statement == statement
    }
    other = replace(stock, evidence={**stock.evidence, **changed})
    return contents_of(project(), standing_of(project(), other, lambda _: "current"), [statement])


def _changed(outcome: Outcome, changes: dict[str, object]) -> Outcome:
    return outcome.model_copy(update=changes)
