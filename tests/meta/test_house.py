"""The house rules that a program can see: layers, doors, and nothing in the files that belongs to one machine."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOORS = (
    "concomp",
    "concomp.model",
    "concomp.model.language",
    "concomp.impl",
    "concomp.impl.interop",
    "concomp.obligations",
    "concomp.advisor",
    "concomp.testing",
)
HINGE = "concomp.door"
"""By which `concomp` is opened."""
PLACES = (
    "model",
    "impl",
    "conformance",
    "obligations",
    "tools",
    "tests",
    "examples",
    "adapters",
    "benchmarks",
    "docs",
    ".ci",
)
BESIDE = ("tests", "examples", "adapters", "benchmarks")
PORTIONS = ("model", "impl", "conformance", "obligations", "tools")
LINES, SIZE = 400, 20
KINDS = {".py", ".md", ".json", ".jsonl", ".toml", ".txt", ".cff", ".lock", ".smt2", ""}
# This one shows what the registry refuses.
EXEMPT = {ROOT / "tests/model/registry/test_validation.py"}
FOREIGN = re.compile(r"(?<![\w.:/])/(?:work|home|root|tmp|Users|private|opt|mnt)/\w|\.\./" + "shared")


def test_layers_point_one_way() -> None:
    command = [sys.executable, "-m", "tests.meta.import_contracts", "--no-logo"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r"Contracts: [2-9] kept, 0 broken", ran.stdout)


@pytest.mark.parametrize("door", DOORS)
def test_every_name_of_a_door_resolves(door: str) -> None:
    module = import_module(door)
    assert module.__all__
    assert sorted(module.__all__) == dir(module)
    for name in module.__all__:
        assert getattr(module, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = module.no_such_name


@pytest.mark.parametrize("door", DOORS)
def test_a_door_lists_each_name_once(door: str) -> None:
    stubs = [Path(place, "__init__.pyi") for place in import_module(door).__path__]
    [stub] = [stub for stub in stubs if stub.exists()]
    tree = ast.parse(stub.read_text(encoding="ascii"))
    aliases = [alias for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert all(alias.name == alias.asname for alias in aliases), "else a type checker takes the name to be private"
    assert max(Counter(alias.name for alias in aliases).values()) == 1
    assert sorted(alias.name for alias in aliases) == dir(import_module(door))


def test_concomp_is_opened_from_whichever_portion_comes_first() -> None:
    first, *others = [(ROOT / portion / "concomp" / "__init__.py").read_bytes() for portion in PORTIONS]
    assert all(other == first for other in others)


def test_the_door_is_typed_wherever_it_is_installed() -> None:
    """A portion is typed by its own marker in an editable install, where the portions lie apart."""
    for portion in PORTIONS:
        places = [ROOT / portion / "concomp", *(ROOT / portion / "concomp").iterdir()]
        assert any((place / "py.typed").exists() for place in places), portion


@pytest.mark.parametrize("door", DOORS)
def test_opening_a_door_loads_nothing_behind_it(door: str) -> None:
    loaded = loaded_by(f"import {door}")
    assert not {name for name in loaded - {HINGE} if name.startswith(f"{door}.")}
    assert loaded.isdisjoint({"z3", "cvc5", "flint", "pydantic", "click", "hypothesis"})


def test_explaining_loads_no_solver() -> None:
    code = "from concomp.cli import main\ntry: main(['explain', 'HSV26 Theorem 5.4'])\nexcept SystemExit: pass"
    loaded = loaded_by(code)
    assert "concomp.report.explain" in loaded
    assert loaded.isdisjoint({"z3", "cvc5", "hypothesis"})


@pytest.mark.parametrize("module", ["concomp.cli.verify", "concomp.verification.examination"])
def test_who_only_asks_the_solvers_does_not_bring_them_in(module: str) -> None:
    assert loaded_by(f"import {module}").isdisjoint({"z3", "cvc5", "pydantic"})


def loaded_by(code: str) -> set[str]:
    report = "\nimport sys\nprint('LOADED', *sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code + report], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(ran.stdout.rsplit("LOADED", 1)[1].split())


def test_a_file_is_one_idea_and_a_folder_can_be_taken_in() -> None:
    """No file over 400 lines, in the tests neither; no folder over 20 modules."""
    modules = [path for portion in PORTIONS for path in (ROOT / portion / "concomp").rglob("*.py")]
    beside = [path for place in BESIDE for path in (ROOT / place).rglob("*.py")]
    long = [path for path in (*modules, *beside) if len(path.read_text("utf-8").splitlines()) > LINES]
    assert [str(path.relative_to(ROOT)) for path in long] == []
    assert {str(folder): size for folder, size in Counter(path.parent for path in modules).items() if size > SIZE} == {}


def test_no_file_names_a_place_on_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}" for path in files() for match in places_in(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("text", ["see /" + "work/main/x", "'/" + "home/me'", "in ../" + "shared/design.md"])
def test_places_on_a_machine_are_recognised(text: str) -> None:
    assert places_in(text)


def places_in(text: str) -> list[re.Match[str]]:
    return list(FOREIGN.finditer(text))


def files() -> list[Path]:
    # In a work tree of its own `.git` is a file, and names the clone.
    top = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
    inside = [path for place in PLACES for path in (ROOT / place).rglob("*") if path.is_file()]
    return [
        path
        for path in [*top, *inside]
        if path.suffix in KINDS and path not in EXEMPT and "__pycache__" not in path.parts
    ]
