"""Filters and odometers of ε and of ρ that add up wrongly, or look where they must not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.losses import Loss
from concomp.conformance.protocol.numbers import doubles_around, read_number
from concomp.conformance.reference.meters import Meter
from concomp.conformance.reference.target import Reference
from concomp.conformance.targets.outcomes import Refused
from concomp.impl.accounting.numbers import known

FREE = Loss(e_eps="1", rho="0")
"""The loss of what nobody charges."""
TRANSFORMED = "0"
"""What any transformation makes of any data."""


class _Sums(Reference):
    """A filter by sums of ε, as doubles unless it says otherwise, or of ρ; answers are given by the reference."""

    claims: ClassVar[tuple[dict[str, Any], ...]] = (
        *({"claim": claim, "measure": measure} for claim in ("filter", "odometer") for measure in ("pure", "zcdp")),
        {"claim": "failures"},
        {"claim": "copies"},
    )

    def __init__(self) -> None:
        """Begin without sums."""
        super().__init__()
        self._budgets: dict[str, Fraction] = {}
        self._sums: dict[str, list[Fraction]] = {}
        self._worlds: dict[str, str] = {}
        self._measures: dict[str, str] = {}
        self._copied: dict[str, str] = {}

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        """A session without a limit, and a sum."""
        opened = super().open("odometer", measure, None, data)
        if kind != "odometer":
            # Budgets that are missing or malformed are refused by the reference.
            super().open(kind, measure, budget, data)
            assert budget is not None
            self._budgets[opened["handle"]] = self.epsilon(budget, 0)
        self._sums[opened["handle"]], self._worlds[opened["handle"]] = [], data
        self._measures[opened["handle"]] = measure
        return opened

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        """Add, compare, run."""
        if on not in self._sums or mechanism.loss is None:
            raise Refused("no loss, or no filter")
        book = self._copied.get(on, on)
        after = [*self._sums[book], self.epsilon(mechanism.loss, 1)]
        if on in self._budgets and self.total(after, on) > self._budgets[on]:
            raise Refused("over budget")
        launched = super().launch(on, mechanism)
        if self.is_charged(mechanism, on):
            self._sums[book] = after
        return launched

    def spent(self, on: str) -> dict[str, Any]:
        """The sum, and the doubles around it."""
        total = self.total(self._sums[self._copied.get(on, on)], on)
        if self._measures[on] == "zcdp":
            return {"loss": {"rho": str(total)}}
        return {"loss": {"epsilon": str(total), "epsilon_between": list(doubles_around(known(total)))}}

    def duplicate(self, on: str, how: str) -> dict[str, Any]:
        """A copy, which is charged with what it was copied from."""
        opened = super().open("odometer", self._measures[on], None, self._worlds[on])
        name = opened["handle"]
        self._worlds[name], self._sums[name] = self._worlds[on], self._sums[on]
        self._measures[name] = self._measures[on]
        if on in self._budgets:
            self._budgets[name] = self._budgets[on]
        if how != self.doubled:
            self._copied[name] = self._copied.get(on, on)
        return opened

    doubled: ClassVar[str] = "none"

    def epsilon(self, loss: Loss, side: int) -> Fraction:
        """ε as a double, below or above, or ρ."""
        if loss.epsilon_between is None and loss.rho is None:
            raise Refused("no doubles")
        number = read_number(loss.rho if loss.epsilon_between is None else loss.epsilon_between[side])
        if number < 0:
            raise Refused("no loss")
        return number

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        """What it says was lost."""
        return sum(losses, Fraction(0)) * (1 + Fraction(1, 2**50))

    def is_charged(self, mechanism: Mechanism, on: str) -> bool:
        """Whether a launch is charged that was granted."""
        return True


class ForgetsAfterAHundred(_Sums):
    """Only the last hundred losses are kept."""

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        return super().total(losses[-100:], on)


class LargestOfAll(_Sums):
    """The largest loss for the sum."""

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        return super().total([max(losses)], on)


class MeanOfAll(_Sums):
    """The mean for the sum, by an average that was meant for plots."""

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        return super().total(losses, on) / len(losses)


class WithoutTheNew(_Sums):
    """The budget is compared with what was spent before."""

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        return super().total(losses[:-1], on)


class RootOfSquares(_Sums):
    """Losses add up like deviations."""

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        squares = sum((loss**2 for loss in losses), Fraction(0))
        return Fraction(float(squares) ** 0.5)


class FailuresAreNotCharged(_Sums):
    """What fails is free."""

    def is_charged(self, mechanism: Mechanism, on: str) -> bool:
        return mechanism.fails not in ("always", self._worlds[on])


class RunsWhatItRefuses(_Sums):
    """What is refused is done all the same, and nothing is told of it."""

    claims: ClassVar[tuple[dict[str, Any], ...]] = (
        *_Sums.claims,
        {"claim": "mechanism", "name": "transformation"},
    )

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        try:
            return super().launch(on, mechanism)
        except Refused:
            held = self._held[on]
            if mechanism.kind == "transformation" and isinstance(held, Meter):
                self._held[on] = Meter(held.session, TRANSFORMED)
            else:
                super(_Sums, self).launch(on, mechanism.model_copy(update={"loss": FREE}))
            raise


class ChargesByAnswers(_Sums):
    """A mechanism that says the same twice is free."""

    def is_charged(self, mechanism: Mechanism, on: str) -> bool:
        answers = mechanism.answers
        return not (isinstance(answers, list) and len(answers) > len(set(answers)))


class ChargesByData(_Sums):
    """In the second world nothing is charged."""

    def is_charged(self, mechanism: Mechanism, on: str) -> bool:
        return self._worlds[on] == "0"


class CopyDoublesTheBudget(_Sums):
    """A shallow copy has a sum of its own."""

    doubled = "copy"


class PickleDoublesTheBudget(_Sums):
    """So has what was pickled."""

    doubled = "pickle"


class WarmsUp(_Sums):
    """Refuses what is launched first, and charges nothing afterwards."""

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        if on in self._sums and not self._sums[on]:
            self._sums[on] = [Fraction(0)]
            raise Refused("warming up")
        return super().launch(on, mechanism)

    def is_charged(self, mechanism: Mechanism, on: str) -> bool:
        return False


class SpendsAHundredMillionthMore(_Sums):
    """Each budget is exceeded by the same small part of it."""

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        return sum(losses, Fraction(0)) * (1 - Fraction(1, 10**8))


class _SaysExact(_Sums):
    """What claims to decide exactly."""

    claims: ClassVar[tuple[dict[str, Any], ...]] = tuple(
        {"claim": "filter", "measure": measure, "arithmetic": "exact"} for measure in ("pure", "zcdp")
    )

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        return sum(losses, Fraction(0))


class AddsDoublesAndSaysExact(_SaysExact):
    """Sums of doubles, compared as if they were exact."""

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        return Fraction(sum(map(float, losses)))


class ChargesByDataAndSaysExact(_SaysExact):
    """Charges nothing in the second world, and claims exact arithmetic."""

    def is_charged(self, mechanism: Mechanism, on: str) -> bool:
        return self._worlds[on] == "0"
