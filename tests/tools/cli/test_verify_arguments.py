"""`concomp verify` of classes whose `__init__` takes arguments that have defaults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.cli.verifying import IMPORTS, data, verify, words, written

FILE = (
    IMPORTS
    + """
class Begun(Monitor):
    n = register(Int, 0)

    def __init__(self, size: int = 1, **given: object) -> None:
        super().__init__(**given)
        self.size = size

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.n >= self.size))
        if self.size == 1:
            require(left == right)
        self.n += 1


class Shifted(Monitor):
    k = parameter(Int)

    def __init__(self, k: int = 1) -> None:
        super().__init__(k=k + 1)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.k == 3))


none = Begun(0)
"""
)


@pytest.mark.parametrize(
    ("arguments", "size", "word"),
    [(["Begun"], 1, "vacuous"), (["Begun", "--param", "size=0"], 0, "proved"), (["none"], 0, "proved")],
)
def test_a_verdict_says_what_the_object_was_made_with(
    tmp_path: Path, arguments: list[str], size: int, word: str
) -> None:
    name, *options = arguments
    function = data(f"{written(tmp_path, FILE)}:{name}", "--property", "witness", *options)
    assert words(function) == {"witness": word}
    assert function["parameters"] == {"size": size}
    assert function["properties"][0]["scope"].endswith(f", size = {size}")


def test_a_certificate_says_what_the_object_was_made_with(tmp_path: Path) -> None:
    place, folder = f"{written(tmp_path, FILE)}:Begun", tmp_path / "c"
    verify(place, "--param", "size=0", "--property", "diagonal", "--certificate", str(folder))
    [manifest] = folder.glob("*/diagonal/*.json")
    assert json.loads(manifest.read_text(encoding="utf-8"))["scope"] == "all lengths, size = 0"


def test_a_parameter_that_is_another_than_the_argument_of_its_name_is_refused(tmp_path: Path) -> None:
    ran = verify(f"{written(tmp_path, FILE)}:Shifted", "--param", "k=2")
    assert ran.exit_code == 2
    assert "Shifted was made with k = 2, and its parameter 'k' is 3; make an instance" in ran.stderr
