"""Invariants among candidates.

Of many candidates the largest set that holds at the start and is kept by every step is found from above: each model
of a violation removes the candidates that fail in it, until no violation is left. What remains is an invariant; if it
excludes what is bad, a part of it that does so is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import z3

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.encoding.encode import Encoder
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.proving import phases
from concomp.obligations.verify.proving.candidates import Candidate, Candidates, candidates, cone
from concomp.obligations.verify.proving.solving import Deadline, is_unsatisfiable, model_of, new_solver


def invariant(obligation: Obligation, milliseconds: int) -> Invariant | None:
    """Candidates that together prove the obligation, few of them, or None if all of them do not.

    Raises Undecided if that takes longer than the limit.
    """
    deadline = Deadline(milliseconds)
    influential = cone(obligation.system)
    # What has no influence on the bad may still keep it away, by what is allowed.
    for registers in dict.fromkeys([influential, obligation.system.registers]):
        found = invariant_among(obligation, candidates(obligation.system, registers), deadline.left())
        if found is not None:
            return found
    return None


def invariant_in_phases(obligation: Obligation, milliseconds: int) -> Invariant | None:
    """The same with candidates about phases only; None at once for a system that has none."""
    if not phases.has_phases(obligation.system):
        return None
    return invariant_among(obligation, phases.candidates(obligation.system), milliseconds)


def invariant_among(obligation: Obligation, made: Candidates, milliseconds: int) -> Invariant | None:
    """Some of these candidates, and of what is stated, that together prove the obligation; None if all do not.

    Raises Undecided if that takes longer than the limit.
    """
    deadline = Deadline(milliseconds)
    for known in lemmas(obligation, made.beside(obligation.stated), milliseconds):
        if is_unsatisfiable(obligation.safety(known), deadline.left()):
            return core(obligation, known, deadline.left())
    return None


def lemmas(obligation: Obligation, made: Candidates, milliseconds: int) -> Iterator[Invariant]:
    """The candidates that hold throughout, less those that others imply: tier by tier, growing.

    Raises Undecided if that takes longer than the limit.
    """
    deadline = Deadline(milliseconds)
    start = _State("start", obligation.at_start(made.atoms))
    after = _State("after", obligation.after_step(made.atoms))
    before = [_State("before", made.atoms)]
    before += [
        _State(f"before.{number}", [instance.image(atom) for atom in made.atoms], instance.guard)
        for number, instance in enumerate(obligation.instances)
    ]
    step = terms.conjunction([obligation.constraints, obligation.system.allowed])
    alive: set[Candidate] = set()
    for tier in made.tiers:
        alive |= _fixpoint(set(tier), obligation.constraints, [], start, deadline)
        alive = _fixpoint(alive, step, before, after, deadline)
        yield tuple(dict.fromkeys(made.term(candidate) for candidate in sorted(_strongest(alive))))


def core(obligation: Obligation, invariant: Invariant, milliseconds: int) -> Invariant:
    """Conjuncts of an invariant that suffice to exclude what is bad, to justify sums, and to keep each other."""
    asked = _Exclusions(obligation, invariant, milliseconds)
    following = dict(zip(invariant, obligation.after_step(invariant), strict=True))
    needed = asked.by(invariant, asked.named("unwanted", obligation.unwanted))
    for number, wrong in enumerate(obligation.justifications(())):
        needed |= asked.by(obligation.but_for_sums(invariant), asked.named(f"unjustified {number}", wrong))
    step = asked.named("step", obligation.system.allowed)
    waiting = [each for each in invariant if each in needed]
    while waiting:
        kept = waiting.pop()
        broken = asked.named(f"broken {invariant.index(kept)}", terms.negation(following[kept]))
        more = asked.by(obligation.assumed(kept, invariant), step, broken) - needed
        needed |= more
        waiting += [each for each in invariant if each in more]
    return tuple(each for each in invariant if each in needed)


class _Exclusions:
    """By which conjuncts of an invariant conditions are excluded.

    All that is known or asked has a name, by which it is assumed, so that the solver keeps what it learns.
    """

    def __init__(self, obligation: Obligation, invariant: Invariant, milliseconds: int) -> None:
        self._deadline = Deadline(milliseconds)
        self._encode = Encoder()
        # Which conjuncts a solver uses depends on what its context has seen, so it gets one of its own.
        self._context = z3.Context()
        self._solver = new_solver(milliseconds, self._context)
        self._solver.add(self._moved(obligation.constraints))
        self._conjuncts = {f"conjunct {number}": each for number, each in enumerate(invariant)}
        self._names = {each: self.named(name, obligation.hypothesis([each])) for name, each in self._conjuncts.items()}

    def named(self, name: str, condition: Term) -> Any:
        """The truth value of this name, by which a condition may be assumed."""
        truth = z3.Bool(name, self._context)
        self._solver.add(z3.Implies(truth, self._moved(condition)))
        return truth

    def by(self, known: Invariant, *goal: Any) -> set[Term]:
        """Those of the known conjuncts by which the goal is excluded; Undecided if they do not exclude it."""
        self._solver.set("timeout", self._deadline.left())
        if model_of(self._solver, [*goal, *(self._names[each] for each in known)]) is not None:
            raise Undecided("what was to be excluded is possible: this is no invariant")
        names = [each.decl().name() for each in self._solver.unsat_core()]
        return {self._conjuncts[name] for name in names if name in self._conjuncts}

    def _moved(self, term: Term) -> Any:
        return self._encode(term).translate(self._context)


@dataclass(frozen=True)
class _State:
    """What the atoms are in one of the states that a question is about, if the guard holds there."""

    name: str
    atoms: Sequence[Term]
    guard: Term = TRUE

    def atom(self, number: int) -> str:
        """The name of the truth value of an atom in this state."""
        return f"{self.name}.{number}"

    @property
    def spared(self) -> str:
        """The name of the truth value of the guard's negation."""
        return f"{self.name}.spared"

    def definitions(self, encode: Encoder) -> Iterator[Any]:
        """What the names mean."""
        for number, atom in enumerate(self.atoms):
            yield z3.Bool(self.atom(number)) == encode(atom)
        yield z3.Bool(self.spared) == z3.Not(encode(self.guard))

    def declarations(self) -> Iterator[str]:
        """The names, in SMT-LIB."""
        for name in (self.spared, *map(self.atom, range(len(self.atoms)))):
            yield f"(declare-const {name} Bool)"

    def holds(self, candidate: Candidate) -> str:
        """That the candidate holds here, in SMT-LIB."""
        premises = " ".join(f"(not {self.atom(number)})" for number in candidate.premises)
        return f"(or {self.spared} {premises} {self.atom(candidate.conclusion)})"


def _fixpoint(
    alive: set[Candidate], assumption: Term, before: Sequence[_State], after: _State, deadline: Deadline
) -> set[Candidate]:
    """The candidates that are left when weaker ones were asked about in the place of those that failed."""
    while (kept := _survivors(alive, assumption, before, after, deadline)) != alive:
        alive = kept
    return alive


def _survivors(
    alive: set[Candidate], assumption: Term, before: Sequence[_State], after: _State, deadline: Deadline
) -> set[Candidate]:
    """The candidates that no model shows to fail afterwards, if all that are alive hold before."""
    asked = sorted(_strongest(alive))
    if not asked:
        return alive
    encode = Encoder()
    solver = new_solver(deadline.left())
    solver.add(encode(assumption))
    solver.add([meaning for state in (*before, after) for meaning in state.definitions(encode)])
    # Thousands of clauses are read as text much faster than they are made one by one.
    solver.from_string("\n".join(_clauses(asked, before, after)))
    kept = set(alive)
    while (model := model_of(solver)) is not None:
        solver.set("timeout", deadline.left())
        holds = [z3.is_true(model.eval(z3.Bool(after.atom(n)), model_completion=True)) for n in range(len(after.atoms))]
        failing = {candidate for candidate in kept if _fails(candidate, holds)}
        if not failing:
            raise Undecided("a model of failing candidates fails none")
        solver.add([z3.Not(z3.Bool(f"fails.{number}")) for number, each in enumerate(asked) if each in failing])
        kept -= failing
    return kept


def _clauses(asked: Sequence[Candidate], before: Sequence[_State], after: _State) -> Iterator[str]:
    """That each candidate holds before, and that some candidate fails afterwards."""
    for state in (*before, after):
        yield from state.declarations()
    for number, candidate in enumerate(asked):
        yield from (f"(assert {state.holds(candidate)})" for state in before)
        yield f"(declare-const fails.{number} Bool)"
        yield f"(assert (=> fails.{number} (not {after.holds(candidate)})))"
    yield f"(assert (or {' '.join(f'fails.{number}' for number in range(len(asked)))}))"


def _strongest(alive: set[Candidate]) -> set[Candidate]:
    """The candidates of which none with fewer conditions, and the same conclusion, is alive."""
    return {each for each in alive if not any(weaker in alive for weaker in _with_fewer_premises(each))}


def _with_fewer_premises(candidate: Candidate) -> Iterator[Candidate]:
    for size in range(len(candidate.premises)):
        for premises in combinations(candidate.premises, size):
            yield Candidate(premises, candidate.conclusion)


def _fails(candidate: Candidate, holds: Sequence[bool]) -> bool:
    return not holds[candidate.conclusion] and all(holds[premise] for premise in candidate.premises)
