"""The conjunction of rules: a launch is made if every rule admits it.

It is valid, because each by itself is. The disjunction is not: what one rule refuses, another would admit on the
strength of answers that the first has paid for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Reading, Refusal, Rule, RuleFor, rule_within
from concomp.impl.accounting.rules.totals import Totals
from concomp.model.numbers import ParameterError


@dataclass(frozen=True)
class Conjunction:
    """Several rules for one budget, all of which must admit a launch."""

    budget: Guarantee
    rules: tuple[Rule, ...]

    @property
    def name(self) -> str:
        """What it is called."""
        return f"all of: {'; '.join(rule.name for rule in self.rules)}"

    @property
    def source(self) -> str:
        """The statements that say that its rules are valid."""
        return "; ".join(dict.fromkeys(rule.source for rule in self.rules))

    @property
    def start(self) -> Totals:
        """The totals of all rules, one after the other."""
        return _joined(rule.start for rule in self.rules)

    def convert(self, loss: Guarantee) -> Guarantee:
        """The loss as the first rule counts it; ParameterError if any cannot."""
        first, *_ = [rule.convert(loss) for rule in self.rules]
        return first

    def charge(self, totals: Totals, loss: Guarantee) -> Totals | Refusal:
        """The totals with one more loss, or why the first rule that refuses does."""
        charged = [rule.charge(part, loss) for rule, part in self._parts(totals)]
        refusals = [each for each in charged if isinstance(each, Refusal)]
        return refusals[0] if refusals else _joined(each for each in charged if isinstance(each, Totals))

    def spent(self, totals: Totals) -> Reading:
        """What was lost by each of the rules."""
        return _read([rule.spent(part) for rule, part in self._parts(totals)])

    def remaining(self, totals: Totals) -> Reading:
        """What each of the rules leaves."""
        return _read([rule.remaining(part) for rule, part in self._parts(totals)])

    def _parts(self, totals: Totals) -> Iterator[tuple[Rule, Totals]]:
        first = 0
        for rule in self.rules:
            last = first + len(rule.start.numbers)
            yield rule, Totals(totals.numbers[first:last], totals.is_exact)
            first = last


def all_of(rules: Iterable[RuleFor]) -> RuleFor:
    """The rule by which all of these must admit a launch; ParameterError if there are none, or what is none."""
    if not isinstance(rules, Iterable):
        raise ParameterError("the rules", rules, "give a list of rules, like [basic, fully_adaptive(delta)]")
    listed = tuple(rules)
    if not listed:
        raise ParameterError("the rules", [], "give at least one")
    wrong = [rule for rule in listed if not callable(rule)]
    if wrong:
        raise ParameterError("a rule", wrong[0], "give what makes a rule from a budget, such as fully_adaptive(delta)")
    return lambda budget: Conjunction(budget, tuple(rule_within(rule, budget) for rule in listed))


def _joined(parts: Iterable[Totals]) -> Totals:
    listed = list(parts)
    return Totals(tuple(n for part in listed for n in part.numbers), all(part.is_exact for part in listed))


def _read(readings: list[Reading]) -> Reading:
    guarantees = tuple(guarantee for reading in readings for guarantee in reading.guarantees)
    return Reading(guarantees, all(reading.is_exact for reading in readings))
