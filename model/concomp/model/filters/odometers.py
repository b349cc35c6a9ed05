"""Odometers: compositions that refuse nothing, and say at any time what has been lost so far.

What an odometer promises is about views that are cut: for every threshold fixed in advance, what an adversary has seen
before the loss left the threshold. The loss is read after each reply, and the reply with which it leaves the threshold
is not part of the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from concomp.model.filters.filtered import Losses, Verifier
from concomp.model.filters.launching import Answers, interleaved, launching
from concomp.model.filters.measures import PrivacyMeasure
from concomp.model.filters.messages import (
    INSUFFICIENT_BUDGET,
    NOT_VERIFIED,
    PRIVACY_LOSS,
    Launch,
    Loss,
    Next,
    Running,
    answer,
    halt,
    launch,
    only,
    run_once,
)
from concomp.model.filters.views import Laws, all_close
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Adversary, Tree, deterministic_adversary
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.privacy import Game, views
from concomp.model.registry.tags import realises

Accumulator = Callable[[Losses], Loss]
"""G: losses launched so far ↦ what they come to."""


@realises(
    "Haney23 Definition 1.16",
    "Haney23 Definition 2.9",
    "Haney23 Algorithm 4",
)
def odometer(accumulator: Accumulator, verifies: Verifier, datasets: tuple[Any, ...]) -> InteractiveMechanism:
    """G-Odom(NIM): non-interactive mechanisms, launched one after the other."""

    def launched(state: Running, request: Launch) -> Next:
        return run_once(state, request) if verifies(request) else answer(state, NOT_VERIFIED)

    return launching("G-Odom(NIM)", datasets, launched, _losses(accumulator))


@realises("Haney23 Definition 2.13", "Haney23 Algorithm 6 (repaired)")
def concurrent_odometer(
    accumulator: Accumulator, verifies: Verifier, datasets: tuple[Any, ...]
) -> InteractiveMechanism:
    """G-OdomCon(IM): interactive mechanisms, launched at any time, their queries (j, q) interleaved at will."""

    def launched(state: Running, request: Launch) -> Next:
        return launch(state, request) if verifies(request) else answer(state, NOT_VERIFIED)

    return launching("G-OdomCon(IM)", datasets, launched, interleaved, _losses(accumulator))


def _losses(accumulator: Accumulator) -> Answers:
    """What is answered to the question for the loss so far."""
    return lambda state, message: answer(state, accumulator(state.losses)) if message == PRIVACY_LOSS else None


def halting_odometer(
    accumulator: Accumulator,
    threshold: Loss,
    measure: PrivacyMeasure[Any],
    verifies: Verifier,
    datasets: tuple[Any, ...],
) -> InteractiveMechanism:
    """G-OdomCon(IM) that halts, at its start or at a launch, rather than let the loss leave a threshold."""
    machine = concurrent_odometer(accumulator, verifies, datasets)

    def step(state: Any, message: Any) -> Next:
        losses = state.losses if isinstance(state, Running) else ()
        if isinstance(message, Launch) and verifies(message):
            losses = (*losses, message.loss)
        return (
            machine.respond(state, message)
            if measure.within(accumulator(losses), threshold)
            else halt(INSUFFICIENT_BUDGET)
        )

    return InteractiveMechanism(step, datasets, EVERYTHING, "G-OdomCon(IM), halting")


@realises("Haney23 Definition 1.12")
def is_odometer(machine: InteractiveMechanism, dataset: Any, queries: Sequence[Message], rounds: int) -> bool:
    """Whether in every state that `rounds` queries lead to the loss is said for sure, and asking changes no state."""
    states = {state for state, _ in machine.respond(dataset, START)}
    for _ in range(rounds + 1):
        laws = [(state, machine.respond(state, PRIVACY_LOSS)) for state in states]
        if not all(len(law) == 1 and only(law)[0] == state for state, law in laws):
            return False
        states |= {then for state in states for query in queries for then, _ in machine.respond(state, query)}
    return True


def privacy_loss(machine: InteractiveMechanism, state: State) -> Loss:
    """What an odometer in some state says has been lost; asking changes nothing."""
    return only(machine.respond(state, PRIVACY_LOSS))[1]


@realises(
    "Haney23 Definition 1.13 (repaired)",
    "Haney23 Definition 2.10",
    "Haney23 Algorithm 5 (repaired)",
)
def truncated_view(
    adversary: Adversary,
    machine: InteractiveMechanism,
    dataset: Any,
    threshold: Loss,
    measure: PrivacyMeasure[Any],
    rounds: int,
) -> Law[tuple[Any, ...]]:
    """Trunc_d: the coins and the replies to at most `rounds` messages, before the first with a loss not ⪯ d."""

    def after(coin: Any, state: State, message: Any, seen: tuple[Any, ...], left: int) -> Law[tuple[Any, ...]]:
        def heard(outcome: tuple[State, Any]) -> Law[tuple[Any, ...]]:
            then, reply = outcome
            if reply is HALT or not measure.within(privacy_loss(machine, then), threshold):
                return Law.point(seen)
            said = adversary.strategy(coin, (*seen, reply))
            if said is HALT or left == 0:
                return Law.point((*seen, reply))
            return after(coin, then, said, (*seen, reply), left - 1)

        return machine.respond(state, message).bind(heard)

    return adversary.coins.bind(lambda coin: after(coin, dataset, START, (), rounds).map(lambda seen: (coin, *seen)))


@realises("Haney23 Definition 1.14 (repaired)", "Haney23 Definition 2.11")
def is_valid_odometer(game: Game, thresholds: Sequence[Loss], measure: PrivacyMeasure[Any]) -> bool:
    """Whether for each threshold d the views of every adversary truncated at d are d-close."""

    def cut_at(threshold: Loss) -> Callable[[Tree], Laws]:
        def seen(plan: Tree) -> Laws:
            adversary = deterministic_adversary(plan)
            first, second = (
                truncated_view(adversary, game.mechanism, dataset, threshold, measure, game.rounds)
                for dataset in game.states
            )
            return first, second

        return seen

    return all(all_close(game, cut_at(threshold), measure, threshold) for threshold in thresholds)


@realises("Haney23 Definition 1.17")
def chance_of_exceeding(game: Game, plan: Tree, accumulator: Callable[[Losses], Fraction]) -> Fraction:
    """The chance, in the first world, that the loss of the view exceeds what an accumulator says of its launches.

    The older notion of an odometer asks that this be at most δ_g for every adversary.
    plan: an adversary that launches. accumulator: losses ↦ e^ε; the loss of a view v is |ln P(v)/Q(v)|.
    """
    p, q = views(Game(game.mechanism, game.states, game.queries, game.rounds + 1), plan)

    def exceeds(view: tuple[Any, ...]) -> bool:
        said = accumulator(tuple(message.loss for message in view if isinstance(message, Launch)))
        return not (p[view] <= said * q[view] and q[view] <= said * p[view])

    return p.probability(exceeds)
