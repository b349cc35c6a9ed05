"""What a session is given when it is made, checked before anything is charged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Rule, RuleFor, rule_within
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.usual import demand_guarantee, usual_rule
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import CheckedRandomness, SystemRandomness
from concomp.impl.session.book import Book, MemoryBook
from concomp.impl.session.isolation import contain
from concomp.impl.session.outcome import answer_unless_interrupted
from concomp.model.numbers import ParameterError

Parts = Mapping[str, Callable[[Any], bool]]
RULE: Parts = {
    "name": lambda name: isinstance(name, str),
    "budget": lambda budget: isinstance(budget, Guarantee),
    "source": lambda source: isinstance(source, str),
    "start": lambda start: isinstance(start, Totals),
    **dict.fromkeys(("convert", "charge", "spent", "remaining"), callable),
}
"""The attributes of a rule, and what each must be."""
BOOK: Parts = dict.fromkeys(("charge", "totals"), callable)
RANDOMNESS: Parts = {"below": callable}


def choose_rule(budget: Guarantee, rule: RuleFor | None) -> Rule:
    """The rule for the budget, the usual one unless another is given; ParameterError for no budget or rule."""
    if rule is None:
        return usual_rule(budget)
    demand_guarantee(budget)
    chosen, error = contain(rule_within, rule, budget)
    if isinstance(error, ParameterError):
        raise error
    answer_unless_interrupted((chosen, error))
    if chosen is None or not _has(chosen, RULE):
        raise ParameterError("rule", rule, "give what makes a rule from a budget, such as fully_adaptive(delta)")
    return chosen


def choose_book(book: Book | None) -> Book:
    """The book, one in memory unless it is given; ParameterError for what is none."""
    if book is None:
        return MemoryBook()
    if not _has(book, BOOK):
        raise ParameterError("book", book, "give an object with the methods of Book, charge and totals")
    return book


def choose_randomness(randomness: Randomness | None, trust: str | None) -> Randomness:
    """The source of randomness, the operating system's unless it is given; ParameterError if it is not trusted."""
    demand_choice("trust", trust, (None, "seeded"))
    if randomness is None:
        return SystemRandomness()
    if not _has(randomness, RANDOMNESS):
        raise ParameterError("randomness", randomness, "give an object with the method of Randomness, below")
    if type(randomness) is not SystemRandomness and trust != "seeded":
        raise ParameterError("randomness", randomness, "its numbers may be known: say trust='seeded' to use it")
    return randomness if type(randomness) is SystemRandomness else CheckedRandomness(randomness)


def demand_hook(hook: object) -> None:
    """Raise ParameterError for what cannot be called."""
    if not callable(hook):
        raise ParameterError("hook", hook, "give a function of an event")


def demand_choice(name: str, value: object, choices: tuple[str | None, ...]) -> None:
    """Raise ParameterError for what is none of the choices."""
    if type(value) not in (type(None), str) or value not in choices:
        raise ParameterError(name, value, f"give one of {', '.join(map(repr, choices))}")


def _has(value: object, parts: Parts) -> bool:
    """Whether it is an object with all these attributes, each of the right kind."""
    right = contain(lambda: all(is_right(getattr(value, name)) for name, is_right in parts.items()))
    return answer_unless_interrupted(right) is True and not isinstance(value, type)
