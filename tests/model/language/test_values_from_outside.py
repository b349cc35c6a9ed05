"""What a post-processing takes from outside shows no copy what the other did not receive."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

import pytest

from concomp.model.language import Bool, Int, LanguageError, PostProcessing, Real, common, per_copy
from concomp.model.language.postprocessing import Received, shared
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side


class Masked(PostProcessing):
    """Asks its secret, and shows its noise."""

    noise = common(Int)
    secret = per_copy(Int)

    def on_left(self, number: Int) -> None:
        self.send_right(self.secret)

    def on_right(self, answer: Int) -> None:
        self.send_left(self.noise)


class Weighed(PostProcessing):
    """Shows what it takes from outside."""

    kind = common(Bool)

    def on_left(self, number: Real) -> None:
        self.send_left(self.kind)

    def on_right(self, number: Real) -> None:
        self.send_left(self.kind)


def _sent(lowered: InteractivePostProcessing, messages: Sequence[tuple[Side, object]]) -> list[tuple[Side, object]]:
    [state] = lowered.initial_states
    sent: list[tuple[Side, object]] = []
    for origin, message in messages:
        [((state, side, answer), _)] = lowered.respond(state, origin, message).items()
        sent.append((side, answer))
    return sent


def _of_left(received: Received) -> int:
    """The first message from the left, where that can be seen, else 0."""
    [(_, number), *_] = received
    return number or 0


def test_a_common_value_hangs_on_no_message_from_the_left() -> None:
    lowered = Masked().lower(noise=_of_left, secret=_of_left)
    three, four = (_sent(lowered, [(LEFT, number), (RIGHT, 5)]) for number in (3, 4))
    assert three[0] != four[0]
    assert three[1] == four[1]


def test_a_common_value_may_hang_on_what_came_from_the_right_and_when() -> None:
    seen: list[Received] = []

    def noise(received: Received) -> int:
        seen.append(received)
        return len(received)

    lowered = Masked().lower(noise=noise, secret=lambda received: 0)
    assert _sent(lowered, [(LEFT, 3), (RIGHT, 5), (LEFT, 4)])[1] == (LEFT, 2)
    assert seen[-1] == ((LEFT, None), (RIGHT, 5), (LEFT, None))


def test_copies_that_differ_on_their_left_alone_share_everything() -> None:
    assert shared(((LEFT, 3), (RIGHT, 5))) == shared(((LEFT, 4), (RIGHT, 5)))


def test_what_comes_from_the_right_is_shared() -> None:
    assert shared(((LEFT, 3), (RIGHT, 5))) != shared(((LEFT, 3), (RIGHT, 6)))


def test_a_value_by_chance_is_refused() -> None:
    numbers = count()
    lowered = Masked().lower(noise=lambda received: next(numbers), secret=lambda received: 0)
    assert _sent(lowered, [(LEFT, 3)]) == [(RIGHT, 0)]
    with pytest.raises(LanguageError, match=r"the function for noise gave 1 at .*, and 0 before at the same"):
        _sent(lowered, [(LEFT, 4)])


def test_one_rational_number_is_one_whatever_python_calls_it() -> None:
    lowered = Weighed().lower(kind=lambda received: type(received[-1][1]) is Fraction)
    assert _sent(lowered, [(RIGHT, 1)]) == _sent(lowered, [(RIGHT, Fraction(1))]) == [(LEFT, True)]
