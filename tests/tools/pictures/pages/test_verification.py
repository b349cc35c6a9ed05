"""The page of a verification: every property, every trace step by step, and what opens which theorem."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from concomp.cli import main
from concomp.obligations.verify.properties.copies import PROPERTIES
from concomp.pictures.pages.verification import _anchor, as_text, page
from tests.tools.pictures.pages.reading import demand_whole

FILE = '''\
"""A module."""

from concomp.model import Bool, Int, Monitor, register, require


class Late(Monitor):
    """Inputs may differ after the second message <b>only</b>."""

    seen = register(Int, 0)
    changed = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.seen >= 2))
        require((left <= right) | ~self.changed)
        self.seen = self.seen + 1
        self.changed = self.changed | (left != right)
'''


def verified(folder: Path, *arguments: str) -> tuple[str, Any]:
    """The page that the command writes of the file above, and what it says to machines."""
    file, out = folder / "late.py", folder / "late.html"
    file.write_text(FILE)
    ran = CliRunner().invoke(main, ["verify", str(file), "--html", str(out), "--json", *arguments])
    assert ran.exit_code in (0, 1), ran.output
    return out.read_text("utf-8"), json.loads(ran.stdout)


def test_it_tells_what_was_found(tmp_path: Path) -> None:
    written, data = verified(tmp_path)
    read = demand_whole(written)
    [function] = data["functions"]
    for each in (function["witness"], *function["properties"]):
        told = (each["property"], each["verdict"], each["scope"], each["reason"], *each["tried"])
        assert [text for text in told if text not in read.text] == []
        for number in range(1, 1 + len(each["trace"] or [])):
            assert f"Message {number} of {len(each['trace'])}" in read.text
    hypotheses = [text for listed in function["hypotheses"].values() for text in listed]
    assert [text for text in (*function["opens"], *hypotheses) if text not in read.text] == []
    rejections = [each["rejection"] for each in function["properties"] if each["rejection"]]
    assert [each for each in rejections if each["text"] not in read.text or each["reason"] not in read.text] == []
    assert rejections
    assert "2 refuted" in read.text
    assert "<b>only</b>" in read.text
    assert "It is diagonal and public" not in read.text


def test_no_two_properties_are_told_at_one_place() -> None:
    names = [*PROPERTIES, "first-pair consistent", "per-mechanism first-pair consistent", "a b", "a-b", "a_b", "a_95_b"]
    verdicts: list[Any] = [{"property": name} for name in names]
    assert len({_anchor(each) for each in verdicts}) == len({*names})


def test_a_register_that_a_step_changes_is_marked(tmp_path: Path) -> None:
    written, data = verified(tmp_path, "--property", "swap invariant")
    [refuted] = data["functions"][0]["properties"]
    held = [step["registers"] for step in refuted["trace"]]
    changes = sum(before[name] != after[name] for before, after in pairwise(held) for name in after)
    article = written.split('id="swap-invariant"')[1].split("</article>")[0]
    assert article.count("<strong>changed</strong>") == changes > 0
    assert article.count("<strong>set</strong>") == len(held[0])


def test_values_are_written_as_people_read_them() -> None:
    assert as_text({"Update": {"stream": 0, "value": "1/2"}}) == 'Update(stream=0, value="1/2")'
    assert as_text({"from": "left", "received": {"Go": {}}, "sends": None}) == 'from "left", received Go(), sends null'
    assert as_text([True, None]) == "[true, null]"


def test_what_its_author_wrote_is_text_that_can_be_printed() -> None:
    verdict = {
        "property": "p</td><script>",
        "verdict": "unknown",
        "scope": "\x1b[31m",
        "given": ["\u202e", "b"],
        "seconds": 0.0,
        "reason": "<img src=x>",
        "unsatisfiable": False,
        "parameters": {"u": "</code>"},
        "trace": None,
        "applications": [{"name": "f<", "arguments": [1], "value": "\x00"}],
        "rejection": None,
        "certificate": None,
        "tried": ["</style>"],
        "stated": [{"place": "<b>:1", "text": "<i>", "outcome": "is not kept", "shown": "x = <u>"}],
        "obstacle": "where x = <s>, a step violates the property",
        "assuming": [{"function": "<F>", "property": "public", "scope": "all lengths", "manifests": []}],
    }
    function = {
        "kind": "verification function",
        "name": "</title>",
        "description": "",
        "place": "a.py:1",
        "parameters": {"u": 3},
        "witness": None,
        "properties": [verdict],
        "registers": [],
        "opens": [],
        "hypotheses": {},
        "usable_at_run_time": False,
        "evidence": None,
        "warnings": ["<w>"],
    }
    found: Any = {"schema": "concomp.verify/1", "functions": [function]}
    read = demand_whole(page(found))
    for text in (
        "p</td><script>",
        r"\x1b[31m",
        r"\u202e, and b",
        "<img src=x>",
        "</style>",
        "<w>",
        "by the lemma <F>: public (all lengths)",
        'f<(1) = "\\u0000"',
    ):
        assert text in read.text
