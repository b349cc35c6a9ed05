"""Which checks there are about some statements is known without importing the others."""

from __future__ import annotations

import subprocess
import sys

import pytest

from concomp.obligations.runner.checks import checks_about, checks_in
from concomp.obligations.runner.project import this_project

ALONE = """
import sys
from concomp.obligations.runner.checks import checks_about
from concomp.obligations.runner.project import this_project
found = checks_about(this_project(), ["HSV26 Lemma 2.4"])
print(len(found), "concomp.obligations.checks.hsv26.composition.concurrent" in sys.modules)
"""


@pytest.fixture(scope="module")
def everything() -> set[tuple[str, str]]:
    return {(check.path, check.statement) for check in checks_in(this_project())}


def test_the_checks_about_each_statement_are_found(everything: set[tuple[str, str]]) -> None:
    project = this_project()
    checked = {statement for _, statement in everything}
    for statement in sorted(checked)[::8]:
        found = {(check.path, check.statement) for check in checks_about(project, [statement])}
        assert found == {key for key in everything if key[1] == statement}
    assert checks_about(project, sorted(set(project.registry.statements) - checked)[:3]) == ()


def test_other_modules_are_not_imported() -> None:
    ran = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    count, imported = ran.stdout.split()
    assert int(count) >= 1
    assert imported == "False"
