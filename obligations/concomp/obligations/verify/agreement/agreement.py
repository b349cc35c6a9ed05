"""Agreement: a certificate speaks of the running functions.

What a certificate proves is proved of a system over numbers. Whether that is the system of the functions is looked at
here, on steps that are drawn and on steps that a solver chose: the functions are run on them, the question is evaluated
by the book, and what came of it is put to the solvers in the certificate's own words. No step may be missing from the
certificate's system, none of them may be bad, and the certificate's invariant must hold wherever they lead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.solvers import smtlib
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.agreement.replaying import differing_register
from concomp.obligations.verify.agreement.samples import Samples
from concomp.obligations.verify.agreement.subject import Subject
from concomp.obligations.verify.agreement.testimony import Testimony
from concomp.obligations.verify.agreement.walks import Step, Values, Walker, declared, roots
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.encoding.code import Undecodable
from concomp.obligations.verify.encoding.decode import decode
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.valuations import Valuation
from concomp.obligations.verify.properties.copies import CopiesQuestion
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.replay import Unconfirmed

SEQUENCES, LENGTH, TRIES = 3, 5, 12
"""How many sequences are drawn, how long they are, and how often each step is drawn until it is allowed."""
CHOSEN, DEPTH = 1, 3
"""How many registers a solver is asked to change, and in how many steps."""
POINTWISE = "equal"
"""The property of which a difference between the functions shows nothing: it may be at another index."""

Walk = tuple[Walker, Sequence[Step]]


@dataclass(frozen=True)
class Solvers:
    """Who is asked.

    search: for a shortest way to a bad step of a system, of at most so many steps; None if there is none, or none is
    found in time. answers: what each solver says to a text.
    """

    search: Callable[[System, int, frozenset[Term]], Valuation | None]
    answers: Callable[[str], Mapping[str, str]]


def demand_agreement(subject: Subject, solvers: Solvers) -> None:
    """Raise Rejected unless the certificate's system agrees with the running functions wherever it is looked at.

    Raises Undecided if no solver says whether it does.
    """
    draw = Random(subject.question.property)
    samples = Samples(draw, roots(subject.question.system))
    walks = [*_chosen(subject, solvers, samples), *_drawn(subject, solvers, samples, draw)]
    for walker, steps in walks:
        _demand_functions(subject.question, walker, steps)
    told = [Testimony(subject, walker, steps, number, draw) for number, (walker, steps) in enumerate(walks)]
    for each in told:
        if (state := each.broken()) is not None:
            raise Rejected(f"{_name(subject.question)}: the certificate's invariant does not hold in {state}")
    if not _is_possible(terms.conjunction(each.condition for each in told), solvers):
        missing = next((each for each in told if not _is_possible(each.condition, solvers)), told[0])
        part = next((words for words, condition in missing.parts if not _is_possible(condition, solvers)), "a sequence")
        raise Rejected(f"{_name(subject.question)}: the certificate's system does not have {part}")


def _demand_functions(question: Question, walker: Walker, steps: Sequence[Step]) -> None:
    """Raise Rejected if the functions, run on these steps, violate the property or have other registers."""
    trace = walker.trace(steps)
    sequence = f"{list(trace.steps)!r:.300}"
    if steps[-1].bad or _violates(question, walker, steps):
        raise Rejected(f"{_name(question)}: a sequence that was run violates it: {sequence}")
    different = differing_register(question, steps, trace)
    if different is not None:
        place, name = different
        raise Rejected(
            f"{_name(question)}: after message {place + 1} the running function has another {name!r}: {sequence}"
        )


def _violates(question: Question, walker: Walker, steps: Sequence[Step]) -> bool:
    if question.given or question.property == POINTWISE:
        return False
    try:
        question.replay(walker.trace(steps))
    except Unconfirmed:
        return False
    return True


def _chosen(subject: Subject, solvers: Solvers, samples: Samples) -> Iterator[Walk]:
    """Walks that a solver chose: one by an allowed step, and one to a change of each of some registers."""
    lowered = subject.lowered
    system = lowered.system
    changing = [
        each for each in system.registers if each.update is not each.symbol and each.symbol.sort in smtlib.SORTS
    ]
    goals = [system.allowed]
    for each in Random(system.name).sample(changing, min(CHOSEN, len(changing))):
        changed = terms.negation(terms.equality(each.update, each.symbol))
        goals.append(terms.conjunction([system.allowed, changed]))
    for goal in goals:
        valuation = solvers.search(system.with_question("a step", goal), DEPTH, lowered.tokens)
        walker = None if valuation is None else _walker(subject, valuation, samples)
        if walker is not None and valuation is not None:
            yield walker, walker.walk(decode(lowered, valuation).steps)


def _drawn(subject: Subject, solvers: Solvers, samples: Samples, draw: Random) -> Iterator[Walk]:
    """Walks that are drawn, each step until it is allowed; their parameters too, or else a solver chooses them."""
    source = subject.question.system
    for _ in range(SEQUENCES):
        walker = _drawn_walker(subject, samples) or _walker_at_some_values(subject, solvers, samples)
        if walker is None:
            return
        steps: list[Step] = []
        before = walker.initial
        while len(steps) < LENGTH and (not steps or (steps[-1].allowed and not steps[-1].bad)):
            tried = [walker.step(before, _inputs(source, samples, draw)) for _ in range(TRIES)]
            steps.append(next((step for step in tried if step.allowed or step.bad), tried[-1]))
            before = steps[-1].after
        yield walker, steps


def _drawn_walker(subject: Subject, samples: Samples) -> Walker | None:
    source = subject.question.system
    for _ in range(TRIES):
        drawn = {each.name: samples.value(each.symbol.sort) for each in source.parameters}
        walker = Walker(source, drawn, _meanings(subject, samples, {}))
        if walker.fits:
            return walker
    return None


def _walker_at_some_values(subject: Subject, solvers: Solvers, samples: Samples) -> Walker | None:
    lowered = subject.lowered
    valuation = solvers.search(lowered.system.with_question("values", terms.TRUE), 1, lowered.tokens)
    return None if valuation is None else _walker(subject, valuation, samples)


def _walker(subject: Subject, valuation: Valuation, samples: Samples) -> Walker | None:
    """The system at what a solver chose; None if that is the code of nothing."""
    try:
        found = decode(subject.lowered, valuation)
    except Undecodable:
        return None
    return Walker(subject.question.system, found.parameters, _meanings(subject, samples, found.meanings))


def _meanings(
    subject: Subject, samples: Samples, known: Mapping[Declared[object], Meaning]
) -> dict[Declared[object], Meaning]:
    """Meanings of all that is declared: what is known, else drawn; what is 1-sensitive is made so."""
    question = subject.question
    used = [*declared(question.system), *(each for one in question.definitions for each in one.declared.values())]
    given = {symbol: known.get(symbol) or samples.meaning(symbol) for symbol in used}
    sensitive = question.sensitive if isinstance(question, CopiesQuestion) else ()
    return given | {each.function: each.enforce(given[each.function]) for each in sensitive if each.function in given}


def _inputs(system: System, samples: Samples, draw: Random) -> Values:
    """Inputs of one step; many of one sort are the same, or nearly so."""
    chosen: dict[Term, Value] = {}
    for leaf in system.inputs:
        same = [value for other, value in chosen.items() if other.sort == leaf.sort]
        likeness = draw.random()
        if same and likeness < 0.45:
            chosen[leaf] = same[-1]
        elif same and likeness < 0.8:
            chosen[leaf] = samples.near(leaf.sort, same[-1])
        else:
            chosen[leaf] = samples.value(leaf.sort)
    return chosen


def _is_possible(condition: Term, solvers: Solvers) -> bool:
    """Whether a condition can hold, to every solver that knows; Undecided if none does."""
    said = solvers.answers(smtlib.script(condition)).values()
    if not {"sat", "unsat"} & set(said):
        raise Undecided("no solver says whether the certificate's system takes the steps of the running function")
    return "unsat" not in said


def _name(question: Question) -> str:
    return f"{question.subject()}, {question.property}"
