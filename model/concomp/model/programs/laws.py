"""The exact chance of what a program shows.

All noise is of integers. What a step's own draws contribute is a sum over boxes of intervals; what is hidden in a
register from step to step is summed out last: number by number in the middle, and on both sides, where all intervals
move evenly, by geometric series. Nothing is cut off. Where the register is renewed by a fresh draw, the chance is a
product.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT
from concomp.model.programs.exponential_sums import ExponentialSum, Moving, between, mass, product
from concomp.model.programs.pieces import Box, Interval, Sum, pieces
from concomp.model.programs.program import Draw, NoisyProgram, Terms
from concomp.model.programs.vocabulary import ProgramError, demand_ratios, demand_values, leaves

Inputs = Mapping[str, int | bool]
"""What a program is sent in a step, in one world: its own inputs and the common ones, by name."""
Answer = tuple[int, ...]
"""What a step shows."""
Values = Mapping[str, Sum | bool]
"""What is not hidden, by name."""

IMPOSSIBLE = ExponentialSum(())
UP, DOWN = Moving(0, 1), Moving(0, -1)
"""What is hidden, as t grows."""


@dataclass(frozen=True)
class _Stretch:
    """Some steps with one hidden number: the chance of their answers, from which t on it is so, how many steps they
    are, the registers after them where they are possible, and what the hidden one was renewed by, if it was.
    """

    chance: ExponentialSum
    since: int
    steps: int
    registers: Values | None
    renewed: Draw | None = None


@dataclass(frozen=True)
class Instance:
    """A program of integers at certain ratios and parameters: `ratios` and `parameters` are by name.

    Raises ProgramError unless exactly what the program has is given, and is as the program supposes; for a program of
    reals; and for one that halts by what is hidden.
    """

    program: NoisyProgram
    ratios: Mapping[str, Fraction]
    parameters: Mapping[str, int] = field(default_factory=dict)
    _known: dict[object, _Stretch] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        program = self.program
        if program.numbers != INT:
            raise ProgramError(f"{program.name}: its numbers are {program.numbers.name}; the law is one of integers")
        demand_ratios(program.name, self.ratios, program.ratios)
        sorts = program.parameter_sorts
        demand_values(f"{program.name}: parameters", self.parameters, sorts)
        given = {terms.leaf("parameter", sort, name): self.parameters[name] for name, sort in sorts.items()}
        if not evaluate(program.parameters, given):
            raise ProgramError(f"{program.name}: parameters are {dict(self.parameters)}; give such as it supposes")
        if any(
            leaf.operator == "register" and terms.leaf_name(leaf) == program.hidden
            for leaf in leaves([program.goes_on])
        ):
            raise ProgramError(
                f"{program.name}: it halts by {program.hidden}, which is hidden: its law is not read off"
            )

    def chance(self, inputs: Sequence[Inputs], answers: Sequence[Answer]) -> Fraction:
        """The chance that the program shows these answers to these inputs, an answer to each.

        Raises ProgramError if it halts earlier, if answers do not determine what is not hidden, for a program whose
        law is not read off, and for inputs or answers that are not the program's.
        """
        self._demand_sent(inputs, answers)
        steps = list(zip(inputs, answers, strict=True))
        registers, source = self._initially()
        chance = Fraction(1)
        while steps:
            part, after = self._until_renewed(registers, source, steps)
            if after.registers is None:
                return Fraction(0)
            chance *= part
            registers, source, steps = after.registers, after.renewed or source, steps[after.steps :]
        return chance

    def ratio(self, zero: Sequence[Inputs], one: Sequence[Inputs], answers: Sequence[Answer]) -> Fraction | None:
        """How much likelier these answers are on the first inputs than on the second; None if only there.

        Raises ProgramError as `chance`, and for answers that are impossible on the first.
        """
        first, second = self.chance(zero, answers), self.chance(one, answers)
        if not first:
            raise ProgramError(f"{self.program.name}: these answers are impossible; give some that occur")
        return first / second if second else None

    def _demand_sent(self, inputs: Sequence[Inputs], answers: Sequence[Answer]) -> None:
        program = self.program
        if len(inputs) != len(answers):
            raise ProgramError(
                f"{program.name}: {len(inputs)} inputs and {len(answers)} answers; give an answer to each"
            )
        common = {name: program.common_sorts.get(name) for name in program.common}
        sent = {**common, **dict.fromkeys(program.inputs, program.numbers)}
        shown = {str(place): term.sort for place, term in enumerate(program.answer)}
        for each, answer in zip(inputs, answers, strict=True):
            demand_values(f"{program.name}: inputs", each, sent)
            demand_values(
                f"{program.name}: answer", dict(zip(map(str, range(len(answer))), answer, strict=True)), shown
            )

    def _until_renewed(
        self, registers: Values, source: Draw | None, steps: Sequence[tuple[Inputs, Answer]]
    ) -> tuple[Fraction, _Stretch]:
        """The chance of the steps up to where what is hidden is renewed, and a stretch that shows how it goes on."""
        if source is None:
            only = self._stretch(registers, None, steps)
            return only.chance.at(0), only
        ratio = self.ratios[source.ratio] ** source.rate
        sides = [self._stretch(registers, hidden, steps) for hidden in (UP, DOWN)]
        reach = max(each.since for each in sides)
        far = [(each.chance * mass(ratio, UP)).total(reach + 1) for each in sides]
        middle = [self._stretch(registers, Moving(hidden), steps) for hidden in range(-reach, reach + 1)]
        near = [each.chance.at(0) * mass(ratio, Moving(z)).at(0) for z, each in enumerate(middle, -reach)]
        possible = [each for each in (*sides, *middle) if each.registers is not None]
        return sum([*far, *near], Fraction(0)), self._agreed(possible or sides[:1])

    def _stretch(self, registers: Values, hidden: Moving | None, steps: Sequence[tuple[Inputs, Answer]]) -> _Stretch:
        factors, since = [], 0
        for count, (inputs, answer) in enumerate(steps, 1):
            step = self._step(registers, hidden, inputs, answer)
            factors.append(step.chance)
            since = max(since, step.since)
            if step.registers is None:
                return _Stretch(IMPOSSIBLE, since, count, None)
            registers = step.registers
            if step.renewed:
                return _Stretch(product(factors), since, count, registers, step.renewed)
        return _Stretch(product(factors), since, len(steps), registers)

    def _step(self, registers: Values, hidden: Moving | None, inputs: Inputs, answer: Answer) -> _Stretch:
        key = (*sorted(registers.items()), hidden, *sorted(inputs.items()), *answer)
        if key not in self._known:
            self._known[key] = self._new_step(registers, hidden, inputs, answer)
        return self._known[key]

    def _new_step(self, registers: Values, hidden: Moving | None, inputs: Inputs, answer: Answer) -> _Stretch:
        program = self.program
        known = {**_sums(self.parameters), **registers, **_sums(inputs)}
        if hidden is not None and program.hidden is not None:
            known[program.hidden] = Sum(hidden)
        if not pieces(program.goes_on, (), known, ())[0]:
            raise ProgramError(f"{program.name}: it has halted before it answers {answer}; give fewer answers")
        shown = terms.conjunction(
            terms.equality(term, terms.constant(term.sort, value))
            for term, value in zip(program.answer, answer, strict=True)
        )
        found, since = pieces(shown, tuple(program.following.values()), known, [each.name for each in program.draws])
        chance = sum((self._mass(each.box) for each in found), IMPOSSIBLE)
        after = [
            self._after(each.box, dict(zip(program.following, each.values, strict=True)), hidden) for each in found
        ]
        if not after:
            return _Stretch(IMPOSSIBLE, since, 1, None)
        return self._agreed([_Stretch(chance, since, 1, *each) for each in after])

    def _after(self, box: Box, values: dict[str, Sum | bool], hidden: Moving | None) -> tuple[Values, Draw | None]:
        program = self.program
        public = {name: value for name, value in values.items() if name != program.hidden}
        if any(isinstance(value, Sum) and (value.draws or value.moving.slope) for value in public.values()):
            raise ProgramError(
                f"{program.name}: its answers do not determine what is not hidden: its law is not read off"
            )
        if program.hidden is None or values[program.hidden] == Sum(hidden or UP):
            return public, None
        for draw in program.draws:
            if values[program.hidden] == Sum(Moving(0), ((draw.name, 1),)) and box[draw.name] == Interval():
                return public, draw
        raise ProgramError(f"{program.name}: {program.hidden} is neither kept nor drawn anew: its law is not read off")

    def _mass(self, box: Box) -> ExponentialSum:
        ratios = {each.name: self.ratios[each.ratio] ** each.rate for each in self.program.draws}
        return product([between(ratios[name], each.low, each.high) for name, each in box.items() if each != Interval()])

    def _initially(self) -> tuple[Values, Draw | None]:
        """The registers that are not hidden, and what the hidden one is drawn from."""
        program = self.program
        drawn = {each.name: each for each in program.first}
        hidden = program.initially[program.hidden] if program.hidden is not None else None
        source = drawn.get(terms.leaf_name(hidden)) if hidden is not None and hidden.operator == "message" else None
        if (source is None) != (program.hidden is None):
            raise ProgramError(f"{program.name}: {program.hidden} is not drawn at first: its law is not read off")
        public: Terms = {name: term for name, term in program.initially.items() if name != program.hidden}
        [first], _ = pieces(terms.TRUE, tuple(public.values()), _sums(self.parameters), ())
        if any(isinstance(value, Sum) and value.draws for value in first.values):
            raise ProgramError(f"{program.name}: what is drawn at first is kept unhidden: its law is not read off")
        return dict(zip(public, first.values, strict=True)), source

    def _agreed(self, stretches: list[_Stretch]) -> _Stretch:
        first = stretches[0]
        if any(
            (each.registers, each.renewed, each.steps) != (first.registers, first.renewed, first.steps)
            for each in stretches
        ):
            raise ProgramError(
                f"{self.program.name}: its answers do not determine how it goes on: its law is not read off"
            )
        return first


def _sums(numbers: Mapping[str, int | bool]) -> dict[str, Sum | bool]:
    return {name: value if isinstance(value, bool) else Sum(Moving(value)) for name, value in numbers.items()}
