"""Simulation certificates: the tables of a post-processing that imitates a mechanism.

A certificate says, for each outcome of a randomised response and each history, with which chances the next query is
answered. Such tables are a post-processing T. If T ∘* RR_{ε,δ}(b) gives every history the chance that it has in
world b, the mechanism is a post-processing of the response, hence (ε,δ)-DP against every adaptive adversary. To check
this takes additions and multiplications of rationals along the histories, and nothing about how T was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.interactive import HALT, Message, State
from concomp.model.mechanisms.noninteractive import RUN
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import BITS, Response, response
from concomp.model.mechanisms.universality import RESPONSES
from concomp.model.reduction.laziness import History
from concomp.model.registry.tags import realises

Table = Mapping[tuple[Response, History, Message], Mapping[Message, Fraction]]
"""(outcome of the response, history, query) ↦ the law of the answer; rows that T never comes to may be missing."""
Weights = Mapping[State, Fraction]


@dataclass(frozen=True)
class Certificate:
    """The tables of a post-processing of RR_{ε,δ}.

    privacy: the parameters of the response. table: how T answers.
    """

    privacy: PrivacyParameters
    table: Table


class CertificateError(ValueError):
    """Thrown where a certificate does not show what it should; the message names the history."""


@realises("HSV26 Lemma 4.7")
def check_certificate(certificate: Certificate, game: Game) -> int:
    """The number of histories of the game that T ∘* RR_{ε,δ} was found to imitate in both worlds.

    Raises CertificateError for the first row that is no law, and the first history whose chance is another one.
    """
    drawn = tuple(response(certificate.privacy, bit) for bit in BITS)
    possible = [shown for shown in RESPONSES if any(law[shown] for law in drawn)]
    waiting: list[tuple[History, dict[Response, Fraction], tuple[Weights, ...]]] = [
        ((), dict.fromkeys(possible, ONE), tuple({state: ONE} for state in game.states))
    ]
    count = 0
    while waiting:
        history, imitated, worlds = waiting.pop()
        count += 1
        for bit in BITS:
            chance = sum((drawn[bit][shown] * weight for shown, weight in imitated.items()), ZERO)
            if chance != sum(worlds[bit].values(), ZERO):
                raise CertificateError(f"{history!r}: its chance in world {bit} is not {chance}")
        if len(history) == game.rounds:
            continue
        for query in game.queries:
            after = [_after(game, weights, query) for weights in worlds]
            answers = dict.fromkeys((*after[0], *after[1]))
            if set(answers) == {HALT}:
                continue
            rows = {shown: _row(certificate.table, shown, history, query) for shown in possible if imitated[shown]}
            for answer in answers:
                following = {
                    shown: imitated[shown] * rows[shown].get(answer, ZERO) if shown in rows else ZERO
                    for shown in possible
                }
                then = tuple(each.get(answer, {}) for each in after)
                waiting.append(((*history, (query, answer)), following, then))
    return count


@realises("HSV26 Lemma 4.7")
def described(certificate: Certificate) -> InteractivePostProcessing:
    """T as it runs: it asks RR with RUN at the first query, and never again; it halts where it has no row.

    States: (); (the first query,) while it waits for the response; (response, history).
    """

    def step(state: Any, origin: Side, message: Message) -> Law[tuple[State, Side, Message]]:
        if state == ():
            return Law.point(((message,), RIGHT, RUN))
        if origin is RIGHT:
            return play(message, (), state[0])
        shown, past = state
        return play(shown, past, message)

    def play(shown: Any, past: History, query: Message) -> Law[tuple[State, Side, Message]]:
        row = certificate.table.get((shown, past, query))
        if row is None:
            return Law.point((HALT, LEFT, HALT))
        return Law({((shown, (*past, (query, answer))), LEFT, answer): chance for answer, chance in row.items()})

    return InteractivePostProcessing(step, ((),), "T")


def _row(table: Table, shown: Response, history: History, query: Message) -> Mapping[Message, Fraction]:
    row = table.get((shown, history, query))
    if row is None:
        raise CertificateError(f"{history!r}: there is no row for {query!r} after the response {shown!r}")
    if any(chance < 0 for chance in row.values()) or sum(row.values(), ZERO) != 1:
        raise CertificateError(f"{history!r}: the row for {query!r} after the response {shown!r} is no law")
    return row


def _after(game: Game, weights: Weights, query: Message) -> dict[Message, dict[State, Fraction]]:
    """The weights of the states after each answer that the query can bring."""
    gathered: dict[Message, dict[State, Fraction]] = {}
    for state, weight in weights.items():
        for (after, answer), chance in game.mechanism.respond(state, query).items():
            here = gathered.setdefault(answer, {})
            here[after] = here.get(after, ZERO) + weight * chance
    return gathered
