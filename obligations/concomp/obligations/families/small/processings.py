"""Families of small post-processings whose messages, on both sides, are 0 and 1."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, Message
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.laws import random_law

Sent = Law[tuple[Any, Side, Message]]
FRESH = "fresh"


def _forward(state: Any, origin: Side, message: Any) -> Sent:
    return Law.point((state, RIGHT if origin is LEFT else LEFT, message))


def _flip_answers(state: Any, origin: Side, message: Any) -> Sent:
    return Law.point((state, RIGHT, message) if origin is LEFT else (state, LEFT, 1 - message))


def _ignore(state: Any, origin: Side, message: Any) -> Sent:
    return Law.point((state, LEFT, 0))


def _blur(state: Any, origin: Side, message: Any) -> Sent:
    if origin is LEFT:
        return Law.point((state, RIGHT, message))
    return Law.coin(Fraction(1, 3), 1 - message, message).map(lambda shown: (state, LEFT, shown))


def _ask_twice(state: Any, origin: Side, message: Any) -> Sent:
    """Ask the same query twice and answer whether the two answers differ."""
    if origin is LEFT:
        return Law.point((("asked", message), RIGHT, message))
    kind, content = state
    if kind == "asked":
        return Law.point((("heard", message), RIGHT, content))
    return Law.point(((FRESH, None), LEFT, int(content != message)))


def _remember(state: Any, origin: Side, message: Any) -> Sent:
    """Ask only once and repeat the first answer for ever."""
    if origin is RIGHT:
        return Law.point((message, LEFT, message))
    return Law.point((state, RIGHT, message) if state == FRESH else (state, LEFT, state))


def _stop_after_one(state: Any, origin: Side, message: Any) -> Sent:
    """Pass one message, then halt."""
    if origin is RIGHT:
        return Law.point((state, LEFT, message))
    return Law.point(("spent", RIGHT, message) if state == FRESH else (state, LEFT, HALT))


def _sometimes_ask(state: Any, origin: Side, message: Any) -> Sent:
    """With probability 1/2 forward, otherwise answer 0 without asking."""
    if origin is RIGHT:
        return Law.point((state, LEFT, message))
    return Law.coin(Fraction(1, 2), RIGHT, LEFT).map(lambda side: (state, side, message if side is RIGHT else 0))


FORWARD = InteractivePostProcessing(_forward, (FRESH,), "forward")
FLIP_ANSWERS = InteractivePostProcessing(_flip_answers, (FRESH,), "flip answers")
IGNORE = InteractivePostProcessing(_ignore, (FRESH,), "ignore")
BLUR = InteractivePostProcessing(_blur, (FRESH,), "blur")
ASK_TWICE = InteractivePostProcessing(_ask_twice, ((FRESH, None),), "ask twice")
REMEMBER = InteractivePostProcessing(_remember, (FRESH,), "remember")
STOP_AFTER_ONE = InteractivePostProcessing(_stop_after_one, (FRESH,), "stop after one")
SOMETIMES_ASK = InteractivePostProcessing(_sometimes_ask, (FRESH,), "sometimes ask")
MOST_INNER_QUERIES = 2
"""No post-processing of these families asks the right more often than this before it answers the left."""


@cache
def named_processings() -> Family[InteractivePostProcessing]:
    """The named post-processings."""
    return Family(
        "named post-processings on bits",
        (FORWARD, FLIP_ANSWERS, IGNORE, BLUR, ASK_TWICE, REMEMBER, STOP_AFTER_ONE, SOMETIMES_ASK),
    )


@cache
def random_processings(denominator: int, count: int, seed: int) -> Family[InteractivePostProcessing]:
    """`count` post-processings with one bit of state, drawn with a fixed seed.

    On an answer in state 1 they reply to the left, so that they ask at most twice.
    """
    random = Random(seed)
    return Family(
        f"{count} random post-processings with one bit of state and weights k/{denominator} (seed {seed})",
        tuple(_draw(random, denominator, f"random post-processing {number}") for number in range(count)),
    )


ANY_MOVE = tuple((state, side, message) for state in (0, 1) for side in (LEFT, RIGHT) for message in (0, 1))
TO_LEFT = tuple(move for move in ANY_MOVE if move[1] is LEFT)
ONCE_MORE = tuple(move for move in ANY_MOVE if move[1] is LEFT or move[0] == 1)


def _draw(random: Random, denominator: int, name: str) -> InteractivePostProcessing:
    choices = {LEFT: (ANY_MOVE, ANY_MOVE), RIGHT: (ONCE_MORE, TO_LEFT)}
    table: dict[Any, Sent] = {
        (state, side, message): random_law(random, choices[side][state], denominator)
        for state in (0, 1)
        for side in (LEFT, RIGHT)
        for message in (0, 1)
    }
    return InteractivePostProcessing(lambda *received: table[received], (0,), name)
