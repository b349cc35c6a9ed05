"""What a post-processing takes from outside shows no copy what the other did not receive."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language import Int, PostProcessing, common, per_copy
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


def _sent(lowered: InteractivePostProcessing, messages: Sequence[tuple[Side, int]]) -> list[tuple[Side, object]]:
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
