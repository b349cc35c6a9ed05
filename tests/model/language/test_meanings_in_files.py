"""A meaning is known by the whole text of the files that it reaches: what is not seen of objects stands there."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from concomp.model.language.fingerprints.imports import imported_modules
from concomp.model.language.readings.json_values import JsonError
from tests.model.language.test_meaning_texts import hash_of


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ModuleType]:
    return loader(tmp_path, monkeypatch)


def loader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ModuleType]:
    """What loads a text, each time from a file of its own."""

    def load_text(text: str, name: str = "authors_file") -> ModuleType:
        place = tmp_path / str(len(list(tmp_path.iterdir())))
        place.mkdir()
        (place / f"{name}.py").write_text(text, encoding="utf-8")
        spec = spec_from_file_location(name, place / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return load_text


FILE = """
import dataclasses
from abc import ABC
from typing import ForwardRef, Protocol, get_type_hints, runtime_checkable

class Kept(ABC): ...
class Left: ...
{}
@dataclasses.dataclass
class Limits:
    most: {}
def near(left, right):
    return dataclasses.fields(Limits)[0].type is float and isinstance(Left(), Kept)
"""


def test_what_stands_in_its_file_counts(load: Callable[..., ModuleType]) -> None:
    texts = [("", "float"), ("", "str"), ("Kept.register(Left)", "float"), ("# exactly", "float")]
    hashes = [hash_of(load(FILE.format(*each)).near) for each in texts]
    assert len(set(hashes)) == len(texts)
    assert hash_of(load(FILE.format(*texts[0])).near) == hashes[0], "in another folder"


def test_the_file_of_what_it_calls_and_of_its_class_counts(load: Callable[..., ModuleType]) -> None:
    def hash_with(helper: str) -> str:
        load(helper, "helper_file")
        return hash_of(load("from helper_file import Near\nnear = Near()\n").near)

    call = "class Near:\n    def __call__(self, left, right): return True\n"
    assert hash_with(call) == hash_with(call)
    assert hash_with(call) != hash_with(f"{call}# another\n")


RULES = "def near(left, right): return True\n"
IMPORTS = {
    "import": "import data_file\n",
    "from": "from data_file import LIMIT\n",
    "in a function": "def later():\n    import data_file\n",
    "for annotations": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import data_file\n",
    "by a text": "from importlib import import_module as load\nload('data_file')\n",
    "through another": "import middle_file\n",
}
DATA = "import decimal\nimport os\nclass Kind:\n    limit = {0}\nLIMIT = 1\n"


class Project:
    """A folder of an author's files, which are loaded anew each time."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """Take the folder in which each loading has a folder of its own."""
        self._folder, self._patch = folder, patch

    def hash_with(self, files: dict[str, str], main: str = "rules_file") -> str:
        place = self._folder / f"files_{len(list(self._folder.iterdir()))}"
        for name, text in {"rules_file.py": RULES, **files}.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, encoding="utf-8")
        with self._patch.context() as patch:
            patch.setattr(sys, "path", [str(place), *sys.path])
            before = set(sys.modules)
            try:
                return hash_of(importlib.import_module(main).near)
            finally:
                for name in set(sys.modules) - before:
                    del sys.modules[name]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(tmp_path, monkeypatch)


@pytest.mark.parametrize("way", IMPORTS)
def test_the_files_that_its_file_imports_count(project: Project, way: str) -> None:
    files = {"rules_file.py": IMPORTS[way] + RULES, "middle_file.py": "import data_file\n"}
    one, again, other = (project.hash_with({**files, "data_file.py": DATA.format(limit)}) for limit in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.filterwarnings("error")
def test_the_imports_of_a_text_that_python_warns_of_count() -> None:
    assert imported_modules("import data_file\nPATTERN = '\\d'\n", "") == {"data_file"}


def test_a_text_that_is_not_pythons_imports_nothing() -> None:
    assert imported_modules("import data_file\n\0", "") == imported_modules("import data_file\n(", "") == frozenset()


@pytest.mark.parametrize(
    "told", ["decimal.getcontext().prec = decimal.getcontext().prec\n", "os.PathLike.register(Kind)\n"]
)
def test_what_an_imported_file_sets_or_registers_counts(project: Project, told: str) -> None:
    files = {"rules_file.py": "import data_file\n" + RULES}
    with_it, without = (project.hash_with({**files, "data_file.py": DATA.format(1) + each}) for each in (told, ""))
    assert with_it != without


def test_an_annotation_that_names_a_class_of_another_file_counts_with_the_class(project: Project) -> None:
    rules = (
        "from dataclasses import dataclass, fields\nfrom data_file import Kind\n"
        "@dataclass\nclass Row:\n    kind: Kind\ndef near(left, right): return fields(Row)[0].type.limit == 1\n"
    )
    one, other = (project.hash_with({"rules_file.py": rules, "data_file.py": DATA.format(limit)}) for limit in (1, 2))
    assert one != other


@pytest.mark.parametrize("where", ["package/__init__.py", "package/data.py", "package/inner/__init__.py"])
@pytest.mark.parametrize(
    "way",
    [
        "from . import data, inner",
        "from .inner import near as other",
        "from .data import near as other\nfrom package import inner",
        "def later():\n    import package.data, package.inner",
    ],
)
def test_the_files_of_packages_count(project: Project, where: str, way: str) -> None:
    names = ("package/__init__.py", "package/data.py", "package/inner/__init__.py")
    files = {
        **dict.fromkeys(names, "near = None\n"),
        "package/inner/__init__.py": "from .. import data\nnear = None\n",
        "package/rules.py": f"{way}\n{RULES}",
    }
    one, other = (project.hash_with({**files, where: files[where] + each}, "package.rules") for each in ("", "# other"))
    assert one != other


def test_what_a_package_lists_counts(project: Project) -> None:
    files = {
        "rules_file.py": "from package import *\n" + RULES,
        "package/__init__.py": "__all__ = ['data']\n",
    }
    one, other = (project.hash_with({**files, "package/data.py": f"limit = {limit}\n"}) for limit in (1, 2))
    assert one != other


def test_two_imported_files_may_not_change_places(project: Project) -> None:
    files = {"rules_file.py": "import one_file, other_file\n" + RULES}
    one = project.hash_with({**files, "one_file.py": "limit = 1\n", "other_file.py": "limit = 2\n"})
    assert one != project.hash_with({**files, "one_file.py": "limit = 2\n", "other_file.py": "limit = 1\n"})


def test_files_that_nobody_imports_and_what_is_no_module_do_not_count(project: Project) -> None:
    rules = "import data_file\ndef no():\n    import no_such_file\n" + RULES
    files = {"rules_file.py": rules, "data_file.py": "import rules_file  # a circle\n"}
    assert project.hash_with(files) == project.hash_with({**files, "unused_file.py": "limit = 1\n"})


@pytest.mark.parametrize("loaded", [True, False])
def test_a_folder_called_like_a_module_of_pythons_that_is_not_here_is_the_authors(
    project: Project, monkeypatch: pytest.MonkeyPatch, loaded: bool
) -> None:
    name = "module_of_another_platform"
    monkeypatch.setattr(sys, "stdlib_module_names", sys.stdlib_module_names | {name})
    here = f"from {name}.data import near\n"
    rules = here if loaded else f"def later():\n    {here}{RULES}"
    files = {"rules_file.py": rules}
    one, other = (project.hash_with({**files, f"{name}/data.py": f"{RULES}# {each}\n"}) for each in ("one", "other"))
    assert one != other


@pytest.mark.parametrize(
    "now", ["# moved\n\ndef near(left, right): return True\n", "def near(left, right): return 1\n"]
)
def test_a_file_that_was_changed_since_is_refused(load: Callable[..., ModuleType], now: str) -> None:
    module = load("def near(left, right): return True\n")
    assert module.__file__ is not None
    Path(module.__file__).write_text(now, encoding="utf-8")
    with pytest.raises(
        JsonError, match=r"near does not stand in .*authors_file\.py as it stood there when it was loaded"
    ):
        hash_of(module.near)


def test_a_file_that_is_changed_while_it_runs_is_the_one_that_was_loaded(load: Callable[..., ModuleType]) -> None:
    module = load("def near(left, right): return True\n")
    before = hash_of(module.near)
    assert module.__file__ is not None
    Path(module.__file__).write_text("# moved\n\ndef near(left, right): return True\n", encoding="utf-8")
    assert hash_of(module.near) == before
