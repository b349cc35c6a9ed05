"""Filters that overspend, each by one error."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp, expm1, log, sqrt

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.losses import Loss
from concomp.conformance.protocol.numbers import read_number
from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.parameters import RationalLoss, with_e_eps
from concomp.model.laws.indistinguishability import PrivacyParameters
from tests.conformance.wrong.plain import Book, Losses, Plain, Script, within

ALITTLE = Fraction(1, 10**7)


@cache
def optimal_delta(losses: Losses, e_eps: Fraction) -> Fraction:
    """The least δ of a list that is fixed in advance."""
    listed = [with_e_eps(each.e_eps, each.delta) for each in losses]
    return fixed_list(listed).delta(RationalLoss(e_eps)).high


class OptimalCompositionOfTheList(Plain):
    """Composes what was launched as if it had been fixed in advance."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        losses = tuple(sorted((*book.losses, loss)))
        return optimal_delta(losses, book.budget.e_eps) <= book.budget.delta


class AdvancedRateOfTheMean(Plain):
    """Advanced composition of as many launches with the mean of their ε, or basic composition if that is better."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        losses, budget = (*book.losses, loss), book.budget
        slack = budget.delta - sum(each.delta for each in losses)
        if within(losses, budget) or slack <= 0:
            return within(losses, budget)
        number, mean = len(losses), sum(log(each.e_eps) for each in losses) / len(losses)
        drift = number * mean * expm1(mean) / (exp(mean) + 1)
        return drift + mean * sqrt(2 * number * log(1 / slack)) <= log(budget.e_eps)


class ChecksBeforeAdding(Plain):
    """Looks whether what was spent is within the budget, not what will be."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return within(book.losses, book.budget)


class LargestInsteadOfSum(Plain):
    """Compares the largest loss with the budget."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return all(within((each,), book.budget) for each in (*book.losses, loss))


class LargestDelta(Plain):
    """Adds the ε, and takes the largest δ."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        losses = (*book.losses, loss)
        pure = tuple(PrivacyParameters(each.e_eps, Fraction(0)) for each in losses)
        return within(pure, book.budget) and max(each.delta for each in losses) <= book.budget.delta


class DeltaUnmetered(Plain):
    """Adds the ε alone."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        pure = tuple(PrivacyParameters(each.e_eps, Fraction(0)) for each in (*book.losses, loss))
        return within(pure, book.budget)


class SquaresForSums(Plain):
    """Adds the squares of the ε, as if they were those of zCDP."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        losses = (*book.losses, loss)
        squares = sum(log(each.e_eps) ** 2 for each in losses)
        return squares <= log(book.budget.e_eps) ** 2 and sum(each.delta for each in losses) <= book.budget.delta


class FailuresAreFree(Plain):
    """Charges nothing for a mechanism that fails."""

    def charge(self, book: Book, loss: PrivacyParameters, mechanism: Mechanism) -> None:
        if mechanism.fails is None:
            super().charge(book, loss, mechanism)


class RefusalGivesBack(Plain):
    """Takes the last charge back where the next launch is refused."""

    def refuse(self, book: Book, loss: PrivacyParameters) -> None:
        book.losses = book.losses[:-1]


class RefusalOpens(Plain):
    """Stops counting after a refusal."""

    def refuse(self, book: Book, loss: PrivacyParameters) -> None:
        book.refusals += 1

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return book.refusals > 0 or super().accepts(book, loss)


class RefundsByAnswer(Plain):
    """Charges nothing for what was answered by a 1: it looks at answers."""

    def hear(self, script: Script, answer: str) -> None:
        if answer == "1":
            script.book.losses = script.book.losses[:-1]


@dataclass(frozen=True)
class _Anything:
    e_eps: Fraction
    delta: Fraction


class NegativeLossRefunds(Plain):
    """Takes a loss below nothing, and adds it."""

    def read(self, loss: Loss | None) -> PrivacyParameters:
        if loss is None:
            return super().read(loss)
        e_eps = Fraction(exp(read_number(loss.epsilon))) if loss.e_eps is None else read_number(loss.e_eps)
        found: PrivacyParameters = _Anything(e_eps, read_number(loss.delta))  # type: ignore[assignment]
        return found


class LooksAtData(Plain):
    """Refuses in one world what it takes in the other."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return super().accepts(book, loss) and not (book.data == "1" and len(book.losses) == 1)


class ForgetsTheFirst(Plain):
    """Counts the last two launches only."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return within((*book.losses, loss)[-2:], book.budget)


class RoundsDown(Plain):
    """Counts each ε in hundredths, rounded down."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        total = sum(int(100 * log(each.e_eps)) / 100 for each in (*book.losses, loss))
        delta = sum(each.delta for each in (*book.losses, loss))
        return total <= log(book.budget.e_eps) and delta <= book.budget.delta


class ChargesEachLossOnce(Plain):
    """Keeps what was launched as a set, so that equal losses count once."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return within(tuple({*book.losses, loss}), book.budget)


class MoreEpsilon(Plain):
    """Exceeds each ε by a ten-millionth."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return within((*book.losses, loss), larger(book.budget, ALITTLE, Fraction(0)))


class MoreDelta(Plain):
    """Exceeds each δ by a ten-millionth."""

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return within((*book.losses, loss), larger(book.budget, Fraction(0), ALITTLE))


class ChargesTheFirstWorld(Plain):
    """Charges nothing in the second world."""

    def charge(self, book: Book, loss: PrivacyParameters, mechanism: Mechanism) -> None:
        if book.data == "0":
            super().charge(book, loss, mechanism)


def larger(budget: PrivacyParameters, e_eps: Fraction, delta: Fraction) -> PrivacyParameters:
    """A budget that is larger by these parts of its E and of its δ."""
    return PrivacyParameters(budget.e_eps * (1 + e_eps), min(Fraction(1), budget.delta * (1 + delta)))
