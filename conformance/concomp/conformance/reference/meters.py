"""What is opened: sessions on data, under a filter or, as odometers, within the largest budget there is."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.losses import Loss, as_guarantee
from concomp.conformance.reference.mechanisms import Running, own_mechanism
from concomp.conformance.reference.scripted import scripted
from concomp.conformance.targets.outcomes import Refused, Unsupported
from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP
from concomp.impl.session.handle import Handle
from concomp.impl.session.session import Session
from concomp.model.laws.measures import Measure

LARGEST: Mapping[Measure, Guarantee] = {
    Measure.PURE: PureDP(700),
    Measure.APPROXIMATE: ApproxDP(700, 1),
    Measure.ZCDP: ZCDP(10**6),
    Measure.GAUSSIAN: GaussianDP(10**6),
}


class Meter:
    """A session on data, and how many scripted mechanisms have seen these."""

    def __init__(self, session: Session, data: str) -> None:
        """Take the session, and the data that its mechanisms see."""
        self.session = session
        self.ran = 0
        self._data = data
        self._lock = Lock()

    @property
    def measure(self) -> Measure:
        """How losses are measured."""
        return self.session.privacy_budget.measure

    def launch(self, mechanism: Mechanism) -> Handle | Meter | Running:
        """Charge a mechanism, or a session within this one, and start it."""
        if mechanism.kind == "session":
            return Meter(self.session.session(_guarantee("budget", mechanism.budget, self.measure)), self._data)
        if mechanism.kind != "scripted":
            own, made = own_mechanism(mechanism)
            return Running(self.session.create(made), own, self._data)
        loss = _guarantee("loss", mechanism.loss, self.measure)
        return self.session.create(scripted(mechanism, loss, self._data, self._count), trust="declared")

    def _count(self) -> None:
        with self._lock:
            self.ran += 1


def open_meter(kind: str, measure: str, budget: Loss | None, data: str) -> Meter:
    """A new session; Unsupported for a measure whose losses do not add up here."""
    if measure not in {*LARGEST, Measure.RENYI}:
        raise Unsupported(f"measure: {measure}")
    if kind == "odometer" and measure == Measure.RENYI:
        raise Unsupported("an odometer of Rényi differential privacy: it needs a budget that names the orders")
    chosen = LARGEST[Measure(measure)] if kind == "odometer" else _guarantee("budget", budget, Measure(measure))
    return Meter(Session(chosen), data)


def _guarantee(name: str, loss: Loss | None, measure: Measure) -> Guarantee:
    if loss is None:
        raise Refused(f"{name} is missing: give one that is {measure}")
    return as_guarantee(loss, measure)
