"""The post-processing P of the composition theorems, run.

P first asks Comp[RR_1, …, RR_k] for all samples. It plays every created mechanism by a simulator T_j, and gives T_j the
sample of the slot that the mechanism holds. Which slot that is is left to a rule, so that wrong ones can be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from concomp.model.composition.concurrent import CLOSED
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.messages import Create
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.continual import verified, worlds
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, HALT, InteractiveMechanism, Message
from concomp.model.mechanisms.noninteractive import RUN, as_interactive, composition
from concomp.model.mechanisms.postprocessing import (
    LEFT,
    RIGHT,
    InteractivePostProcessing,
    Side,
    chain,
    post_process,
)
from concomp.model.mechanisms.privacy import continual_game
from concomp.model.mechanisms.randomised_response import randomised_response
from concomp.model.mechanisms.verification import VerificationFunction, verifier
from concomp.model.reduction.existence import simulation_from_response, simulator_from_response
from concomp.model.reduction.laziness import likelihoods
from concomp.obligations.families.compositions.components import Component
from concomp.obligations.solvers.linear import Feasible, settle

Simulators = Mapping[Any, InteractivePostProcessing]
"""T_j for each creation query."""
Rule = Callable[[Sequence[PrivacyParameters], frozenset[int], PrivacyParameters], int | None]
"""(parameters of the slots, slots taken, parameters of the mechanism) ↦ the slot that it takes."""


def first_free(slots: Sequence[PrivacyParameters], taken: frozenset[int], own: PrivacyParameters) -> int | None:
    """The first free slot with the mechanism's parameters, as in the proof."""
    return next((place for place, slot in enumerate(slots) if place not in taken and slot == own), None)


def first_fitting(slots: Sequence[PrivacyParameters], taken: frozenset[int], own: PrivacyParameters) -> int | None:
    """A wrong rule: the first slot with the mechanism's parameters, taken or not."""
    return next((place for place, slot in enumerate(slots) if slot == own), None)


def any_free(slots: Sequence[PrivacyParameters], taken: frozenset[int], own: PrivacyParameters) -> int | None:
    """A wrong rule: the last free slot, whatever its parameters."""
    return next((place for place in reversed(range(len(slots))) if place not in taken), None)


def responses(slots: Sequence[PrivacyParameters]) -> InteractiveMechanism:
    """Comp[RR_1, …, RR_k] as an interactive mechanism, started with the tuple (b, …, b)."""
    return as_interactive(composition([randomised_response(privacy) for privacy in slots]))


Playing = tuple[Any, Any, Any, int | None]
"""A created mechanism: its creation query, who plays it, that one's state, and the slot it holds."""


def sampling(
    simulators: Simulators, slots: Sequence[PrivacyParameters], rule: Rule = first_free
) -> InteractivePostProcessing:
    """P for fixed parameters: every mechanism takes a slot at its creation, and is played by its simulator."""

    def create(query: Any, taken: frozenset[int]) -> Playing:
        simulator = simulators[query]
        slot = rule(slots, taken, PrivacyParameters(query.e_eps, query.delta))
        return query, simulator, simulator.initial_states[0], slot

    return _processing(create, lambda playing, pair, taken: playing)


def sampling_exceptional(
    simulators: Simulators, slots: Sequence[PrivacyParameters], rule: Rule = first_free
) -> InteractivePostProcessing:
    """P for sparse parallel composition: a mechanism takes a slot at its first pair, if that differs.

    One whose first pair is identical is played by V[f_j] ∘* I(0) ∘* M_j itself, and takes none.
    """

    def begin(playing: Playing, pair: tuple[Message, Message], taken: frozenset[int]) -> Playing:
        query, player, _, _ = playing
        if player is not None:
            return playing
        if pair[0] == pair[1]:
            game = verified(query.function, query.mechanism)
            return query, game, worlds(game)[0], None
        simulator = simulators[query]
        slot = rule(slots, taken, PrivacyParameters(query.e_eps, query.delta))
        return query, simulator, simulator.initial_states[0], slot

    return _processing(lambda query, taken: (query, None, None, None), begin)


def _processing(
    create: Callable[[Any, frozenset[int]], Playing], begin: Callable[[Playing, Any, frozenset[int]], Playing]
) -> InteractivePostProcessing:
    """P, by what it does on a creation query and before a pair.

    States: (); the first message, while it waits for the samples; (samples, created mechanisms).
    """

    def step(state: Any, origin: Side, message: Any) -> Law[Any]:
        if state == ():
            return Law.point(((message,), RIGHT, RUN))
        if origin is RIGHT:
            return answer(message, (), state[0])
        samples, running = state
        return answer(samples, running, message)

    def answer(samples: tuple[Any, ...], running: tuple[Playing, ...], message: Any) -> Law[Any]:
        left, right = message
        taken = frozenset(slot for *_, slot in running if slot is not None)
        if isinstance(left, Create):
            return Law.point(((samples, (*running, create(left, taken))), LEFT, ACKNOWLEDGED))
        place, pair = left.index - 1, (left.payload, right.payload)
        query, player, state, slot = begin(running[place], pair, taken)

        def placed(outcome: tuple[Any, Message]) -> Any:
            after = (*running[:place], (query, player, outcome[0], slot), *running[place + 1 :])
            return (samples, after), LEFT, CLOSED if outcome[1] is HALT else outcome[1]

        return _play(player, state, pair, None if slot is None else samples[slot]).map(placed)

    return InteractivePostProcessing(step, ((),), "P")


def _play(player: Any, state: Any, pair: Any, sample: Any) -> Law[tuple[Any, Message]]:
    """The law of (state, answer) of a mechanism, or of a simulator that is given the sample if it asks, on a pair.

    A simulator for which there is no slot, and so no sample, halts when it asks.
    """
    if isinstance(player, InteractiveMechanism):
        return player.respond(state, pair)

    def courses() -> Iterator[tuple[tuple[Any, Message], Fraction]]:
        for (after, side, said), chance in player.respond(state, LEFT, pair).items():
            if side is LEFT:
                yield (after, said), chance
                continue
            if sample is None:
                yield (after, HALT), chance
                continue
            for (later, _, reply), factor in player.respond(after, RIGHT, sample).items():
                yield (later, reply), chance * factor

    return Law.gather(courses())


def simulators_of(components: Iterable[Component], rounds: int) -> dict[Any, InteractivePostProcessing]:
    """T_j for each component, found by linear feasibility, for sequences of at most `rounds` pairs.

    Raises ValueError, naming the component, if it has none.
    """
    found: dict[Any, InteractivePostProcessing] = {}
    for each in components:
        chances = likelihoods(continual_game(each.function, each.mechanism, each.pairs, rounds))
        settled = settle(simulation_from_response(chances, each.privacy))
        if not isinstance(settled, Feasible):
            raise ValueError(f"{each!r} is no post-processing of its randomised response: state a larger ε or δ")
        found[each.create] = simulator_from_response(settled.point, chances)
    return found


def is_simulated(
    function: VerificationFunction,
    processing: InteractivePostProcessing,
    slots: Sequence[PrivacyParameters],
    messages: Sequence[Message],
    rounds: int,
) -> bool:
    """Whether V[f] ∘* P ∘* Comp[RR_1, …](b, …, b) is equivalent to V[f] ∘* I(b) ∘* ExtConComp, for both b."""
    composed = verified(function, extended_concurrent_composition())
    simulated = post_process(chain(verifier(function), processing), responses(slots))
    starts = [((bit,) * len(slots), (function.initial, ())) for bit in (0, 1)]
    return all(
        equivalent((simulated, start), (composed, world), messages, rounds)
        for start, world in zip(starts, worlds(composed), strict=True)
    )
