"""Kernels: for every input a law of outputs.

How data depend on a secret is a kernel, a mechanism is one, and all else is made of two operations: one kernel after
another, and several side by side on one input, independent given it. What Zhang24 is about is that these do not
commute: mechanisms side by side on one x, after s ↦ x, are not the mechanisms after s ↦ x, each on its own, side by
side.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from concomp.model.laws.law import Law, product_law

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)
Kernel = Mapping[A, Law[B]]
"""Input ↦ law of the output."""


def after(first: Kernel[A, B], second: Kernel[B, C]) -> dict[A, Law[C]]:
    """The kernel that draws from the first and hands what is drawn to the second.

    Raises ValueError if the second has no row for something that the first may draw.
    """
    missing = [drawn for law in first.values() for drawn in law if drawn not in second]
    if missing:
        raise ValueError(f"the kernel has no row for {missing[0]!r}: give the law of its output")
    return {given: law.bind(second.__getitem__) for given, law in first.items()}


def side_by_side(*kernels: Kernel[A, Any]) -> dict[A, Law[tuple[Any, ...]]]:
    """Several kernels on the same input, independent given it; outputs are tuples.

    Raises ValueError if there is none, or they have rows for different inputs.
    """
    if not kernels:
        raise ValueError("there is no kernel to put side by side: give one or more")
    inputs = list(kernels[0])
    for kernel in kernels:
        if kernel.keys() != kernels[0].keys():
            odd = next(iter(kernel.keys() ^ kernels[0].keys()))
            raise ValueError(f"only some of the kernels have a row for {odd!r}: give each the same inputs")
    return {given: product_law([kernel[given] for kernel in kernels]) for given in inputs}


def identity(inputs: Mapping[A, object]) -> dict[A, Law[A]]:
    """The kernel that hands its input out."""
    return {given: Law.point(given) for given in inputs}
