"""The comparison of irrational losses: exact where there is nothing to compute, refused where it cannot be decided."""

from fractions import Fraction as F

import pytest
from flint import arb

from concomp.model.filters.adaptive import comes_to_at_most, fully_adaptive, root_and_half
from concomp.model.laws.balls import Undecided
from concomp.model.numbers import ParameterError
from concomp.obligations.families.filters.noisy_bits import loss


def test_what_loses_nothing_is_within_everything() -> None:
    rule = fully_adaptive(F(1, 10))
    assert rule((), loss(1, "1/10"))
    assert rule((loss(1), loss(1)), loss(1, "1/10"))
    assert not rule((), loss(1, "1/11"))


def test_the_slack_counts_beside_the_deltas() -> None:
    rule = fully_adaptive(F(1, 10))
    assert rule((loss(1, "1/5"),), loss(1, "3/10"))
    assert not rule((loss(1, "1/5"), loss(1, "1/100")), loss(1, "3/10"))


@pytest.mark.parametrize("slack", [F(0), F(2)])
def test_a_slack_is_a_probability(slack: F) -> None:
    with pytest.raises(ParameterError, match=rf"slack is {slack}: write a probability above 0 and at most 1"):
        fully_adaptive(slack)


def test_one_loss_by_hand() -> None:
    """At E = 2 and δ′ = 1/2 it is ln 2·(√(2·ln 2) + ln 2 / 2), e to which is 2.8757…."""
    assert not comes_to_at_most(root_and_half, F(1, 2), (loss(2),), F(2875, 1000))
    assert comes_to_at_most(root_and_half, F(1, 2), (loss(2),), F(2876, 1000))


def test_a_tie_of_irrational_numbers_is_not_decided() -> None:
    def itself(_: arb, squares: arb) -> arb:
        return squares.sqrt()

    with pytest.raises(Undecided, match=r"come to more than ln\(3\) is not decided at 4096 bits"):
        comes_to_at_most(itself, F(1, 2), (loss(3),), F(3))
