"""Interactive mechanisms, their interaction, and what an adversary sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.composition.single import continual_from_interactive
from concomp.model.laws.indistinguishability import distance
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.interaction import (
    Adversary,
    Transcript,
    deterministic_adversary,
    deterministic_strategies,
    interaction,
    view,
)
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, Message, State
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.runs import follow, law_of, runs, script
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.mechanisms import BITS, machines, random_machines, random_trees

Answers = tuple[Message, ...]


def _answers(mechanism: InteractiveMechanism, state: State, queries: Answers) -> Law[Answers]:
    """The law of the answers to listed queries, by the model's interaction."""
    asking = Adversary(Law.point(()), lambda _, answers: script(queries)(answers))
    return view(asking, mechanism, state, len(queries)).map(lambda seen: seen[2::2])


def _by_matrices(mechanism: InteractiveMechanism, start: int, queries: Answers, answers: Answers) -> Fraction:
    """The chance of answers given queries: a row vector times one matrix of weights for each round, summed up."""
    vector = [ONE if state == start else ZERO for state in BITS]
    for query, answer in zip(queries, answers, strict=True):
        matrix = [[mechanism.respond(state, query)[after, answer] for after in BITS] for state in BITS]
        vector = [sum((vector[state] * matrix[state][after] for state in BITS), ZERO) for after in BITS]
    return sum(vector, ZERO)


def _round_by_round(law: Law[Answers], answers: Answers) -> Fraction:
    """What the chance of `answers` would be if rounds were independent, as without a state."""
    chance = ONE
    for place, answer in enumerate(answers):
        chance *= law.probability(lambda drawn, place=place, answer=answer: drawn[place] == answer)  # type: ignore[misc]
    return chance


@check("HSV26 Definition 2.6", "Haney23 Definition 1.4")
def answers_are_products_of_weight_matrices() -> Outcome:
    """The law of the answers of each mechanism to each list of queries is a product of its matrices of weights."""
    one, two = machines(2), random_machines(2, 3, 30, seed=26)
    asked = [(m, (0, 0, 0)) for m in one] + [(m, queries) for m in two for queries in product(BITS, repeat=3)]
    cases = [(mechanism, start, queries) for mechanism, queries in asked for start in BITS]
    stateful = []
    for mechanism, start, queries in cases:
        law = _answers(mechanism, start, queries)
        for answers in product(BITS, repeat=3):
            expect(
                law[answers] == _by_matrices(mechanism, start, queries, answers),
                f"{mechanism} in {start}: answers {answers} to {queries} have another chance",
            )
        stateful += [(mechanism, start, answers) for answers in law if law[answers] != _round_by_round(law, answers)]
    witness = first_case(
        (case for case in stateful if case[0] in two.members), "no random mechanism has answers that depend on its past"
    )
    control = first_case(stateful, "no mechanism has answers that depend on its past")
    return Outcome(
        verdict="exact",
        scope=f"{one.name} and {two.name}, both initial states, three rounds",
        size=len(cases),
        witness=f"{witness[0]} in state {witness[1]}",
        control=f"without a state the answers {control[2]} of {control[0]} would have another chance",
    )


def _counter() -> InteractiveMechanism:
    """A counter that takes records and is asked for a noisy count: one message type for updates and questions."""

    def step(count: Any, message: Message) -> Law[Any]:
        if message == "read":
            return Law.coin(Fraction(1, 3), (count, count + 1), (count, count))
        return Law.point((count + int(message == "record 1"), "noted"))

    return InteractiveMechanism(step, (0,), ("record 0", "record 1", "read"), "counter")


def _threshold() -> InteractiveMechanism:
    """A test against a threshold drawn at the first message; it halts after the first answer `above`."""

    def step(state: Any, message: Message) -> Law[Any]:
        if state == "spent":
            return Law.point((HALT, HALT))
        total, threshold = state
        if threshold is None:
            return Law.uniform((1, 2)).bind(lambda drawn: step((total, drawn), message))
        if message == "add":
            return Law.point(((total + 1, threshold), "noted"))
        return Law.point(("spent", "above") if total >= threshold else (state, "below"))

    return InteractiveMechanism(step, ((0, None),), ("add", "test"), "threshold test")


@check("HSV26 Remark 2.7")
def updates_and_questions_are_messages_alike() -> Outcome:
    """A counter, a threshold test and wrapped mechanisms take updates and questions through one interface."""
    wrapped = [continual_from_interactive(mechanism, BITS) for mechanism in random_machines(2, 3, 10, seed=27)]
    mechanisms = [_counter(), _threshold(), *wrapped]
    cases = [(m, queries) for m in mechanisms for queries in product(_listed(m), repeat=3)]
    for mechanism, queries in cases:
        law = law_of(runs(mechanism, mechanism.initial_state, script(queries), 3))
        expect(
            law == view(_scripted(queries), mechanism, mechanism.initial_state, 3).map(lambda seen: seen[1:]),
            f"{mechanism} answers {queries} otherwise, run by run",
        )
        expect(
            all(len(said) == 6 or said[-1] is HALT for said in law), f"{mechanism} leaves one of {queries} unanswered"
        )
    witness = _answers(_counter(), 0, ("record 1", "read", "record 1"))
    only_questions = InteractiveMechanism(_counter().step, (0,), ("read",), "counter asked questions only")
    expect(
        _answers(only_questions, 0, ("record 1", "read", "record 1")) != witness,
        "a counter that takes questions only behaves like one that takes updates",
    )
    return Outcome(
        verdict="exact",
        scope="a counter, a threshold test and 10 wrapped random mechanisms, all sequences of three of their messages",
        size=len(cases),
        witness=f"the counter answers record 1, read, record 1 with {witness}",
        control="a counter whose query space holds questions only halts at the first update",
    )


def _listed(mechanism: InteractiveMechanism) -> tuple[Message, ...]:
    return tuple(mechanism.queries)  # type: ignore[arg-type]


def _scripted(queries: Answers) -> Adversary:
    return Adversary(Law.point(()), lambda _, answers: script(queries)(answers))


@check("HSV26 Notation 2.8")
def a_mechanism_without_a_state_is_one_with_a_single_initial_state() -> Outcome:
    """Leaving out the initial state means the only one, and is refused where there are several."""
    several = machines(2)
    for mechanism in several:
        expect(_refuses_to_choose(mechanism), f"{mechanism} has two initial states and one is chosen silently")
        for start in BITS:
            alone = InteractiveMechanism(mechanism.step, (start,), mechanism.queries, mechanism.name)
            expect(
                alone.initial_state == start
                and _answers(alone, alone.initial_state, (0, 0)) == _answers(mechanism, start, (0, 0)),
                f"{mechanism} started in its only state {start} answers otherwise",
            )
    control = first_case(
        (m for m in several if _answers(m, 0, (0, 0)) != _answers(m, 1, (0, 0))),
        "which initial state is chosen never matters",
    )
    return Outcome(
        verdict="exact",
        scope=several.name,
        size=len(several),
        witness=f"{several.members[0]} restricted to either state",
        control=f"choosing the first of several states would hide that {control} answers differently from the two",
    )


def _refuses_to_choose(mechanism: InteractiveMechanism) -> bool:
    try:
        _ = mechanism.initial_state
    except ValueError:
        return True
    return False


def _never_halting(transcript: Transcript) -> Transcript:
    """The transcript as it would go on if a halt were an answer like any other."""
    return (*transcript, HALT) if transcript[-1] is HALT and len(transcript) % 2 else transcript


@check("HSV26 Section 2.2.1: interaction of two IMs")
def interaction_alternates_until_a_halt() -> Outcome:
    """The law of the transcript is that of all runs, each of which alternates and ends with its first halt."""
    families = (machines(2), random_trees(2, 2, 3, 20, seed=221))
    strategies = {1: list(deterministic_strategies((0,), BITS, 3)), 2: list(deterministic_strategies(BITS, BITS, 2))}
    cases = [
        (mechanism, tree, rounds)
        for family, rounds, queries in ((families[0], 2, 1), (families[1], 3, 2))
        for mechanism in family
        for tree in strategies[queries]
    ]
    halted_by = {0: 0, 1: 0}
    endless = 0
    for mechanism, tree, rounds in cases:
        state = mechanism.initial_states[0]
        law = interaction((deterministic_adversary(tree).mechanism, START), (mechanism, state), 2 * rounds)
        expect(
            law == law_of(runs(mechanism, state, follow(tree), rounds)),
            f"{mechanism} against {tree}: the law of the transcript is not that of its runs",
        )
        endless += law.map(_never_halting) != law
        for said in law:
            expect(HALT not in said[:-1], f"{mechanism} against {tree}: a message follows the halt in {said}")
            if said[-1] is HALT:
                halted_by[(len(said) - 1) % 2] += 1
    expect(halted_by[0] > 0, "the first party never halts")
    silent = first_case(
        (m for m in families[1] if _goes_on_after(m)), "a mechanism that has halted is never asked again in the family"
    )
    expect(endless > 0, "going on after a halt gives the same transcripts")
    return Outcome(
        verdict="exact",
        scope=f"{families[0].name} and {families[1].name}, every deterministic strategy of their rounds",
        size=len(cases),
        witness=f"{halted_by[0]} transcripts are ended by the first party, and {silent} halts in its third round",
        control=f"going on after a halt would change {endless} laws",
    )


def _goes_on_after(mechanism: InteractiveMechanism) -> bool:
    """Whether the mechanism halts in the third round, and stays so in the fourth."""
    law = interaction((_ever_asking(), START), (mechanism, mechanism.initial_states[0]), 8)
    return all(len(said) == 6 and said[-1] is HALT for said in law)


def _ever_asking() -> InteractiveMechanism:
    return Adversary(Law.point(()), lambda _, __: 0).mechanism


@check("HSV26 Definition 2.10")
def a_view_is_the_coins_and_the_transcript() -> Outcome:
    """A randomised adversary's view has the law of its coins with, for each, the runs of the strategy they choose."""
    family = random_trees(2, 2, 3, 12, seed=210)
    strategies = list(deterministic_strategies(BITS, BITS, 2))
    coins = Law.coin(Fraction(1, 3), 0, 1)
    cases = [(m, choice) for m in family for choice in product(strategies[::3], repeat=2)]
    blind = []
    for mechanism, choice in cases:
        seen = [view(_mixed(coins, choice), mechanism, state, 2) for state in mechanism.initial_states]
        for state, law in zip(mechanism.initial_states, seen, strict=True):
            expect(
                law == Law.gather(_runs_with_coins(coins, choice, mechanism, state)),
                f"{mechanism} against {choice}: the view is not the coins and the runs",
            )
        for e_eps in ODDS:
            full = distance(seen[0], seen[1], e_eps)
            expect(full == _apart(seen, 1, e_eps), f"{mechanism} against {choice}: the coins tell the worlds apart")
            blind += [(mechanism, choice, full)] if _apart(seen, 2, e_eps) < full else []
    control = first_case(blind, "the answers alone always tell as much as the view")
    return Outcome(
        verdict="exact",
        scope=f"{family.name}, every mixture 1/3 : 2/3 of two of every third of the deterministic strategies",
        size=len(cases),
        witness=f"{control[0]} is {control[2]} apart in the view of a mixture",
        control="leaving out the adversary's own messages and coins shortens that distance",
        notes=("The coins belong to the view and add nothing to the distance of its laws.",),
    )


def _apart(seen: list[Law[tuple[Any, ...]]], kept: int, e_eps: Fraction) -> Fraction:
    """How far two views are apart without their coins (kept = 1), or with the answers alone (kept = 2)."""
    zero, one = (law.map(lambda run: run[kept::kept]) for law in seen)
    return distance(zero, one, e_eps)


def _mixed(coins: Law[int], choice: tuple[Any, ...]) -> Adversary:
    return Adversary(coins, lambda coin, answers: follow(choice[coin])(answers))


def _runs_with_coins(
    coins: Law[int], choice: tuple[Any, ...], mechanism: InteractiveMechanism, state: State
) -> Iterator[tuple[Transcript, Fraction]]:
    for coin, chance in coins.items():
        for said, weight in runs(mechanism, state, follow(choice[coin]), 2):
            yield (coin, *said), chance * weight
