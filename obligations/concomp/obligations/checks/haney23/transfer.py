"""From non-interactive to interactive mechanisms: filters and odometers of f-DP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from concomp.model.filters.filtered import (
    ContinuationRule,
    Losses,
    filtered_composition,
    filtered_concurrent_composition,
)
from concomp.model.filters.measures import F_DP
from concomp.model.filters.messages import READY, Ask, Launch, Next
from concomp.model.filters.simulation import one_shot, simulator, weakest_trade_off
from concomp.model.filters.transformations import Reduction, interactive_from_noninteractive
from concomp.model.filters.validity import Menu, Offer, is_valid_accumulator, is_valid_rule
from concomp.model.laws.law import Law
from concomp.model.laws.trade_off import TradeOff, tensor
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.mechanisms.privacy import Game
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.checks.haney23.simulation import QUERIES, pair_of, point_of, solution_of
from concomp.obligations.checks.haney23.transformations import JUNK, agreement
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import BITS
from concomp.obligations.families.small.mechanisms import random_trees

FAMILIES = (random_trees(2, 2, 4, 1, seed=34), random_trees(2, 1, 4, 1, seed=35))
GAMES = tuple(
    Game(m, (m.initial_states[0], m.initial_states[1]), QUERIES, rounds)
    for family, rounds in zip(FAMILIES, (2, 1), strict=True)
    for m in family
)


@dataclass(frozen=True, eq=False)
class Subject:
    """An interactive mechanism on a bit, what it loses, and how it is simulated."""

    mechanism: InteractiveMechanism
    loss: TradeOff
    reduction: Reduction
    rounds: int

    @property
    def interactive(self) -> Offer:
        """The mechanism, on offer."""
        return Offer(Launch(self.mechanism, self.loss), QUERIES, self.rounds)

    @property
    def noninteractive(self) -> Offer:
        """What simulates it, on offer at the same loss."""
        return Offer(Launch(self.reduction.noninteractive, self.loss))


def subjects(findings: Any) -> tuple[Subject, ...]:
    """The mechanisms, with the simulations that were found."""
    return tuple(
        Subject(
            _on_a_bit(game),
            weakest_trade_off(game),
            Reduction(one_shot(pair_of(game), BITS), simulator(point_of(game, written))),
            game.rounds,
        )
        for game, written in zip(GAMES, findings, strict=True)
    )


def _on_a_bit(game: Game) -> InteractiveMechanism:
    """The mechanism of a game, started on a bit by START, which it answers by READY; it halts after its rounds."""

    def step(state: Any, message: Any) -> Next:
        if state in BITS:
            return Law.point(((game.states[state], game.rounds), READY) if message is START else (HALT, HALT))
        inner, left = state
        if message is START or left == 0:
            return Law.point((HALT, HALT))
        return game.mechanism.respond(inner, message).map(lambda sent: ((sent[0], left - 1), sent[1]))

    return InteractiveMechanism(step, BITS, (START, *QUERIES), f"{game.mechanism!r} on a bit")


def _is_noninteractive(launch: Launch) -> bool:
    return isinstance(launch.mechanism, NonInteractiveMechanism)


def find() -> JsonValue:
    """A simulation of each mechanism."""
    return [solution_of(game) for game in GAMES]


def accepting(*lists: Losses) -> ContinuationRule:
    """The rule that accepts these lists, whatever the budget."""
    return lambda losses, budget: losses in lists


@check_of_findings("Haney23 Theorem 3.4", "Haney23 Theorem 1.21", find=find)
def filters_of_processed_pairs_are_filters_of_mechanisms(findings: JsonValue) -> Outcome:
    """P ∘ F-Filt(NIM) is F-FiltCon(IM) in law, and rules that are valid for the pairs are valid for the mechanisms."""
    first, second = subjects(findings)
    rule = accepting((first.loss,), (first.loss, second.loss), (second.loss,))
    inner = filtered_composition(rule, None, _is_noninteractive, BITS)
    direct = filtered_concurrent_composition(rule, None, lambda launch: True, BITS)
    messages = (first.interactive.launch, second.interactive.launch, Ask(1, 0), Ask(1, 1), Ask(2, 0), *JUNK[:1])
    processing = interactive_from_noninteractive({each.mechanism: each.reduction for each in (first, second)})
    same_law = agreement(processing, inner, direct, messages, 4, inner)
    pairs, mechanisms = _menus((first, second))
    rules = (rule, accepting((first.loss,)), accepting((second.loss,), (second.loss, first.loss)))
    budgets = (tensor(first.loss, second.loss), first.loss)
    valid: list[Any] = []
    invalid: list[Any] = []
    for number, each in enumerate(rules):
        for budget in budgets:
            of_pairs = is_valid_rule(each, pairs, [budget], F_DP)
            of_mechanisms = is_valid_rule(each, mechanisms, [budget], F_DP)
            expect(of_mechanisms or not of_pairs, f"rule {number} is valid for pairs alone at {budget}")
            (valid if of_pairs else invalid).append((number, budget, of_mechanisms))
    expect((0, budgets[0], True) in valid, "both are not valid at their tensor product")
    control = first_case((case for case in invalid if not case[2]), "everything is valid")
    return Outcome(
        verdict="exact",
        scope=f"{FAMILIES[0].name}, {FAMILIES[1].name}, launched and interleaved, all sequences of four messages; "
        "three rules, their tensor product and the loss of one as budgets",
        size=(same_law.size or 0) + len(rules) * len(budgets),
        witness="both launched in the order of the rule, each asked, at the tensor product of their losses",
        control=f"rule {control[0]} is not valid at the loss of one of the two",
    )


@check_of_findings("Haney23 Theorem 3.6", "Haney23 Theorem 1.21", find=find)
def accumulators_of_processed_pairs_are_accumulators_of_mechanisms(findings: JsonValue) -> Outcome:
    """An accumulator that is valid for the pairs is so for the mechanisms; one that says too little is for neither."""
    first, second = subjects(findings)
    pairs, mechanisms = _menus((first, second))
    perfect = tensor()

    def together(losses: Losses) -> TradeOff:
        return tensor(*losses)

    def last(losses: Losses) -> TradeOff:
        return losses[-1] if losses else perfect

    thresholds = (tensor(first.loss, second.loss), first.loss)
    found = {}
    for name, accumulator in (("the tensor product", together), ("the last", last)):
        for threshold in thresholds:
            of_pairs = is_valid_accumulator(accumulator, pairs, [threshold], F_DP)
            of_mechanisms = is_valid_accumulator(accumulator, mechanisms, [threshold], F_DP)
            expect(of_mechanisms or not of_pairs, f"{name} is valid for pairs alone at {threshold}")
            found[name, threshold] = of_pairs, of_mechanisms
    expect(found["the tensor product", thresholds[0]] == (True, True), "the tensor product is not valid")
    expect(found["the last", thresholds[1]] == (False, False), "what says the last loss is valid at it")
    return Outcome(
        verdict="exact",
        scope=f"{FAMILIES[0].name}, {FAMILIES[1].name}, each launched once; two accumulators, two thresholds",
        size=2 * len(found),
        witness="the tensor product of the losses is valid at that of both",
        control="the last loss by itself is valid at the loss of one neither for the pairs nor for the mechanisms",
        notes=(
            "That what is valid for interactive mechanisms is so for one-shot ones is plain: these are among them.",
        ),
    )


def _menus(of: Sequence[Subject]) -> tuple[Menu, Menu]:
    """The pairs on offer, and the mechanisms."""
    pairs, mechanisms = (tuple(each.noninteractive for each in of), tuple(each.interactive for each in of))
    return Menu((0, 1), pairs), Menu((0, 1), mechanisms)
