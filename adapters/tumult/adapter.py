"""Tumult Core: its sequential composition, as a filter, its transformations, and its discrete noise."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

import sympy
from library import COPIES, Elsewhere, Failed, Forked, Handles, Refused, Script, Unsupported, number, storm
from tmlt.core.domains.numpy_domains import NumpyIntegerDomain
from tmlt.core.exceptions import OutOfDomainError
from tmlt.core.measurements.base import Measurement
from tmlt.core.measurements.interactive_measurements import (
    MeasurementQuery,
    Queryable,
    SequentialComposition,
    TransformationQuery,
)
from tmlt.core.measurements.noise_mechanisms import AddDiscreteGaussianNoise, AddGeometricNoise
from tmlt.core.measures import ApproxDP, PureDP, RhoZCDP
from tmlt.core.metrics import AbsoluteDifference
from tmlt.core.transformations.base import Transformation
from tmlt.core.utils.exact_number import ExactNumber

MEASURES = {"pure": PureDP(), "approximate": ApproxDP(), "zcdp": RhoZCDP()}


class Answering(Queryable):
    """A queryable that gives the answers of a script."""

    def __init__(self, answers: Iterator[str]) -> None:
        """Hold them."""
        self._answers = answers

    def __call__(self, query: Any) -> str:
        """Give the next answer, whatever is asked."""
        return next(self._answers)


class Scripted(Measurement):
    """A measurement of the user's own that loses what it says, and answers by a script."""

    def __init__(self, measure: str, lost: Any, script: Script, filter: Filter) -> None:
        """Take what the message says."""
        super().__init__(NumpyIntegerDomain(), AbsoluteDifference(), MEASURES[measure], is_interactive=True)
        self._lost, self._script, self._filter = lost, script, filter

    def privacy_function(self, d_in: Any) -> Any:
        """What is lost between neighbours."""
        return self._lost

    def __call__(self, data: Any) -> Answering:
        """Begin on the data."""
        self._filter.ran += 1
        return Answering(self._script.start(str(data)))


class Exchange(Transformation):
    """1 for 0 and 0 for 1: neighbours stay neighbours."""

    def __init__(self) -> None:
        """Between the same domain and metric."""
        domain, metric = NumpyIntegerDomain(), AbsoluteDifference()
        super().__init__(input_domain=domain, input_metric=metric, output_domain=domain, output_metric=metric)

    def stability_function(self, d_in: Any) -> ExactNumber:
        """As near as they were."""
        return ExactNumber(d_in)

    def __call__(self, data: Any) -> Any:
        """Exchange."""
        return 1 - data


class Filter:
    """A sequential queryable, and how many scripted mechanisms have seen its data."""

    def __init__(self, queryable: Any, measure: str, data: str) -> None:
        """Hold it."""
        self.queryable, self.measure, self.data, self.ran = queryable, measure, data, 0

    def launch(self, mechanism: dict[str, Any]) -> Any:
        """Ask the queryable to run a mechanism; None of one that fails on the data."""
        match mechanism["kind"]:
            case "scripted":
                lost = _distance(mechanism["loss"], self.measure)
                measurement = Scripted(self.measure, lost, Script(mechanism), self)
                try:
                    return self.queryable(MeasurementQuery(measurement))
                except Failed:
                    return None
            case "transformation":
                stated = sympy.Rational(str(number(mechanism["stability"])))
                self.queryable(TransformationQuery(Exchange(), d_out=stated))
                return self
            case unknown:
                raise Unsupported(f"kind: {unknown}")


class Target:
    """Tumult Core, as its documentation has it used."""

    name = "Tumult Core"
    version = version("tmlt.core")
    claims = (
        *({"claim": "filter", "measure": measure, "arithmetic": "exact"} for measure in MEASURES),
        *({"claim": claim} for claim in ("failures", "copies", "threads")),
        *({"claim": "noise", "law": law} for law in ("discrete_laplace", "discrete_gaussian", "two_sided_geometric")),
        *({"claim": "mechanism", "name": name} for name in ("two_sided_geometric", "transformation")),
    )

    def __init__(self) -> None:
        """Begin without handles."""
        self._handles = Handles()

    def open(self, kind: str, measure: str, data: str, budget: dict[str, Any] | None = None, **rest: Any) -> Any:
        """A sequential queryable with a budget."""
        if kind == "odometer" or measure not in MEASURES:
            raise Unsupported(f"{kind} of {measure}")
        with _refusals():
            composition = SequentialComposition(
                NumpyIntegerDomain(), AbsoluteDifference(), MEASURES[measure], 1, _distance(budget or {}, measure)
            )
            return self._handles.hold(Filter(composition(int(data)), measure, data))

    def launch(self, on: str, mechanism: dict[str, Any], **rest: Any) -> Any:
        """A query of a measurement or of a transformation."""
        held = self._handles.find(on)
        if isinstance(held, Elsewhere):
            return self._handles.hold(held.launch(mechanism))
        if not isinstance(held, Filter):
            raise Refused("the handle is of no sequential queryable")
        if mechanism["kind"] == "two_sided_geometric":
            return self._handles.hold((_geometric(_scale(mechanism["ratio"])), held.data))
        with _refusals():
            return self._handles.hold(held.launch(mechanism))

    def ask(self, on: str, query: Any, **rest: Any) -> Any:
        """A question to a queryable; noise on the number that is for the data."""
        held = self._handles.find(on)
        if isinstance(held, Elsewhere):
            return held.ask(query)
        if held is None:
            return {"failed": True}
        if isinstance(held, tuple):
            return {"answer": int(held[0](int(query[held[1] == "1"])))}
        with _refusals():
            return {"answer": (held.queryable if isinstance(held, Filter) else held)(query)}

    def ran(self, on: str, **rest: Any) -> Any:
        """How many scripted mechanisms have seen the data."""
        return {"count": self._handles.find(on).ran}

    def duplicate(self, on: str, how: str, **rest: Any) -> Any:
        """A queryable once more, or in a copied process."""
        held = self._handles.find(on)
        if how == "fork":
            return self._handles.hold(Elsewhere(Forked(self), on))
        try:
            return self._handles.hold(Filter(COPIES[how](held.queryable), held.measure, held.data))
        except (TypeError, pickle.PicklingError) as error:
            raise Refused(str(error)) from None

    def storm(self, on: str, mechanism: dict[str, Any], threads: int, each: int, **rest: Any) -> Any:
        """Queries from many threads at once."""
        held = self._handles.find(on)
        return storm(lambda: held.launch(mechanism), threads, each, ValueError)

    def draw(self, law: dict[str, Any], count: int, tape: object = None, **rest: Any) -> Any:
        """Noise on so many zeros."""
        match law["law"], tape:
            case "discrete_laplace", None:
                noise = _geometric(_rational(law["scale"]))
            case "two_sided_geometric", None:
                noise = _geometric(_scale(law["ratio"]))
            case "discrete_gaussian", None:
                noise = AddDiscreteGaussianNoise(_rational(law["variance"]))
            case other:
                raise Unsupported(f"{other}")
        return {"values": [int(noise(0)) for _ in range(count)]}


def _distance(written: dict[str, Any], measure: str) -> Any:
    """A loss or a budget, exactly, as the library has it."""
    if measure == "zcdp":
        return ExactNumber(_rational(written["rho"]))
    epsilon = _rational(written["epsilon"]) if "epsilon" in written else sympy.log(_rational(written["e_eps"]))
    return (
        ExactNumber(epsilon) if measure == "pure" else (ExactNumber(epsilon), ExactNumber(_rational(written["delta"])))
    )


def _rational(written: object) -> Any:
    if written in ("nan", "inf"):
        return sympy.sympify({"nan": "nan", "inf": "oo"}[str(written)])
    return sympy.Rational(str(number(written)))


def _geometric(scale: Any) -> AddGeometricNoise:
    return AddGeometricNoise(ExactNumber(scale))


def _scale(ratio: object) -> Any:
    return -1 / sympy.log(_rational(ratio))


@contextmanager
def _refusals() -> Iterator[None]:
    """What the library says by a ValueError is a refusal; so are its own exceptions."""
    try:
        yield
    except (ValueError, OutOfDomainError) as error:
        raise Refused(str(error).splitlines()[0]) from None
