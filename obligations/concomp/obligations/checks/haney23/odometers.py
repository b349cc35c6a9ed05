"""Odometers: what they say, how views are cut where the loss leaves a threshold, and which accumulators are valid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.model.filters.filtered import Losses
from concomp.model.filters.measures import APPROXIMATE
from concomp.model.filters.messages import PRIVACY_LOSS, Launch, Loss, Running, at_once, loss_text
from concomp.model.filters.odometers import (
    Accumulator,
    concurrent_odometer,
    halting_odometer,
    is_odometer,
    is_valid_odometer,
    odometer,
    truncated_view,
)
from concomp.model.filters.rules import basic_total
from concomp.model.filters.validity import Menu, Offer, is_valid_accumulator
from concomp.model.filters.views import adversaries, is_private
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Adversary, Tree, deterministic_adversary, view
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, Message
from concomp.model.mechanisms.privacy import Game, views
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.validity import THREE, TWO, messages_of
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    answers,
    loss,
    response_of,
    single,
    verified,
)

ALL = loss(100, 1)
"""More than any threshold here."""
THRESHOLDS = (loss(1), TWO, THREE, loss(6), loss(9))
RESPONSES = tuple(Offer(Launch(response_of(each), each)) for each in (TWO, THREE))
ONE_SHOT = Menu((0, 1), (*RESPONSES, *RESPONSES))
"""Two responses, each of which can be launched twice."""
ON_DEMAND = Offer(Launch(answers(1), THREE), (ASK,), 1)
INTERACTIVE = Menu((0, 1), (ON_DEMAND, ON_DEMAND))


# What an odometer is.


def _one_loss_more(machine: InteractiveMechanism) -> InteractiveMechanism:
    """No odometer: its saying the loss is a launch."""

    def step(state: Any, message: Any) -> Law[Any]:
        return machine.respond(state, single(1) if message == PRIVACY_LOSS and isinstance(state, Running) else message)

    return InteractiveMechanism(step, machine.initial_states, machine.queries, "a machine that charges for its reading")


def _asking_never_matters(machine: InteractiveMechanism, queries: tuple[Message, ...], rounds: int) -> bool:
    """Whether all answers have the same law if the loss is asked for, once or twice, before each of them."""
    for script in product(queries, repeat=rounds):
        plain = _answers(machine, script)
        for often in (1, 2):
            if any(len(set(reading)) > 1 for reading in _readings(machine, script, often)):
                return False
            spread = tuple(message for query in script for message in (*[PRIVACY_LOSS] * often, query))
            if _answers(machine, spread).map(lambda seen, often=often: seen[often :: often + 1]) != plain:  # type: ignore[misc]
                return False
    return True


def _answers(machine: InteractiveMechanism, script: tuple[Message, ...]) -> Law[tuple[Any, ...]]:
    """The law of the answers to a script, in world 0."""
    asking = Adversary(Law.point(()), lambda _, heard: (START, *script, HALT)[len(heard)])
    return view(asking, machine, 0, len(script) + 2).map(lambda seen: seen[4::2])


def _readings(machine: InteractiveMechanism, script: tuple[Message, ...], often: int) -> Iterator[tuple[Message, ...]]:
    """What is read at one point of a script, as often as it is asked there."""
    for place in range(len(script) + 1):
        asked = (*script[:place], *[PRIVACY_LOSS] * (often + 1))
        yield from (seen[place:] for seen in _answers(machine, asked))


@check("Haney23 Definition 1.12")
def asking_for_the_loss_changes_nothing() -> Outcome:
    """In every state the loss is said for sure and the state stays, exactly if asking for it never shows in answers."""
    queries = (*messages_of(Menu((0, 1), (ON_DEMAND,))), single(2, units=1))
    machines = [
        concurrent_odometer(basic_total, verified, BITS),
        _one_loss_more(concurrent_odometer(basic_total, verified, BITS)),
    ]
    expected = [True, False]
    for machine, odometer_or_not in zip(machines, expected, strict=True):
        by_states = is_odometer(machine, 0, queries, 2)
        by_answers = _asking_never_matters(machine, queries, 2)
        expect(by_states == by_answers == odometer_or_not, f"{machine}: {by_states} by states, {by_answers} by answers")
    said = _answers(machines[0], (queries[0], PRIVACY_LOSS))
    return Outcome(
        verdict="exact",
        scope="G-OdomCon(IM) and a variant that charges for being asked; scripts of two messages, one or two readings "
        "before each",
        size=len(machines) * len(queries) ** 2,
        witness=f"after the launch of {queries[0]} it says {said}",
        control=f"{machines[1]} is none, by states and by answers",
    )


# Views that are cut.


def _cut(machine: InteractiveMechanism, plan: Tree, dataset: int, threshold: Loss, rounds: int) -> Law[tuple[Any, ...]]:
    """The law of the whole view, cut before the first reply after which the launches so far are not ⪯ the threshold."""

    def kept(seen: tuple[Any, ...]) -> tuple[Any, ...]:
        said, replies = seen[1::2], seen[2::2]
        losses: Losses = ()
        found: list[Any] = []
        for asked, reply in zip(said, replies, strict=False):
            losses = (*losses, asked.loss) if isinstance(asked, Launch) and verified(asked) else losses
            if not APPROXIMATE.within(basic_total(losses), threshold):
                break
            found.append(reply)
        return tuple(found)

    return views(Game(machine, (dataset, dataset), (), rounds + 1), plan)[0].map(kept)


@check("Haney23 Definition 1.13 (repaired)", "Haney23 Definition 2.10", "Haney23 Algorithm 5 (repaired)")
def truncated_views_are_whole_views_cut() -> Outcome:
    """Reading the loss after each reply cuts the whole view before the first launch that leaves the threshold."""
    machine = odometer(basic_total, verified, BITS)
    game = Game(machine, (0, 1), (RESPONSES[0].launch, RESPONSES[1].launch), 2)
    plans = list(adversaries(game))
    cut: list[tuple[Tree, Any, int]] = []
    lengths: list[Any] = []
    for plan, threshold, bit in product(plans, THRESHOLDS, BITS):
        seen = truncated_view(deterministic_adversary(plan), machine, bit, threshold, APPROXIMATE, 2)
        expect(seen.map(lambda view: view[1:]) == _cut(machine, plan, bit, threshold, 2), f"{plan} at {threshold}")
        whole = _cut(machine, plan, bit, ALL, 2)
        lengths += [(threshold, len(seen), len(whole))]
        cut += [(plan, threshold, bit)] if 1 < len(seen) < len(whole) else []
    plan, threshold, bit = first_case(cut, "no view is cut in the middle")
    longer = ((plan, d) for plan, d, b in cut if _cut(machine, plan, b, ALL, 2) != _cut(machine, plan, b, d, 2))
    uncut = first_case(longer, "no cut is seen")
    return Outcome(
        verdict="exact",
        scope="G-Odom(NIM) that adds up, every adversary with at most two launches, five thresholds, two worlds",
        size=len(lengths),
        witness=f"at {loss_text(threshold)} some replies are kept and some are not",
        control=f"without cutting the view at {loss_text(uncut[1])} is longer",
    )


# Valid odometers and accumulators.


def _table(values: dict[Losses, Loss]) -> Accumulator:
    return lambda losses: values.get(losses, ALL)


@cache
def accumulators(first: Loss, second: Loss) -> tuple[Accumulator, ...]:
    """Accumulators on lists of at most two launches: the sum, the largest, nothing, one high at first, random ones."""
    lists = [listed for length in range(3) for listed in product((first, second), repeat=length)]
    random = Random(2023)
    low = loss(1)
    tables: list[dict[Losses, Loss]] = [
        {listed: basic_total(listed) for listed in lists},
        {listed: max(listed, default=low) for listed in lists},
        dict.fromkeys(lists, low),
        {listed: low if listed else ALL for listed in lists},
        *({listed: random.choice((low, first, second, basic_total(listed))) for listed in lists} for _ in range(6)),
    ]
    return tuple(map(_table, tables))


def _decided(
    menu: Menu, rounds: int, machine_of: Callable[[Accumulator], InteractiveMechanism], thresholds: tuple[Loss, ...]
) -> Outcome:
    """By listing the adversaries of the odometer, and by searching the menu, at every threshold."""
    valid: list[Any] = []
    invalid: list[Any] = []
    first, second = (offer.launch.loss for offer in menu.offers[:2])
    for number, accumulator in enumerate(accumulators(first, second)):
        game = Game(machine_of(accumulator), menu.datasets, messages_of(menu), rounds)
        for threshold in thresholds:
            listed = is_valid_odometer(game, [threshold], APPROXIMATE)
            found = is_valid_accumulator(accumulator, menu, [threshold], APPROXIMATE)
            expect(listed == found, f"accumulator {number} at {threshold}: listing says {listed}, induction {found}")
            (valid if listed else invalid).append((number, threshold))
    expect({number for number, _ in valid} > {0, 3}, "the sum is not valid")
    witness = first_case((case for case in valid if case[0] == 0 and case[1] == THREE), "the sum is not valid")
    control = first_case((case for case in invalid if case[0] == 2), "the accumulator that says nothing is valid")
    return Outcome(
        verdict="exact",
        scope=f"ten accumulators on lists of launches, {len(thresholds)} thresholds, adversaries of {rounds} messages",
        size=len(valid) + len(invalid),
        witness=f"the sum is valid at {loss_text(witness[1])}",
        control=f"the accumulator that says nothing is not valid at {loss_text(control[1])}",
    )


@check("Haney23 Definition 1.15", "Haney23 Definition 2.12")
def accumulators_of_one_shot_mechanisms() -> Outcome:
    """An accumulator is valid exactly if all truncated views of all adversaries of G-Odom(NIM) are close."""
    return _decided(ONE_SHOT, 2, lambda accumulator: odometer(accumulator, verified, BITS), THRESHOLDS)


@check("Haney23 Definition 1.19", "Haney23 Definition 2.14")
def accumulators_of_interactive_mechanisms() -> Outcome:
    """An accumulator is valid exactly if all truncated views of all adversaries of G-OdomCon(IM) are close."""
    return _decided(
        INTERACTIVE, 4, lambda accumulator: concurrent_odometer(accumulator, verified, BITS), (THREE, loss(9))
    )


@check("Haney23 Definition 1.14 (repaired)", "Haney23 Definition 2.11")
def odometers_are_valid_if_they_could_halt() -> Outcome:
    """The truncated views at d are d-close exactly if the odometer that halts rather than leave d is d-private."""
    valid: list[Any] = []
    invalid: list[Any] = []
    offers = tuple(Launch(at_once(each.launch.mechanism), each.launch.loss) for each in RESPONSES)
    for number, accumulator in enumerate(accumulators(TWO, THREE)):
        game = Game(concurrent_odometer(accumulator, verified, BITS), (0, 1), offers, 2)
        for threshold in THRESHOLDS:
            truncated = is_valid_odometer(game, [threshold], APPROXIMATE)
            halting = halting_odometer(accumulator, threshold, APPROXIMATE, verified, BITS)
            private = is_private(Game(halting, (0, 1), offers, 2), APPROXIMATE, threshold)
            expect(
                truncated == private, f"accumulator {number} at {threshold}: {truncated} truncated, {private} halting"
            )
            (valid if truncated else invalid).append((number, threshold))
    witness = first_case((d for number, d in valid if number == 0), "the sum is not valid")
    control = first_case(invalid, "every odometer is valid")
    return Outcome(
        verdict="exact",
        scope="ten accumulators, five thresholds, RR with e^ε = 2 and 3, two messages",
        size=len(valid) + len(invalid),
        witness=f"the sum is valid at {loss_text(witness)}",
        control=f"accumulator {control[0]} is not valid at {loss_text(control[1])}",
    )
