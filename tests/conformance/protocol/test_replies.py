"""Replies are read strictly: what only looks like a value of its sort is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from concomp.conformance.protocol.replies import Reply
from concomp.conformance.runner.conversation import _demand_result, _read
from concomp.conformance.runner.misbehaviour import Misbehaved

BEYOND = "0x1p+9999"


def demand(command: str, ok: dict[str, Any]) -> None:
    _demand_result(Reply(seq=1, ok=ok), command, json.dumps(ok).encode())


@pytest.mark.parametrize(
    ("command", "ok"),
    [
        ("ran", {"count": "3"}),
        ("ran", {"count": True}),
        ("ran", {"count": 3.0}),
        ("storm", {"granted": "3"}),
        ("check", {"accepted": ["true"]}),
        ("check", {"accepted": [1]}),
        ("draw", {"needs": "2"}),
        ("ask", {"failed": 1}),
        ("compose", {"epsilon": BEYOND}),
        ("compose", {"delta": BEYOND}),
        ("spent", {"loss": {"epsilon": BEYOND}}),
        ("spent", {"loss": {"epsilon": "1", "epsilon_between": [BEYOND, BEYOND]}}),
    ],
)
def test_what_looks_like_a_value_is_garbage(command: str, ok: dict[str, Any]) -> None:
    with pytest.raises(Misbehaved, match="garbage"):
        demand(command, ok)


@pytest.mark.parametrize(
    ("command", "ok"),
    [
        ("ran", {"count": 3}),
        ("check", {"accepted": [True, False]}),
        ("draw", {"values": [1, -1]}),
        ("ask", {"failed": True}),
        ("compose", {"epsilon": None, "e_eps": "inf"}),
        ("spent", {"loss": {"epsilon": "1", "epsilon_between": ["0x1p+0", "0x1p+0"]}}),
    ],
)
def test_what_is_a_value_is_taken(command: str, ok: dict[str, Any]) -> None:
    demand(command, ok)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b'{"seq": 1, "refused": "a", "refused": "b"}', "a name stands twice in an object"),
        (b'{"seq": 1, "ok": {"count": 0, "count": 9}}', "a name stands twice in an object"),
        (b'{"seq": 1, "ok": {"answer": NaN}}', "NaN is no JSON"),
        (b'\xef\xbb\xbf{"seq": 1, "ok": {}}', "no JSON"),
        ('{"seq": 1, "ok": {}}'.encode("utf-16"), "no JSON"),
        (b'{"seq": 1, "refused": "\xff"}', "no JSON"),
    ],
)
def test_a_line_that_may_be_read_in_two_ways_is_garbage(line: bytes, text: str) -> None:
    with pytest.raises(Misbehaved, match=f"garbage: {text}"):
        _read(line)


def test_a_line_with_a_mark_in_a_text_is_read() -> None:
    assert _read('{"seq": 1, "refused": "\ufeffno"}'.encode()).refused == "\ufeffno"
