"""What a check is made of, as read off the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from concomp.model.laws import law
from concomp.obligations.runner.sources import check_hash, engines, imported, locate, sources

MODULE = "concomp.model.mechanisms.privacy"


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
    assert set(imported("x.y.z", text, False)) == {
        *("a.b", "c", "e.f", "e.f.g", "e.f.h", "x.y", "x.y.j", "x.k", "x.k.l", "m", "n", "n.*"),
    }
    assert {"x.y.z", "x.y.z.j", "x.y.k"} <= set(imported("x.y.z", text, True))


def test_modules_are_found_in_every_portion_of_the_package() -> None:
    assert locate("concomp").name == "__init__.py"  # type: ignore[union-attr]
    assert locate("concomp.model.laws.law") == Path(law.__file__)
    assert locate("concomp.obligations.runner.sources").name == "sources.py"  # type: ignore[union-attr]
    assert locate("concomp.model.laws").name == "__init__.py"  # type: ignore[union-attr]
    assert locate("concomp.model.laws.law.Law") is None


def test_sources_are_transitive_and_ours_alone() -> None:
    found = sources(MODULE)
    assert {MODULE, "concomp.model.laws.law", "concomp.model.registry.tags"} <= set(found)
    assert all(name.startswith("concomp.") for name in found)
    assert "concomp.model" not in found
    assert len(check_hash(MODULE)) == 64
    assert check_hash(MODULE) != check_hash("concomp.model.laws.law")


def test_a_module_without_a_source_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"concomp\.no_such has no source file"):
        sources("concomp.no_such")


def test_only_the_engines_that_are_imported_count() -> None:
    assert engines(MODULE) == {}
    assert set(engines("concomp.obligations.solvers.linear")) == {"z3"}
