"""`concomp map` outside a clone; inside one it is tested with the pages it writes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner

from concomp.cli import main
from concomp.obligations.runner.project import this_project


def test_outside_a_clone_it_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = replace(this_project(), clone=None)
    monkeypatch.setattr("concomp.cli.map.this_project", lambda: installed)
    ran = CliRunner().invoke(main, ["map"])
    assert (ran.exit_code, ran.stderr) == (
        2,
        "concomp: map writes into a clone, and this is an installed package; git clone the project first\n",
    )


def test_what_is_committed_is_current() -> None:
    ran = CliRunner().invoke(main, ["map", "--check"])
    assert (ran.exit_code, ran.output.endswith(" files are up to date\n")) == (0, True)
