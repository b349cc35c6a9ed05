"""The language reference: its blocks run in order, and what it calls wrong raises what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from concomp.model import language
from concomp.model.language import LanguageError
from tests.pages import ROOT

PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```$(?:\n\n^```text\n(?P<error>.*?)^```$)?", re.MULTILINE | re.DOTALL)
BLOCKS = [(found["code"], found["error"]) for found in BLOCK.finditer(PAGE)]
RIGHT = [code for code, error in BLOCKS if error is None]
WRONG = [(code, error) for code, error in BLOCKS if error is not None]
IN_A_STEP, IN_A_MODULE = (
    PAGE.split(f"| in a {place} |")[1].split("\n\n")[0].splitlines()[2:] for place in ("step", "module")
)
LAST_LINE = "        require(left == right)\n"


def rows(place: str) -> list[str]:
    """The rows of the table of what is refused in a place."""
    return PAGE.split(f"| in a {place} |")[1].split("\n\n")[0].splitlines()[2:]


IN_A_STEP, IN_A_MODULE = rows("step"), rows("module")


def cells(row: str) -> tuple[str, str]:
    """The code of a row of the table of errors, and what it says."""
    code, says, _ = (cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip("|")))
    return code.strip("`"), says


def run(code: str, file: Path, known: dict[str, object]) -> dict[str, object]:
    """The names after the code has run as the file, on top of the names that are known."""
    file.write_text(code, encoding="utf-8")
    names = {**known, "__name__": "page"}
    exec(compile(code, str(file), "exec"), names)
    return names


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """The names that the page defines, after its right blocks have run in order."""
    return run("\n".join(RIGHT), tmp_path_factory.mktemp("page") / "page.py", {})


def on_the_page(error: LanguageError) -> str:
    """The error as the page shows it: without the names of files, and the line of carets, which differs by Python."""
    lines = [line for line in str(error).splitlines() if line.strip(" ^")]
    return re.sub(r" \(\S+\.py:\d+\)", "", "\n".join([*lines, ""]).removeprefix(f"{error.position}: "))


def refusal(code: str, file: Path, known: dict[str, object]) -> LanguageError:
    with pytest.raises(LanguageError) as caught:
        run(code, file, known)
    return caught.value


@pytest.mark.parametrize(("code", "error"), WRONG, ids=[code.splitlines()[0] for code, _ in WRONG])
def test_what_is_wrong_raises_what_is_shown(code: str, error: str, tmp_path: Path, names: dict[str, object]) -> None:
    assert on_the_page(refusal(code, tmp_path / "wrong.py", names)) == error


def says(row: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, cells(row)[1].split("…"))))


@pytest.mark.parametrize("row", IN_A_STEP, ids=[cells(row)[0] for row in IN_A_STEP])
def test_what_is_refused_in_a_step(row: str, tmp_path: Path, names: dict[str, object]) -> None:
    (step,) = (code for code in RIGHT if code.startswith("class Tried(Monitor):"))
    assert step.endswith(LAST_LINE)
    error = refusal(step.replace(LAST_LINE, f"        {cells(row)[0]}\n"), tmp_path / "wrong.py", names)
    assert says(row).match(error.problem)


@pytest.mark.parametrize("row", IN_A_MODULE, ids=[cells(row)[0] for row in IN_A_MODULE])
def test_what_is_refused_in_a_module(row: str, tmp_path: Path, names: dict[str, object]) -> None:
    assert says(row).match(refusal(cells(row)[0], tmp_path / "wrong.py", names).problem)


@pytest.mark.parametrize("name", language.__all__)
def test_every_name_of_the_language_is_on_the_page(name: str) -> None:
    assert re.search(rf"\b{name}\b", PAGE)


def test_the_page_has_right_and_wrong_blocks(names: dict[str, object]) -> None:
    assert len(RIGHT) >= 15
    assert len(WRONG) >= 10
    assert "Slots" in names
