"""Losses and rules as a ledger keeps them: as text that is read again, before anything is charged by it."""

from __future__ import annotations

import json
from functools import lru_cache

from concomp.impl.accounting.rules.rule import Rule
from concomp.impl.accounting.rules.written import read_budget, read_loss, read_rule, write_loss, write_rule
from concomp.impl.accounting.together import Asked
from concomp.impl.session.ledger.chain import write
from concomp.model.numbers import DIGITS, ParameterError


@lru_cache(maxsize=1024)
def loss_of(written: str) -> Asked:
    """The loss that is kept; ParameterError for what is none."""
    return read_loss(json.loads(written))


@lru_cache(maxsize=1024)
def rule_within(written: str, budget: str) -> Rule:
    """The rule that is kept of a book, or of a nested session, with its budget; ParameterError for what is none."""
    return read_rule(json.loads(written), read_budget(json.loads(budget)))


@lru_cache(maxsize=1024)
def loss_text(loss: Asked) -> str:
    """A loss as it is kept; ParameterError for one that would not be read again."""
    written = write(write_loss(loss))
    try:
        if loss_of(written) == loss:
            return written
    except ParameterError:
        pass
    raise ParameterError("the loss", loss, f"a ledger keeps numbers of at most {DIGITS} digits: round it up")


def rule_text(rule: Rule) -> str:
    """A rule as it is kept, without its budget.

    Raises ParameterError for a rule of somebody's own, and for one that would not be read again, or its budget.
    """
    written = write(write_rule(rule))
    try:
        if write(write_rule(rule_within(written, loss_text(rule.budget)))) == written:
            return written
    except ParameterError:
        pass
    remedy = f"a ledger keeps numbers of at most {DIGITS} digits: round the budget down"
    raise ParameterError("the rule", rule.name, remedy)
