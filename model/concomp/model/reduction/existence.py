"""Every private mechanism is a post-processing of one randomised response.

Take two worlds in which a mechanism is (ε,δ)-DP: an interactive mechanism with two starts, or V[f] ∘* I(b) ∘* M. A
post-processing draws RR_{ε,δ}(b) once, before it first answers, and from then on plays by itself. What it does is said
by weights w[r, h]: given the response r, the chance of the answers of the history h to its queries. Such weights are
those of some post-processing exactly if they are not negative, are 1 at the empty history, and those of the
continuations of a history by one query add up to its own; then no answer depends on a later query. That both worlds
are reproduced is linear as well. Whether the post-processing exists is thus a question of linear feasibility, and a
solution *is* one, which can be run.
"""

from __future__ import annotations

from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.laws.linear import Point, System
from concomp.model.mechanisms.interactive import HALT, Message, State
from concomp.model.mechanisms.noninteractive import RUN
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.mechanisms.randomised_response import response
from concomp.model.mechanisms.universality import RESPONSES
from concomp.model.reduction.dominating import simulation_from_draw
from concomp.model.reduction.laziness import History, Likelihoods, extensions
from concomp.model.registry.tags import realises


@realises("HSV26 Lemma 4.7")
def simulation_from_response(chances: Likelihoods, privacy: PrivacyParameters) -> System:
    """The system whose solutions are the post-processings T with T ∘* RR_{ε,δ}(b) equivalent to the mechanism.

    chances: the mechanism in its two worlds, by the likelihoods of its histories. Unknowns are (response, history).
    """
    return simulation_from_draw(chances, (response(privacy, 0), response(privacy, 1)), RESPONSES)


WAITING = "waiting for the response"
PLAYING = "playing"


@realises("HSV26 Lemma 4.7", "HSV26 Remark 4.8")
def simulator_from_response(point: Point, chances: Likelihoods) -> InteractivePostProcessing:
    """The post-processing T that a solution describes: it asks RR with RUN at the first query, and never again.

    It halts on queries that both worlds refuse. States: (); (WAITING, query); (PLAYING, response, history).
    """
    following = extensions(chances)

    def step(state: Any, origin: Side, message: Message) -> Law[tuple[State, Side, Message]]:
        if state == ():
            return Law.point(((WAITING, message), RIGHT, RUN))
        if origin is RIGHT:
            return play(message, (), state[1])
        return play(state[1], state[2], message)

    def play(shown: Message, past: History, query: Message) -> Law[tuple[State, Side, Message]]:
        extended = following.get((past, query))
        if extended is None:
            return Law.point((HALT, LEFT, HALT))
        whole = point[shown, past]
        return Law.gather(
            (((PLAYING, shown, history), LEFT, history[-1][1]), point[shown, history] / whole) for history in extended
        )

    return InteractivePostProcessing(step, ((),), "T")
