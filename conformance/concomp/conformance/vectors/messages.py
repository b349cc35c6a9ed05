"""Messages of vectors, with the doubles that spare adapters their logarithms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concomp.conformance.protocol.losses import Loss, pure_part
from concomp.conformance.protocol.numbers import epsilon_between

Message = dict[str, Any]


def loss(e_eps: str | None = None, delta: str = "0", *, epsilon: str | None = None) -> Message:
    """An (ε, δ) loss or budget."""
    given = {"e_eps": e_eps} if epsilon is None else {"epsilon": epsilon}
    around = epsilon_between(pure_part(Loss.model_validate(given)))
    return {**given, "delta": delta, "epsilon_between": list(around)}


def rho(number: str) -> Message:
    """A loss or budget of zCDP."""
    return {"rho": number}


def opened(measure: str, budget: Message | None, *, kind: str = "filter", data: str = "0") -> Message:
    """Open something on data."""
    given = {} if budget is None else {"budget": budget}
    return {"cmd": "open", "kind": kind, "measure": measure, **given, "data": data}


def launch(on: int, lost: Message, answers: Any = ("x",), **more: Any) -> Message:
    """Launch a scripted mechanism on what step `on` opened."""
    written = list(answers) if isinstance(answers, tuple) else answers
    return {
        "cmd": "launch",
        "on": handle(on),
        "mechanism": {"kind": "scripted", "loss": lost, "answers": written, **more},
    }


def nest(on: int, budget: Message) -> Message:
    """Launch a session within what step `on` opened."""
    return {"cmd": "launch", "on": handle(on), "mechanism": {"kind": "session", "budget": budget}}


def ask(on: int, query: str = "q") -> Message:
    """Ask what step `on` launched."""
    return {"cmd": "ask", "on": handle(on), "query": query}


def about(command: str, on: int, **more: Any) -> Message:
    """Another command, about what step `on` opened or launched."""
    return {"cmd": command, "on": handle(on), **more}


def handle(step: int) -> str:
    """The handle that a step returned."""
    return f"${step}.handle"


def expect(what: str, cost: str | None = None, **fields: Any) -> Mapping[str, Any]:
    """An expectation, at its usual cost unless another is named."""
    return {"is": what, **({} if cost is None else {"cost": cost}), **fields}
