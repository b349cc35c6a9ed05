"""The files of a clone that are generated, all by one run: index, lock and map."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from concomp.obligations.runner.index import FILE as INDEX
from concomp.obligations.runner.index import text_of
from concomp.obligations.runner.lock import FILE as LOCK
from concomp.obligations.runner.lock import differences, lock
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.results import Report
from concomp.report.map import FILE as MAP
from concomp.report.map import paper_map


def generated(project: Project, report: Report, clone: Path) -> dict[str, str]:
    """The text of every generated file by its path below the folder `clone`."""
    index = (Path(str(project.store.root)).resolve() / INDEX).relative_to(clone.resolve()).as_posix()
    return {
        index: text_of(report.index),
        LOCK: lock(report.standing),
        MAP: paper_map(project, report.standing, clone),
    }


def write(files: Mapping[str, str], clone: Path) -> None:
    """Write generated files below a folder."""
    for name, text in files.items():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_text(text, encoding="utf-8")


def out_of_date(files: Mapping[str, str], clone: Path) -> dict[str, list[str]]:
    """The lines in which each file below a folder differs from what it should be."""
    return {name: differences(name, committed(clone / name), text) for name, text in files.items()}


def committed(path: Path) -> str:
    """The text of a file; nothing if there is none."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""
