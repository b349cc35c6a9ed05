"""The example of a sparse vector is audited, and loses no more than is proved."""

from __future__ import annotations

from fractions import Fraction

from click.testing import CliRunner

from concomp.cli import main
from tests.pages import ROOT


def test_a_histogram_of_one_column_loses_half_of_what_any_does() -> None:
    example = ROOT / "examples" / "sparse_vector.py"
    found = CliRunner().invoke(main, ["audit", f"{example}:count", "--delta", "0"])
    assert found.exit_code == 0
    [least] = [line.split()[8] for line in found.output.splitlines() if "the least E is" in line]
    assert 3 < Fraction(least) <= 4
