"""The rules of plain logic.

A fact is made by a rule from earlier facts, and by nothing else: the functions that are called rules here and in
`rules` compute the formula, and refuse premises that do not fit. What is trusted is therefore the hypotheses and
definitions, the rules, and the answers of two solvers.

- `hypothesis` enters a hypothesis, with the name of the statement it comes from; `define` a definition, of a quantity
  of which nothing was known before. `state` says which statement a fact is, if its definitions can stand together.
- `solve` derives a comparison from earlier facts at the same, arbitrary values of their indices. Quantities, sums,
  suprema and limits are unknown reals to the solvers, so the comparison holds whatever they are.
- `assume` and `induction` go by induction over a natural number or over a history. The hypothesis of an induction
  fixes the variable of the induction and holds for all values of the others; nothing may be generalised or replaced
  over a variable that an assumption fixes.

An example: what starts at most at 1 and does not grow stays at most 1.

    n = Var("n", "number")
    def w(k: Index) -> Real: return Quantity("w", (k,))
    start = hypothesis("w starts at most at 1", "HSV26 Definition 3.1", le(w(ZERO), 1))
    step = hypothesis("w does not grow", "HSV26 Definition 3.1", le(w(NEXT(n)), w(n)))
    bounded = le(w(n), 1)
    next_ = solve("one step", le(w(NEXT(n)), 1), assume(bounded, n), step)
    always = induction(bounded, n, start, next_)

`state(always, "HSV26 Lemma 4.7")` says which numbered statement a fact is; `proofs.certificate` and `proofs.recheck`
make and judge the findings of a check. Rules about sums, suprema and limits are in `rules`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import REAL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.definitions import NoDefinition, defined_quantity
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import (
    Argument,
    Assumption,
    Fact,
    Rule,
    WrongStep,
    _label,
    demand,
    deriving,
)
from concomp.obligations.derivations.kernel.indices import (
    EMPTY,
    EXTENDED,
    NEXT,
    OTHER,
    ZERO,
    Index,
    Values,
    Var,
    plurals,
    variables,
)
from concomp.obligations.derivations.kernel.language import (
    BoundTerm,
    Comparison,
    Conjunction,
    Formula,
    Implication,
    Quantity,
    Real,
    comparisons,
    eq,
    formula_at,
    free,
    term_at,
)
from concomp.obligations.derivations.kernel.plurals import is_distributive, said_of_every_one
from concomp.obligations.derivations.kernel.sealing import demand_exactly
from concomp.obligations.derivations.kernel.sentences import MOVE_BY_MOVE
from concomp.obligations.derivations.kernel.solvable import atoms, formula_as_term
from concomp.obligations.derivations.kernel.statements import DEFINITION, HYPOTHESIS, demand_statement, ends_in_moves
from concomp.obligations.derivations.kernel.steps import Asked, SolvedStep

QUERY, ANSWER = Var("q", "query"), Var("a", "number")


SOLVED = Rule("solved", solves=True)
INSTANCE = Rule("instance", collective=True)
JOINED = Rule("joined")
ASSUMED = Rule("assumed")
EITHER = Rule("either bit")
PART = Rule("part")
DEDUCED = Rule("deduced")
DETACHED = Rule("detached", collective=True)
RENAMED = Rule("renamed")
INDUCTION = Rule("induction")
_derive = deriving(
    HYPOTHESIS, DEFINITION, SOLVED, INSTANCE, JOINED, ASSUMED, EITHER, PART, DEDUCED, DETACHED, RENAMED, INDUCTION
)
GIVEN = (HYPOTHESIS, DEFINITION)
LOGIC = (HYPOTHESIS, DEFINITION, SOLVED, INSTANCE, JOINED, PART, ASSUMED, DEDUCED, DETACHED, RENAMED, EITHER)


@exactly
def hypothesis(name: str, origin: str, formula: Formula) -> Fact:
    """A hypothesis; `origin` is the key of the statement it comes from, or `statements.SUPPOSED`."""
    return _derive(HYPOTHESIS, formula, name=name, origin=origin)


@exactly
def define(name: str, origin: str, formula: Formula) -> Fact:
    """What a quantity is; that nothing was known of it is seen when a fact is stated that was derived from this."""
    try:
        defined_quantity(formula)
    except NoDefinition as error:
        raise WrongStep(str(error)) from error
    return _derive(DEFINITION, formula, name=name, origin=origin)


@exactly
def define_quotient(name: str, origin: str, quotient: Quantity, positive: Fact, numerator: Real | int = 1) -> Fact:
    """What a quotient is, from 0 < t for what it divides by: the quotient times t is the numerator."""
    formula = positive.formula
    demand(isinstance(formula, Comparison), f"{formula} does not say that something is positive")
    assert isinstance(formula, Comparison)
    return detach(define(name, origin, Implication(formula, eq(quotient * formula.right, numerator))), positive)


@exactly
def state(fact: Fact, key: str, name: str = "") -> Fact:
    """The same fact, known from now on as the statement of this key, if it can be that."""
    demand_statement(fact, key)
    return _label(fact, key, name)


@exactly
def instance(fact: Fact, values: Values) -> Fact:
    """The fact at some values of its free variables.

    What stands for every one of several may be put in if nothing in the fact does so far, and what is made of the fact
    is distributive.
    """
    values = dict(values)
    for variable, value in values.items():
        demand(variable.sort == value.sort, f"{value} is no {variable.sort}, as {variable} is")
        demand(variable not in fact.fixed, f"{variable} is fixed by an assumption and cannot be replaced")
    formula = formula_at(fact.formula, values)
    if plurals(*values.values()):
        said = ", ".join(sorted(map(str, said_of_every_one(fact.formula))))
        demand(not said, f"{fact.formula} is said of {said} already: put in all that is said of every one together")
        demand(is_distributive(formula), f"{formula} is so of each, not of every one: there may be none")
    return _derive(INSTANCE, formula, fact, using={"values": values})


@exactly
def join(*facts: Fact) -> Fact:
    """Several comparisons as one fact."""
    for fact in facts:
        demand(bool(comparisons(fact.formula)), f"{fact.formula} is no comparison")
    return _derive(JOINED, Conjunction(tuple(part for fact in facts for part in comparisons(fact.formula))), *facts)


@exactly
def by_cases(formula: Formula, bit: Var, one: Index, at_one: Fact, at_other: Fact) -> Fact:
    """The formula for all values of a bit, from what it says at one bit and at the other."""
    demand_exactly((Var,), bit)
    demand(bit.sort == one.sort == "bit" and bit not in variables(one), f"{bit} and {one} are not two bits")
    for value, fact in ((one, at_one), (OTHER(one), at_other)):
        wanted = formula_at(formula, {bit: value})
        demand(fact.formula == wanted, f"{fact.formula} is not {wanted}")
        demand(bit not in fact.fixed, f"{bit} is fixed by an assumption of {fact.formula}")
    return _derive(EITHER, formula, at_one, at_other, using={"formula": formula, "bit": bit, "one": one})


@exactly
def part(fact: Fact, formula: Formula) -> Fact:
    """Some of the comparisons of a fact."""
    known = comparisons(fact.formula)
    demand(bool(comparisons(formula)), f"{formula} is no comparison")
    demand(all(one in known for one in comparisons(formula)), f"{formula} is no part of {fact.formula}")
    return _derive(PART, formula, fact, using={"formula": formula})


@exactly
def suppose(formula: Formula) -> Fact:
    """A formula supposed to hold at one value of each of its variables."""
    variables_ = free(formula)
    demand(bool(variables_), f"{formula} is about no index")
    over = min(variables_, key=str)
    assumption = Assumption(formula, over, variables_)
    return _derive(ASSUMED, formula, using=_arguments(assumption), supposing=frozenset({assumption}))


@exactly
def discharge(supposition: Fact, fact: Fact) -> Fact:
    """The implication from what was supposed to what follows from it."""
    demand(supposition.rule is ASSUMED and supposition.fixed == free(supposition.formula), "nothing was supposed")
    demand(supposition.assumptions <= fact.assumptions, f"{fact.formula} does not rest on {supposition.formula}")
    formula = Implication(supposition.formula, fact.formula)
    return _derive(DEDUCED, formula, supposition, fact, discharging=supposition.assumptions)


@exactly
def detach(implication: Fact, premise: Fact) -> Fact:
    """The conclusion of an implication whose premise holds."""
    formula = implication.formula
    demand(isinstance(formula, Implication), f"{formula} is no implication")
    assert isinstance(formula, Implication)
    demand(premise.formula == formula.premise, f"{premise.formula} is not {formula.premise}")
    return _derive(DETACHED, formula.conclusion, implication, premise)


@exactly
def apply_lemma(lemma: Fact, values: Values, *premises: Fact) -> Fact:
    """What a lemma says at some values of its free variables, its premises being facts: computed, never given."""
    conclusion = instance(lemma, values) if values else lemma
    for premise in premises:
        conclusion = detach(conclusion, premise)
    return conclusion


@exactly
def discharge_all(suppositions: Sequence[Fact], fact: Fact) -> Fact:
    """What follows from suppositions as an implication, the first of them outermost."""
    for supposition in reversed(suppositions):
        fact = discharge(supposition, fact)
    return fact


@exactly
def rename_bound(bound: Real, name: Var) -> Fact:
    """A sum, supremum or limit is the same with its variable called otherwise."""
    demand(isinstance(bound, BoundTerm), f"{bound} binds no variable")
    assert isinstance(bound, BoundTerm)
    demand(name.sort == bound.variable.sort, f"{name} is no {bound.variable.sort}, as {bound.variable} is")
    demand(name not in free(bound), f"{name} occurs in {bound} already")
    other = BoundTerm(bound.binder, name, term_at(bound.body, {bound.variable: name}), bound.start)
    return _derive(RENAMED, Comparison("=", bound, other), using={"bound": bound, "name": name})


@exactly
def assume(formula: Formula, over: Var, *parameters: Var) -> Fact:
    """The hypothesis of an induction over `over`, with the parameters fixed as well."""
    demand_exactly((Var,), over, *parameters)
    demand(over in free(formula), f"{over} does not occur in {formula}")
    assumption = Assumption(formula, over, frozenset({over, *parameters}))
    return _derive(ASSUMED, formula, using=_arguments(assumption), supposing=frozenset({assumption}))


def _arguments(assumption: Assumption) -> Mapping[str, Argument]:
    fixed = tuple(sorted(assumption.fixes, key=str))
    return {"formula": assumption.formula, "over": assumption.over, "fixes": fixed}


@exactly
def induction(formula: Formula, over: Var, base: Fact, step: Fact) -> Fact:
    """The formula for all values of `over`, from what it says at the start and at a successor.

    The step may rest on what `assume` says of the same formula and variable. A parameter that an outer induction fixes
    must be fixed by this assumption too.
    """
    start, successor, new = _values_of(over)
    demand(base.formula == formula_at(formula, {over: start}), f"the start is {base.formula}, not {formula} at {start}")
    demand(
        step.formula == formula_at(formula, {over: successor}),
        f"the step is {step.formula}, not {formula} at {successor}",
    )
    used = frozenset(a for a in step.assumptions if a.over == over and a.formula == formula)
    remaining = base.assumptions | (step.assumptions - used)
    outer = frozenset().union(*(assumption.fixes for assumption in remaining))
    demand(not {over, *new} & (outer | (free(formula) - {over})), f"{over} or what succeeds it is fixed outside")
    for assumption in used:
        loose = (free(formula) - assumption.fixes) & outer
        demand(not loose, f"the assumption holds for all {_names_of(loose)}, the step for one only: fix it")
        demand(not set(new) & assumption.fixes, f"the assumption fixes {_names_of(new)}")
    return _derive(INDUCTION, formula, base, step, using={"formula": formula, "over": over}, discharging=used)


def _values_of(over: Var) -> tuple[Index, Index, frozenset[Var]]:
    """Where an induction starts, what succeeds a value, and the variables that are new in the successor."""
    demand_exactly((Var,), over)
    demand(over.sort in ("number", "history"), f"{over} is neither a number nor a history")
    successor = NEXT(over) if over.sort == "number" else EXTENDED(over, QUERY, ANSWER)
    return ZERO if over.sort == "number" else EMPTY, successor, variables(successor) - {over}


def _names_of(some: frozenset[Var]) -> str:
    return ", ".join(sorted(map(str, some)))


@exactly
def solve(
    name: str,
    formula: Comparison,
    *premises: Fact,
    witness: tuple[Comparison, ...] | None = None,
    variant: Comparison | None = None,
    whole: Collection[Real] = (),
) -> Fact:
    """A comparison that follows from earlier facts by arithmetic, at the same arbitrary values of their indices.

    whole: terms that are unknown reals to the solvers as they stand, whatever they are made of. witness: what an
    interesting case satisfies; by default that no quantity is 0. variant: a comparison that does not follow, for when
    no sharper variant is seen not to; by default the same with 1 to spare.
    """
    known = [part for fact in premises for part in comparisons(fact.formula)]
    names = _names([*known, formula], whole)
    spoiled = variant or replace(formula, left=formula.left + 1)
    claim = SolvedStep(
        name=name,
        hypotheses=tuple(formula_as_term(part, names) for part in known),
        conclusion=formula_as_term(formula, names),
        interesting=_interesting(witness, names),
        false_variant=formula_as_term(spoiled, names),
        strict=formula_as_term(replace(formula, relation="<"), names),
        is_equation=_is_equation(formula),
        dispensable=tuple(formula_as_term(part, names) for part in sorted(known, key=_is_equation)),
    )
    return _derive(
        SOLVED, formula, *premises, name=name, using={"formula": formula, "whole": tuple(whole)}, claim=claim
    )


@exactly
def solve_in_words(formula: Formula, asked: Asked) -> Fact:
    """What is said in words, once both solvers answer what is asked: of use to the rule that asks the same only."""
    demand(ends_in_moves(formula), f"{formula} does not begin with “{MOVE_BY_MOVE}”, so no question answers for it")
    return _derive(SOLVED, formula, name=asked.name, claim=asked)


def _is_equation(comparison: Comparison) -> bool:
    return comparison.relation == "="


def _interesting(witness: tuple[Comparison, ...] | None, names: Mapping[Real, Term]) -> Term:
    """What is given as a witness; by default that no quantity is 0."""
    if witness is not None:
        return terms.conjunction(formula_as_term(part, names) for part in witness)
    zero = terms.constant(REAL, 0)
    return terms.conjunction(terms.negation(terms.equality(atom, zero)) for atom in names.values())


def _names(formulas: list[Comparison], whole: Collection[Real]) -> dict[Real, Term]:
    """An unknown real for everything that formulas are made of by arithmetic."""
    found = [atom for formula in formulas for side in (formula.left, formula.right) for atom in atoms(side, whole)]
    return {
        atom: terms.leaf("parameter", REAL, f"x{number}") for number, atom in enumerate(dict.fromkeys(found), start=1)
    }
