"""Instances: streams of both worlds that are neighbours, and the answers whose chances are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.laws import Answer, Inputs, Instance
from concomp.model.programs.neighbours import Neighbours
from concomp.model.programs.program import NoisyProgram
from concomp.model.programs.vocabulary import demand_ratios, leaves
from concomp.obligations.alignments.alignment import private
from concomp.obligations.expectation import expect

Ratios = Mapping[str, Fraction]
Parameters = Mapping[str, int | bool]
Law = Callable[[Ratios, Sequence[Inputs], Sequence[Answer]], Fraction]


@dataclass(frozen=True)
class Trial:
    """Inputs of both worlds, and the answers whose chances are compared.

    relation: in each step, what only the relation reads. law: the chance of answers, for a program whose law is not
    read off; whoever writes it answers for it.
    """

    zero: Sequence[Inputs]
    one: Sequence[Inputs]
    answers: Sequence[Answer]
    relation: Sequence[Inputs] = ()
    law: Law | None = None

    def ratio(self, program: NoisyProgram, ratios: Ratios, parameters: Parameters) -> Fraction | None:
        """How much likelier the answers are in world 0, exactly; None if they occur there only."""
        own = {name: value for name, value in parameters.items() if name in program.parameter_sorts}
        if self.law is None:
            return Instance(program, ratios, own).ratio(self.zero, self.one, self.answers)
        demand_ratios(program.name, ratios, program.ratios)
        first, second = (self.law(ratios, inputs, self.answers) for inputs in (self.zero, self.one))
        expect(min(first, second) >= 0 and max(first, second) <= 1, f"{program.name}: its law gives what is no chance")
        return first / second if second else None


def demand_neighbours(trial: Trial, program: NoisyProgram, relation: Neighbours, parameters: Parameters) -> None:
    """Make sure that the streams are neighbours, at parameters that the relation supposes; Violation if not."""
    at: dict[Term, int | bool] = {
        leaf: parameters[terms.leaf_name(leaf)] for leaf in leaves(relation.roots) if leaf.operator == "parameter"
    }
    expect(bool(evaluate(relation.parameters, at)), f"{relation.name}: it supposes other parameters")
    registers = {name: evaluate(term, at) for name, term in relation.initially.items()}
    steps = zip(trial.zero, trial.one, trial.relation or [{}] * len(trial.zero), strict=True)
    for place, (zero, one, also) in enumerate(steps):
        alike = all(zero[name] == one[name] for name in program.common)
        expect(alike and set(also) == set(relation.common), f"{relation.name}: common inputs differ in step {place}")
        worlds = [{private(name, program.numbers, 0): zero[name] for name in program.inputs}]
        worlds += [{private(name, program.numbers, 1): one[name] for name in program.inputs}]
        common = {**{name: zero[name] for name in program.common}, **also}
        now = {**at, **worlds[0], **worlds[1], **_known(relation, registers, common)}
        expect(bool(evaluate(relation.holds, now)), f"{relation.name}: inputs are not neighbours in step {place}")
        registers = {name: evaluate(term, now) for name, term in relation.following.items()}


def _known(relation: Neighbours, registers: Mapping[str, object], common: Inputs) -> Mapping[Term, object]:
    by_kind = {"register": registers, "message": common}
    return {
        leaf: by_kind[leaf.operator][terms.leaf_name(leaf)]
        for leaf in leaves(relation.roots)
        if terms.leaf_name(leaf) in by_kind.get(leaf.operator, ())
    }


def compared(
    below: Sequence[tuple[int, int]], above: Sequence[tuple[int, int]], shown: Sequence[int] | None = None
) -> Trial:
    """Values of both worlds that are below the threshold 0, then such that are not; what is shown of these, if more."""
    pairs, nothing = [*below, *above], (0,) if shown is None else (0, 0)
    zero, one = ([{"value": pair[world], "threshold": 0} for pair in pairs] for world in (0, 1))
    return Trial(zero, one, [nothing] * len(below) + [(1,) if shown is None else tuple(shown)] * len(above))


def twice(trial: Trial) -> Trial:
    """The same once more."""
    zero, one = ([*inputs, *inputs] for inputs in (trial.zero, trial.one))
    return replace(trial, zero=zero, one=one, answers=[*trial.answers, *trial.answers])


def begun(trial: Trial) -> Trial:
    """The difference begins with the first step."""
    return replace(trial, relation=[{"begins": True}] * len(trial.zero))


def summed(values: Sequence[tuple[int, int]], flag: str, flags: Sequence[bool], answers: Sequence[int]) -> Trial:
    """Values of both worlds with a flag, and what is shown."""
    zero, one = (
        [{"value": pair[world], flag: each} for pair, each in zip(values, flags, strict=True)] for world in (0, 1)
    )
    return Trial(zero, one, [(each,) for each in answers])


def of_all(values: Sequence[tuple[int, int]], shown: int, chance: Callable[..., Fraction]) -> Trial:
    """Values of which something is shown at the end; chance: of this, by ratio and values."""

    def law(ratios: Ratios, inputs: Sequence[Inputs], answers: Sequence[Answer]) -> Fraction:
        [ratio] = ratios.values()
        return chance(ratio, [each["value"] for each in inputs[:-1]], answers[-1][0])

    flags = [False] * len(values) + [True]
    return replace(summed([*values, (0, 0)], "last", flags, [0] * len(values) + [shown]), law=law)
