"""All pages of the map."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from concomp.obligations.checks.check import Check
from concomp.obligations.runner.checks import checks_in
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.standing import Standing
from concomp.report.map.chapters import chapters
from concomp.report.map.details import details
from concomp.report.map.errata import PAGE as ERRATA
from concomp.report.map.errata import errata_page
from concomp.report.map.places import Places
from concomp.report.map.summary import PAGE as SUMMARY
from concomp.report.map.summary import summary


def map_pages(project: Project, standing: Standing, clone: Path) -> dict[str, str]:
    """The texts of the map by their paths below the folder `clone`: the summary, a page a section, the errata."""
    checks: defaultdict[str, list[Check]] = defaultdict(list)
    for check in checks_in(project):
        checks[check.statement].append(check)
    places = Places(clone, project)
    listed = chapters(standing.registry.statements.values())
    return {
        SUMMARY: summary(standing, listed, places, checks),
        **{chapter.page: details(standing, chapter, places, checks) for chapter in listed},
        ERRATA: errata_page(standing.registry.errata.values()),
    }
