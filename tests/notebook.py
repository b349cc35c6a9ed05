"""The notebook of examples/, executed where Jupyter starts it: `python -m tests.notebook` renews what it shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.pages import ROOT

NOTEBOOK = ROOT / "examples/seeing.ipynb"


def executed(folder: Path) -> Any:
    """The notebook with what it shows when it is started in a folder."""
    import nbclient
    import nbformat

    notebook = nbformat.read(NOTEBOOK, 4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources=resources, record_timing=False
    ).execute()
    return notebook


def write() -> None:
    """Write the notebook with what it shows now; what else its file holds stays."""
    committed = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for old, new in zip(committed["cells"], executed(NOTEBOOK.parent).cells, strict=True):
        if old["cell_type"] == "code":
            old["execution_count"] = new.execution_count
            old["outputs"] = [_as_lines(output) for output in new.outputs]
    NOTEBOOK.write_text(json.dumps(committed, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _as_lines(output: dict[str, Any]) -> dict[str, Any]:
    """An output as files hold it: texts as lists of lines."""
    data = {kind: text.splitlines(keepends=True) for kind, text in sorted(output["data"].items())}
    return dict(sorted({**output, "data": data}.items()))


if __name__ == "__main__":
    write()
