"""What is said about something of a user's, for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.about.spoken import About, Met, Spoken
from concomp.obligations.runner.standing import Standing
from concomp.report.explain import status_data

if TYPE_CHECKING:
    from concomp.schemas.statements import AboutOutput, MetData, SpokenData


def about_as_json(about: About, standing: Standing) -> AboutOutput:
    """All of it."""
    return {
        "schema": "concomp.about/1",
        "name": about.name,
        "kind": about.kind,
        "statements": [_spoken(each, standing) for each in about.spoken],
    }


def _spoken(spoken: Spoken, standing: Standing) -> SpokenData:
    return {
        "key": spoken.statement,
        **status_data(standing, spoken.statement),
        "case": spoken.case,
        "verdict": spoken.verdict,
        "words": spoken.words,
        "hypotheses": [_met(each) for each in spoken.hypotheses],
    }


def _met(met: Met) -> MetData:
    return {
        "hypothesis": met.hypothesis,
        "how": met.how,
        "reason": met.reason,
        "trace": list(met.trace),
        "obstacle": met.obstacle,
    }
