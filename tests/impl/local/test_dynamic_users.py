"""Users who come and go at run time: what the server sees has the law of the model."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import numpy as np

from concomp.impl.local.dynamic_users import DynamicProtocol
from concomp.impl.mechanisms.functions import Reveal, Secret
from concomp.impl.mechanisms.responses import InteractiveRandomisedResponse
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import SeededRandomness
from concomp.impl.noise.tapes import enumerate_tape
from concomp.impl.session.answers import HALTED
from concomp.model.applications import dynamic_users as model
from concomp.model.applications.dynamic_users import JOIN, Asks, Leave, Seen, Update
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY, Exposure, noisy_bit

E_EPS, DELTA = F(3), F(1, 4)


def remember(_: Any, seen: Seen) -> Asks | None:
    """The server asks a user for the bit after an update that is not exposed."""
    return Asks(seen.user, Reveal()) if seen.answer is NOISY else None


def rule(memory: Any) -> Any:
    return memory


def step(state: Any, message: Any) -> Law[Any]:
    """An interactive randomised response, as its definition has it."""
    if isinstance(message, Secret):
        bit = bool(message.bit)
        return Law.coin(DELTA, ((EXPOSED, bit), EXPOSED), ((NOISY, bit), NOISY))
    branch, bit = state
    shown = Law.point(int(bit)) if branch is EXPOSED else noisy_bit(E_EPS, int(bit))
    return shown.map(lambda each: (state, bool(each)))


MESSAGES = (JOIN, JOIN, Update(2, Secret(bit=True)), Leave(1), Update(1, Secret(bit=False)))


def test_what_the_server_sees_has_the_law_of_the_model() -> None:
    mechanism = InteractiveRandomisedResponse(E_EPS, DELTA)
    sent = (JOIN, JOIN, Update(2, Secret(bit=True)), Update(1, Secret(bit=False)))

    def seen(randomness: Randomness) -> Any:
        respond = DynamicProtocol(mechanism, remember, rule).start(randomness=randomness, trust="seeded")
        return tuple(respond(message) for message in sent)

    user = InteractiveMechanism(step, ("new",), EVERYTHING)
    described = model.mechanism_of_dynamic_protocol(model.DynamicProtocol(user, remember, rule))
    law: Law[Any] = Law.point((described.initial_state, ()))
    for message in sent:

        def answered(run: Any, message: Any = message) -> Law[Any]:
            return described.respond(run[0], message).map(lambda reply: (reply[0], (*run[1], reply[1])))

        law = law.bind(answered)
    assert enumerate_tape(seen).masses == dict(law.map(lambda run: run[1]).items())


def test_who_has_left_answers_nothing_and_who_never_joined_halts() -> None:
    protocol = DynamicProtocol(InteractiveRandomisedResponse(E_EPS, DELTA), remember, rule)
    respond = protocol.start(randomness=SeededRandomness(3), trust="seeded")
    *_, updated, left, after = (respond(message) for message in MESSAGES)
    assert isinstance(updated, tuple)
    assert isinstance(updated[0].answer, Exposure)
    assert (left, after) == ((), (Seen(1, HALTED),))
    assert respond(Update(3, Secret(bit=True))) is HALT
    for other in ("anything else", np.zeros(2), Leave("a"), Leave(True), Update(None, Secret(bit=True))):  # type: ignore[arg-type]
        assert respond(other) is HALT
