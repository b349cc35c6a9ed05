"""How the budget of a history is shared among the answers that may follow it.

A budget is a pair, one number for either world; so is the weight of a history, and the least that it needs. A pair x
suits a history of weight μ that needs L if L ≤ x ≤ μ and x^b − μ^b ≤ e^{−ε}·(x^{1−b} − μ^{1−b}) for both worlds b. If a
budget suits two histories together and each needs what suits it, the budget is the sum of two that suit each: `split`
says which, for the answers one after the other. It is the whole construction behind HSV26 Lemma 4.7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.law import ZERO
from concomp.model.reduction.control import WeightPair


@dataclass(frozen=True)
class Share:
    """What a history needs at least, and its weight, in either world."""

    least: WeightPair
    weight: WeightPair


def split(budget: WeightPair, share: Share, rest: WeightPair, e_eps: Fraction) -> WeightPair:
    """The part of a budget that goes to one history, what is left going to others whose weights sum up to `rest`.

    It is the least that suits in world 0, and then the least in world 1.
    """
    short = _minus(share.least, share.weight)
    over = _minus(_minus(budget, share.weight), rest)
    zero = max(short[0], over[0], over[0] - (over[1] - short[1]) / e_eps)
    one = max(short[1], e_eps * zero, over[1] - (over[0] - zero) / e_eps)
    return share.weight[0] + zero, share.weight[1] + one


def shared(budget: WeightPair, shares: Sequence[Share], e_eps: Fraction) -> Iterator[WeightPair]:
    """The parts of a budget that go to the histories, one after the other; they sum up to the budget."""
    rest = (sum((share.weight[0] for share in shares), ZERO), sum((share.weight[1] for share in shares), ZERO))
    for share in shares:
        rest = _minus(rest, share.weight)
        part = split(budget, share, rest, e_eps)
        budget = _minus(budget, part)
        yield part


def suits(budget: WeightPair, share: Share, e_eps: Fraction) -> bool:
    """Whether a budget suits a history."""
    over = _minus(budget, share.weight)
    return all(
        share.least[bit] <= budget[bit] <= share.weight[bit] and e_eps * over[bit] <= over[1 - bit] for bit in (0, 1)
    )


def _minus(left: WeightPair, right: WeightPair) -> WeightPair:
    return left[0] - right[0], left[1] - right[1]
