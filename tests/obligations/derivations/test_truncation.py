"""Filters and cut views, evaluated for accumulators that count launches; and what is false without a condition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import (
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.language import eq
from concomp.obligations.derivations.kernel.logic import instance, solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.theories.filters import truncation
from concomp.obligations.derivations.theories.renyi import coins
from concomp.obligations.expectation import Violation
from tests.obligations.derivations import worlds
from tests.obligations.derivations.odometers import counting_from, odometer


def tossed() -> Interpretation:
    """Three coins, with what transcripts are worth at the order 2."""
    world = worlds.coins(9, Fraction(1))
    of = world.quantities

    def worth(b: int, r: int, t: int) -> Fraction:
        return of["μ"](b, r, t) ** 2 / of["μ"](1 - b, r, t) if of["μ"](1 - b, r, t) else Fraction(0)

    moments = [sum((worth(b, r, t) for t in range(world.answers)), Fraction(0)) for b in (0, 1) for r in range(3)]
    quantities: dict[str, Callable[..., Fraction]] = {
        "Coin": of["Coin"],
        "ω": worth,
        "View": lambda b, r, t: of["Coin"](r) * worth(b, r, t),
        "W": lambda: max(moments),
    }
    return Interpretation(quantities, world.domains, world.constructors, world.answers)


SUBJECTS: dict[str, tuple[Fact, Interpretation]] = {
    "within at the start": (truncation.ALIKE, odometer(counting_from(0))),
    "never within, the filter": (truncation.NOTHING_OF_RUN, odometer(counting_from(2))),
    "never within, the odometer": (truncation.NOTHING_OF_SHOWN, odometer(counting_from(2))),
    "coins": (coins.DETERMINISTIC_SUFFICE, tossed()),
}


def wrong(fact: Fact, world: Interpretation) -> list[str]:
    every = unconditional_facts(steps(fact))
    return [str(step.formula) for step in every if counterexample(world, step.formula) is not None]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_step_holds(subject: str) -> None:
    assert not wrong(*SUBJECTS[subject])


@pytest.mark.parametrize(
    ("subject", "start"),
    [("within at the start", 2), ("never within, the filter", 0), ("never within, the odometer", 0)],
)
def test_what_is_given_is_false_of_the_other_case(subject: str, start: int) -> None:
    assert wrong(SUBJECTS[subject][0], odometer(counting_from(start)))


FALSE_STEPS: dict[str, Callable[[], Fact]] = {
    "an accumulator that starts above the threshold": lambda: solve(
        "from the start",
        eq(
            truncation.run(truncation.N, truncation.B, truncation.S, truncation.EMPTY),
            truncation.shown(truncation.N, truncation.B, truncation.S),
        ),
        instance(truncation.SAME, {truncation.H: truncation.EMPTY}),
        truncation.SHOWN,
    ),
    "an accumulator that shrinks": lambda: solve(
        "after a reply", eq(truncation.FOLLOWING, 0), truncation.POSITIVE, truncation.ONE_OR_NONE[1]
    ),
}


@pytest.mark.parametrize("step", FALSE_STEPS)
def test_a_false_step_is_refuted(step: str) -> None:
    with pytest.raises(Violation):
        establish(FALSE_STEPS[step]())
