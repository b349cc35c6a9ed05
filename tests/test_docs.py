"""What the pages show is what happens, and their links lead somewhere."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib.util import find_spec
from itertools import chain

import click
import pytest

from concomp.cli import main
from concomp.model.registry.statuses import STRENGTH
from tests.pages import ROOT, agrees, blocks, broken_links, run_command, run_program, sessions
from tests.thinning import thinned

GENERATED = ROOT / "docs" / "map"
WRITTEN = sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent != GENERATED)
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in WRITTEN}
ALONE = "docs/language.md"  # Its blocks build on one another; tests/test_language_page.py runs them.
NEEDS_A_CLUSTER = "from dask.distributed import Client"
NEEDS_OPENDP = "import opendp"
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = [
    session for page in (README, *PAGES.values()) for block in blocks("console", page) for session in sessions(block)
]
COMMANDS = list(dict.fromkeys(command for command, _ in SESSIONS))
PROGRAMS = [
    (name, program)
    for name, page in PAGES.items()
    for program in blocks("python", page)
    if name != ALONE and NEEDS_A_CLUSTER not in program and (find_spec("opendp") or NEEDS_OPENDP not in program)
]
LINKING = [
    *(
        ROOT / name
        for name in (
            "README.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
            "CHANGELOG.md",
            "paper_map.md",
            "examples/README.md",
        )
    ),
    *WRITTEN,
    *sorted(GENERATED.glob("*.md")),
]


@pytest.mark.parametrize("command", thinned(sorted(COMMANDS), 4))
def test_commands_print_what_every_page_shows(command: str) -> None:
    ran = run_command(command)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [shown for name, shown in SESSIONS if name == command and not agrees(shown, ran.stdout)] == [], ran.stdout


@pytest.mark.parametrize(("page", "program"), PROGRAMS, ids=[name for name, _ in PROGRAMS])
def test_programs_run(page: str, program: str) -> None:
    ran = run_program(program)
    assert (ran.returncode, ran.stderr) == (0, "")


def mentioned(page: str) -> set[str]:
    """The commands that a page names in its text or shows in a block, without those that leave something open."""
    inline = re.findall(r"`(?:\.venv/bin/)?concomp ([^`]+)`", page)
    code = "".join([*blocks("console", page), *blocks("sh", page)])
    shown = re.findall(r"^(?:\$ )?(?:\.venv/bin/)?concomp (.+)$", code, re.MULTILINE)
    return {" ".join(command.split()) for command in [*inline, *shown] if not re.search(r"[…\[|]", command)}


MENTIONED = sorted({command for path in LINKING if path.parent != GENERATED for command in mentioned(path.read_text())})


def unknown_parts(command: str) -> list[str]:
    """The command itself if there is none of this name, else the options that it does not have."""
    name, *arguments = shlex.split(command)
    found = main.get_command(click.Context(main), name)
    if isinstance(found, click.Group) and arguments:
        name, *arguments = arguments
        found = found.get_command(click.Context(found), name)
    if found is None:
        return [name]
    known = {option for parameter in found.params for option in parameter.opts} | {"--help"}
    return [word for word in arguments if word.startswith("--") and word.partition("=")[0] not in known]


@pytest.mark.parametrize("command", MENTIONED)
def test_every_command_that_is_mentioned_exists(command: str) -> None:
    assert unknown_parts(command) == []


def test_a_command_that_does_not_exist_is_noticed() -> None:
    assert len(MENTIONED) >= 40
    assert mentioned("`concomp audit FILE\n--e-eps 2` and `concomp [X]`") == {"audit FILE --e-eps 2"}
    assert unknown_parts("audit FILE --no-such-option") == ["--no-such-option"]
    assert unknown_parts("advice plan.toml") == ["advice"]
    assert unknown_parts("ledger read budget.db") == ["read"]
    assert unknown_parts("ledger verify budget.db --no-such-option") == ["--no-such-option"]


def test_every_link_leads_somewhere() -> None:
    assert {str(page.relative_to(ROOT)): broken for page in LINKING if (broken := broken_links(page))} == {}


def test_the_index_leads_to_every_page() -> None:
    index = PAGES["docs/index.md"]
    others = [name.removeprefix("docs/") for name in PAGES if name != "docs/index.md"]
    assert [name for name in others if f"({name})" not in index] == []


def test_the_comparison_can_fail() -> None:
    assert agrees("a\n...\nb\n", "a\n1\n2\nb\n")
    assert agrees("...\nb\n", "b\n")
    assert not agrees("a\n...\nb\n", "a\nc\n")
    assert not agrees("a\n", "a\nb\n")
    assert agrees("a  0.12 s\n", "a  3.40 s\n")
    assert not agrees("a  0.12 s\n", "b  0.12 s\n")
    assert not agrees("a  0.12 s\n", "a\n")


def test_every_dependency_is_listed_with_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    rows = re.findall(r"^\| ([a-z0-9, -]+?)(?: \([^)]*\))? \| .+ \|$", PAGES["docs/dependencies.md"], re.MULTILINE)
    listed = {name.strip() for row in rows for name in row.split(",")} - {"package"}
    # An extra may contain another one of ours.
    assert listed == {re.split(r"[<>=\[]", requirement)[0] for requirement in wanted} - {"concomp"}


def test_every_status_is_explained_the_weakest_first() -> None:
    rows = PAGES["docs/explanation/statuses.md"].split("| status | meaning |")[1].split("\n\n")[0].splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == list(STRENGTH)


def test_the_tutorial_asks_for_advice() -> None:
    shown = [command for block in blocks("console", PAGES["docs/tutorial.md"]) for command, _ in sessions(block)]
    assert any(command.startswith("concomp advise") for command in shown)
