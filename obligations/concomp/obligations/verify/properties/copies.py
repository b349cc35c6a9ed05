"""Properties of post-processings.

A post-processing keeps what it receives from its left private if two copies of it, which receive different messages
from the left and the same ones from the right, behave alike in all that is seen: they send to the same side
(destination), answer the left alike (response), and what they send to the right is a valid sequence of pairs whenever
what they received from the left is (f → f'). Moreover exactly one message is to be sent in each step (total). Each of
these is asked of a run in which the earlier ones have not failed yet; the composition theorem wants all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from concomp.model.language import Definition, PostProcessing, PostProcessingDefinition, RegisterDefinition
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import did_you_mean
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.mechanisms.postprocessing import RIGHT
from concomp.model.registry.tags import realises
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.encoding.parties import AFTER, BEFORE, Party
from concomp.obligations.verify.encoding.systems import Run, System, run
from concomp.obligations.verify.encoding.variants import fix_processing, unite
from concomp.obligations.verify.properties.copies_replay import SPEAKS_OF, replay_copies
from concomp.obligations.verify.properties.properties import CONTROL, WITNESS, NotAskable, Question
from concomp.obligations.verify.properties.replay import Replay
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.two_copies import AWAITING, Copies
from concomp.obligations.verify.properties.validity import MAPS, Validity


@dataclass(frozen=True)
class CopiesQuestion(Question):
    """A property of a post-processing, as a question about two copies of it.

    machine: the post-processing. validity: what is valid on its sides, if the property speaks of it.
    sensitive: declared functions that are known to be 1-sensitive.
    """

    machine: PostProcessing = field(kw_only=True)
    validity: Validity | None = field(kw_only=True)
    sensitive: tuple[Sensitivity, ...] = field(kw_only=True)

    def subject(self) -> str:
        return self.machine.definition.name

    def replay(self, trace: Trace) -> Replay:
        return replay_copies(self.property, self.machine, self.validity, self.sensitive, trace)

    def acceptance(self) -> System:
        return self.system.with_question(CONTROL, self.system.allowed)


def ask_copies(name: str, machine: PostProcessing, sensitive: Iterable[Sensitivity] = ()) -> CopiesQuestion:
    """The question whether a post-processing is total, or has the destination or the response property.

    sensitive: what is known of the functions that it uses. Raises NotAskable if there is no property of this name.
    """
    if name not in PROPERTIES:
        raise NotAskable(f"there is no property {name!r} of post-processings; {did_you_mean(name, PROPERTIES)}")
    return _question(name, machine, None, tuple(sensitive), PROPERTIES[name](Copies(_definition(machine))))


def maps_validity(machine: PostProcessing, validity: Validity, sensitive: Iterable[Sensitivity] = ()) -> CopiesQuestion:
    """The question whether a post-processing has the f → f' property.

    Raises NotAskable if f or f' reads messages of another sort than the post-processing receives or sends.
    """
    copies = Copies(_definition(machine))
    _check_sorts(copies, validity)
    return _question(MAPS, machine, validity, tuple(sensitive), maps(copies, validity))


def takes_a_difference(machine: PostProcessing, sensitive: Iterable[Sensitivity] = ()) -> CopiesQuestion:
    """A witness without f and f', as a question: what the copies take in differs."""
    copies = Copies(_definition(machine))
    differs = [
        terms.conjunction([terms.negation(AWAITING), terms.negation(terms.equality(*copies.pair_from_left))]),
        *(terms.negation(terms.equality(*copies.drawn(terms.leaf_name(leaf)))) for leaf in copies.definition.per_copy),
    ]
    system = copies.system(copies.together, terms.disjunction(differs), parameters=copies.definition.parameters)
    return _question(WITNESS, machine, None, tuple(sensitive), system)


def sends_a_difference(
    machine: PostProcessing, validity: Validity, sensitive: Iterable[Sensitivity] = ()
) -> CopiesQuestion:
    """The witness of the f → f' property, as a question: a valid pair that is sent to the right differs."""
    return witness_to(maps_validity(machine, validity, sensitive))


def witness_to(question: CopiesQuestion) -> CopiesQuestion:
    """The witness of a question about the f → f' property, with what that supposes."""
    copies = Copies(_definition(question.machine))
    first, second = (copy.messages[RIGHT] for copy in (copies.first, copies.second))
    differs = terms.negation(terms.equality(first, second))
    bad = terms.conjunction([question.system.allowed, copies.first.to_right, differs])
    return replace(question, property=WITNESS, system=question.system.with_question(WITNESS, bad))


def asks_something(name: str, machine: PostProcessing, sensitive: Iterable[Sensitivity] = ()) -> CopiesQuestion:
    """The question for a run that shows whether a post-processing has the destination or the response property: one
    in which what these speak of happens, whether they fail or not."""
    copies = Copies(_definition(machine))
    happens = copies.total if name == "destination" else copies.together
    system = copies.system(happens, happens, parameters=copies.definition.parameters)
    return _question(SPEAKS_OF[name], machine, None, tuple(sensitive), system)


def total(copies: Copies) -> System:
    """Bad: no message is sent, or more than one."""
    one = copies.first.exactly_one
    return copies.system(one, terms.negation(one), parameters=copies.definition.parameters)


@realises("HSV26 Section 6.1: Destination Property", "HSV26 Definition 6.5(1)")
def destination(copies: Copies) -> System:
    """Bad: the copies send to different sides."""
    bad = terms.conjunction([copies.total, terms.negation(copies.together)])
    return copies.system(copies.together, bad, parameters=copies.definition.parameters)


@realises("HSV26 Section 6.1: Response Property", "HSV26 Definition 6.5(2)")
def response(copies: Copies) -> System:
    """Bad: the copies give different answers to the left."""
    bad = terms.conjunction([copies.together, terms.negation(copies.alike)])
    return copies.system(copies.alike, bad, parameters=copies.definition.parameters)


@realises("HSV26 Section 6.1: f->f' Property", "HSV26 Definition 6.5(3)")
def maps(copies: Copies, validity: Validity) -> System:
    """Bad: all pairs from the left are valid for f, and a pair sent to the right is not for f'."""
    before = run(validity.left, BEFORE, *copies.pair_from_left)
    drawn = {name: run(each, _drawn(name), *copies.drawn(name)) for name, each in validity.drawn.items()}
    after = run(validity.right, AFTER, copies.first.messages[RIGHT], copies.second.messages[RIGHT])
    to_right = copies.first.to_right
    accepted = terms.disjunction([AWAITING, _accepts(validity.left, before, copies.pair_from_left)])
    valid = [accepted, *(_accepts(validity.drawn[name], each, copies.drawn(name)) for name, each in drawn.items())]
    sent = (copies.first.messages[RIGHT], copies.second.messages[RIGHT])
    kept = terms.disjunction([terms.negation(to_right), _accepts(validity.right, after, sent)])
    registers = [
        *_when(terms.negation(AWAITING), before),
        *_when(to_right, after),
        *(register for each in drawn.values() for register in each.registers),
    ]
    so_far = terms.conjunction([copies.alike, *valid])
    functions = [validity.left, validity.right, *validity.drawn.values()]
    return copies.system(
        terms.conjunction([so_far, kept]),
        terms.conjunction([so_far, terms.negation(kept)]),
        registers,
        unite([*copies.definition.parameters, *(each for function in functions for each in function.parameters)]),
    )


def _drawn(name: str) -> Party:
    return Party(f"{name} drawn:", f" of what is valid of {name}")


PROPERTIES = {"total": total, "destination": destination, "response": response}
"""Properties of a post-processing alone, by the names that a user types."""


def _question(
    name: str, machine: PostProcessing, validity: Validity | None, sensitive: tuple[Sensitivity, ...], system: System
) -> CopiesQuestion:
    given = tuple(each.words for each in sensitive)
    known = _with_axioms(system, sensitive)
    return CopiesQuestion(name, (), known, given=given, machine=machine, validity=validity, sensitive=sensitive)


def _definition(machine: PostProcessing) -> PostProcessingDefinition:
    """The definition, at those values of parameters that the machine has."""
    return fix_processing(machine.definition, machine.parameter_values)


def _accepts(definition: Definition, one: Run, pair: tuple[Term, Term]) -> Term:
    inside = substitute(definition.allowed, dict(zip((definition.left, definition.right), pair, strict=True)))
    return terms.conjunction([inside, one.accepts])


def _when(condition: Term, one: Run) -> list[RegisterDefinition]:
    """The registers of a run that takes a step only where the condition holds."""
    return [replace(each, update=terms.choice(condition, each.update, each.symbol)) for each in one.registers]


def _with_axioms(system: System, sensitive: tuple[Sensitivity, ...]) -> System:
    """The system, each step of which satisfies what is known of functions."""
    step = [system.allowed, system.bad, *(register.update for register in system.registers)]
    known = [each.axiom(step) for each in sensitive]
    return replace(
        system,
        allowed=terms.conjunction([*known, system.allowed]),
        bad=terms.conjunction([*known, system.bad]),
    )


def _check_sorts(copies: Copies, validity: Validity) -> None:
    received, sent = copies.pair_from_left[0], copies.first.messages.get(RIGHT)
    places = [(validity.left, received, "receives from the left"), (validity.right, sent, "sends to the right")]
    known = [terms.leaf_name(leaf) for leaf in copies.definition.per_copy]
    for name, function in validity.drawn.items():
        if name not in known:
            raise NotAskable(f"{copies.definition.name} draws no {name!r} per copy; {did_you_mean(name, known)}")
        places.append((function, copies.drawn(name)[0], f"draws as {name}"))
    for function, message, what in places:
        sort = None if message is None else message.sort
        if sort != function.message:
            named = "nothing" if sort is None else f"messages of the sort {sort.name}"
            raise NotAskable(
                f"{function.name} reads messages of the sort {function.message.name}, and "
                f"{copies.definition.name} {what} {named}; give a function of those"
            )
        if function.verdict is not terms.TRUE:
            raise NotAskable(f"{function.name} has verdicts that do not last; state requirements only")
