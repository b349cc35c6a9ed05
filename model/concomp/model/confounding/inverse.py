"""Inverse composition: the best mechanism to add to those that have told something already.

What is added reads the secret itself, or the data. What counts is the joint law of what was told and of what the added
mechanism reads, given the secret: all that the extended composition tells is linear in the kernel that is added, and
so are privacy, with one unknown for every excess, and what the added mechanism costs or is good for. The best one is
therefore the solution of a linear program.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.setting import Pair, Setting
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Point, Row, System
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound=Hashable)
Seen = Kernel[S, tuple[Any, Any]]
"""Secret ↦ the joint law of what was told, and of what an added mechanism reads."""
Cost = Callable[[S, Any], Fraction]
"""What it costs, at least 0, to tell y of a secret."""
LOSS = "loss"
"""The unknown that is to be least: the expected cost."""


@realises("Zhang24 Section IV: goal of Task-1")
def reading_the_secret(told: Kernel[S, Any]) -> Seen[S]:
    """What an added mechanism sees that acts on the secret, independently of all else given it."""
    return {secret: law.map(lambda y, secret=secret: (y, secret)) for secret, law in told.items()}  # type: ignore[misc]


def reading_the_data(setting: Setting[S, X], mechanism: Kernel[X, Any]) -> Seen[S]:
    """What an added mechanism sees that reads the same data as the existing ones, which are one joint kernel."""
    return {secret: law.bind(lambda x: mechanism[x].map(lambda y: (y, x))) for secret, law in setting.data.items()}


def extended(seen: Seen[S], added: Kernel[Any, Any]) -> dict[S, Law[tuple[Any, Any]]]:
    """What the extended composition tells: what was told, and the answer of what is added."""
    return {secret: law.bind(lambda pair: added[pair[1]].map(lambda y: (pair[0], y))) for secret, law in seen.items()}


def expected_cost(prior: Law[S], seen: Seen[S], added: Kernel[Any, Any], cost: Cost[S]) -> Fraction:
    """The mean cost of what is told by the added mechanism."""
    told = extended(seen, added)
    return sum(
        (chance * weight * cost(s, y) for s, chance in prior.items() for (_, y), weight in told[s].items()), ZERO
    )


@realises("Zhang24 Repair R9")
def program(
    prior: Law[S],
    seen: Seen[S],
    outputs: Sequence[Any],
    pairs: Iterable[Pair[S]],
    privacy: PrivacyParameters,
    cost: Cost[S],
) -> System:
    """The linear program of the mechanism to add: its rows are laws, the extension is (ε,δ)-private, `LOSS` its cost.

    prior: of the secret. outputs: what the added mechanism may tell. pairs: adjacent secrets.
    The unknown ("added", i, y) is the chance that it tells y of i.
    """
    inputs = list(dict.fromkeys(i for law in seen.values() for _, i in law))
    told = list(dict.fromkeys(y for law in seen.values() for y, _ in law))
    rows = [Row(tuple((("added", i, y), ONE) for y in outputs), ONE) for i in inputs]
    unknowns: list[Hashable] = [LOSS, *(("added", i, y) for i in inputs for y in outputs)]
    for pair in sorted(pairs, key=repr):
        places = [(pair, before, y) for before in told for y in outputs]
        for place in places:
            rows.append(_excess(seen, place, inputs, privacy.e_eps))
        unknowns += [(kind, *place) for place in places for kind in ("excess", "spare")] + [("left", pair)]
        rows.append(Row((*((("excess", *place), ONE) for place in places), (("left", pair), ONE)), privacy.delta))
    costs = [
        (("added", i, y), -chance * weight * cost(s, y))
        for s, chance in prior.items()
        for (_, i), weight in seen[s].items()
        for y in outputs
    ]
    rows.append(Row(((LOSS, ONE), *costs), ZERO))
    return System(tuple(unknowns), tuple(rows))


def _excess(seen: Seen[S], place: tuple[Pair[S], Any, Any], inputs: Sequence[Any], e_eps: Fraction) -> Row:
    """M(ȳ, y|s) − E·M(ȳ, y|s') = excess − spare."""
    (secret, other), before, y = place
    terms = [(("added", i, y), seen[secret][(before, i)] - e_eps * seen[other][(before, i)]) for i in inputs]
    return Row((*terms, (("excess", *place), -ONE), (("spare", *place), ONE)), ZERO)


def added_by(point: Point, seen: Seen[S], outputs: Sequence[Any]) -> dict[Any, Law[Any]]:
    """The kernel of a solution."""
    inputs = dict.fromkeys(i for law in seen.values() for _, i in law)
    return {i: Law({y: point[("added", i, y)] for y in outputs}) for i in inputs}


def wrong_guess(secret: Hashable, told: object) -> Fraction:
    """1 unless the secret itself is told: its mean is the chance of a wrong guess."""
    return ZERO if secret == told else ONE
