"""OpenDP: its privacy filters and odometers, its composition, its discrete noise."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from typing import Any

# A trace costs a tenth of a second for each refusal.
os.environ["RUST_BACKTRACE"] = "0"

import opendp.prelude as dp
from library import (
    COPIES,
    Elsewhere,
    Failed,
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
)

dp.enable_features("contrib", "honest-but-curious")
SPACE = (dp.atom_domain(T=bool), dp.discrete_distance())
"""The data: which of two worlds it is; neighbours are one step apart."""
MEASURES = {
    "pure": dp.max_divergence(),
    "approximate": dp.approximate(dp.max_divergence()),
    "zcdp": dp.zero_concentrated_divergence(),
}
LONGEST = 10_000
"""The most measurements that are composed: each asks its map, and more than these take minutes."""


class Compositor:
    """A queryable of a filter or odometer, and how many scripted mechanisms have seen its data."""

    def __init__(self, queryable: Any, measure: str, data: str) -> None:
        """Hold it."""
        self.queryable, self.measure, self.data, self.ran = queryable, measure, data, 0

    def launch(self, mechanism: dict[str, Any]) -> Any:
        """Ask the compositor to run a mechanism, which it charges or refuses."""
        match mechanism["kind"]:
            case "scripted":
                return self._run(mechanism)
            case "session":
                within = _distance(mechanism["budget"], self.measure, 0)
                asked = dp.c.make_privacy_filter(_odometer(self.measure), d_in=1, d_out=within)
                return Compositor(self.queryable(asked), self.measure, self.data)
            case unknown:
                # What is no measurement is left to the library to decline.
                asked = unknown
        return self.queryable(asked)

    def _run(self, mechanism: dict[str, Any]) -> Any:
        """A measurement of the user's own that releases a queryable; None of one that fails on the data."""
        lost, script = _distance(mechanism["loss"], self.measure, 1), Script(mechanism)
        failures: list[Failed] = []

        def release(world: bool) -> Any:
            self.ran += 1
            try:
                answers = script.start("1" if world else "0")
            except Failed as error:
                failures.append(error)
                raise
            return dp.new_queryable(lambda query: next(answers), Q="ExtrinsicObject", A="ExtrinsicObject")

        asked = dp.m.make_user_measurement(*SPACE, MEASURES[self.measure], release, lambda d_in: lost)
        try:
            return self.queryable(asked)
        except dp.OpenDPException:
            if failures:
                return None
            raise


class Target:
    """OpenDP, as its documentation has it used."""

    name = "OpenDP"
    version = dp.__version__
    claims = (
        *({"claim": claim, "measure": each} for claim in ("filter", "odometer", "interleaving") for each in MEASURES),
        *({"claim": claim} for claim in ("nesting", "failures", "copies", "threads")),
        {"claim": "composition", "measure": "approximate", "grade": "upper", "forms": ["count", "repeated", "nested"]},
        *({"claim": "noise", "law": law} for law in ("discrete_laplace", "discrete_gaussian", "two_sided_geometric")),
        {"claim": "mechanism", "name": "two_sided_geometric"},
    )

    def __init__(self) -> None:
        """Begin without handles."""
        self._handles = Handles()

    def open(self, kind: str, measure: str, data: str, budget: dict[str, Any] | None = None, **rest: Any) -> Any:
        """A filter, or the odometer within it."""
        with _refusals():
            made = _odometer(measure)
            if kind != "odometer":
                made = dp.c.make_privacy_filter(made, d_in=1, d_out=_distance(budget or {}, measure, 0))
            return self._handles.hold(Compositor(made(data == "1"), measure, data))

    def launch(self, on: str, mechanism: dict[str, Any], **rest: Any) -> Any:
        """A measurement, asked of a queryable; the noise of an own mechanism is drawn when it is asked."""
        held = self._handles.find(on)
        if isinstance(held, Elsewhere):
            return self._handles.hold(held.launch(mechanism))
        if not isinstance(held, Compositor):
            raise Refused("the handle is of no compositor")
        if mechanism["kind"] == "two_sided_geometric":
            return self._handles.hold(
                (_geometric(number(mechanism["ratio"]), dp.atom_domain(T=int), dp.absolute_distance(T=int)), held.data)
            )
        with _refusals():
            return self._handles.hold(held.launch(mechanism))

    def ask(self, on: str, query: Any, **rest: Any) -> Any:
        """A question to a queryable."""
        held = self._handles.find(on)
        if isinstance(held, Elsewhere):
            return held.ask(query)
        with _refusals():
            if held is None:
                return {"failed": True}
            if isinstance(held, tuple):
                return {"answer": held[0](int(query[held[1] == "1"]))}
            return {"answer": (held.queryable if isinstance(held, Compositor) else held)(query)}

    def spent(self, on: str, **rest: Any) -> Any:
        """What an odometer reads."""
        held = self._handles.find(on)
        with _refusals():
            lost = held.queryable.privacy_loss(1)
        if held.measure == "approximate":
            return {"loss": {"epsilon": lost[0].hex(), "delta": lost[1].hex()}}
        return {"loss": {"rho" if held.measure == "zcdp" else "epsilon": lost.hex()}}

    def ran(self, on: str, **rest: Any) -> Any:
        """How many scripted mechanisms have seen the data."""
        return {"count": self._handles.find(on).ran}

    def duplicate(self, on: str, how: str, **rest: Any) -> Any:
        """A queryable once more, or in a copied process."""
        held = self._handles.find(on)
        if how == "fork":
            return self._handles.hold(Elsewhere(Forked(self), on))
        try:
            return self._handles.hold(Compositor(COPIES[how](held.queryable), held.measure, held.data))
        except ValueError as error:
            raise Refused(str(error)) from None

    def storm(self, on: str, mechanism: dict[str, Any], threads: int, each: int, **rest: Any) -> Any:
        """Measurements, asked from many threads at once."""
        held = self._handles.find(on)
        return storm(lambda: held.launch(mechanism), threads, each, dp.OpenDPException)

    def compose(
        self, losses: list[dict[str, Any]], at: dict[str, Any], measure: str = "approximate", **rest: Any
    ) -> Any:
        """The map of a composition, where one of its guarantees is for what is asked."""
        with _refusals():
            bounds = list(_bounds(list(entries(losses))))
        if "delta" in at:
            within = double_down(at["delta"])
            found = [bound(within) for bound in bounds]
            return {"epsilon": min(found).hex() if min(found) < math.inf else "inf"}
        epsilon, delta = bounds[0](math.inf), _total(list(entries(losses)), "approximate")[1]
        if epsilon > epsilon_of(at, 0):
            raise Refused(f"the composition has an epsilon of {epsilon}")
        return {"delta": min(delta, 1.0).hex()}

    def draw(self, law: dict[str, Any], count: int, tape: object = None, **rest: Any) -> Any:
        """Noise on so many zeros."""
        if tape is not None:
            raise Unsupported("tape")
        vector = dp.vector_domain(dp.atom_domain(T=int))
        with _refusals():
            match law["law"]:
                case "discrete_laplace":
                    noise = dp.m.make_laplace(vector, dp.l1_distance(T=int), scale=float(number(law["scale"])))
                case "two_sided_geometric":
                    noise = _geometric(number(law["ratio"]), vector, dp.l1_distance(T=int))
                case "discrete_gaussian":
                    noise = dp.m.make_gaussian(
                        vector, dp.l2_distance(T=float), scale=math.sqrt(number(law["variance"]))
                    )
                case other:
                    raise Unsupported(other)
            return {"values": noise([0] * count)}


@cache
def _odometer(measure: str) -> Any:
    if measure not in MEASURES:
        raise Unsupported(f"measure: {measure}")
    return dp.c.make_fully_adaptive_composition(*SPACE, MEASURES[measure])


def _distance(written: dict[str, Any], measure: str, side: int) -> Any:
    """A loss (side 1) or a budget (side 0), as the library has it: doubles, rounded against the analyst."""
    rounded = (double_down, double_up)[side]
    if measure == "zcdp":
        return rounded(written["rho"])
    if "epsilon_between" not in written:
        # Doubles are what the library takes: a number that is given without them is rounded by the adapter.
        epsilon = rounded(written["epsilon"]) if "epsilon" in written else math.log(float(number(written["e_eps"])))
    else:
        epsilon = epsilon_of(written, side)
    return epsilon if measure == "pure" else (epsilon, rounded(written.get("delta", 0)))


def _geometric(ratio: Fraction, domain: Any, metric: Any) -> Any:
    return dp.m.make_geometric(domain, metric, scale=-1 / math.log(ratio))


def _bounds(listed: list[tuple[dict[str, Any], int]]) -> Iterator[Callable[[float], float]]:
    """From δ to ε: by basic composition, and, where no loss has a δ, by way of zCDP."""
    epsilon, delta = _total(listed, "approximate")
    yield lambda within: epsilon if delta <= within else math.inf
    if not any(number(loss.get("delta", 0)) for loss, _ in listed):
        pure = _composed(listed, "pure", dp.c.make_pureDP_to_zCDP)
        profile = dp.c.make_zCDP_to_approxDP(pure).map(1)
        yield lambda within: profile.epsilon(within)


def _total(listed: list[tuple[dict[str, Any], int]], measure: str) -> Any:
    return _composed(listed, measure).map(1)


def _composed(
    listed: list[tuple[dict[str, Any], int]], measure: str, cast: Callable[[Any], Any] = lambda each: each
) -> Any:
    if (total := sum(count for _, count in listed)) > LONGEST:
        raise Refused(f"losses: {total}: the adapter composes at most {LONGEST}")
    repeated = ([cast(_measurement(loss, measure))] * count for loss, count in listed)
    return dp.c.make_composition([each for several in repeated for each in several])


def _measurement(loss: dict[str, Any], measure: str) -> Any:
    lost = _distance(loss, measure, 1)
    return dp.m.make_user_measurement(*SPACE, MEASURES[measure], lambda world: world, lambda d_in: lost)


@contextmanager
def _refusals() -> Iterator[None]:
    """What the library says by its own exception is a refusal."""
    try:
        yield
    except dp.OpenDPException as error:
        raise Refused(next((line for line in str(error).splitlines() if line.strip()), "OpenDPException")) from None
