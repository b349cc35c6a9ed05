"""Finding the post-processing of a randomised response that imitates a mechanism.

The exposing outcomes take the budget δ, which is divided among the answers query by query, by the construction behind
Lemma 4.7; the noisy ones bring the rest. A row of the table is how the weight of a history is shared by its answers.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.linear import Point
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import BITS, Response, response
from concomp.model.mechanisms.universality import RESPONSES
from concomp.model.reduction.certificate import Certificate
from concomp.model.reduction.control import control
from concomp.model.reduction.dividing import exposing_by_division
from concomp.model.reduction.laziness import History, Likelihoods, extensions, likelihoods
from concomp.model.reduction.lyu import as_point, noisy_weights

MESSAGES = 200_000
"""The most queries that the histories of a certificate may have in all."""


class NotPrivate(ValueError):
    """Thrown where no post-processing imitates the mechanism, for its δ is larger."""


def certify(game: Game, privacy: PrivacyParameters) -> Certificate:
    """A certificate that a game is (ε,δ)-DP.

    Raises NotPrivate if the game's δ at E is larger, TooLarge if its histories have more than MESSAGES queries in all.
    """
    chances = likelihoods(game, MESSAGES)
    least = max(control(chances, privacy.e_eps)[()])
    if least > privacy.delta:
        raise NotPrivate(f"the least delta at E = {privacy.e_eps} is {least}, above {privacy.delta}")
    phi = exposing_by_division(chances, privacy)
    return certificate_of(as_point(phi, noisy_weights(phi, chances, privacy)), chances, privacy)


def certificate_of(point: Point, chances: Likelihoods, privacy: PrivacyParameters) -> Certificate:
    """The tables by which weights of histories, given each response, are shared out by the answers.

    point: (response, history) ↦ weight, a solution of `existence.simulation_from_response`. Histories without weight,
    and responses that are never drawn, have no rows.
    """
    drawn = [shown for shown in RESPONSES if any(response(privacy, bit)[shown] for bit in BITS)]
    table: dict[tuple[Response, History, Message], dict[Message, Fraction]] = {
        (shown, past, query): {each[-1][1]: point[shown, each] / point[shown, past] for each in extended}
        for (past, query), extended in extensions(chances).items()
        for shown in drawn
        if point[shown, past]
    }
    return Certificate(privacy, table)
