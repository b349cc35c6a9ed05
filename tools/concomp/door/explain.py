"""The story of one statement or erratum of the papers."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.numbers import ParameterError
from concomp.model.registry.registry import Truth
from concomp.model.registry.rows import Erratum, Statement
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import Standing, standing
from concomp.report.explain import erratum_story, story
from concomp.report.labels import read_label


@dataclass(frozen=True, repr=False)
class Explanation:
    """What is known of one statement.

    statement: the row of the registry, with its text. status: how far it is established, in words.
    rests_on: the weakest status of what it rests on, None if it rests on nothing. truth: whether it is true as printed.
    errata: those that concern it. story: all of it as text, which is also what `str` gives.
    """

    statement: Statement
    status: str
    rests_on: str | None
    truth: Truth
    errata: tuple[Erratum, ...]
    story: str

    def __str__(self) -> str:
        return self.story

    def __repr__(self) -> str:
        printed = {"as printed": "true as printed", "misprint": "a misprint in it", "false": "false as printed"}
        rests = "" if self.rests_on is None else f"; rests on: {self.rests_on}"
        return f"<{self.statement.key} ({self.statement.title}): {self.status}; {printed[self.truth]}{rests}>"


@dataclass(frozen=True, repr=False)
class ErratumExplanation:
    """What is known of one erratum: the row of the registry, and all of it as text, which is also what `str` gives."""

    erratum: Erratum
    story: str

    def __str__(self) -> str:
        return self.story

    def __repr__(self) -> str:
        return f"<{self.erratum.id}: {self.erratum.title}>"


def explain(label: str) -> Explanation | ErratumExplanation:
    """Tell how far a statement of the papers is established, by the stored evidence, and where it is wrong.

    label: as people type it, like "HSV26 Theorem 5.4", "thm 5.14" or "E2".
    Raises ParameterError for what is no text, UnknownLabel if nothing is called so, AmbiguousLabel if several
    statements are, SpoiledEvidence if the stored evidence cannot be read.

    >>> import concomp
    >>> concomp.explain("HSV26 Theorem 5.4").truth
    'false'
    """
    if not isinstance(label, str):
        raise ParameterError("label", label, 'write it as text, like "HSV26 Theorem 5.4"')
    project = this_project()
    key = read_label(project.registry, label)
    now = standing(project)
    if key in now.registry.errata:
        return ErratumExplanation(now.registry.errata[key], "\n".join(erratum_story(now, key, ["all"])))
    return _explanation(now, key, "\n".join(story(now, key, ["all"], project.clone)))


def _explanation(now: Standing, key: str, text: str) -> Explanation:
    row, weakest = now.registry.lookup(key), now.rests_on[key]
    return Explanation(
        row,
        str(now.statuses[key]),
        None if weakest is None else str(weakest),
        now.registry.truth(key),
        tuple(now.registry.errata[name] for name in row.errata),
        text,
    )
