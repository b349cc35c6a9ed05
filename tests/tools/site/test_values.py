"""Counterexamples are told in steps, both worlds side by side."""

from __future__ import annotations

import re

from concomp.site.values import readable_value, steps


def _headings(html: str) -> list[str]:
    return re.findall(r'<th scope="row">(.*?)</th>', html)


def test_what_is_composed_comes_first_and_the_outcome_last() -> None:
    html = steps({"claimed": "1/2", "adversary": "asks", "exact": "3/4", "mechanism": "a bit", "least": "by size"})
    assert _headings(html) == ["mechanism", "adversary", "claimed", "exact", "least"]


def test_the_worlds_stand_side_by_side() -> None:
    html = steps({"transcript 0, 1": "1/2 in world 0, 1/4 in world 1", "transcript 1, 1": "0 in world 0, 1 in world 1"})
    assert _headings(html) == ["chance of each transcript"]
    assert '<th scope="col">world 0</th><th scope="col">world 1</th>' in html
    assert '<tr class="step"><td>0, 1</td><td>1/2</td><td>1/4</td></tr>' in html


def test_a_kernel_has_a_row_for_each_state() -> None:
    html = readable_value({"state 'start', message 0": "1: answer 0", "state 'start', message 1": "1: answer 1"})
    assert '<tr class="step"><td>&#39;start&#39;</td><td>1: answer 0</td><td>1: answer 1</td></tr>' in html


def test_values_are_escaped_and_empty_ones_are_told() -> None:
    assert readable_value("<b>") == "&lt;b&gt;"
    assert readable_value([None, True]) == "—, yes"
    assert "<script>" not in steps({"<script>": {"<script>": ["<script>", {"<script>": "<script>"}]}})
    assert readable_value([]) == ""
