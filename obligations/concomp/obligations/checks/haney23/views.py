"""Interactions in which the mechanism speaks first, what an adversary sees of them, and privacy against all of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from concomp.model.filters.filtered import filtered_concurrent_composition
from concomp.model.filters.measures import APPROXIMATE, F_DP, PrivacyMeasure, renyi
from concomp.model.filters.messages import Ask, Launch
from concomp.model.filters.rules import basic
from concomp.model.filters.validity import Menu, Offer, is_valid_rule
from concomp.model.filters.views import adversaries, is_private
from concomp.model.laws.law import ONE, Law
from concomp.model.laws.trade_off import of_parameters
from concomp.model.mechanisms.interaction import Tree, interaction
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.privacy import Game, least_delta, views
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.runs import follow
from concomp.obligations.families.filters.noisy_bits import ASK, BITS, answers, loss, pure, single, verified

Run = tuple[tuple[Message, ...], Fraction]


def listener(tree: Tree) -> InteractiveMechanism:
    """The deterministic adversary that answers what it hears by a tree that begins with START, which it leaves out."""
    strategy = follow(tree)

    def step(heard: Any, message: Message) -> Law[tuple[State, Message]]:
        answers_so_far = (message,) if heard is START else (*heard, message)
        return Law.point((answers_so_far, strategy(answers_so_far)))

    return InteractiveMechanism(step, (START,), EVERYTHING, "adversary")


def line_by_line(mechanism: InteractiveMechanism, x: Any, adversary: InteractiveMechanism, last: int) -> Iterator[Run]:
    """Every run of the definition's loop: (m_1, m_2, …) and its weight, for i = 1, …, last."""

    def loop(i: int, of_m: State, of_a: State, said: tuple[Message, ...], weight: Fraction) -> Iterator[Run]:
        if i > last or (said and said[-1] is HALT):
            yield said, weight
            return
        previous = said[-1] if said else START
        law = mechanism.respond(of_m, previous) if i % 2 else adversary.respond(of_a, previous)
        for (then, message), chance in law.items():
            next_m, next_a = (then, of_a) if i % 2 else (of_m, then)
            yield from loop(i + 1, next_m, next_a, (*said, message), weight * chance)

    return loop(1, x, START, (), ONE)


def _transcripts(mechanism: InteractiveMechanism, plan: Tree, bit: int) -> Law[tuple[Message, ...]]:
    return interaction((mechanism, bit), (listener(plan), START), 5)


def game(mechanism: InteractiveMechanism, queries: tuple[Message, ...], rounds: int) -> Game:
    """Two worlds, the bits 0 and 1, in which a mechanism is started and then asked."""
    return Game(mechanism, (0, 1), queries, rounds)


NOISY = (answers(1), answers(2))


@check("Haney23 Definition 1.5")
def the_mechanism_speaks_in_odd_rounds() -> Outcome:
    """The law of the messages m_1, m_2, … is that of all runs of the loop, a round at a time, each with its state."""
    cases = [(m, plan, bit) for m in NOISY for plan in adversaries(game(m, (ASK,), 2)) for bit in BITS]
    for mechanism, plan, bit in cases:
        adversary = listener(plan)
        for last in range(6):
            law = interaction((mechanism, bit), (adversary, START), last)
            by_lines = Law.gather(line_by_line(mechanism, bit, adversary, last))
            expect(law == by_lines, f"{mechanism} on {bit} against {plan} differs within {last} rounds")
    mechanism, plan, bit = max(cases, key=lambda case: len(_transcripts(*case)))
    law = _transcripts(mechanism, plan, bit)
    swapped = interaction((listener(plan), START), (mechanism, bit), 5)
    expect(law != swapped, "it makes no difference who begins")
    return Outcome(
        verdict="exact",
        scope="one and two noisy answers, against every deterministic adversary that asks at most twice, 0 to 5 rounds",
        size=6 * len(cases),
        witness=f"{mechanism} on {bit}: {law}",
        control=f"if the adversary begins: {swapped}",
    )


@check("Haney23 Definition 1.6")
def a_view_is_what_the_mechanism_said() -> Outcome:
    """The view of an adversary that begins by START has the law of the odd messages, and determines the even ones."""
    cases = [(m, plan, bit) for m in NOISY for plan in adversaries(game(m, (ASK, "what?"), 2)) for bit in BITS]
    for mechanism, plan, bit in cases:
        seen = views(Game(mechanism, (bit, bit), (ASK,), 3), plan)[0].map(_heard)
        said = Law.gather(line_by_line(mechanism, bit, listener(plan), 5)).map(lambda messages: messages[::2])
        expect(seen == said.map(_without_end), f"{mechanism} on {bit}: {plan} sees {seen}, {said} was said")
        whole = Law.gather(line_by_line(mechanism, bit, listener(plan), 6))
        expect(len(whole) == len(whole.map(lambda messages: messages[::2])), f"{plan} asks by more than what it sees")
    mechanism, plan, bit = max(cases, key=lambda case: len(views(Game(case[0], (0, 1), (), 3), case[1])[0]))
    seen = views(Game(mechanism, (bit, bit), (ASK,), 3), plan)[0].map(_heard)
    other = views(Game(mechanism, (1 - bit, bit), (ASK,), 3), plan)[0].map(_heard)
    expect(seen != other, "the view does not depend on the data set")
    return Outcome(
        verdict="exact",
        scope="one and two noisy answers, against every deterministic adversary with at most two queries, one unknown",
        size=len(cases),
        witness=f"the view of {mechanism} on {bit} has the law {seen}",
        control=f"on {1 - bit} it has the law {other}",
    )


def _heard(view: tuple[Any, ...]) -> tuple[Message, ...]:
    """The messages of the mechanism in a view (coins, m_1, m_2, …) of an adversary that speaks first."""
    return _without_end(view[2::2])


def _without_end(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    return tuple(message for message in messages if message is not HALT)


@check("Haney23 Definition 1.7", "Haney23 Definition 2.2")
def privacy_by_listing_adversaries_and_by_induction() -> Outcome:
    """A mechanism is d-private in the listed views exactly if the best adversary found backwards stays within d."""
    mechanisms = (answers(1), answers(2), _filter())
    losses: dict[PrivacyMeasure[Any], tuple[Any, ...]] = {
        APPROXIMATE: (pure(0), pure(1), pure(2), loss(1, "1/2"), loss(2, "1/4"), loss(3, "3/16"), loss(1, "5/8")),
        renyi(2): tuple(map(Fraction, ("1", "7/3", "49/9"))),
        F_DP: (of_parameters(pure(1)), of_parameters(loss(1, "1/2")), of_parameters(pure(2))),
    }
    private: list[Any] = []
    leaking: list[Any] = []
    for mechanism in mechanisms:
        queries: tuple[Message, ...] = (single(1), Ask(1, ASK)) if mechanism is mechanisms[2] else (ASK,)
        for measure, some in losses.items():
            for d in some:
                listed = is_private(game(mechanism, queries, 3 if len(queries) > 1 else 2), measure, d)
                offer = Offer(Launch(mechanism, d), queries, 3 if len(queries) > 1 else 2)
                found = is_valid_rule(lambda losses, budget: True, Menu((0, 1), (offer,)), [d], measure)
                expect(listed == found, f"{mechanism} at {d} of {measure}: listing says {listed}, induction {found}")
                (private if listed else leaking).append((mechanism, measure, d))
    [(running, _)] = answers(2).respond(0, START)
    [(other, _)] = answers(2).respond(1, START)
    delta = least_delta(Game(answers(2), (running, other), (ASK,), 2), Fraction(3))
    expect(delta == Fraction(3, 8), f"two noisy answers have δ = {delta} at e^ε = 3")
    witness = first_case((case for case in private if case[1] is F_DP), "nothing is private")
    control = first_case(leaking, "everything is private")
    return Outcome(
        verdict="exact",
        scope="one and two noisy answers, and a filter that launches one of them; (ε,δ)-DP, Rényi DP of order 2, f-DP",
        size=len(private) + len(leaking),
        witness=f"{witness[0]} is private at {witness[2]}",
        control=f"{control[0]} is not private at {control[2]}",
    )


def _filter() -> InteractiveMechanism:
    return filtered_concurrent_composition(basic, pure(1), verified, BITS)
