"""What has to hold for an alignment to be one: claims about one step, without quantifiers, that solvers decide.

By induction on the steps they give, for every length: if noise brings certain answers in world 0, then moved noise
brings them in world 1; no two series of noise are moved to the same; and what was moved in all stays within the
budget.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.program import Draw, NoisyProgram, Terms, term_of
from concomp.obligations.alignments.alignment import ANSWER, OTHER, SEEN, SPENT, Alignment, world
from concomp.obligations.alignments.form import demand_form


@dataclass(frozen=True)
class Claim:
    """Premises from which a conclusion is to follow; `name` says what, in words."""

    name: str
    premises: tuple[Term, ...]
    conclusion: Term

    @property
    def denied(self) -> Term:
        """What cannot hold, if the claim does."""
        return terms.conjunction([*self.premises, terms.negation(self.conclusion)])


def claims(alignment: Alignment) -> tuple[Claim, ...]:
    """All claims of an alignment; ProgramError if it is not of the form that the rule is about."""
    demand_form(alignment)
    return (
        _beginning(alignment),
        *_step(alignment),
        _within_budget(alignment),
        *_one_to_one(alignment, alignment.program.first, ()),
        *_one_to_one(alignment, alignment.program.draws, _premises(alignment)),
    )


def at_first(alignment: Alignment) -> dict[Term, Term]:
    """What the registers are before the first step, by leaves."""
    program = alignment.program
    moved = _moved(alignment, program.first)
    return {
        **_registers(program, 0, program.initially),
        **_registers(program, 1, {name: substitute(term, moved) for name, term in program.initially.items()}),
        **_of_relation(alignment, alignment.neighbours.initially),
        **_spent(alignment, program.first, {each: terms.constant(program.numbers, 0) for each in program.ratios}),
        **{_seen(each.name): terms.FALSE for each in alignment.foretold},
    }


def following(alignment: Alignment) -> dict[Term, Term]:
    """What the registers are after a step, by leaves."""
    program = alignment.program
    zero, one = (
        {name: substitute(term, leaves) for name, term in program.following.items()}
        for leaves in (world(program, 0), _world_1(alignment))
    )
    return {
        **_registers(program, 0, zero),
        **_registers(program, 1, one),
        **_of_relation(alignment, alignment.neighbours.following),
        **_spent(alignment, program.draws, {each: _before(alignment, each) for each in program.ratios}),
        **{
            _seen(each.name): terms.disjunction([_seen(each.name), _shown(alignment, each.event)])
            for each in alignment.foretold
        },
    }


def of_a_step(alignment: Alignment) -> tuple[Term, ...]:
    """What holds in every step, by the relation and the program: it is allowed, and what is foretold comes true."""
    program = alignment.program
    goes_on = substitute(program.goes_on, world(program, 0))
    return (alignment.neighbours.holds, goes_on, *_come_true(alignment))


def _beginning(alignment: Alignment) -> Claim:
    conclusion = substitute(alignment.invariant, at_first(alignment))
    return Claim("the invariant holds at first", _parameters(alignment), conclusion)


def _step(alignment: Alignment) -> Iterable[Claim]:
    program, premises = alignment.program, _premises(alignment)
    one = _world_1(alignment)
    answers = [
        terms.equality(zero, substitute(term, one))
        for zero, term in zip(_answers(program), program.answer, strict=True)
    ]
    goes_on = [substitute(program.goes_on, world(program, index)) for index in (0, 1)]
    yield Claim("answers are kept", premises, terms.conjunction(answers))
    yield Claim(
        "both worlds go on, or both halt", (*_parameters(alignment), alignment.invariant), terms.equality(*goes_on)
    )
    yield Claim("the invariant is kept", premises, substitute(alignment.invariant, following(alignment)))


def _world_1(alignment: Alignment) -> Mapping[Term, Term]:
    return world(alignment.program, 1, _moved(alignment, alignment.program.draws))


def _within_budget(alignment: Alignment) -> Claim:
    within = [
        terms.make("at most", (_before(alignment, each), _bound(alignment, each))) for each in alignment.program.ratios
    ]
    return Claim(
        "no more is moved than the budget", (*_parameters(alignment), alignment.invariant), terms.conjunction(within)
    )


def _one_to_one(alignment: Alignment, draws: tuple[Draw, ...], premises: tuple[Term, ...]) -> Iterable[Claim]:
    """Two series of noise with the same answers, equal before a draw and moved to the same there, are equal there."""
    program = alignment.program
    moved = _moved(alignment, draws)
    other = {draw: terms.leaf("message", draw.sort, terms.leaf_name(draw) + OTHER) for draw in moved}
    answers = _answers(program) if premises else ()
    same_answers = [terms.equality(each, substitute(each, other)) for each in answers]
    both = (*premises, *(substitute(each, other) for each in premises), *same_answers)
    equal_before: list[Term] = []
    for draw, image in moved.items():
        together = terms.equality(image, substitute(image, other))
        equal = terms.equality(draw, other[draw])
        yield Claim(f"{terms.leaf_name(draw)} is moved one-to-one", (*both, *equal_before, together), equal)
        equal_before.append(equal)


def _premises(alignment: Alignment) -> tuple[Term, ...]:
    """What holds in a step: the invariant, the relation, and what is foretold comes true."""
    return (*_parameters(alignment), alignment.invariant, *of_a_step(alignment))


def _come_true(alignment: Alignment) -> Iterable[Term]:
    program = alignment.program
    zero = world(program, 0)
    after = {
        terms.leaf("register", sort, name): substitute(program.following[name], zero)
        for name, sort in program.sorts.items()
    }
    halts = terms.negation(substitute(program.goes_on, after))
    for each in alignment.foretold:
        foretold = terms.leaf("parameter", each.value.sort, each.name)
        event = terms.conjunction([terms.negation(_seen(each.name)), _shown(alignment, each.event)])
        never = terms.conjunction(
            [terms.negation(_seen(each.name)), terms.negation(_shown(alignment, each.event)), halts]
        )
        yield terms.implication(event, terms.equality(foretold, _shown(alignment, each.value)))
        yield terms.implication(never, terms.equality(foretold, each.default))


def _shown(alignment: Alignment, term: Term) -> Term:
    """A term over answers, with what the step shows in world 0."""
    answers = _answers(alignment.program)
    return substitute(
        term, {terms.leaf("message", each.sort, f"{ANSWER}{place}"): each for place, each in enumerate(answers)}
    )


def _answers(program: NoisyProgram) -> list[Term]:
    return [substitute(term, world(program, 0)) for term in program.answer]


def _parameters(alignment: Alignment) -> tuple[Term, ...]:
    return alignment.program.parameters, alignment.neighbours.parameters


def _moved(alignment: Alignment, draws: Iterable[Draw]) -> dict[Term, Term]:
    """What each draw is in world 1, in order."""
    numbers = alignment.program.numbers
    leaf = {each.name: terms.leaf("message", numbers, each.name) for each in draws}
    return {each: terms.make("sum", (each, _shift(alignment, name))) for name, each in leaf.items()}


def _shift(alignment: Alignment, name: str) -> Term:
    numbers = alignment.program.numbers
    return term_of(alignment.shifts.get(name, 0), numbers)


def _registers(program: NoisyProgram, index: int, values: Terms) -> dict[Term, Term]:
    return {terms.leaf("register", program.sorts[name], f"{name}.{index}"): value for name, value in values.items()}


def _of_relation(alignment: Alignment, values: Terms) -> dict[Term, Term]:
    initially = alignment.neighbours.initially
    return {terms.leaf("register", initially[name].sort, name): value for name, value in values.items()}


def _spent(alignment: Alignment, draws: tuple[Draw, ...], before: Mapping[str, Term]) -> dict[Term, Term]:
    """What is spent of each ratio after draws: rate·|shift| more for each."""
    numbers = alignment.program.numbers

    def more(total: Term, draw: Draw) -> Term:
        distance = terms.make("absolute", (_shift(alignment, draw.name),))
        return terms.make("sum", (total, terms.make("product", (terms.constant(numbers, draw.rate), distance))))

    return {
        _before(alignment, ratio): reduce(more, [each for each in draws if each.ratio == ratio], total)
        for ratio, total in before.items()
    }


def _before(alignment: Alignment, ratio: str) -> Term:
    return terms.leaf("register", alignment.program.numbers, SPENT + ratio)


def _bound(alignment: Alignment, ratio: str) -> Term:
    return term_of(alignment.budget.get(ratio, 0), alignment.program.numbers)


def _seen(name: str) -> Term:
    return terms.leaf("register", BOOL, SEEN + name)
