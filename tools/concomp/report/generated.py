"""The files of a clone that are generated from registry, tags and evidence: index, lock, map and formulas."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from concomp.model.files.replacing import replace_all
from concomp.obligations.runner.formulas import FOLDER as FORMULAS
from concomp.obligations.runner.formulas import formula_files
from concomp.obligations.runner.index import FILE as INDEX
from concomp.obligations.runner.index import text_of
from concomp.obligations.runner.lock import FILE as LOCK
from concomp.obligations.runner.lock import differences, lock
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.results import Report
from concomp.report.map.chapters import FOLDER as PAGES
from concomp.report.map.pages import map_pages


def generated_files(project: Project, report: Report, clone: Path) -> dict[str, str]:
    """What the files are to hold, by their paths below the folder `clone`."""
    index = (Path(str(project.store.root)).resolve() / INDEX).relative_to(clone.resolve()).as_posix()
    standing = report.standing
    pages = {**map_pages(project, standing, clone), **formula_files(standing)}
    return {index: text_of(report.index), LOCK: lock(standing), **pages}


def drift(clone: Path, files: Mapping[str, str]) -> dict[str, list[str]]:
    """The lines in which files of the clone differ from what they are to hold, by path; none for those that do not.

    A page or a text that is no longer made differs in all its lines.
    """
    wanted = {**dict.fromkeys(_left_over(clone, files), ""), **files}
    found = {name: differences(name, _text(clone / name), text) for name, text in wanted.items()}
    return {name: lines for name, lines in found.items() if lines}


def write(clone: Path, files: Mapping[str, str]) -> list[str]:
    """Write the files that differ, and delete those that are no longer made; the paths of all these."""
    changed = list(drift(clone, files))
    written = {clone / name: files[name].encode() for name in changed if name in files}
    for path in written:
        path.parent.mkdir(parents=True, exist_ok=True)
    replace_all(written)
    for name in changed:
        if name not in files:
            (clone / name).unlink()
    return changed


def _left_over(clone: Path, files: Mapping[str, str]) -> list[str]:
    found = [*sorted((clone / PAGES).glob("*.md")), *sorted((clone / FORMULAS).glob("*/*.txt"))]
    pages = (path.relative_to(clone).as_posix() for path in found)
    return [page for page in pages if page not in files]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
