"""Invariants among candidates.

Of many candidates the largest set that holds at the start and is kept by every step is found from above: each model
of a violation removes the candidates that fail in it, until no violation is left. What remains is an invariant; if it
excludes what is bad, a part of it that does so is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

import z3

from concomp.model.language import terms
from concomp.model.language.terms import TRUE, Term
from concomp.obligations.smt.candidates import Candidate, Candidates, candidates
from concomp.obligations.smt.encode import Encoder
from concomp.obligations.smt.obligation import Invariant, Obligation, Undecided
from concomp.obligations.smt.solving import is_unsatisfiable, model_of, new_solver


def lemmas(obligation: Obligation, milliseconds: int) -> Invariant:
    """All candidates that hold throughout; Undecided if a solver call exceeds its limit."""
    listed = candidates(obligation.system)
    encode = Encoder()
    at_start = _Question(encode(obligation.constraints), listed, obligation.at_start(listed.atoms), milliseconds)
    step = z3.And(encode(obligation.constraints), encode(obligation.system.allowed))
    kept_by_step = _Question(step, listed, obligation.after_step(listed.atoms), milliseconds)
    kept_by_step.assume(listed.atoms)
    for instance in obligation.instances:
        kept_by_step.assume([instance.image(atom) for atom in listed.atoms], instance.guard)
    kept = kept_by_step.weed(at_start.weed(range(len(listed.listed))))
    return tuple(dict.fromkeys(listed.term(listed.listed[number]) for number in kept))


def invariant(obligation: Obligation, milliseconds: int) -> Invariant | None:
    """Candidates that together prove the obligation, few of them, or None if all of them do not.

    Raises Undecided if a solver call exceeds its limit.
    """
    known = lemmas(obligation, milliseconds)
    if not is_unsatisfiable(obligation.safety(known), milliseconds):
        return None
    return core(obligation, known, milliseconds)


def core(obligation: Obligation, invariant: Invariant, milliseconds: int) -> Invariant:
    """Conjuncts of an invariant that suffice to exclude what is bad, and to keep each other."""
    encode = Encoder()
    solver = new_solver(milliseconds)
    selectors = [z3.Bool(f"conjunct {number}") for number in range(len(invariant))]
    solver.add(encode(obligation.constraints))
    for selector, conjunct in zip(selectors, invariant, strict=True):
        solver.add(z3.Implies(selector, encode(obligation.hypothesis([conjunct]))))
    unwanted = encode(terms.disjunction([obligation.system.bad, obligation.uncovered]))
    allowed = encode(obligation.system.allowed)
    following = [encode(conjunct) for conjunct in obligation.after_step(invariant)]
    needed = _used(solver, selectors, unwanted)
    waiting = sorted(needed)
    while waiting:
        more = _used(solver, selectors, z3.And(allowed, z3.Not(following[waiting.pop()]))) - needed
        needed |= more
        waiting += sorted(more)
    return tuple(invariant[number] for number in sorted(needed))


def _used(solver: Any, selectors: Sequence[Any], goal: Any) -> set[int]:
    """The numbers of the conjuncts that the solver used to exclude the goal."""
    solver.push()
    solver.add(goal)
    if model_of(solver, selectors) is not None:
        raise Undecided("what was to be excluded is possible: this is no invariant")
    used = {str(selector) for selector in solver.unsat_core()}
    solver.pop()
    return {number for number, selector in enumerate(selectors) if str(selector) in used}


class _Question:
    """Which candidates can fail, in a state that follows from given ones?

    Every atom is named by a truth value of its own, in each state that is spoken of, so that a model says which
    candidates fail in it; a candidate is assumed, and asked about, as long as its selector is.
    """

    def __init__(self, assumption: Any, candidates: Candidates, after: Sequence[Term], milliseconds: int) -> None:
        self._listed = candidates.listed
        self._solver = new_solver(milliseconds)
        self._encode = Encoder()
        self._states = count()
        self._selectors = [z3.Bool(f"candidate {number}") for number in range(len(self._listed))]
        self._solver.add(assumption)
        self._after = self._named(after)
        self._solver.add(z3.Or([self._failing(*group) for group in self._by_conclusion()]))

    def assume(self, atoms: Sequence[Term], guard: Term = TRUE) -> None:
        """Assume the candidates of a state in which the atoms are these, if the guard holds."""
        named = self._named(atoms)
        spared = z3.Not(self._encode(guard))
        for selector, candidate in zip(self._selectors, self._listed, strict=True):
            premises = [z3.Not(named[number]) for number in candidate.premises]
            self._solver.add(z3.Or([spared, z3.Not(selector), *premises, named[candidate.conclusion]]))

    def weed(self, alive: Iterable[int]) -> list[int]:
        """The numbers of the candidates that cannot fail while they are assumed, out of those that are alive."""
        kept = list(alive)
        dropped = set(range(len(self._listed))) - set(kept)
        while True:
            self._solver.add([z3.Not(self._selectors[number]) for number in sorted(dropped)])
            model = model_of(self._solver, [self._selectors[number] for number in kept])
            if model is None:
                return kept
            holds = [z3.is_true(model.eval(atom, model_completion=True)) for atom in self._after]
            dropped = {number for number in kept if _fails(self._listed[number], holds)}
            if not dropped:
                raise Undecided("a model of failing candidates fails none")
            kept = [number for number in kept if number not in dropped]

    def _named(self, atoms: Sequence[Term]) -> list[Any]:
        state = next(self._states)
        names = [z3.Bool(f"atom {number} of state {state}") for number in range(len(atoms))]
        self._solver.add([name == self._encode(atom) for name, atom in zip(names, atoms, strict=True)])
        return names

    def _by_conclusion(self) -> Iterable[tuple[int, list[int]]]:
        groups: dict[int, list[int]] = {}
        for number, candidate in enumerate(self._listed):
            groups.setdefault(candidate.conclusion, []).append(number)
        return groups.items()

    def _failing(self, conclusion: int, numbers: list[int]) -> Any:
        premises = [
            z3.And([self._selectors[number], *(self._after[premise] for premise in self._listed[number].premises)])
            for number in numbers
        ]
        return z3.And(z3.Not(self._after[conclusion]), z3.Or(premises))


def _fails(candidate: Candidate, holds: Sequence[bool]) -> bool:
    return not holds[candidate.conclusion] and all(holds[premise] for premise in candidate.premises)
