"""`concomp list`: statements by words, with their status."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result
from pydantic import TypeAdapter

from concomp.cli import main
from concomp.model.registry.registry import load
from concomp.schemas.statements import ListOutput


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["list", *arguments])


def test_words_name_statements() -> None:
    ran = run("hsv", "thm", "5.4")
    assert ran.exit_code == 0
    first, second, _, count = ran.stdout.splitlines()
    assert first.startswith("HSV26 Theorem 5.4  ")
    assert second.startswith("HSV26 Theorem 5.4 (repaired)  ")
    assert count == "2 statements"


def test_without_words_all_are_listed_within_a_hundred_columns() -> None:
    lines = run().stdout.splitlines()
    assert lines[-1] == f"{len(load().statements)} statements"
    assert max(map(len, lines)) <= 100


def test_for_machines() -> None:
    data = TypeAdapter(ListOutput).validate_python(json.loads(run("first-pair", "consistent", "--json").stdout))
    assert data["schema"] == "concomp.list/1"
    keys = [each["key"] for each in data["statements"]]
    assert "HSV26 Definition 5.12" in keys
    assert {each["truth"] for each in data["statements"]} <= {"as printed", "misprint", "false"}


def test_no_statement_that_fits_is_one_line() -> None:
    ran = run("no", "such", "words")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr == (
        'concomp: "no such words": no statement fits: give fewer words, such as a paper, a number or a title\'s\n'
    )
