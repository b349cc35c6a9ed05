"""No mutant of a verification function survives unseen, and a page says how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from concomp.obligations.families.mutation.mutants import mutants
from concomp.obligations.families.mutation.outcomes import FATES, counts, sweep
from concomp.obligations.families.mutation.subject import MutationSubject
from concomp.obligations.families.mutation.subjects import applications, compositions, mechanisms
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.proving.stages import new_worker
from tests.obligations.families.mutation import cases
from tests.thinning import thinned

PAGE = Path(__file__).resolve().parents[2] / "docs" / "mutants.md"
TWENTY = "the twenty functions of the table of cases"
OTHERS = {subject.name: subject for subject in (*mechanisms.subjects(), *applications.subjects())}
NAMES = (*compositions.SUBJECTS, *OTHERS)
by_name = pytest.mark.parametrize("name", NAMES)


def named(name: str) -> MutationSubject:
    return OTHERS.get(name) or compositions.subject(name)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as made:
        yield made


def table() -> dict[str, list[int]]:
    """The rows of the page: mutants in all, and how many of them had each fate but the last."""
    lines = PAGE.read_text(encoding="utf-8").split("| function | mutants |")[1].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    return {name: [int(cell) for cell in numbers] for name, *numbers in rows}


def reported(
    capsys: pytest.CaptureFixture[str], worker: Worker, subjects: tuple[MutationSubject, ...], name: str
) -> list[int]:
    """What becomes of the mutants of these subjects together, told to whoever runs the tests."""
    findings = [finding for subject in subjects for finding in sweep(worker, subject)]
    survivors = [f"{each.mutant.name}: {each.reason}" for each in findings if each.fate == "survived"]
    listed = {each.mutant.name for each in findings if each.fate == "listed"}
    counted = counts(findings)
    with capsys.disabled():
        print(f"\n{name}: {len(findings)} mutants, " + ", ".join(f"{counted[fate]} {fate}" for fate in FATES))
    assert survivors == []
    assert listed == {name for subject in subjects for name in subject.listed}
    return [len(findings), *(counted[fate] for fate in FATES[:-1])]


@pytest.mark.full
@by_name
def test_every_mutant_is_killed_or_equivalent(capsys: pytest.CaptureFixture[str], worker: Worker, name: str) -> None:
    assert table()[name] == reported(capsys, worker, (named(name),), name)


@pytest.mark.full
def test_every_mutant_of_the_twenty_cases_is_killed_or_equivalent(
    capsys: pytest.CaptureFixture[str], worker: Worker
) -> None:
    assert table()[TWENTY] == reported(capsys, worker, cases.subjects(), TWENTY)


@pytest.mark.parametrize("name", thinned(NAMES, 3))
def test_the_page_knows_every_mutant(name: str) -> None:
    assert table()[name][0] == len(mutants(named(name).definition))


def test_the_page_adds_up() -> None:
    *rows, (last, total) = table().items()
    assert last == "all"
    assert total == [sum(column) for column in zip(*(numbers for _, numbers in rows), strict=True)]
    assert [name for name, _ in rows] == [*NAMES, TWENTY]
    assert all(numbers[0] == sum(numbers[1:]) for numbers in table().values())
