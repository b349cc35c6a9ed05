"""Rules, budgets and losses as JSON, so that the decisions of a book can be made again by whoever reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concomp.impl.accounting.guarantees import FDP, Guarantee, read_guarantee
from concomp.impl.accounting.rules.additive import Additive
from concomp.impl.accounting.rules.basic import Basic, basic
from concomp.impl.accounting.rules.conjunction import Conjunction, all_of
from concomp.impl.accounting.rules.free_slots import FreeSlots
from concomp.impl.accounting.rules.fully_adaptive import FullyAdaptive, fully_adaptive
from concomp.impl.accounting.rules.gaussian import gaussian
from concomp.impl.accounting.rules.on_menu import OnMenu
from concomp.impl.accounting.rules.pure import Pure, pure
from concomp.impl.accounting.rules.renyi import renyi
from concomp.impl.accounting.rules.rule import Rule, RuleFor, rule_within
from concomp.impl.accounting.rules.slots import Slots, slots
from concomp.impl.accounting.rules.trade_offs import TradeOffSlots
from concomp.impl.accounting.rules.zcdp import zcdp
from concomp.impl.accounting.together import Asked, Together
from concomp.model.laws.measures import Measure
from concomp.model.numbers import NumberError, ParameterError, rational_text

Written = dict[str, Any]
WITHOUT_PARAMETERS: dict[str, RuleFor] = {
    "pure": pure,
    "basic": basic,
    "renyi": renyi,
    "zcdp": zcdp,
    "gaussian": gaussian,
}
"""The rules that a budget determines."""


def write_loss(asked: Asked) -> Any:
    """A loss, or several that are asked for at once, as JSON; a budget likewise."""
    if isinstance(asked, Together):
        return [write_loss(loss) for loss in asked.losses]
    return {"measure": str(asked.measure), "numbers": asked.fields}


def read_loss(written: Any) -> Asked:
    """What `write_loss` made; ParameterError for anything else."""
    if isinstance(written, list):
        return Together(tuple(map(read_budget, written)))
    return read_budget(written)


def read_budget(written: Any) -> Guarantee:
    """The one loss or budget that `write_loss` made; ParameterError for anything else."""
    try:
        return read_guarantee(Measure(written["measure"]), written["numbers"])
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    raise ParameterError("the loss", written, "write it as a ledger does, by its measure and its numbers")


def write_rule(rule: Rule) -> Written:
    """A rule of ours as JSON, without its budget.

    Raises ParameterError for a rule of somebody's own, whose decisions nobody else could make again.
    """
    if type(rule) in (Pure, Basic) or (type(rule) is Additive and rule.name in WITHOUT_PARAMETERS):
        return {"rule": rule.name}
    if type(rule) is FullyAdaptive:
        return {"rule": "fully adaptive", "delta_prime": rational_text(rule.delta_prime)}
    if type(rule) is Slots or type(rule) is TradeOffSlots:
        return {"rule": "slots", "slots": _slots(rule)}
    if type(rule) is OnMenu:
        return {"rule": "on menu", "menu": _slots(rule), "orders": sorted(map(list, rule.orders))}
    if type(rule) is Conjunction:
        return {"rule": "all of", "rules": [write_rule(each) for each in rule.rules]}
    remedy = "a ledger keeps rules of concomp, whose decisions can be made again: name one, or use a MemoryBook"
    raise ParameterError("rule", rule.name, remedy)


def read_rule(written: Any, budget: Guarantee) -> Rule:
    """The rule that `write_rule` wrote, within this budget; ParameterError for what is none, or not within it."""
    try:
        return rule_within(_rule_for(written), budget)
    except (KeyError, TypeError, ValueError, NumberError):
        pass
    raise ParameterError("the rule", written, "write it as a ledger does, by its name and its parameters")


def _slots(rule: FreeSlots[Any]) -> list[Any]:
    return [write_loss(slot) for slot in rule.slots]


def _rule_for(written: Mapping[str, Any]) -> RuleFor:
    match written["rule"]:
        case "fully adaptive":
            return fully_adaptive(written["delta_prime"])
        case "slots":
            return slots(map(read_budget, written["slots"]))
        case "on menu":
            return _on_menu(written)
        case "all of":
            return all_of(map(_rule_for, written["rules"]))
        case name:
            return WITHOUT_PARAMETERS[name]


def _on_menu(written: Mapping[str, Any]) -> RuleFor:
    menu = tuple(map(read_budget, written["menu"]))
    orders = frozenset(tuple(map(int, order)) for order in written["orders"])

    def rule(budget: Guarantee) -> Rule:
        losses = tuple(loss for loss in menu if isinstance(loss, FDP))
        if not isinstance(budget, FDP) or len(losses) < len(menu):
            raise ParameterError("the menu", list(menu), "a menu and its budget are trade-off functions")
        return OnMenu(budget, losses, orders)

    return rule
