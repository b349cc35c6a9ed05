"""Systems and lemmas over a few truth values, drawn at random, and what is reached in them, by going everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

from concomp.model.language.readings.evaluation import Program
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.verify.encoding.systems import System
from tests.obligations.verify.small import fixed, given, state

REGISTERS = (state(BOOL, "x"), state(BOOL, "y"))
INPUTS = (given(BOOL, "in"),)
RIGID = fixed(BOOL, "k")
LEAVES = (*REGISTERS, *INPUTS, RIGID)
VALUES = (False, True)


def is_safe(system: System) -> bool:
    """Whether no bad step is reached, from any start and by any steps, at values that the parameters may have."""
    symbols = [each.symbol for each in system.registers]
    rigid = [each.symbol for each in system.parameters]
    start = Program([each.initial for each in system.registers])
    step = Program([system.allowed, system.bad, *(each.update for each in system.registers)])
    may_be = Program([each.constraint for each in system.parameters])
    for values in product(VALUES, repeat=len(rigid)):
        known = dict(zip(rigid, values, strict=True))
        if not all(may_be(known)):
            continue
        seen = {tuple(start(known))}
        waiting = list(seen)
        while waiting:
            held = dict(zip(symbols, waiting.pop(), strict=True))
            for chosen in product(VALUES, repeat=len(system.inputs)):
                allowed, bad, *after = step({**known, **held, **dict(zip(system.inputs, chosen, strict=True))})
                if bad:
                    return False
                if allowed and tuple(after) not in seen:
                    seen.add(tuple(after))
                    waiting.append(tuple(after))
    return True


def pairs(count: int) -> Iterator[tuple[System, System]]:
    """Systems, each with a lemma that is safe and has parts of it."""
    draw = Random(1500)
    while count:
        system, other = _system(draw), _system(draw)
        registers = tuple(_like(draw, *both) for both in zip(system.registers, other.registers, strict=True))
        parameters = draw.choice([system.parameters, other.parameters])
        allowed = draw.choice([system.allowed, terms.disjunction([system.allowed, other.allowed]), other.allowed])
        bad = draw.choice([system.bad, other.bad])
        lemma = System("lemma", registers, INPUTS, parameters, allowed, bad)
        if is_safe(lemma):
            count -= 1
            yield system, lemma


def _system(draw: Random) -> System:
    registers = tuple(
        RegisterDefinition(terms.leaf_name(each), each, terms.constant(BOOL, draw.random() < 0.4), _term(draw, 2))
        for each in REGISTERS
    )
    parameters = (ParameterDefinition("k", RIGID, draw.choice([TRUE, RIGID, terms.negation(RIGID)])),)
    return System("drawn", registers, INPUTS, parameters, _term(draw, 2), _conjunction(draw, 3))


def _like(draw: Random, own: RegisterDefinition, other: RegisterDefinition) -> RegisterDefinition:
    """A register as it is in a system, or one that begins or goes on otherwise."""
    return draw.choice([own, own, replace(own, initial=other.initial), other])


def _term(draw: Random, depth: int) -> Term:
    if depth == 0 or draw.random() < 0.2:
        return draw.choice([*LEAVES, TRUE])
    first, second = _term(draw, depth - 1), _term(draw, depth - 1)
    listed: Sequence[Term] = (
        terms.negation(first),
        terms.conjunction([first, second]),
        terms.disjunction([first, second]),
        terms.equality(first, second),
    )
    return draw.choice(listed)


def _conjunction(draw: Random, count: int) -> Term:
    """Leaves that all hold, or do not, which is seldom."""
    chosen = draw.sample(LEAVES, count)
    return terms.conjunction(each if draw.random() < 0.7 else terms.negation(each) for each in chosen)
