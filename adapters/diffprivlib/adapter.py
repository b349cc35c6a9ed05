"""diffprivlib: its budget accountant, as a filter and for composition, and its geometric noise."""

from __future__ import annotations

import math
from importlib.metadata import version
from typing import Any

from diffprivlib import BudgetAccountant
from diffprivlib.mechanisms import Geometric
from diffprivlib.utils import BudgetError
from library import (
    COPIES,
    Elsewhere,
    Forked,
    Handles,
    Refused,
    Script,
    Unsupported,
    double_down,
    double_up,
    entries,
    epsilon_of,
    number,
    storm,
    told,
)


class Filter:
    """An accountant with a budget, and how many scripted mechanisms have seen the data."""

    def __init__(self, accountant: BudgetAccountant, data: str) -> None:
        """Hold it."""
        self.accountant, self.data, self.ran = accountant, data, 0

    def launch(self, mechanism: dict[str, Any]) -> Any:
        """Spend what a mechanism loses, and run it."""
        if mechanism["kind"] != "scripted":
            raise Refused(f"kind: {mechanism['kind']}: an accountant runs nothing of its own")
        lost, script = mechanism["loss"], Script(mechanism)
        epsilon = epsilon_of(lost, 1) if "epsilon_between" in lost else double_up(lost["epsilon"])
        delta = double_up(lost.get("delta", 0))
        if epsilon or delta:  # An expense of nothing is none to the library.
            self.accountant.spend(epsilon, delta)
        self.ran += 1
        return script.begin(self.data)


class Target:
    """diffprivlib, as its documentation has it used."""

    name = "diffprivlib"
    version = version("diffprivlib")
    claims = (
        *({"claim": "filter", "measure": measure} for measure in ("pure", "approximate")),
        *({"claim": claim} for claim in ("failures", "copies")),
        {"claim": "composition", "measure": "approximate", "grade": "upper", "forms": ["count", "repeated", "nested"]},
        *({"claim": "noise", "law": law} for law in ("discrete_laplace", "two_sided_geometric")),
        {"claim": "mechanism", "name": "two_sided_geometric"},
    )

    def __init__(self) -> None:
        """Begin without handles."""
        self._handles = Handles()

    def open(self, kind: str, measure: str, data: str, budget: dict[str, Any] | None = None, **rest: Any) -> Any:
        """An accountant with a budget."""
        if kind == "odometer" or measure not in ("pure", "approximate") or budget is None:
            raise Unsupported(f"{kind} of {measure}")
        try:
            epsilon = epsilon_of(budget, 0) if "epsilon_between" in budget else double_down(budget["epsilon"])
            delta = double_down(budget.get("delta", 0)) if measure == "approximate" else 0.0
            return self._handles.hold(Filter(BudgetAccountant(epsilon, delta), data))
        except (ValueError, TypeError) as error:
            raise Refused(str(error)) from None

    def launch(self, on: str, mechanism: dict[str, Any], **rest: Any) -> Any:
        """Spend, then run."""
        held = self._handles.find(on)
        if isinstance(held, Elsewhere):
            return self._handles.hold(held.launch(mechanism))
        if not isinstance(held, Filter):
            raise Refused("the handle is of no accountant")
        if mechanism["kind"] == "two_sided_geometric":
            return self._handles.hold((_geometric(-math.log(number(mechanism["ratio"]))), held.data))
        try:
            return self._handles.hold(held.launch(mechanism))
        except (BudgetError, ValueError, TypeError) as error:
            raise Refused(str(error)) from None

    def ask(self, on: str, query: Any, **rest: Any) -> Any:
        """The next answer of a script; noise on the number that is for the data."""
        held = self._handles.find(on)
        if isinstance(held, Elsewhere):
            return held.ask(query)
        if isinstance(held, tuple):
            return {"answer": held[0].randomise(int(query[held[1] == "1"]))}
        if isinstance(held, Filter):
            raise Refused("the handle is of an accountant")
        return told(held)

    def ran(self, on: str, **rest: Any) -> Any:
        """How many scripted mechanisms have seen the data."""
        return {"count": self._handles.find(on).ran}

    def duplicate(self, on: str, how: str, **rest: Any) -> Any:
        """An accountant once more, or in a copied process."""
        held = self._handles.find(on)
        if how == "fork":
            return self._handles.hold(Elsewhere(Forked(self), on))
        return self._handles.hold(Filter(COPIES[how](held.accountant), held.data))

    def storm(self, on: str, mechanism: dict[str, Any], threads: int, each: int, **rest: Any) -> Any:
        """Expenses from many threads at once."""
        held = self._handles.find(on)
        return storm(lambda: held.launch(mechanism), threads, each, BudgetError)

    def compose(
        self, losses: list[dict[str, Any]], at: dict[str, Any], measure: str = "approximate", **rest: Any
    ) -> Any:
        """What an accountant without limits says of the list, its slack what of the δ is not spent otherwise."""
        if measure != "approximate":
            raise Unsupported(f"measure: {measure}")
        spent = [
            (epsilon_of(loss, 1), double_up(loss.get("delta", 0)))
            for loss, count in entries(losses)
            for _ in range(count)
        ]
        try:
            accountant = BudgetAccountant()
            for epsilon, delta in spent:
                if epsilon or delta:
                    accountant.spend(epsilon, delta)
            epsilon, delta = accountant.total()
            if "e_eps" in at:
                if epsilon > epsilon_of(at, 0):
                    raise Refused(f"the total is ({epsilon}, {delta})")
                return {"delta": float(delta).hex()}
            most = double_down(at["delta"])
            if delta > most:
                raise Refused(f"the total is ({epsilon}, {delta})")
            slack = (most - delta) / (1 - delta) * (1 - 2**-40) if delta < 1 else 0.0
            return {"epsilon": float(accountant.total(slack=slack)[0]).hex()}
        except (ValueError, TypeError) as error:
            raise Refused(str(error)) from None

    def draw(self, law: dict[str, Any], count: int, tape: object = None, **rest: Any) -> Any:
        """Noise on so many zeros."""
        match law["law"], tape:
            case "discrete_laplace", None:
                noise = _geometric(1 / float(number(law["scale"])))
            case "two_sided_geometric", None:
                noise = _geometric(-math.log(number(law["ratio"])))
            case other:
                raise Unsupported(f"{other}")
        return {"values": [int(noise.randomise(0)) for _ in range(count)]}


def _geometric(epsilon: float) -> Geometric:
    return Geometric(epsilon=epsilon, sensitivity=1)
