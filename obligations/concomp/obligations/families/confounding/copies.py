"""Many copies of one mechanism of two outputs, by how often each output is told."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from concomp.model.confounding.composition import effective
from concomp.model.laws.law import Law
from concomp.obligations.families.confounding.model import PAIR, Model


def binomial(chance: Fraction, copies: int) -> Law[int]:
    """The law of the number of ones among independent bits."""
    weights = {ones: comb(copies, ones) * chance**ones * (1 - chance) ** (copies - ones) for ones in range(copies + 1)}
    return Law(weights)


def true_copies(model: Model, copies: int) -> dict[int, Law[int]]:
    """What so many copies of the model's first mechanism tell of the same data: the number of ones says all."""
    mechanism = model.mechanisms[0]
    each = {x: binomial(mechanism[x][1], copies) for x in mechanism}
    return {s: model.setting.data[s].bind(each.__getitem__) for s in PAIR}


def product_of_copies(model: Model, copies: int) -> dict[int, Law[int]]:
    """What they would tell of data drawn anew for each."""
    alone = effective(model.setting, model.mechanisms[0])
    return {s: binomial(alone[s][1], copies) for s in PAIR}
