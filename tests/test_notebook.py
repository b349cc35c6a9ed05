"""The notebook of examples/ runs, and shows what is committed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.notebook import NOTEBOOK, executed
from tests.pages import ROOT
from tests.test_pictures_page import pinned

pytest.importorskip("nbformat", reason="notebooks are executed by nbclient")
pytest.importorskip("nbclient", reason="notebooks are executed by nbclient")
pytest.importorskip("ipykernel", reason="notebooks are executed by nbclient, in a kernel of ipykernel")
COMMITTED = json.loads(NOTEBOOK.read_text(encoding="utf-8"))


def shown(notebook: Any) -> list[list[dict[str, str]]]:
    """What each cell shows, by the kind of content; an AssertionError for an error, and for what is printed."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert {output["output_type"] for cell in cells for output in cell["outputs"]} <= {"execute_result"}
    return [
        [{kind: "".join(content) for kind, content in output["data"].items()} for output in cell["outputs"]]
        for cell in cells
    ]


@pytest.mark.skipif(not pinned(), reason="another matplotlib than that of constraints.txt draws otherwise")
@pytest.mark.parametrize("folder", ["examples", pytest.param(".", marks=pytest.mark.full)])
def test_it_shows_what_is_committed(folder: str) -> None:
    assert shown(executed(ROOT / folder)) == shown(COMMITTED)


def test_it_shows_each_kind_of_thing() -> None:
    kinds = [set(output) for outputs in shown(COMMITTED) for output in outputs]
    assert sum("text/html" in each for each in kinds) >= 7
    assert sum("image/svg+xml" in each for each in kinds) == 1


def test_no_output_names_a_place_on_a_machine() -> None:
    assert not re.search(re.escape(str(Path.home())) + r"|/tmp/|" + re.escape(str(ROOT)), NOTEBOOK.read_text())
