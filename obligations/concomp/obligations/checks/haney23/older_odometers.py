"""The older notion of an odometer: the loss of a view exceeds what was said with a small chance only."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.filters.filtered import Losses
from concomp.model.filters.odometers import chance_of_exceeding, odometer
from concomp.model.filters.rules import basic_total
from concomp.model.filters.views import adversaries
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.privacy import Game
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.validity import messages_of
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import BITS, loss, menu_of, verified

MENU = menu_of(loss(3), loss(2, "1/4"))
SAID = {
    "the product": lambda losses: basic_total(losses).e_eps,
    "the largest": lambda losses: max((each.e_eps for each in losses), default=ONE),
    "nothing": lambda losses: ONE,
}


def outcomes(plan: Tree, worlds: tuple[int, int]) -> Iterator[tuple[Losses, Fraction, Fraction]]:
    """Every course of an adversary that launches: its losses, and its weights, products of those of single answers."""

    def go_on(plan: Tree, losses: Losses, p: Fraction, q: Fraction) -> Iterator[tuple[Losses, Fraction, Fraction]]:
        if plan is None:
            yield losses, p, q
            return
        launch: Any = plan[0]
        then = dict(plan[1])
        first, second = (launch.mechanism.output(world) for world in worlds)
        for shown in first.support | second.support:
            yield from go_on(then.get(shown), (*losses, launch.loss), p * first[shown], q * second[shown])

    assert plan is not None
    [(_, after)] = plan[1]
    return go_on(after, (), ONE, ONE)


@check("Haney23 Definition 1.17")
def losses_of_views_answer_by_answer() -> Outcome:
    """The chance that a view's loss exceeds what is said is the sum over courses, each weighed answer by answer."""
    machine = odometer(basic_total, verified, BITS)
    plans = list(adversaries(Game(machine, (0, 1), messages_of(MENU), 2)))[::7]
    found: dict[str, Fraction] = dict.fromkeys(SAID, ZERO)
    cases = 0
    for plan, (name, said), worlds in product(plans, SAID.items(), ((0, 1), (1, 0))):
        chance = chance_of_exceeding(Game(machine, worlds, (), 2), plan, said)
        exceeding = (p for losses, p, q in outcomes(plan, worlds) if p > said(losses) * q or q > said(losses) * p)
        expect(chance == sum(exceeding, ZERO), f"{plan} exceeds {name} with chance {chance}")
        found[name] = max(found[name], chance)
        cases += 1
    expect(found["the product"] == Fraction(7, 16), f"the product is exceeded with chances up to {found}")
    control = first_case(
        (name for name in SAID if found[name] > found["the product"]), "all accumulators are exceeded as rarely"
    )
    return Outcome(
        verdict="exact",
        scope="responses with (3, 0) and (2, 1/4), every seventh adversary of at most two launches, three "
        "accumulators, both orders of the worlds",
        size=cases,
        witness=f"the product is exceeded with a chance of at most {found['the product']}, where a bit is exposed",
        control=f"{control} is exceeded with chance {found[control]}",
    )
