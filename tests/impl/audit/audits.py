"""Generated files and copies of components, audited by the engine."""

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files import read
from concomp.model.mechanisms.positions import Allowance
from tests.model.files.documents import compositions

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def document(data: dict[str, Any]) -> Any:
    return read(json.dumps(data).encode())


def audit(data: dict[str, Any]) -> Audit:
    return Audit(of_document(document(data)))


def plenty() -> Allowance:
    return Allowance(10**9)


@st.composite
def copies(draw: st.DrawFn) -> dict[str, Any]:
    """A composition in which components are repeated, so that some can change places."""
    data = draw(compositions(rounds=1))
    first, *others = data["components"]
    data["components"] = [first, *others, first]
    if "labels" in data:
        data["labels"] = [*data["labels"], data["labels"][0]]
    data["horizon"] = None
    return data


def copies_of_attack(count: int) -> dict[str, Any]:
    """So many copies of a mechanism that opens up with probability 1/4, of which one may get a differing pair."""
    kernel = {
        f"{state}|{message}": (
            [["1/4", "open", "open"], ["3/4", "shut", "closed"]]
            if state == "new"
            else [["1", state, message if state == "open" else "closed"]]
        )
        for state in ("new", "open", "shut")
        for message in ("0", "1")
    }
    component = {
        "type": "cm",
        "states": ["new", "open", "shut"],
        "messages": ["0", "1"],
        "answers": ["0", "1", "open", "closed"],
        "init": "new",
        "kernel": kernel,
        "horizon": 2,
        "verification": {"kind": "any"},
    }
    return {
        "type": "composition",
        "mode": "parallel",
        "components": [component] * count,
        "labels": ["1"] * count,
        "params": ["1"],
        "horizon": None,
    }
