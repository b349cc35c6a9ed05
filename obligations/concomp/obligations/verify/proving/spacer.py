"""Invariants found by Spacer, z3's engine for systems of Horn clauses.

The reachable states are an unknown relation between registers and parameters. It contains the start, is closed under
allowed steps, and excludes bad ones; where Spacer finds such a relation, it is an invariant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import z3

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.smtlib import Unreadable, read
from concomp.obligations.verify.encoding.encode import Encoder, solver_constant, solver_sort
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation

REACHED = "reached"

Configuration = Mapping[str, bool]

RAW: Configuration = {}
"""Spacer as it comes."""

WITHOUT_TRANSFORMATIONS: Configuration = {
    "xform.slice": False,
    "xform.inline_linear": False,
    "xform.inline_eager": False,
}
"""Spacer on the clauses as they stand."""


def invariant(obligation: Obligation, configuration: Configuration, milliseconds: int) -> Invariant | None:
    """An invariant that proves the obligation as Spacer sees it, or None if it finds none within the limit.

    Spacer does not assume the invariant at other indices. What it finds is not yet a proof.
    """
    system = obligation.system
    encode = Encoder()
    symbols = [*(each.symbol for each in system.parameters), *(each.symbol for each in system.registers)]
    state = [encode(symbol) for symbol in symbols]
    reached = z3.Function(REACHED, *(solver_sort(symbol.sort) for symbol in symbols), z3.BoolSort())

    def at(images: Mapping[Term, Term]) -> Any:
        return reached(*(encode(images.get(symbol, symbol)) for symbol in symbols))

    constraints = encode(obligation.constraints)
    start = at({each.symbol: each.initial for each in system.registers})
    following = at({each.symbol: each.update for each in system.registers})
    unwanted = encode(obligation.unwanted)
    variables = [*state, *(encode(leaf) for leaf in system.inputs)]
    clauses = [
        z3.Implies(constraints, start),
        z3.Implies(z3.And(reached(*state), constraints, encode(system.allowed)), following),
        z3.Implies(z3.And(reached(*state), constraints, unwanted), z3.BoolVal(False)),
    ]
    model = _model(
        [z3.ForAll(variables, clause) if variables else clause for clause in clauses], configuration, milliseconds
    )
    return None if model is None else _conjuncts(_relation(model, symbols), symbols)


def _model(clauses: list[Any], configuration: Configuration, milliseconds: int) -> Any | None:
    """A model of the clauses. What Spacer finds depends on what its context has seen, so it gets one of its own."""
    source = z3.Solver()
    source.add(clauses)
    solver = z3.SolverFor("HORN", ctx=z3.Context())
    solver.set("timeout", milliseconds)
    for option, value in configuration.items():
        solver.set(option, value)
    solver.from_string(source.sexpr())
    return solver.model() if solver.check() == z3.sat else None


def _relation(model: Any, symbols: list[Term]) -> Any:
    """What the model says of the state. (Evaluating the relation in it gives true, whatever the model says.)"""
    [reached] = [each for each in model.decls() if each.name() == REACHED]
    state = [solver_constant(symbol).translate(model.ctx) for symbol in symbols]
    found = model[reached]
    if not symbols:
        return found
    image = z3.substitute_vars(found.else_value(), *state)
    for place in range(found.num_entries()):
        entry = found.entry(place)
        here = z3.And([variable == entry.arg_value(number) for number, variable in enumerate(state)])
        image = z3.If(here, entry.value(), image)
    return image


def _conjuncts(relation: Any, symbols: list[Term]) -> Invariant | None:
    try:
        term = read(relation.sexpr(), symbols)
    except Unreadable:
        return None
    listed = term.arguments if term.operator == "and" else (term,)
    return tuple(each for each in listed if each is not terms.TRUE)
