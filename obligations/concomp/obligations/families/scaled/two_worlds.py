"""Interactive mechanisms in two worlds, for compositions that plain enumeration cannot reach.

Some are drawn at random, with hidden states, or with a memory that the answers show and several queries to choose from;
some stream answers whose likelihoods are not those of the worlds exchanged; some are randomised responses that come
late, which reach the bounds of composition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message
from concomp.model.mechanisms.noninteractive import RUN, as_interactive
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import (
    ASK,
    interactive_randomised_response,
    randomised_response,
)
from concomp.obligations.families.compositions.engine_games import side_by_side
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.mechanisms import SILENT, late_reveal, secret_at_start
from concomp.obligations.families.small.laws import random_law
from concomp.obligations.families.small.mechanisms import BITS, random_machines
from concomp.obligations.families.small.tables import mechanism_of_table


def in_both_starts(mechanism: InteractiveMechanism, rounds: int, queries: tuple[Message, ...] = (0,)) -> Game:
    """The game of a mechanism with two initial states."""
    zero, one = mechanism.initial_states
    return Game(mechanism, (zero, one), queries, rounds)


@cache
def random_visible_machines(queries: int, denominator: int, count: int, seed: int) -> Family[InteractiveMechanism]:
    """`count` mechanisms that answer their memory, a bit; its law depends on the start, the last answer, the query."""
    random = Random(seed)
    places = list(product(BITS, BITS, range(queries)))

    def drawn(number: int) -> InteractiveMechanism:
        rows = {
            ((start, last), query): random_law(random, BITS, denominator).map(_text(start))
            for start, last, query in places
        }
        return mechanism_of_table(rows, ((0, 0), (1, 0)), range(queries), f"visible machine {number}")

    return Family(
        f"{count} random mechanisms that remember their last answer, a bit, with {queries} queries and weights "
        f"k/{denominator} (seed {seed})",
        tuple(map(drawn, range(count))),
    )


def _text(start: int) -> Callable[[int], Any]:
    return lambda answer: ((start, answer), answer)


def fresh_answers(zero: Law[int], one: Law[int]) -> InteractiveMechanism:
    """Every answer is drawn afresh, from a law for each start."""

    def row(start: int) -> Law[tuple[int, int]]:
        return (zero, one)[start].map(lambda answer: (start, answer))

    rows = {(start, 0): row(start) for start in BITS}
    return mechanism_of_table(rows, BITS, (0,), f"fresh answers {zero!r} or {one!r}")


LOPSIDED = (
    Law({0: Fraction(49, 100), 1: Fraction(1, 2), 2: Fraction(1, 100)}),
    Law({0: Fraction(1, 2), 1: Fraction(1, 2)}),
)
"""Rarely an answer that only one world gives."""
TILTED = Law({0: Fraction(11, 20), 1: Fraction(9, 20)}), Law({0: Fraction(1, 2), 1: Fraction(1, 2)})
RESPONSES = {
    "late response (2, 1/4)": PrivacyParameters(Fraction(2), Fraction(1, 4)),
    "late response (3, 0)": PrivacyParameters(Fraction(3), Fraction(0)),
    "late response (3/2, 1/10)": PrivacyParameters(Fraction(3, 2), Fraction(1, 10)),
    "IRR (2, 1/8)": PrivacyParameters(Fraction(2), Fraction(1, 8)),
}
LATE = 7
"""Within how many rounds a late response is shown."""


@cache
def members() -> Mapping[str, Game]:
    """The mechanisms by name; the number is that of their rounds, or, for responses, their parameters."""
    hidden, visible = random_machines(1, 3, 3, seed=70), random_visible_machines(2, 7, 4, seed=1)
    return {
        **{f"hidden {i}, {r}": in_both_starts(each, r) for i, each in enumerate(hidden) for r in (3, 4, 5)},
        **{f"visible {i}, {r}": in_both_starts(each, r, BITS) for i, each in enumerate(visible) for r in (3, 5)},
        **{f"lopsided, {r}": in_both_starts(fresh_answers(*LOPSIDED), r) for r in (6, 25, 100)},
        **{f"tilted, {r}": in_both_starts(fresh_answers(*TILTED), r) for r in (6, 25, 100)},
        **{name: _responding(name, label) for name, label in RESPONSES.items()},
    }


def _responding(name: str, label: PrivacyParameters) -> Game:
    if name.startswith("IRR"):
        return in_both_starts(interactive_randomised_response(label), 2, (ASK,))
    return in_both_starts(secret_at_start(late_reveal(label, LATE, Fraction(1, 3))), LATE, (ASK,))


def betrayal(rounds: int, calm: Fraction) -> Game:
    """Silence, each time with the chance `calm`; what breaks it says that the start comes next, and never comes last.

    So no common history outlives what is told, and those that reach the end have told nothing.
    """
    rows: dict[Any, Law[Any]] = {}
    for start in BITS:
        for left in range(1, rounds + 1):
            silent = ((start, left - 1), SILENT)
            rows[(start, left), 0] = Law.coin(calm if left > 2 else 1, silent, ((start, "about to tell"), "listen"))
        rows[(start, "about to tell"), 0] = Law.point(((start, 0), start))
        rows[(start, 0), 0] = Law.point(((start, 0), SILENT))
    starts = tuple((start, rounds) for start in BITS)
    return in_both_starts(mechanism_of_table(rows, starts, (0,), f"betraying, calm with {calm}"), rounds)


def in_turn(games: Sequence[Game]) -> Game:
    """Games with one query each that are asked in turn, as one sequence of answers."""
    together, turns = side_by_side(games), len(games)

    def step(state: Any, _: Message) -> Law[Any]:
        sent, states = state
        query = together.queries[sent % turns]
        return together.mechanism.respond(states, query).map(lambda reply: ((sent + 1, reply[0]), reply[1]))

    starts = tuple((0, states) for states in together.states)
    rounds = min(game.rounds for game in games) * turns
    return in_both_starts(InteractiveMechanism(step, starts, (0,), "games in turn"), rounds)


def responses_once(labels: Sequence[PrivacyParameters]) -> Game:
    """Randomised responses side by side, each of which answers once."""
    once = [in_both_starts(as_interactive(randomised_response(label)), 1, (RUN,)) for label in labels]
    return side_by_side(once)


def answers_with_an_end(stops: Sequence[Fraction], laws: Sequence[Law[int]], rounds: int) -> Game:
    """Fresh answers that end before each with a chance; laws and chances are others for each start."""

    def row(start: int) -> Law[tuple[Any, Any]]:
        goes_on = [((start, answer), (1 - stops[start]) * weight) for answer, weight in laws[start].items()]
        return Law.gather([*goes_on, ((HALT, HALT), stops[start])])

    rows = {(start, 0): row(start) for start in BITS}
    told = " or ".join(f"{law!r} until {stop}" for stop, law in zip(stops, laws, strict=True))
    return in_both_starts(mechanism_of_table(rows, BITS, (0,), f"answers that end: {told}"), rounds)


def survival(common: int, chance: Fraction) -> Game:
    """So many zeros from both starts, and with a chance one more from start 1."""
    rows: dict[Any, Law[Any]] = {
        ((start, sent), 0): Law.point(((start, sent + 1), 0)) for start in BITS for sent in range(common)
    }
    rows[(1, common), 0] = Law.coin(chance, ((1, common + 1), 0), (HALT, HALT))
    starts = tuple((start, 0) for start in BITS)
    return in_both_starts(mechanism_of_table(rows, starts, (0,), f"{common} zeros, one more with {chance}"), common + 2)
