"""`assert_private`, as the author of a mechanism uses it."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from concomp import Law
from concomp.testing import assert_private

YES, NO = Law({"yes": F(3, 4), "no": F(1, 4)}), Law({"yes": F(1, 4), "no": F(3, 4)})


def test_what_is_private_passes() -> None:
    assert_private((YES, NO), e_eps=3)
    assert_private((YES, NO), epsilon="1.1")
    assert_private((YES, NO), e_eps=1, delta="0.5")


def test_what_is_not_fails_with_the_best_attack() -> None:
    with pytest.raises(AssertionError) as failed:
        assert_private((YES, NO), e_eps=2)
    assert str(failed.value).splitlines() == [
        "(E = 2, δ = 0)-DP does not hold: the least δ = 1/4 (0.25), against every adaptive adversary, at most 1 query",
        "δ = 1/4 (0.25) at E = 2, world 0 suspected:",
        "  send 'draw'",
        '  on "yes"',
        "    say: world 0",
        '  on "no"',
        "    say nothing",
    ]
