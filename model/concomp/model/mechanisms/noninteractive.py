"""Non-interactive mechanisms and their privacy.

A non-interactive mechanism maps a data set to a law of outputs and is then done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters, distance, indistinguishable
from concomp.model.laws.law import ZERO, Law, product_law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.registry.tags import realises

Dataset = Any
Neighbours = Iterable[tuple[Dataset, Dataset]]


@dataclass(frozen=True, eq=False)
class NonInteractiveMechanism:
    """A non-interactive mechanism: the law of the output for each data set.

    output: data set ↦ law of the output.
    datasets: the family of data sets, finite.
    """

    output: Callable[[Dataset], Law[Any]]
    datasets: tuple[Dataset, ...]
    name: str = "mechanism"

    def __repr__(self) -> str:
        return self.name


@realises("HSV26 Definition 2.2", "Haney23 Definition 1.1")
def is_private(mechanism: NonInteractiveMechanism, neighbours: Neighbours, privacy: PrivacyParameters) -> bool:
    """Whether the outputs on every neighbouring pair of data sets are (ε,δ)-indistinguishable."""
    return all(indistinguishable(mechanism.output(x0), mechanism.output(x1), privacy) for x0, x1 in neighbours)


def output_distance(mechanism: NonInteractiveMechanism, neighbours: Neighbours, e_eps: Fraction) -> Fraction:
    """The least δ with which the mechanism is (ε,δ)-DP for the given neighbouring pairs; zero if there are none."""
    return max((distance(mechanism.output(x0), mechanism.output(x1), e_eps) for x0, x1 in neighbours), default=ZERO)


def as_interactive(mechanism: NonInteractiveMechanism) -> InteractiveMechanism:
    """The interactive mechanism started with a data set that answers one query, RUN, with the output and then halts."""

    def step(state: State, _: Message) -> Law[tuple[State, Message]]:
        if state == DONE:
            return Law.point((HALT, HALT))
        return mechanism.output(state).map(lambda output: (DONE, output))

    return InteractiveMechanism(step, mechanism.datasets, (RUN,), mechanism.name)


RUN = "run"
DONE = "done"


@realises("HSV26 Section 4: Comp and ConComp")
def composition(mechanisms: Sequence[NonInteractiveMechanism]) -> NonInteractiveMechanism:
    """Comp[N_1, …, N_k]: run each mechanism on its own data set of the tuple, independently."""
    return NonInteractiveMechanism(
        lambda datasets: product_law(
            mechanism.output(dataset) for mechanism, dataset in zip(mechanisms, datasets, strict=True)
        ),
        _tuples([mechanism.datasets for mechanism in mechanisms]),
        f"Comp[{', '.join(mechanism.name for mechanism in mechanisms)}]",
    )


def componentwise(relations: Sequence[Sequence[tuple[Dataset, Dataset]]]) -> list[tuple[Dataset, Dataset]]:
    """The neighbour relation on tuples that asks for neighbours in every component."""
    return [
        (tuple(x for x, _ in pairs), tuple(x for _, x in pairs)) for pairs in _tuples([tuple(r) for r in relations])
    ]


def _tuples(choices: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
    listed: list[tuple[Any, ...]] = [()]
    for options in choices:
        listed = [(*start, option) for start in listed for option in options]
    return tuple(listed)
