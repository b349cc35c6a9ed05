"""What a check is made of, as read off the text."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from concomp.model.laws import law
from concomp.obligations.runner.fingerprints import DOCUMENTED, fingerprint
from concomp.obligations.runner.sources import Sources, locate, text_of

MODULE = "concomp.model.mechanisms.privacy"
ROOT = Path(__file__).resolve().parents[3]


def fingerprint_of(text: str) -> str:
    return fingerprint(ast.parse(text))


def test_every_form_of_import_is_read() -> None:
    text = b"""
import a.b, c as d
from e.f import g, h as i
from . import j
from ..k import l
def later():
    import m
if True:
    from n import *
"""
    assert set(text_of("x.y.z", text, False).imports) == {
        *("a.b", "c", "e.f", "e.f.g", "e.f.h", "x.y", "x.y.j", "x.k", "x.k.l", "m", "n", "n.*"),
    }
    assert {"x.y.z", "x.y.z.j", "x.y.k"} <= set(text_of("x.y.z", text, True).imports)


def test_imports_for_type_checkers_do_not_count() -> None:
    text = b"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\nelse:\n    import b\n"
    assert text_of("x.y", text, False).imports == ("typing", "typing.TYPE_CHECKING", "b")


def test_a_package_consists_of_what_its_stub_offers() -> None:
    assert "concomp.model.laws.law" in Sources().of("concomp.model")


def test_modules_are_found_in_every_portion_of_the_package() -> None:
    assert locate("concomp").name == "__init__.py"  # type: ignore[union-attr]
    assert locate("concomp.model.laws.law") == Path(law.__file__)
    assert locate("concomp.obligations.runner.sources").name == "sources.py"  # type: ignore[union-attr]
    assert locate("concomp.model.laws").name == "__init__.py"  # type: ignore[union-attr]
    assert locate("concomp.model.laws.law.Law") is None


def test_sources_are_transitive_and_ours_alone() -> None:
    sources = Sources()
    found = sources.of(MODULE)
    assert {MODULE, "concomp.model.laws.law", "concomp.model.registry.tags"} <= set(found)
    assert all(name.startswith("concomp.") for name in found)
    assert "concomp.model" not in found
    assert len(sources.digest(MODULE)) == 64
    assert sources.digest(MODULE) != sources.digest("concomp.model.laws.law")


def test_a_module_without_a_source_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"concomp\.no_such has no source file"):
        Sources().of("concomp.no_such")


def test_only_the_libraries_that_are_imported_count() -> None:
    assert set(Sources().versions("concomp.model.registry.tags")) == {"python"}
    assert set(Sources().versions(MODULE)) == {"python", "flint"}
    assert set(Sources().versions("concomp.obligations.solvers.linear")) == {"python", "flint", "z3"}


def test_what_was_read_is_remembered_until_the_text_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    module = tmp_path / "remembered_module.py"
    module.write_text("SIZE = 3\n")
    first = Sources(tmp_path / "cache")
    digest = first.digest("remembered_module")
    first.remember()
    monkeypatch.setattr("concomp.obligations.runner.sources.text_of", None)
    assert Sources(tmp_path / "cache").digest("remembered_module") == digest
    monkeypatch.undo()
    monkeypatch.syspath_prepend(tmp_path)
    module.write_text("SIZE = 4\n")
    assert Sources(tmp_path / "cache").digest("remembered_module") != digest
    (tmp_path / "cache" / "sources.json").write_text("[3]")
    assert Sources(tmp_path / "cache").digest("remembered_module") != digest


def test_a_check_that_is_moved_has_the_same_sources_and_a_helper_has_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "moving_package"
    folder.mkdir()
    for name in ("helper", "other_helper"):
        (folder / f"{name}.py").write_text("SIZE = 3\n")
    for name, helper in (("one", "helper"), ("two", "helper"), ("three", "other_helper")):
        (folder / f"{name}.py").write_text(f"from moving_package.{helper} import SIZE\n")
    one, two, three = (Sources().digest(f"moving_package.{name}") for name in ("one", "two", "three"))
    assert one == two
    assert one != three


@pytest.mark.parametrize(
    "same",
    [
        "# a remark\ndef f(x):\n    return x + 1\n",
        '"""A module."""\ndef f(x):\n    """A function."""\n    return x + 1\n',
        "def f(\n    x,\n):\n\n    return (x\n  + 1)\n",
        'def f(x): return x + 1\n"""The strings below things too."""\n',
    ],
)
def test_comments_docstrings_and_formatting_leave_the_fingerprint(same: str) -> None:
    assert fingerprint_of(same) == fingerprint_of("def f(x):\n    return x + 1\n")


@pytest.mark.parametrize(
    "other",
    [
        "def f(x):\n    return x - 1\n",
        "def f(x):\n    return x + 2\n",
        "def f(x):\n    return x + 1.0\n",
        "def f(x):\n    return x + True\n",
        'def f(x):\n    return x + "1"\n',
        "def f(y):\n    return y + 1\n",
        "def g(x):\n    return x + 1\n",
        "@g\ndef f(x):\n    return x + 1\n",
        "def f(x: int):\n    return x + 1\n",
        "def f(x=None):\n    return x + 1\n",
        "async def f(x):\n    return x + 1\n",
        "def f(x):\n    if x:\n        'a'\n    return x + 1\n",
        "def f(x):\n    return (x, 1)\n",
    ],
)
def test_whatever_else_changes_changes_the_fingerprint(other: str) -> None:
    assert fingerprint_of(other) != fingerprint_of("def f(x):\n    return x + 1\n")


def test_the_fingerprint_is_that_of_every_supported_python() -> None:
    text = (
        "x = {**a, 1: None}\nf'{x!r:>{w}} {{}} {x=}'\nmatch x:\n    case [1, *_]: pass\n    case {'a': 1, **r}: pass\n"
    )
    assert fingerprint_of(text).startswith("3d1de1989e01e428")


def test_a_comment_in_any_file_of_the_model_leaves_its_fingerprint() -> None:
    paths = sorted((ROOT / "model").rglob("*.py"))
    assert len(paths) > 100
    assert [path for path in paths if not same_when_remarked_on(path.read_text(encoding="utf-8"))] == []


def same_when_remarked_on(text: str) -> bool:
    """Whether comments, new docstrings and another formatting leave the fingerprint of a module."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED):
            node.body.insert(0, ast.Expr(ast.Constant("Another docstring.")))
    reformatted = ast.unparse(ast.fix_missing_locations(tree)).replace("\n", "  # a comment\n", 1)
    return reformatted != text and fingerprint_of(reformatted) == fingerprint_of(text)
