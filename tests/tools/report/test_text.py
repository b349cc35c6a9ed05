"""Plain text that people can read."""

from __future__ import annotations

from concomp.report.text import columns, readable, shorten, wrap


def test_text_is_cut_with_an_ellipsis() -> None:
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abcdefg", 6) == "abcde…"
    assert shorten("abc defg", 6) == "abc d…"
    assert shorten("abcd efg", 6) == "abcd…"


def test_columns_line_up() -> None:
    assert columns([("a", "bb", "c"), ("aaa", "b", "")]) == ["a    bb  c", "aaa  b"]


def test_paragraphs_are_wrapped_and_tables_kept() -> None:
    row = "| " + "x " * 80 + "|"
    lines = wrap("word " * 40 + "\n" + row)
    assert all(len(line) <= 100 for line in lines[:-1])
    assert len(lines) == 4
    assert lines[-1] == "  " + row


def test_objects_are_shown_by_their_fields_and_lists_of_like_things_as_tables() -> None:
    shown = readable(
        {
            "e_eps": "3",
            "attack_value": "8/9",
            "exceeds": True,
            "nothing": None,
            "pairs": [["0", "1"], ["1", "1"]],
            "plays": [{"to": 1, "pair": ["0", "0"]}, {"to": 12, "pair": ["0", "1"]}],
            "kernel": {"start": ["1/2", "1/2"]},
        }
    )
    assert shown == [
        "  e eps         3",
        "  attack value  8/9",
        "  exceeds       yes",
        "  nothing       —",
        "  pairs         (0, 1), (1, 1)",
        "  plays",
        "    to  pair",
        "    1   0, 0",
        "    12  0, 1",
        "  kernel",
        "    start  1/2, 1/2",
    ]


def test_long_sentences_are_itemised() -> None:
    sentences = ["the first of several long sentences", "the second of several long sentences"]
    assert readable({"steps": sentences}) == ["  steps", *(f"    - {sentence}" for sentence in sentences)]


def test_lists_of_unlike_things_are_itemised() -> None:
    assert readable([{"a": 1}, "x", ["y", {"b": 2}]]) == ["  - a  1", "  - x", "  - - y", "    - b  2"]
