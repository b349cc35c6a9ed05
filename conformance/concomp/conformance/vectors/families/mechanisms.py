"""Mechanisms: what the best attacker of the claimed mechanism gains from the target's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from concomp.conformance.experiments.distances import distances
from concomp.conformance.experiments.forked_draws import ForkedDraws
from concomp.conformance.experiments.launched_pairs import LaunchedPairs
from concomp.conformance.experiments.played_game import PlayedGame
from concomp.conformance.protocol.claims import Claim
from concomp.conformance.statistics.catalogue import Power
from concomp.conformance.statistics.cell_laws import independent, repeated, two_sided_geometric
from concomp.conformance.statistics.power import draws_for_law
from concomp.conformance.statistics.shares import SHARE, parts
from concomp.conformance.vectors.families.played_mechanisms import (
    CASES,
    ILL_ASKED,
    RELEASE,
    RESPONSE,
    TELLING,
    THRESHOLD,
    Case,
    Telling,
)
from concomp.conformance.vectors.messages import Message, about, expect, loss, opened
from concomp.conformance.vectors.vector import Vector
from concomp.model.numbers import rational_text

SHARED = 25
"""How many games share a session; its budget is enough for ε = 24 each, so that who loses much is not refused."""
CLOSING = ({"claim": "interleaving", "measure": "approximate"},)
"""What is claimed by who has several mechanisms at a time, and ends one of them."""
SLIGHT = ("1", "11/10", "5/4")
"""The E of responses that lose little or nothing."""
FAR = "10000"
"""A value that is far above its threshold."""
FORKED, COPIES, FORKED_LAST = 60, 3, 2
"""How many numbers are released in a process and in its copy, in how many copies, one after the other, and up to which
size they have cells of their own. What is in store when a process is copied is used up sooner or later."""

PAIRED = (
    (RELEASE, {"kind": "two_sided_geometric", "ratio": "1/2"}, 400),
    (RESPONSE, {"kind": "randomised_response", "e_eps": "101/100"}, 850),
)
"""What is launched in one session, how often, and on what its law rests; who loses twice as much is not refused."""


def build() -> Iterator[Vector]:
    """The played games; what is asked after the last positive; what is drawn after a fork, and side by side."""
    for case in CASES:
        yield _played(case)
    yield from (_halted(positives) for positives in (1, 2, 3))
    yield from (_forked(ratio) for ratio in ("1/2", "4/5"))
    yield from (_side_by_side(*each) for each in PAIRED)
    yield from (_telling(telling, worlds) for telling in TELLING for worlds in ("0", "1", "01"))
    yield from (_ill_asked(name, query) for name, query in ILL_ASKED.items())
    yield from map(_slight, SLIGHT)
    yield from map(_closed, TELLING)
    yield from map(_incomplete, TELLING)


def _telling(telling: Telling, worlds: str) -> Vector:
    """A mechanism with next to no noise, in each of these worlds: it tells what it was asked about, of its own data."""
    steps = [_step(opened("approximate", loss(epsilon="600"), kind="session", data=world)) for world in worlds]
    for session in range(1, len(worlds) + 1):
        steps.append(_step({"cmd": "launch", "on": f"${session}.handle", "mechanism": telling.mechanism}))
    for query, answers in telling.told:
        for place, world in enumerate(worlds, 1):
            sent = {"cmd": "ask", "on": f"${len(worlds) + place}.handle", "query": list(query)}
            steps.append(_step(sent, "equal", fields={"answer": answers[int(world)]}, cost="utility"))
    name = telling.mechanism["kind"]
    where = {"0": "first-data", "1": "second-data", "01": "both-data"}[worlds]
    why = "With next to no noise it is told what was asked; with a chance below 1e-7 something else."
    return _vector(f"{name.replace('_', '-')}-of-{where}", telling.statement, name, steps, why)


def _ill_asked(name: str, query: Any) -> Vector:
    """What is no pair of texts for the two data has no answer; what is, has one afterwards."""
    response = TELLING[0]
    steps = [
        _step(opened("approximate", loss(epsilon="600"), kind="session")),
        _step({"cmd": "launch", "on": "$1.handle", "mechanism": response.mechanism}),
        _step({"cmd": "ask", "on": "$2.handle", "query": query}, "declined", "robustness"),
        _step({"cmd": "ask", "on": "$2.handle", "query": ["1", "0"]}, "equal", "utility", fields={"answer": "noisy 1"}),
    ]
    why = "A query that does not name both data tells nothing of either."
    return _vector(f"asked-{name}", RESPONSE, "randomised_response", steps, why)


def _slight(e_eps: str) -> Vector:
    """A response that hardly tells its bit is one all the same."""
    steps = [
        _step(opened("approximate", loss("3/2"), kind="session")),
        _step({"cmd": "launch", "on": "$1.handle", "mechanism": {"kind": "randomised_response", "e_eps": e_eps}}),
    ]
    why = "A bit may be told with hardly more than an even chance, or with just that."
    return _vector(f"response-slight-{e_eps.replace('/', '-')}", RESPONSE, "randomised_response", steps, why)


def _closed(telling: Telling) -> Vector:
    """What is closed answers nothing; another of its kind does."""
    (query, (answer, _)), *_ = telling.told
    asked = [{"cmd": "ask", "on": f"${place}.handle", "query": list(query)} for place in (2, 3)]
    launched = _step({"cmd": "launch", "on": "$1.handle", "mechanism": telling.mechanism})
    steps = [
        _step(opened("approximate", loss(epsilon="600"), kind="session")),
        launched,
        launched,
        _step(about("close", 2), "granted", "robustness"),
        _step(asked[0], "declined"),
        _step(asked[1], "equal", "utility", fields={"answer": answer}),
    ]
    name = telling.mechanism["kind"]
    why = "A closed mechanism answers no more, and another of its kind goes on."
    return _vector(f"{name.replace('_', '-')}-closed", telling.statement, name, steps, why, CLOSING)


def _incomplete(telling: Telling) -> Vector:
    """A mechanism whose loss cannot be known is not launched."""
    name = telling.mechanism["kind"]
    steps = [
        _step(opened("approximate", loss(epsilon="600"), kind="session")),
        _step({"cmd": "launch", "on": "$1.handle", "mechanism": {"kind": name}}, "declined"),
        _step({"cmd": "launch", "on": "$1.handle", "mechanism": telling.mechanism}),
    ]
    why = "A mechanism that does not say how much noise it has is not launched."
    return _vector(f"{name.replace('_', '-')}-incomplete", telling.statement, name, steps, why)


def _step(send: Message, what: str = "granted", cost: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"send": send, "expect": expect(what, cost, **fields)}


def _vector(
    name: str, statement: str, mechanism: str, steps: Sequence[Any], why: str, more: Sequence[Message] = ()
) -> Vector:
    claims = [{"claim": "mechanism", "name": mechanism}, *more]
    fields = {"statements": [statement], "claims": claims, "why": why}
    return Vector.model_validate({"id": f"mechanisms-{name}", "family": "mechanisms", "steps": steps, **fields})


def _played(case: Case) -> Vector:
    experiment = PlayedGame.model_validate(
        {
            "mechanism": case.mechanism,
            "budget": {"epsilon": "600", "delta": "1"},
            "launches": SHARED,
            "claimed": case.claimed,
            "e_eps": case.e_eps,
            "games": case.games,
            "alpha": rational_text(SHARE),
            **case.more,
        }
    )
    return Vector(
        id=f"mechanisms-{case.name}",
        family="mechanisms",
        statements=(case.statement,),
        claims=(Claim(claim="mechanism", name=case.mechanism["kind"]),),
        experiment=experiment,
        why=f"{case.why} {_power(experiment, case.wrong)}.",
    )


def _halted(positives: int) -> Vector:
    """A sparse vector whose positives are spent; a value so large is above but for a chance of 2^−10000."""
    fields = {"threshold_ratio": "1/2", "query_ratio": "1/2", "positives": positives}
    mechanism = {"kind": "sparse_vector", **fields}
    sent = {"cmd": "ask", "on": "$2.handle", "query": [FAR, FAR]}
    above = {"send": sent, "expect": expect("equal", fields={"answer": "above"}, cost="utility")}
    return Vector.model_validate(
        {
            "id": f"mechanisms-sparse-vector-halts-after-{positives}",
            "family": "mechanisms",
            "statements": (THRESHOLD,),
            "claims": [{"claim": "mechanism", "name": "sparse_vector"}],
            "steps": [
                {"send": opened("approximate", loss(epsilon="600"), kind="session"), "expect": expect("granted")},
                {"send": {"cmd": "launch", "on": "$1.handle", "mechanism": mechanism}, "expect": expect("granted")},
                *([above] * positives),
                {"send": sent, "expect": expect("declined")},
                {"send": sent, "expect": expect("declined")},
            ],
            "why": "After its last positive a sparse vector answers nothing: the loss was for so many.",
        }
    )


def _forked(ratio: str) -> Vector:
    law = two_sided_geometric(Fraction(ratio), FORKED_LAST)
    draws = draws_for_law(independent(law), repeated(law), parts(SHARE, COPIES))
    return Vector(
        id=f"mechanisms-forked-{ratio.replace('/', '-')}",
        family="mechanisms",
        statements=(RELEASE,),
        claims=(Claim(claim="mechanism", name="two_sided_geometric"), Claim(claim="copies")),
        experiment=ForkedDraws(
            ratio=ratio,
            budget={"epsilon": "600", "delta": "1"},
            last=FORKED_LAST,
            pairs=FORKED,
            copies=COPIES,
            alpha=rational_text(SHARE),
        ),
        why=f"A copied process does not repeat the noise. With a chance of 0.999, {draws} pairs find one that does.",
    )


def _side_by_side(statement: str, mechanism: dict[str, Any], launches: int) -> Vector:
    experiment = LaunchedPairs.model_validate(
        {
            "mechanism": mechanism,
            "budget": {"epsilon": "600", "delta": "1"},
            "launches": launches,
            "alpha": rational_text(SHARE),
        }
    )
    law = experiment.mechanism.law
    pairs = draws_for_law(independent(law), repeated(law), parts(SHARE, len(distances(launches))))
    name = experiment.mechanism.kind
    said = f"With a chance of 0.999, {pairs} pairs find noise that comes twice."
    return Vector(
        id=f"mechanisms-{name.replace('_', '-')}-side-by-side",
        family="mechanisms",
        statements=(statement,),
        claims=(Claim(claim="mechanism", name=name),),
        experiment=experiment,
        why=f"Composition is of mechanisms whose noise is independent: no two in a session share theirs. {said}",
    )


def _power(experiment: PlayedGame, wrong: dict[str, dict[str, Any]]) -> str:
    """What the games find."""
    found = Power({name: experiment.finds(law) for name, law in wrong.items()})
    return found.sentence(experiment.games, "games")
