"""A few fixed mechanisms on which the engine, its bounds and its plans are held against the model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction as F
from typing import Any

from concomp.impl.audit.bounds import bounds
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.lattice.counting import counted
from concomp.impl.audit.rationals import inside
from concomp.impl.audit.setting import of_document
from concomp.model.files import Document, game, interleaving, read
from concomp.model.mechanisms.distinguisher import advantage
from concomp.model.mechanisms.interleaving import solve
from concomp.model.mechanisms.positions import Allowance
from concomp.model.mechanisms.privacy import exchange_worlds

STEPS = 10**7
ODDS = (F(1), F(3, 2), F(5, 2))


def component(horizon: int, verification: str, hidden: bool) -> dict[str, Any]:
    """A continual mechanism whose answers depend on the message, and on a state that may be hidden."""
    return {
        "type": "cm",
        "states": ["s", "t"],
        "messages": ["0", "1"],
        "answers": ["a", "b"],
        "init": "s",
        "kernel": {
            "s|0": [["1/4", "t" if hidden else "s", "a"], ["3/4", "s", "b"]],
            "s|1": [["3/4", "s", "a"], ["1/12", "t" if hidden else "s", "b"], ["1/6", "s", "b"]],
            "t|0": [["1/3", "t", "a"], ["2/3", "s", "b"]],
            "t|1": [["1/2", "t", "a"], ["1/2", "s", "b"]],
        },
        "horizon": horizon,
        "verification": {"kind": verification},
    }


def composition(mode: str, horizon: int | None, *components: dict[str, Any], **more: Any) -> Document:
    """The file of a composition."""
    whole = {"type": "composition", "mode": mode, "components": components, "horizon": horizon, **more}
    return read(json.dumps(whole).encode())


def subjects() -> Iterator[Document]:
    """One component cut short; several, taken apart or tied together; with choices, hidden states, a single pair."""
    plain, hidden = component(2, "any", False), component(2, "any", True)
    once = component(1, "any", False)
    quiet = {**once, "verification": {"kind": "accepted", "sequences": [[["0", "1"]]]}}
    yield composition("concurrent", 1, plain)
    yield composition("concurrent", 2, plain, hidden)
    yield composition("concurrent", None, once, hidden)
    yield composition("concurrent", None, quiet, once)
    yield composition("concurrent", 2, quiet, plain)
    yield composition("parallel", None, plain, quiet, labels=["1", "1"], params=["1"])


def all_agree() -> bool:
    """Whether values, curves, plans and bounds are all right."""
    return all(_is_right(document) for document in subjects()) and few_bits_enclose()


def _is_right(document: Document) -> bool:
    expected, whole = solve(interleaving(document)).curve, game(document)
    by_curve = Audit(of_document(document)).curve.profile() == expected.profile()
    between = bounds(of_document(document), whole, STEPS)
    several = len(interleaving(document).components) > 1
    coarse = bounds(of_document(document), whole, 4 if several else STEPS)
    for e_eps in ODDS:
        truth = expected.forward(e_eps), expected.backward(e_eps)
        found = Audit(of_document(document))
        if not by_curve or found.deltas(e_eps) != truth:
            return False
        for sides in (between.deltas(e_eps), coarse.deltas(e_eps)):
            if not all(low <= delta <= high for (low, high), delta in zip(sides, truth, strict=True)):
                return False
        plans = [advantage(turned, found.plan(e_eps, world), e_eps) for world, turned in _worlds(whole)]
        replays = tuple(found.replay(whole, e_eps, world) for world in (0, 1))
        if tuple(plans) != truth or replays != truth:
            return False
    return True


def _worlds(whole: Any) -> list[tuple[int, Any]]:
    return [(0, whole), (1, exchange_worlds(whole))]


def few_bits_enclose() -> bool:
    """Whether counting with few bits encloses what is counted exactly."""
    answering = component(6, "one answer", False)
    data = {**answering, "type": "mechanism", "queries": ["0"], "init": ["s", "t"]}
    del data["messages"], data["verification"]
    data["kernel"] = {
        "s|0": [["1/3", "t", "a"], ["2/3", "s", "b"]],
        "t|0": [["2/3", "t", "a"], ["1/3", "t", "b"]],
    }
    data["horizon"] = 40
    arenas = [part.arena for part in Audit(of_document(read(json.dumps(data).encode()))).apart.components]
    exact, around = counted(arenas, Allowance(STEPS)), counted(arenas, Allowance(STEPS), 8)
    if exact is None or around is None:
        return False
    return all(around[0](x) < exact[0](x) < around[1](x) for x in map(inside, ODDS[:2]))
