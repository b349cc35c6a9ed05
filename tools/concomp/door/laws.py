"""What a composition takes for a mechanism: its parameters, its privacy-loss law, or the mechanism itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from os import PathLike, fspath
from typing import Any

from concomp.door.mechanisms import Mechanism, Subject, game, subject
from concomp.impl.accounting.fixed_mechanisms import Component, ProfilePoints
from concomp.impl.accounting.laws.law import Outcomes, PrivacyLossLaw, law_of_outcomes
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps
from concomp.impl.audit.engine import STEPS
from concomp.impl.audit.engine import Audit as Engine
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.named.play import ONE_ANSWER
from concomp.model.mechanisms.named.releases import GeometricRelease, RandomisedResponse
from concomp.model.mechanisms.privacy import Game, at_start, beliefs_after, mass
from concomp.model.numbers import ParameterError

Composable = PrivacyLoss | PrivacyParameters | PrivacyLossLaw | GeometricRelease | RandomisedResponse | Mechanism
"""What can be composed: parameters, laws, named mechanisms without memory, and what can be audited."""
REMEDY = (
    'write with_epsilon("0.1", "1e-9") or with_e_eps("11/10"), give a law like discrete_gaussian("4"), '
    "or a mechanism that can be audited"
)


def component(given: object, place: str) -> Component:
    """What is composed for a mechanism; ParameterError that names the place if it is none, and what `audit` raises."""
    if isinstance(given, PrivacyLoss | PrivacyLossLaw):
        return given
    if isinstance(given, PrivacyParameters):
        return with_e_eps(given.e_eps, given.delta)
    if isinstance(given, GeometricRelease | RandomisedResponse):
        return audited(place, subject(game(given, rounds=1, function=ONE_ANSWER)))
    if isinstance(given, Game | Mapping | str | PathLike) or _is_pair_of_laws(given):
        name = fspath(given) if isinstance(given, str | PathLike) else place
        return audited(name, subject(given))  # type: ignore[arg-type]
    raise ParameterError(place, given, REMEDY)


def _is_pair_of_laws(given: Any) -> bool:
    return isinstance(given, tuple) and len(given) == 2 and all(isinstance(law, Law) for law in given)


def audited(name: str, mechanism: Subject) -> PrivacyLossLaw | ProfilePoints:
    """The law of a mechanism that answers once, or the points of the profile of one that is asked again and again."""
    vertices = profile(mechanism)
    return law_of_outcomes(name, vertices, views(mechanism)) if mechanism.horizon == 1 else points_of(name, vertices)


def profile(mechanism: Subject) -> tuple[tuple[Fraction, Fraction], ...]:
    """The vertices of a mechanism's exact profile; TooLarge if it takes too much."""
    return Engine(mechanism.setting, STEPS).curve.profile().vertices


def views(mechanism: Subject) -> tuple[Outcomes, ...]:
    """The outcomes of each first question to a mechanism, by their chances in the two worlds."""
    return tuple(_outcomes(mechanism.game, query) for query in mechanism.game.queries)


def _outcomes(game: Game, query: Message) -> Outcomes:
    after = beliefs_after(game, at_start(game), query)
    return tuple((mass(zero), mass(one)) for zero, one in after.values())


def points_of(name: str, vertices: tuple[tuple[Fraction, Fraction], ...]) -> ProfilePoints:
    """The mechanism whose exact profile has these vertices."""
    return ProfilePoints(name, Profile(vertices))
