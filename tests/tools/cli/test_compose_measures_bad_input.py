"""Files with a "measure" that `concomp compose` refuses: by place, value and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli.composing import refused, run

HALVES = [["0", "3/4"], ["1/3", "1/3"], ["3/4", "0"]]
"""f of a choice between two kinds of loss (concomp Proposition 23)."""


def renyi(*params: Any, **others: Any) -> dict[str, Any]:
    return {"measure": "renyi", "order": "2", "params": list(params), **others}


def fdp(*params: Any, **others: Any) -> dict[str, Any]:
    return {"measure": "fdp", "params": list(params), **others}


ONE, RHO = {"moment": "3/2"}, {"rho": "1/2", "omega": "3"}


@pytest.mark.parametrize(
    ("content", "place", "value", "remedy"),
    [
        ({"measure": "gaussian", "params": [ONE]}, "measure", '"gaussian"', 'write "renyi", "zcdp", "tcdp" or "fdp"'),
        ({"measure": ["renyi"], "params": [ONE]}, "measure", '["renyi"]', 'write "renyi"'),
        ({"measure": "renyi", "params": [ONE]}, "order", "missing", "a number above 1"),
        (renyi(ONE, order="1"), "order", '"1"', "above 1"),
        (renyi(ONE, order="0/0"), "order", '"0/0"', "denominator is zero"),
        (renyi(ONE, order="two"), "order", '"two"', "write a rational"),
        ('{"measure": "renyi", "order": 1.5, "params": []}', "order", '"1.5"', "as a string"),
        ('{"measure": "renyi", "order": Infinity, "params": []}', "order", "Infinity", "as a string"),
        (renyi(ONE, order="infinite"), "order", '"infinite"', "write a rational"),
        (renyi(), "params", "0 entries", "between 1 and"),
        ({"measure": "renyi", "order": "2"}, "params", "missing", 'like [{"moment": "3/2"}]'),
        (renyi({"moment": "1/2"}), "params[0].moment", '"1/2"', "at least 1"),
        (renyi({"divergence": "-1"}), "params[0].divergence", '"-1"', "from 1e-300"),
        (renyi({"epsilon": "-1"}), "params[0].epsilon", '"-1"', "at least 0"),
        (renyi({"e_eps": "1/2"}), "params[0].e_eps", '"1/2"', "at least 1"),
        (renyi(ONE, {}), "params[1]", "an object of 0 fields", "it has no loss: write"),
        (renyi({"moment": "2", "epsilon": "1"}), "params[0]", "an object of 2 fields", "moment and epsilon: write"),
        (renyi({"rho": "2"}), "params[0].rho", '"2"', "no such field here: write"),
        (renyi(["2", "0"]), "params[0]", '["2", "0"]', 'write {"moment": "3/2"}'),
        (renyi({"moment": "2", "order": "3"}), "params[0].order", '"3"', "the order of the composition is 2"),
        (renyi(ONE, at_most=-1), "at_most", "-1", "a whole number from 0"),
        (renyi(ONE, at_most="1"), "at_most", '"1"', "a whole number from 0"),
        (renyi(ONE, at_most=True), "at_most", "true", "a whole number from 0"),
        (renyi(ONE, created_at_most=0), "created_at_most", "0", "a whole number from 1"),
        (renyi(ONE, omega="3"), "omega", '"3"', "no such field"),
        (renyi(ONE, delta="2"), "delta", '"2"', "from 0 to 1"),
        ({"measure": "zcdp", "params": [{"rho": "-1/2"}]}, "params[0].rho", '"-1/2"', "from 1e-300"),
        ({"measure": "zcdp", "params": [{"rho": "1/2", "omega": "3"}]}, "params[0].omega", '"3"', "no such field here"),
        ({"measure": "zcdp", "order": "2", "params": [{"rho": "1/2"}]}, "order", '"2"', "no such field"),
        ({"measure": "zcdp", "at_most": 1, "params": [{"rho": "1"}]}, "at_most", "1", 'ask under "renyi"'),
        ({"measure": "tcdp", "params": [{"rho": "1/2"}]}, "params[0].omega", "missing", "add it"),
        ({"measure": "tcdp", "params": [{"rho": "1/2", "omega": "1"}]}, "params[0].omega", '"1"', "above 1"),
        ({"measure": "tcdp", "created_at_most": 2, "params": [RHO]}, "created_at_most", "2", 'ask under "renyi"'),
        (fdp([["0", "1"], ["1/2", "3/4"], ["1", "0"]]), "params[0][1][1]", '"3/4"', "at most 1 - alpha, which is 1/2"),
        (fdp([["0", "1/2"], ["1/4", "3/4"], ["1", "0"]]), "params[0]: beta at alpha = '1/4'", '"3/4"', "is convex"),
        (fdp([["0", "1"], ["1/4", "3/4"], ["3/4", "1/4"], ["5/6", "0"]]), "params[0]: beta at", "", "is convex"),
        (fdp([["0", "1"], ["1/2", "1/4"], ["1/4", "1/2"], ["1", "0"]]), "params[0][2][0]", '"1/4"', "increasing alpha"),
        (fdp([["0", "1"], ["0", "1/2"], ["1", "0"]]), "params[0][1][0]", '"0"', "increasing alpha, above 0"),
        (fdp([["0", "1"], ["3/2", "0"]]), "params[0][1][0]", '"3/2"', "from 0 to 1"),
        (fdp([["0", "1"], ["1/2", "-1"]]), "params[0][1][1]", '"-1"', "from 0 to 1"),
        (fdp([["0", "1"], ["1/3"]]), "params[0][1]", '["1/3"]', "a vertex is [alpha, beta]"),
        (fdp([["1/3", "1/3"], ["1", "0"]]), "params[0]", "a list of 2 entries", "goes from alpha = 0 to 1"),
        (fdp([["0", "1/2"], ["1", "0"]]), "params[0]", "a list of 2 entries", "give a symmetric one"),
        (fdp([]), "params[0]", "[]", "give its value at 0"),
        ('{"measure": "fdp", "params": [[[0, 0.5], [1, 0]]]}', "params[0][0][1]", '"0.5"', "as a string"),
        (fdp({"law": "discrete_gaussian", "variance": "4"}), "params[0]", "an object", "round and clamp them"),
        (fdp({"e_eps": "2", "delta": "2"}), "params[0].delta", '"2"', "from 0 to 1"),
        (fdp(HALVES, at_most=1), "at_most", "1", "no theorem says"),
    ],
)
def test_a_wrong_file_is_told_by_place_value_and_remedy(
    tmp_path: Path, content: Any, place: str, value: str, remedy: str
) -> None:
    line = refused(run(tmp_path, content))
    assert line.startswith(f"concomp: {tmp_path / 'list.json'}: {place}")
    assert f": {value}" in line
    assert remedy in line


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (renyi(ONE, ONE, at_most=3), "at_most: 3: only 2 are created: give at most 2"),
        (renyi(ONE, at_most=6, created_at_most=5), "at_most: 6: only 5 are created: give at most 5"),
        (renyi(ONE, delta="0"), "delta is 0: delta must be above 0"),
        (renyi({"divergence": "1e6"}, order="1e6"), "the moment is 'about e^1e+12': it would have millions of digits"),
        (renyi(ONE, created_at_most=10**6, at_most=3000), "at_most is 3000: so many of so many take too long"),
        (renyi({"divergence": "1e6"}, created_at_most=2000, at_most=1000), "at_most is 1000: so many of so many"),
    ],
)
def test_what_cannot_be_answered_is_told_with_a_remedy(tmp_path: Path, content: Any, message: str) -> None:
    assert message in refused(run(tmp_path, content))


def test_a_function_without_vertices_is_refused_as_a_file_writes_it(tmp_path: Path) -> None:
    result = run(tmp_path, {"measure": "fdp", "params": [[]]})
    assert result.exit_code == 2
    assert '[["0", "1"], ["1/3", "1/3"], ["1", "0"]]' in result.stderr
    assert "{0:" not in result.stderr
