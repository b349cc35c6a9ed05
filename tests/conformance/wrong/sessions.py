"""Sessions that are wrong in one way each."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.losses import Loss, as_guarantee
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.reference.meters import Meter
from concomp.conformance.reference.target import Reference
from concomp.conformance.targets.outcomes import Refused
from concomp.impl.accounting.guarantees import Guarantee, PureDP
from concomp.impl.session.handle import Handle
from concomp.impl.session.session import Session
from concomp.model.laws.measures import Measure
from concomp.model.numbers import rational_text

KEPT = 1 - Fraction(1, 10**9)
"""The part of a budget that is given out, where not all of it is."""
NOTHING = {"e_eps": "1", "epsilon_between": ["0x0p+0", "0x0p+0"]}
"""How fields say that nothing is lost, where they do not say it by 0."""


class RoutesToTheNewest(Reference):
    """Whoever is asked, the mechanism that was launched last answers."""

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        newest = [name for name, held in self._held.items() if isinstance(held, Handle)][-1:]
        return super().ask(newest[0] if newest else on, query)


class OneForAll(Reference):
    """All mechanisms go on from where the last answer was."""

    _asked = 0

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        self._asked += 1
        answer = super().ask(on, query)
        return super().ask(on, query) if self._asked > 1 and self._asked % 2 else answer


class ClosedAnswers(Reference):
    """What is closed goes on."""

    def close(self, on: str) -> None:
        self._find(on)


class ForeignAnswers(Reference):
    """A handle that there is not is taken for the first mechanism."""

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        mechanisms = [name for name, held in self._held.items() if isinstance(held, Handle)]
        return super().ask(on if on in mechanisms else mechanisms[0], query)


class OtherWorld(Reference):
    """Whatever the data are, those of the first world answer."""

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        return super().open(kind, measure, budget, "0")


class _Nesting(Reference):
    """Sessions within sessions, made otherwise."""

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        held = self._find(on)
        if mechanism.kind != "session" or not isinstance(held, Meter) or mechanism.budget is None:
            return super().launch(on, mechanism)
        inner = self.nested(on, held, mechanism)
        return self._hold(inner) if isinstance(inner, Meter) else inner

    def nested(self, on: str, outer: Meter, mechanism: Mechanism) -> Meter | dict[str, Any]:
        raise NotImplementedError


def _budget(mechanism: Mechanism, measure: Measure) -> Guarantee:
    assert mechanism.budget is not None
    return as_guarantee(mechanism.budget, measure)


class ChildChargedToNobody(_Nesting):
    """A session within another costs this nothing."""

    def nested(self, on: str, outer: Meter, mechanism: Mechanism) -> Meter:
        return Meter(Session(_budget(mechanism, outer.measure)), "0")


class ChildUnlimited(_Nesting):
    """A session within another is charged, and has no limit of its own."""

    def nested(self, on: str, outer: Meter, mechanism: Mechanism) -> Meter | dict[str, Any]:
        super(_Nesting, self).launch(on, mechanism)
        return Meter(Session(PureDP(700)), "0")


class GrandchildUnlimited(_Nesting):
    """Only the first session within another has a limit of its own."""

    def nested(self, on: str, outer: Meter, mechanism: Mechanism) -> Meter | dict[str, Any]:
        made = super(_Nesting, self).launch(on, mechanism)
        meters = [held for held in self._held.values() if isinstance(held, Meter)]
        return made if len(meters) < 3 else Meter(Session(PureDP(700)), "0")


class ChildrenShare(_Nesting):
    """There is one session within another, however often one is asked for."""

    def nested(self, on: str, outer: Meter, mechanism: Mechanism) -> Meter | dict[str, Any]:
        made = super(_Nesting, self).launch(on, mechanism)
        return next((held for held in list(self._held.values())[1:-1] if isinstance(held, Meter)), made)


class ClosingRefunds(Reference):
    """What is closed gives back what it was charged."""

    def close(self, on: str) -> None:
        super().close(on)
        for held in self._held.values():
            if isinstance(held, Meter):
                held.session = Session(held.session.privacy_budget)


class DiesOfARefusal(Reference):
    """After a refusal nothing is granted any more: it costs utility, and nothing else."""

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        opened = super().open(kind, measure, budget, data)
        meter = self._held[opened["handle"]]
        assert isinstance(meter, Meter)
        meter.session = Session(meter.session.privacy_budget, on_refusal="halt")
        return opened


class DeepcopyDoublesTheBudget(Reference):
    """A copy has what is left of the budget once more."""

    def duplicate(self, on: str, how: str) -> dict[str, Any]:
        meter = self._held[on]
        if how != "deepcopy" or not isinstance(meter, Meter):
            return super().duplicate(on, how)
        copied = Meter(Session(meter.session.privacy_budget), "0")
        spent = Loss.model_validate(self.spent(on)["loss"])
        copied.launch(Mechanism(kind="scripted", loss=spent, answers=[]))
        return self._hold(copied)


class ForkDoublesTheBudget(DeepcopyDoublesTheBudget):
    """So does a copied process."""

    def duplicate(self, on: str, how: str) -> dict[str, Any]:
        return super().duplicate(on, "deepcopy" if how == "fork" else "pickle")


class ChecksThenActs(Reference):
    """Threads that come at the same time look at the same state."""

    def storm(self, on: str, mechanism: Mechanism, threads: int, each: int) -> dict[str, Any]:
        meter = self._find(on)
        assert isinstance(meter, Meter)
        others = [Meter(Session(meter.session.privacy_budget), "0") for _ in range(threads - 1)]
        names = [on, *(self._hold(other)["handle"] for other in others)]
        return {
            "granted": sum(super(ChecksThenActs, self).storm(name, mechanism, 1, each)["granted"] for name in names)
        }


class BudgetShortened(Reference):
    """Of a budget a billionth is kept back: it costs utility, and nothing else."""

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        return super().open(kind, measure, None if budget is None else _shortened(budget), data)


def _shortened(budget: Loss) -> Loss:
    given = {name: getattr(budget, name) for name in ("epsilon", "rho")}
    if budget.e_eps is not None:
        more = read_number(budget.e_eps) - 1
        return budget.model_copy(update={"e_eps": rational_text(1 + more * KEPT)})
    less = {name: rational_text(read_number(number) * KEPT) for name, number in given.items() if number is not None}
    return budget.model_copy(update=less)


class NothingIsNoLoss(Reference):
    """What loses nothing that doubles show is refused as no loss: it costs utility, and nothing else."""

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        if mechanism.loss is not None and _is_nothing(mechanism.loss):
            raise Refused("no loss")
        return super().launch(on, mechanism)


def _is_nothing(loss: Loss) -> bool:
    if loss.epsilon_between is None or read_number(loss.delta):
        return False
    return math.exp(float.fromhex(loss.epsilon_between[1])) == 1


class SignsDropped(Reference):
    """Numbers without their signs: what would give back is charged, and a budget below nothing is one above."""

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        return super().open(kind, measure, None if budget is None else _without_signs(budget), data)

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        if mechanism.loss is None:
            return super().launch(on, mechanism)
        return super().launch(on, mechanism.model_copy(update={"loss": _without_signs(mechanism.loss)}))


def _without_signs(loss: Loss) -> Loss:
    given = {name: getattr(loss, name) for name in ("epsilon", "rho", "delta")}
    more = {name: rational_text(abs(read_number(number))) for name, number in given.items() if number is not None}
    if loss.e_eps is not None and 0 < read_number(loss.e_eps) < 1:
        more["e_eps"] = rational_text(1 / read_number(loss.e_eps))
    return loss.model_copy(update=more)


class FailuresAnswer(Reference):
    """What has failed answers, as if it had not."""

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        return super().launch(on, mechanism.model_copy(update={"fails": None}))


class NothingSpent(Reference):
    """Whatever was launched, it says that nothing is spent."""

    def spent(self, on: str) -> dict[str, Any]:
        said: dict[str, Any] = super().spent(on)["loss"]
        return {"loss": {name: NOTHING.get(name, "0") for name in said}}


class CountsTheFirst(Reference):
    """Of those that have seen the data it counts the first: it costs utility, and nothing else."""

    def ran(self, on: str) -> dict[str, Any]:
        return {"count": min(1, super().ran(on)["count"])}


class ChargesTheFirstWorldAlone(Reference):
    """In the second world each launch is one of a session that was never used."""

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        held = self._held.get(on)
        if isinstance(held, Meter) and held._data == "1":
            self._held[on] = Meter(Session(held.session.privacy_budget), "1")
        return super().launch(on, mechanism)
