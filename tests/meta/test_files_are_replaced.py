"""What is written goes through `replace`: nothing else opens a file for writing where a user's could stand.

The few that do are listed, each with its reason.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SEARCHED = ("tools", "obligations", "model")
MODES = frozenset("wxa+")
METHODS = frozenset({"write_text", "write_bytes", "savefig"})
FUNCTIONS = frozenset({"copyfile", "copy", "copy2", "copytree", "move", "mkstemp"})
MODULES = frozenset({"shutil", "tempfile"})
"""Of which these functions are."""
IN_A_NEW_SITE = "into the folder of a site that is built, which takes its place when it is whole"
IN_THE_PACKAGE = "data of the package, made again by hand in a clone"
OTHERS = {
    "model/concomp/model/files/replacing.py": "it is the way",
    "model/concomp/model/files/lines.py": "a line is added behind others, and the last is dropped if it is not whole",
    "obligations/concomp/obligations/factorisations.py": IN_THE_PACKAGE,
    "obligations/concomp/obligations/sequences.py": IN_THE_PACKAGE,
    "tools/concomp/experiments/genotypes.py": "for pip, in a folder that is new",
    "tools/concomp/pictures/style.py": "into memory",
    "tools/concomp/site/documents.py": IN_A_NEW_SITE,
    "tools/concomp/site/folder.py": IN_A_NEW_SITE,
    "tools/concomp/site/library.py": IN_A_NEW_SITE,
    "tools/concomp/site/page.py": IN_A_NEW_SITE,
    "tools/concomp/site/plain.py": IN_A_NEW_SITE,
    "tools/concomp/site/workshop.py": "a claim on a folder that is new",
}


def writings(text: str) -> Iterator[str]:
    """The calls that write a file, as they are written."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and (_writes(node.func) or _opens_for_writing(node)):
            yield ast.unparse(node)


def _writes(function: ast.expr) -> bool:
    if not isinstance(function, ast.Attribute):
        return False
    of_module = isinstance(function.value, ast.Name) and function.value.id in MODULES
    return function.attr in METHODS or (of_module and function.attr in FUNCTIONS)


def _opens_for_writing(call: ast.Call) -> bool:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    given = [*call.args, *(each.value for each in call.keywords if each.arg == "mode")]
    texts = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    is_mode = [text for text in texts if len(text) <= 3 and set(text) <= MODES | set("rbt") and set(text) & MODES]
    return name == "open" and bool(is_mode)


def _found() -> dict[str, list[str]]:
    files = (path for portion in SEARCHED for path in sorted((ROOT / portion).rglob("*.py")))
    found = {path.relative_to(ROOT).as_posix(): [*writings(path.read_text(encoding="utf-8"))] for path in files}
    return {name: calls for name, calls in found.items() if calls}


def test_all_files_are_replaced_whole() -> None:
    found = _found()
    assert {name: calls for name, calls in found.items() if name not in OTHERS} == {}
    assert OTHERS.keys() - found.keys() == set()


@pytest.mark.parametrize(
    "call",
    [
        "Path(file).write_text(text)",
        "path.write_bytes(content)",
        "open(file, 'w')",
        "open(file, mode='ab')",
        "path.open('xb')",
        "path.open('r+')",
        "io.open(file, 'wt')",
        "figure.savefig(path)",
        "shutil.copyfile(a, b)",
        "tempfile.mkstemp()",
    ],
)
def test_a_file_that_is_written_over_is_noticed(call: str) -> None:
    assert [*writings(call)] == [call]


@pytest.mark.parametrize("call", ["open(file)", "path.open('rb')", "path.read_text()", "window.open()", "names.copy()"])
def test_what_only_reads_is_not(call: str) -> None:
    assert [*writings(call)] == []
