"""The best adversary of a composition, sent to V[f] ∘* I(b) ∘* ExtConComp itself.

The engine's plan speaks to parts that are there. Here it is rewritten to create them, when they are first asked, and is
then replayed with exact weights on the running composition under the paper's verification function: a lower bound that
owes nothing to the engine, and meets its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from concomp.model.composition.concurrent import CLOSED
from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.mechanisms.distinguisher import Distinguisher, Query, Verdict, advantage
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, HALT
from concomp.model.mechanisms.privacy import Game, exchange_worlds
from concomp.obligations.families.compositions.components import CREATE, Component, menu
from concomp.obligations.families.scaled.composition import Scaled


def replay_attack(scaled: Scaled, e_eps: Fraction) -> Fraction:
    """What the engine's best plan at e_eps, in the better direction, gains against the running composition."""
    forward, backward = scaled.audit.deltas(e_eps)
    suspected = 0 if forward >= backward else 1
    plan = with_creations(scaled.audit.plan(e_eps, suspected), scaled.parts, scaled.terms.created_first(scaled.parts))
    running = composition(scaled)
    return advantage(exchange_worlds(running) if suspected else running, plan, e_eps)


def composition(scaled: Scaled) -> Game:
    """V[f] ∘* I(b) ∘* ExtConComp of a composition at scale."""
    parts = scaled.parts
    rounds = len(parts) + sum(part.rounds for part in parts)
    return composition_game(scaled.terms.function(parts), menu(dict.fromkeys(parts), len(parts)), rounds)


def with_creations(plan: Distinguisher, parts: Sequence[Component], first: int) -> Distinguisher:
    """The plan, its messages (pair, part) addressed to created mechanisms, which it creates before it asks them.

    first: how many parts are created before anything else.
    """
    steps: list[Query | Verdict] = []
    known: dict[tuple[int, tuple[int, ...]], int] = {}

    def added(step: Query | Verdict) -> int:
        steps.append(step)
        return len(steps) - 1

    def create(part: int, then: int) -> int:
        return added(Query(creation(parts[part].create), ((ACKNOWLEDGED, then),)))

    def placed(place: int, created: tuple[int, ...]) -> int:
        if (place, created) not in known:
            known[place, created] = rewritten(plan[place], created)
        return known[place, created]

    def rewritten(step: Query | Verdict, created: tuple[int, ...]) -> int:
        if isinstance(step, Verdict):
            return added(step)
        message: Any = step.message
        pair, part = message
        if pair == CREATE:
            ((_, then),) = step.following
            return create(part, placed(then, (*created, part)))
        if part not in created:
            return create(part, rewritten(step, (*created, part)))
        following = tuple((CLOSED if said is HALT else said, placed(then, created)) for said, then in step.following)
        return added(Query(query_pair(pair[0], pair[1], created.index(part) + 1), following))

    start = placed(len(plan) - 1, tuple(range(first)))
    for part in reversed(range(first)):
        start = create(part, start)
    return steps
