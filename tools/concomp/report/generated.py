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
from concomp.report.map.chapters import FOLDER as PAGES
from concomp.report.map.pages import map_pages


def generated(project: Project, report: Report, clone: Path) -> dict[str, str]:
    """The text of every generated file by its path below the folder `clone`."""
    index = (Path(str(project.store.root)).resolve() / INDEX).relative_to(clone.resolve()).as_posix()
    return {
        index: text_of(report.index),
        LOCK: lock(report.standing),
        **map_pages(project, report.standing, clone),
    }


def write(files: Mapping[str, str], clone: Path) -> None:
    """Write generated files below a folder, and delete pages of the map that are no longer generated."""
    for name, text in files.items():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_text(text, encoding="utf-8")
    for name in left_over(files, clone):
        (clone / name).unlink()


def out_of_date(files: Mapping[str, str], clone: Path) -> dict[str, list[str]]:
    """The lines in which files below a folder differ from what they should be, for each that differs.

    A page of the map that is no longer generated differs in all its lines.
    """
    wanted = {**files, **dict.fromkeys(left_over(files, clone), "")}
    found = {name: differences(name, committed(clone / name), text) for name, text in wanted.items()}
    return {name: lines for name, lines in found.items() if lines}


def left_over(files: Mapping[str, str], clone: Path) -> list[str]:
    """The pages of the map that lie below a folder and are no longer generated."""
    pages = (path.relative_to(clone).as_posix() for path in sorted((clone / PAGES).glob("*.md")))
    return [page for page in pages if page not in files]


def committed(path: Path) -> str:
    """The text of a file; nothing if there is none."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""
