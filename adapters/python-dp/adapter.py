"""python-dp (PyDP): its Laplace mechanism and its geometric distribution."""

from __future__ import annotations

import math
from importlib.metadata import version
from typing import Any

from library import Elsewhere, Forked, Handles, Refused, Unsupported, number
from pydp.algorithms.numerical_mechanisms import LaplaceMechanism
from pydp.distributions import GeometricDistribution


class Opened:
    """What stands for a session: the library has none of its own."""

    def __init__(self, data: str) -> None:
        """Remember the world."""
        self.data = data


class Released:
    """Numbers that are released by the Laplace mechanism, each with noise of its own."""

    def __init__(self, ratio: object, data: str) -> None:
        """A ratio e^(−ε) is its ε."""
        self._mechanism, self._data = LaplaceMechanism(-math.log(number(ratio)), 1.0), data

    def ask(self, query: Any) -> int:
        """Release the number that is for the data."""
        return int(self._mechanism.add_noise(int(query[self._data == "1"])))


class Target:
    """python-dp, as its documentation has it used."""

    name = "python-dp"
    version = version("python-dp")
    claims = (
        {"claim": "copies"},
        {"claim": "noise", "law": "two_sided_geometric"},
        {"claim": "mechanism", "name": "two_sided_geometric"},
    )

    def __init__(self) -> None:
        """Begin without handles."""
        self._handles = Handles()

    def open(self, kind: str, data: str, **rest: Any) -> Any:
        """Only sessions, without a budget: the library keeps none."""
        if kind != "session":
            raise Unsupported(kind)
        return self._handles.hold(Opened(data))

    def launch(self, on: str, mechanism: dict[str, Any], **rest: Any) -> Any:
        """The Laplace mechanism."""
        held = self._handles.find(on)
        if isinstance(held, Elsewhere):
            return self._handles.hold(held.launch(mechanism))
        if not isinstance(held, Opened):
            raise Refused("the handle is of no session")
        if mechanism["kind"] != "two_sided_geometric":
            raise Unsupported(mechanism["kind"])
        return self._handles.hold(Released(mechanism["ratio"], held.data))

    def ask(self, on: str, query: Any, **rest: Any) -> Any:
        """A number with noise."""
        held = self._handles.find(on)
        if isinstance(held, Elsewhere):
            return held.ask(query)
        return {"answer": held.ask(query)}

    def duplicate(self, on: str, how: str, **rest: Any) -> Any:
        """A copied process: the library has nothing else to copy."""
        self._handles.find(on)
        if how != "fork":
            raise Unsupported(how)
        return self._handles.hold(Elsewhere(Forked(self), on))

    def draw(self, law: dict[str, Any], count: int, tape: object = None, **rest: Any) -> Any:
        """The difference of two geometric numbers."""
        if law["law"] != "two_sided_geometric" or tape is not None:
            raise Unsupported(f"{law['law']}")
        noise = GeometricDistribution(-math.log(number(law["ratio"])))
        return {"values": [noise.sample() - noise.sample() for _ in range(count)]}
