"""`concomp audit --bounds`: both sides where the exact value is not affordable, and where it is."""

from fractions import Fraction as F

import pytest

from concomp.cli.audits import bounds as by_bounds
from concomp.impl.audit import bounds
from tests.model.files.documents import as_fraction
from tests.tools.cli.auditing import data, deltas, example, run


def test_bounds_meet_where_the_exact_value_is_affordable() -> None:
    found = data("rr", "--bounds", "--e-eps", "2", "--delta", "1/10", "--target", "E=2,delta=1")
    assert found["results"] == [{"e_eps": "2", "delta_low": "13/40", "delta_high": "13/40"}]
    assert found["least"] == {"delta": "1/10", "e_eps_low": "3", "e_eps_high": "3"}
    assert found["target"]["exceeded"] is False
    assert run(example("rr"), "--bounds", "--target", "E=2,delta=0").exit_code == 1
    assert "At E = 1: delta = 11/20 (0.55)" in run(example("rr"), "--bounds").stdout


def test_bounds_where_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = max(deltas("tree_counters", [F(3)]))
    monkeypatch.setattr(by_bounds, "LONG", 10**9)
    monkeypatch.setattr(bounds, "SIZES", (4,))
    (result,) = data("tree_counters", "--bounds", "--e-eps", "3")["results"]
    assert as_fraction(result["delta_low"]) <= exact <= as_fraction(result["delta_high"])
    assert "(gap" in run(example("tree_counters"), "--bounds", "--e-eps", "3").stdout
    between = run(example("tree_counters"), "--bounds", "--target", f"E=3,delta={exact}")
    assert between.exit_code in (0, 3)
    assert run(example("tree_counters"), "--bounds", "--target", "E=3,delta=1").exit_code == 0
    assert run(example("tree_counters"), "--bounds", "--target", "E=3,delta=0").exit_code == 1
    monkeypatch.setattr(by_bounds, "BOUND_STEPS", 10)
    refused = run(example("hidden_state"), "--bounds")
    assert refused.exit_code == 3
    assert "even coarse bounds take more" in refused.stderr


def test_a_product_of_components_is_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_bounds, "LONG", 10**9)
    monkeypatch.setattr(by_bounds, "BOUND_STEPS", 10)
    found = run(example("tree_counters"), "--bounds")
    assert found.exit_code == 0
    assert "At E = 1: delta from 0 to 1 (gap 1)" in found.stdout
    assert "as if nothing tied them together; component 1 is too large, and is taken to give everything" in found.stdout
