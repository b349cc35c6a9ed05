"""The shape of named kernels: the law by its name, and its parameters."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator

from concomp.model.files.fields import Delta, EEps, field
from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.mechanisms.named.parameters import (
    Range,
    exact_clamp,
    exact_ratio,
    integer,
    integers_between,
    number_of_leaves,
)
from concomp.model.mechanisms.named.releases import GeometricRelease, RandomisedResponse
from concomp.model.mechanisms.named.streams import BinaryTree, RunningCounter
from concomp.model.mechanisms.named.sums import RunningSum
from concomp.model.numbers import rational_text

Ratio = Annotated[Fraction, PlainValidator(field(exact_ratio)), PlainSerializer(rational_text, return_type=str)]
_AS_LIST = PlainSerializer(list, return_type=list[int])
Clamp = Annotated[Range, PlainValidator(field(exact_clamp)), _AS_LIST]
Values = Annotated[Range, PlainValidator(field(integers_between)), _AS_LIST]
Integer = Annotated[int, PlainValidator(field(integer)), PlainSerializer(int, return_type=int)]
Leaves = Annotated[int, PlainValidator(field(number_of_leaves)), PlainSerializer(int, return_type=int)]


class _Law(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GeometricKernel(_Law):
    """A value, with two-sided geometric noise."""

    law: Literal["two_sided_geometric"]
    ratio: Ratio
    clamp: Clamp | None = None
    values: Values = (0, 1)

    def mechanism(self) -> GeometricRelease:
        """What it names."""
        return GeometricRelease(self.ratio, self.clamp, self.values)


class ResponseKernel(_Law):
    """A bit, by a randomised response."""

    law: Literal["randomised_response"]
    E: EEps
    delta: Delta = ZERO

    def mechanism(self) -> RandomisedResponse:
        """What it names."""
        return RandomisedResponse(self.E, self.delta)


class ThresholdKernel(_Law):
    """Whether a value is above a threshold, both with hidden noise, until one is."""

    law: Literal["above_threshold"]
    threshold_ratio: Ratio
    query_ratio: Ratio
    threshold: Integer = 1
    values: Values = (0, 1)

    def mechanism(self) -> AboveThreshold:
        """What it names."""
        return AboveThreshold(self.threshold_ratio, self.query_ratio, self.threshold, self.values)


class TreeKernel(_Law):
    """The noisy sums of the nodes of binary trees over a stream of bits."""

    law: Literal["binary_tree"]
    leaves: Leaves
    ratio: Ratio
    clamp: Clamp | None = None

    def mechanism(self) -> BinaryTree:
        """What it names."""
        return BinaryTree(self.leaves, self.ratio, self.clamp)


class CounterKernel(_Law):
    """The number of ones in a stream of bits so far, with noise of its own each time."""

    law: Literal["running_counter"]
    ratio: Ratio
    clamp: Clamp | None = None

    def mechanism(self) -> RunningCounter:
        """What it names."""
        return RunningCounter(self.ratio, self.clamp)


class SumKernel(_Law):
    """The sum so far of what another law says of each item of a stream."""

    law: Literal["running_sum"]
    of: Annotated[GeometricKernel | ResponseKernel, Field(discriminator="law")]
    clamp: Clamp | None = None

    def mechanism(self) -> RunningSum:
        """What it names."""
        return RunningSum(self.of.mechanism(), self.clamp)


NamedKernel = Annotated[
    GeometricKernel | ResponseKernel | ThresholdKernel | TreeKernel | CounterKernel | SumKernel,
    Field(discriminator="law"),
]
SUMMED = ("two_sided_geometric", "randomised_response")
"""The laws that a running sum can be of."""
