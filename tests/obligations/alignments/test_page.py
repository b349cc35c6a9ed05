"""The page on alignments is what the runs say, and they say what the field says."""

from __future__ import annotations

from concomp.obligations.alignments.field import EXAMPLES
from concomp.obligations.alignments.guesses import BOUNDS
from concomp.obligations.alignments.guesses import WRONG as WRONG_GUESSES
from concomp.obligations.alignments.joined import EDGES, TOO_LITTLE
from concomp.obligations.alignments.least import CONTROLS, LEAST
from concomp.obligations.alignments.page import page
from concomp.obligations.checks.concomp.alignments import WRONG
from tests.pages import ROOT


def test_the_page_is_computed_and_says_which_programs_are_right() -> None:
    text = page()
    assert (ROOT / "docs" / "alignments.md").read_text(encoding="utf-8") == text
    verdicts = [
        (cells[1].strip(), cells[3].strip()) for cells in (row.split("|") for row in text.splitlines()) if cells[3:]
    ]
    wrong = WRONG | {each.name for each in (*CONTROLS, *WRONG_GUESSES, *TOO_LITTLE)}
    tried = (*LEAST, *CONTROLS, *EXAMPLES, *BOUNDS, *WRONG_GUESSES, *EDGES, *TOO_LITTLE)
    expected = [(each.name, "refuted" if each.name in wrong else "proved") for each in tried]
    assert len(EXAMPLES) == 23
    assert [each for each in verdicts if each[1] in ("proved", "refuted")] == expected
