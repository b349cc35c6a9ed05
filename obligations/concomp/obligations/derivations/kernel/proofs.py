"""Derivations as evidence: what is put to the solvers, what is printed, and on which rules a statement rests.

A fact that is stated as a numbered statement is proved by the check of that statement; in the derivation of another
one it appears as a leaf under its name, so every statement answers for its own steps only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pydantic import JsonValue

from concomp.model.registry.evidence import Outcome
from concomp.obligations.derivations.kernel.facts import Fact, Rule
from concomp.obligations.derivations.kernel.language import Formula, free
from concomp.obligations.derivations.kernel.logic import ASSUMED, GIVEN, INSTANCE, LOGIC
from concomp.obligations.derivations.kernel.statements import SUPPOSED, hypotheses, in_order_of_use
from concomp.obligations.derivations.kernel.steps import Asked, SolvedStep, as_asked
from concomp.obligations.expectation import Violation
from concomp.obligations.solvers import algebra


def steps(fact: Fact) -> list[Fact]:
    """The facts that a statement is derived from, premises first, itself last; other statements are leaves."""
    return in_order_of_use(fact, lambda step: step is fact or not _is_leaf(step))


def _is_leaf(fact: Fact) -> bool:
    return fact.rule not in GIVEN and fact.origin is not None


def citations(fact: Fact) -> tuple[str, ...]:
    """The keys of the statements that a derivation uses, as leaves or as the origin of a hypothesis."""
    return tuple(dict.fromkeys(step.origin for step in steps(fact) if step is not fact and step.origin is not None))


def rules(fact: Fact) -> tuple[Rule, ...]:
    """The trusted rules that a statement rests on, here and in the statements it uses, in the order of their use."""
    used = (step.rule for step in in_order_of_use(fact, lambda step: True))
    return tuple(dict.fromkeys(rule for rule in used if rule not in LOGIC))


def claims(fact: Fact) -> Iterator[algebra.Question]:
    """What the solvers are asked for a statement, each claim once."""
    own = [step.claim for step in steps(fact) if step.claim is not None and (step is fact or not _is_leaf(step))]
    yield from {as_asked(claim): claim for claim in own}.values()


def lines(fact: Fact) -> tuple[str, ...]:
    """The derivation in words: every step with its number, its formula, and how it comes from earlier ones.

    An instance of a fact has no line of its own: where it is used it is called by the number of the fact, with a prime.
    """
    listed = [step for step in steps(fact) if step is fact or step.rule is not INSTANCE]
    number: dict[object, str] = {id(step): str(place) for place, step in enumerate(listed, start=1)}
    number |= {a: number[id(step)] for step in listed if step.rule is ASSUMED for a in step.assumptions}
    return tuple(f"{number[id(step)]}. {step.formula}  [{_reason(step, fact, number)}]" for step in listed)


def _reason(step: Fact, whole: Fact, number: dict[object, str]) -> str:
    if step.rule in GIVEN:
        return f"{step.name}: {step.origin}"
    if step is not whole and _is_leaf(step):
        return f"{step.origin}"
    used = ", ".join(dict.fromkeys(_reference(premise, number) for premise in step.premises))
    under = ", ".join(sorted((number[a] for a in step.assumptions if step.rule is not ASSUMED), key=int))
    name = f"{step.name}: " if step.name else ""
    return f"{name}{step.rule.name}{f' from {used}' if used else ''}{f', under {under}' if under else ''}"


def _reference(premise: Fact, number: dict[object, str]) -> str:
    """The number of a premise; of what it is an instance of, with a prime."""
    fact, prime = premise, ""
    while fact.rule is INSTANCE and fact.origin is None:
        (fact,), prime = fact.premises, "′"
    return number[id(fact)] + prime


def _formula_line(fact: Fact, with_name: bool) -> str:
    return f"{fact.name}: {_quantified(fact.formula)}" if with_name and fact.name else _quantified(fact.formula)


def hypotheses_by_formula(parts: Sequence[Fact]) -> tuple[list[Fact], list[list[Fact]]]:
    """The hypotheses that every one of some formulas rests on, and for each formula those that it rests on besides.

    What a statement itself supposes comes before what others say.
    """
    of_each = [_supposed_first(fact) for fact in parts]
    shared = [each for each in of_each[0] if all(_is_among(each, listed) for listed in of_each)]
    return shared, [[each for each in listed if not _is_among(each, shared)] for listed in of_each]


def _supposed_first(fact: Fact) -> list[Fact]:
    return sorted(hypotheses(fact), key=lambda each: each.origin != SUPPOSED)


def _is_among(fact: Fact, others: Sequence[Fact]) -> bool:
    return any(_hypothesis_line(fact) == _hypothesis_line(other) for other in others)


def _hypothesis_lines(parts: Sequence[Fact]) -> tuple[str, ...]:
    """A line for every hypothesis; those of one formula only stand below its name, the others first."""
    shared, besides = hypotheses_by_formula(parts)
    lines = _each_once(shared)
    for place, (fact, own) in enumerate(zip(parts, besides, strict=True), 1):
        heading = f"besides, for {fact.name or f'formula {place}'}:"
        lines += [heading, *_each_once(own)] if own else []
    return tuple(lines)


def _each_once(facts: Sequence[Fact]) -> list[str]:
    return list(dict.fromkeys(map(_hypothesis_line, facts)))


def _hypothesis_line(fact: Fact) -> str:
    return f"{_quantified(fact.formula)}  [{fact.name}: {fact.origin}]"


def _quantified(formula: Formula) -> str:
    """A formula with the sorts of its free variables, of which it holds for all."""
    variables = sorted(f"{each.sort} {each}" for each in free(formula))
    return f"for every {', '.join(variables)}: {formula}" if variables else str(formula)


def certificate(fact: Fact) -> dict[str, JsonValue]:
    """The texts of a statement, by their place and name, each with its weakest control."""
    return {_entry(place, claim): algebra.certificate(claim) for place, claim in enumerate(claims(fact), 1)}


def _entry(place: int, claim: algebra.Question) -> str:
    return f"{place}. {claim.name}"


def prove(fact: Fact) -> JsonValue:
    """The findings of a check of the statement: what both solvers have accepted, by place and name.

    Raises Violation if a solver does not accept a claim of its derivation, Undecided if it does not answer.
    """
    if fact.assumptions:
        raise Violation(f"{fact.formula} still rests on an assumption")
    return {_entry(place, claim): dict(_prove_once(as_asked(claim))) for place, claim in enumerate(claims(fact), 1)}


# One process asks the solvers once about the same texts, though several statements rest on them.
@cache
def _prove_once(claim: Asked) -> dict[str, JsonValue]:
    return algebra.prove(claim)


@cache
def _recheck_once(claim: Asked, control: str) -> None:
    algebra.recheck(claim, algebra.certificate(claim, control))


def recheck(fact: Fact, findings: JsonValue) -> None:
    """Derive the statement anew, compare with the findings, and put every claim to both solvers again."""
    compare(fact, findings)
    _recheck({fact: findings})


def compare(fact: Fact, findings: JsonValue) -> None:
    """Make sure that findings are those of this very derivation; Violation if they are not."""
    listed = {_entry(place, claim): claim for place, claim in enumerate(claims(fact), 1)}
    of_claims = findings if isinstance(findings, dict) else {}
    same = isinstance(findings, dict) and of_claims.keys() == listed.keys()
    if not same or not all(algebra.is_about(claim, of_claims[entry]) for entry, claim in listed.items()):
        raise Violation(f"{fact.origin}: the findings are not this derivation; find it again")


def _recheck(findings: Mapping[Fact, JsonValue]) -> None:
    """Put every claim to both solvers, once, with its control."""
    for fact in findings:
        if fact.assumptions:
            raise Violation(f"{fact.formula} still rests on an assumption")
    for claim, control in _controls(findings).items():
        _recheck_once(as_asked(claim), control)


def establish(*facts: Fact) -> None:
    """Put every claim of some derivations to both solvers, once; Violation or Undecided if one is not proved."""
    for fact in facts:
        if fact.assumptions:
            raise Violation(f"{fact.formula} still rests on an assumption")
    for asked in dict.fromkeys(as_asked(claim) for fact in facts for claim in claims(fact)):
        _prove_once(asked)


def find(parts: Sequence[Fact]) -> JsonValue:
    """The findings of a statement that consists of these facts: of one its own, of several a list."""
    return prove(parts[0]) if len(parts) == 1 else [prove(fact) for fact in parts]


def accept(key: str, parts: Sequence[Fact], findings: JsonValue) -> dict[Fact, JsonValue]:
    """The findings of each fact that a statement consists of, once both solvers have accepted them.

    key: of the statement. Raises Violation if the findings are not those of this derivation or a solver disagrees,
    Undecided if one does not answer.
    """
    of_parts = findings if len(parts) > 1 and isinstance(findings, list) else [findings]
    if len(of_parts) != len(parts):
        raise Violation(f"{key}: the findings are not about its {len(parts)} parts; find it again")
    found = dict(zip(parts, of_parts, strict=True))
    for fact, of_fact in found.items():
        compare(fact, of_fact)
    _recheck(found)
    return found


def _control(findings: Mapping[Fact, JsonValue]) -> str:
    """Which false variants of the solved steps both solvers refute."""
    said = {"that a bound is never reached": 0, "that one premise less is enough": 0, "a stronger conclusion": 0}
    for claim, control in _controls(findings).items():
        reached, needed = (claim.reached, claim.needed) if isinstance(claim, SolvedStep) else ((), ())
        kinds = [control in reached, control in needed, True]
        said[list(said)[kinds.index(True)]] += 1
    listed = ", ".join(f"{what} (of {count})" for what, count in said.items() if count)
    return f"of each of the {sum(said.values())} solved steps both solvers refute a false variant: {listed}"


def _controls(findings: Mapping[Fact, JsonValue]) -> dict[algebra.Question, str]:
    found: dict[algebra.Question, str] = {}
    for fact, of_fact in findings.items():
        assert isinstance(of_fact, dict)
        for place, claim in enumerate(claims(fact), 1):
            of_claim = of_fact[_entry(place, claim)]
            assert isinstance(of_claim, dict)
            found[claim] = str(of_claim["control"])
    return found


def with_derivations(outcome: Outcome, accepted: Mapping[Fact, JsonValue]) -> Outcome:
    """The outcome with the rules, the steps and the control of the derivations of facts whose findings are accepted."""
    parts = list(accepted)
    count = len({claim for fact in parts for claim in claims(fact)})
    used = dict.fromkeys(rule for fact in parts for rule in rules(fact))
    heading = len(parts) > 1
    return outcome.model_copy(
        update={
            "witness": outcome.witness or f"both solvers meet the premises of each of the {count} solved steps",
            "control": outcome.control or _control(accepted),
            "formulas": tuple(_formula_line(fact, heading) for fact in parts),
            "hypotheses": _hypothesis_lines(parts),
            "rules": tuple(f"{rule.name}: {rule.says}" for rule in used),
            "derivation": tuple(
                line for fact in parts for line in ((f"{fact.name}:",) if heading else ()) + lines(fact)
            ),
        }
    )
