"""Moments, divergences and the least ρ of the engine, held against the model's definitions and closed forms."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction as F
from pathlib import Path
from typing import Any

from flint import arb

from concomp.impl.audit.engine import Audit, Played
from concomp.impl.audit.measures.concentrated import least_rho
from concomp.impl.audit.measures.divergences import divergence_between, moment_between
from concomp.impl.audit.setting import of_document
from concomp.impl.audit.sides import Between
from concomp.model.files import Document, game, read
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.divergences import Divergences, divergence, largest_odds
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import deterministic_strategies, strategy_count
from concomp.model.mechanisms.measures.renyi import ODDS, largest_divergences, largest_moment
from concomp.model.mechanisms.privacy import Game, exchange_worlds, possible_answers, value, views
from tests.impl.audit.agreement import subjects

EXAMPLES = Path(__file__).parents[3] / "examples"
ORDERS = tuple(map(F, ("1", "9/8", "3/2", "2", "7/3", "5", "40")))
FEW_ORDERS = tuple(map(F, ("1", "3/2", "5")))
FEW = 300
"""The most adversaries that are listed."""
BITS = 192
"""The precision at which the model's balls are taken."""


def listed(whole: Game) -> set[tuple[Law[Any], Law[Any]]]:
    """The different views of all deterministic adversaries, if these are few; none otherwise."""
    if strategy_count(len(whole.queries), len(possible_answers(whole)), whole.rounds) > FEW:
        return set()
    return {
        views(whole, tree) for tree in deterministic_strategies(whole.queries, possible_answers(whole), whole.rounds)
    }


def by_listing(seen: set[tuple[Law[Any], Law[Any]]], order: F) -> Between:
    """The largest divergence of views, the first over the second, where it is finite."""
    with precision(BITS):
        found = [divergence(p, q, order) for p, q in seen]
        return max(map(below, found)), max(map(above, found))


def by_induction(whole: Game, order: F) -> Between:
    """The same as by listing, by the model's backward induction, where it is finite."""
    with precision(BITS):
        found = largest_divergences(whole).at(order)
        return below(found), above(found)


def both(whole: Game) -> list[Game]:
    """The game, and with its worlds exchanged."""
    return [whole, exchange_worlds(whole)]


def overlap(one: Between, other: Between) -> bool:
    """Whether two enclosures can be of the same number, and are both narrow."""
    narrow = all(high - low < F(1, 10**20) * (1 + high) for low, high in (one, other))
    return narrow and one[0] <= other[1] and other[0] <= one[1]


def agree(document: Document, orders: Sequence[F] = ORDERS) -> bool:
    """Whether what is found of a file, taken apart and played, is what the model defines."""
    return all(
        _agrees(found, suspected, turned, orders)
        for suspected, turned in enumerate(both(game(document)))
        for found in (Audit(of_document(document)), Played(of_document(document)))
    )


def _agrees(found: Audit, suspected: int, turned: Game, orders: Sequence[F]) -> bool:
    curve, seen = found.divergences(suspected), listed(turned)
    if curve.largest_odds != value(turned, ODDS) or found.moment(2)[suspected] != largest_moment(turned, 2):
        return False
    if any(not p.support <= q.support for p, q in seen):
        return curve.largest_odds is None
    if seen and max(largest_odds(p, q) or 0 for p, q in seen) != curve.largest_odds:
        return False
    if curve.largest_odds is None:
        return True
    here = {order: divergence_between(curve, order) for order in orders}
    return all(overlap(here[order], by_induction(turned, order)) for order in orders) and all(
        overlap(here[order], by_listing(seen, order)) for order in orders if seen
    )


def is_least(curve: Divergences, omega: F | None) -> bool:
    """Whether no order tried exceeds the bounds of ρ, and the one that is reached reaches them."""
    rho = least_rho(curve, omega)
    assert rho is not None
    tried = [order for order in (*ORDERS, *(F(5, 4) ** k for k in range(30))) if omega is None or order <= omega]
    with precision(BITS):
        reached = above(curve.at(rho.order) / ball(rho.order))
        largest = max(below(curve.at(order) / ball(order)) for order in tried)
    return largest <= rho.high and rho.low <= reached and rho.high - rho.low <= F(1, 10**6) * rho.high


def response(odds: F) -> Document:
    """A randomised response."""
    high, low = str(odds / (1 + odds)), str(1 / (1 + odds))
    kernel = {
        "0|ask": [[high, "0", "0"], [low, "0", "1"]],
        "1|ask": [[low, "1", "0"], [high, "1", "1"]],
    }
    fields: dict[str, Any] = {"type": "mechanism", "states": ["0", "1"], "queries": ["ask"], "answers": ["0", "1"]}
    return read(json.dumps({**fields, "init": ["0", "1"], "kernel": kernel, "horizon": 1}).encode())


def tanh(odds: F) -> Between:
    """ε·tanh(ε/2), the least ρ of a randomised response (concomp Proposition 22)."""
    with precision(BITS):
        found = ball(odds).log() * ball((odds - 1) / (odds + 1))
        return below(found), above(found)


def responses_are_right() -> bool:
    """Whether the least ρ of randomised responses is the closed form, and their moment of order 3/2 its own."""
    for odds in map(F, ("11/10", "3", "1000")):
        curve = Audit(of_document(response(odds))).divergences(0)
        rho, (low, high) = least_rho(curve, None), tanh(odds)
        if rho is None or not (rho.low <= high and low <= rho.high and rho.order == 1):
            return False
        with precision(BITS):
            share, moment = ball(odds).sqrt(), moment_between(curve, F(3, 2))
            exact: arb = (share * ball(odds) + 1 / share) / ball(1 + odds)
            if not overlap(moment, (below(exact), above(exact))):
                return False
    return True


def examples_are_right() -> bool:
    """Whether the attacks on Rényi divergence and on zCDP reach what the papers' statements say of them."""
    moments = [audited(f"renyi_attack_{count}").moment(2) for count in (1, 2, 3)]
    if moments != [(each,) * 2 for each in map(F, ("2", "183/64", "14737/4096"))]:
        return False
    for suspected in (0, 1):
        rho = least_rho(audited("zcdp_attack").divergences(suspected), None)
        if rho is None or not F(4835, 10**4) < rho.low <= rho.high < F(4837, 10**4):
            return False
        if not F(47, 10) < rho.order < F(49, 10):
            return False
    return True


def audited(example: str) -> Audit:
    """An example, audited."""
    return Audit(of_document(read((EXAMPLES / f"{example}.json").read_bytes())))


def one_law(p: Law[Any], q: Law[Any]) -> Document:
    """A mechanism that answers once, by one law or the other."""
    answers = sorted({*p.support, *q.support})
    kernel = {
        f"{world}|ask": [[str(law[answer]), world, answer] for answer in answers if law[answer]]
        for world, law in (("0", p), ("1", q))
    }
    fields: dict[str, Any] = {"type": "mechanism", "states": ["0", "1"], "queries": ["ask"], "answers": answers}
    return read(json.dumps({**fields, "init": ["0", "1"], "kernel": kernel, "horizon": 1}).encode())


def lopsided() -> Iterator[Document]:
    """Laws of which one has outcomes that the other lacks."""
    p, q = Law({"a": F(1, 2), "b": F(1, 2)}), Law({"a": F(1, 2), "b": F(1, 4), "c": F(1, 4)})
    yield one_law(p, q)
    yield one_law(q, p)


def files_agree() -> bool:
    """Whether files agree with the model: one cut short, one tied by a rule, two with outcomes of one world."""
    cut, *_, tied = subjects()
    return all(agree(document, FEW_ORDERS) for document in (cut, tied, *lopsided()))
