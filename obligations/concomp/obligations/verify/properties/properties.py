"""Properties of verification functions.

Each property is a question about a product of runs: can it come to a bad step? The runs read the same messages, or
the messages with their sides swapped, or one side twice; ghost registers remember what the question is about. What is
needed at run time, *diagonal* and *public*, is asked of f̄, which accepts what f accepts with all prefixes: there only
steps are allowed that f accepts. A function whose verdict is on its requirements alone is rejected for good where it
is rejected; for others a run remembers that it has halted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from concomp.model.language.readings.one_world import prefix_closure
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.errors import did_you_mean
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.model.language.syntax.trace import Requirement
from concomp.model.registry.tags import realises
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.encoding.parties import (
    ITSELF,
    LEFT_ALONE,
    OTHER,
    RIGHT_ALONE,
    SWAPPED,
    Owned,
    Party,
    of_party,
    owned_register,
)
from concomp.obligations.verify.encoding.systems import System, ghost, run
from concomp.obligations.verify.encoding.variants import apart
from concomp.obligations.verify.properties.replay import Replay, replay_functions

CONTROL = "control"
WITNESS = "witness"
"""The property that some accepted sequence has a pair that differs, by which others are known to say something."""
ACCEPTING = "accepting"
"""The property that some sequence is accepted with all its prefixes; f̄ says nothing where it does not hold."""


class NotAskable(ValueError):
    """A property is unknown, or cannot be asked of these functions."""


@dataclass(frozen=True)
class Question:
    """A property of one or two functions.

    definitions: the functions, as they run in the system, the second with its own names for unlinked parameters.
    system: its bad step is reachable exactly if the property fails.
    shown_by: the property or relation that these functions fail on a trace, where it is another than the one asked.
    indices: parameters that are arbitrary indices of the system's maps.
    given: what is assumed besides the constraints on parameters, in words.
    stated: conditions on registers and parameters that the author says hold throughout; never assumed.
    unplaced: those of which the question says nothing, each with the reason.
    """

    property: str
    definitions: tuple[Definition, ...]
    system: System
    shown_by: str = ""
    indices: tuple[Term, ...] = ()
    given: tuple[str, ...] = ()
    stated: tuple[Requirement, ...] = ()
    unplaced: tuple[tuple[Requirement, str], ...] = ()

    def meaning(self) -> object:
        """What the property is, the same under each name that it has."""
        return PROPERTIES.get(self.property, self.property)

    def subject(self) -> str:
        """The name of what the property is asked of."""
        return self.definitions[0].name

    def replay(self, trace: Trace) -> Replay:
        """Run what the property is asked of on a trace; Unconfirmed if that does not show that it fails."""
        return replay_functions(self.shown_by or self.property, self.property, self.definitions, trace)

    def acceptance(self) -> System:
        """The same system, where it is bad that the function accepts: what a proof must not prove too."""
        definition = self.definitions[0]
        left = definition.left
        right = definition.right if definition.right in self.system.inputs else left
        accepts = run(definition, ITSELF, left, right).accepts
        return self.system.with_question(CONTROL, terms.conjunction([self.system.allowed, accepts]))


@dataclass(frozen=True)
class Instance:
    """A run in a product. alive: no requirement has failed yet. accepts: the sequence so far is accepted."""

    registers: tuple[RegisterDefinition, ...]
    alive: Term
    accepts: Term


@dataclass(frozen=True)
class Product:
    """Runs side by side. lasting: each of them, where it rejects, rejects for good."""

    instances: tuple[Instance, ...]
    lasting: bool

    @property
    def registers(self) -> tuple[RegisterDefinition, ...]:
        """The registers of all."""
        return _registers(*self.instances)

    @property
    def all_alive(self) -> Term:
        """No run has failed a requirement."""
        return terms.conjunction(instance.alive for instance in self.instances)

    @property
    def first_alive(self) -> Term:
        """The first run may still accept, and has not yet accepted what another rejects for good."""
        return self.all_alive if self.lasting else self.instances[0].alive

    @property
    def some_alive(self) -> Term:
        """Some run may still accept, and none has yet accepted what another rejects for good."""
        return self.all_alive if self.lasting else terms.disjunction(instance.alive for instance in self.instances)

    @property
    def differ(self) -> Term:
        """The first two runs give different verdicts."""
        first, second = self.instances
        return terms.negation(terms.equality(first.accepts, second.accepts))


@dataclass(frozen=True)
class Watch:
    """A condition on some step so far, and the ghost registers that remember it."""

    registers: tuple[RegisterDefinition, ...]
    holds: Term


def ask(name: str, definition: Definition) -> Question:
    """The question whether a function has a property; NotAskable if there is none of that name."""
    if name not in PROPERTIES:
        raise NotAskable(f"there is no property {name!r} of one function; {did_you_mean(name, PROPERTIES)}")
    return Question(name, (definition,), PROPERTIES[name](definition))


def compare(
    name: str, definition: Definition, other: Definition, linked: Callable[[str], bool] = lambda parameter: True
) -> Question:
    """The question whether two functions are related; NotAskable if there is no relation of that name.

    Parameters of the same name and sort have the same value, unless `linked` says otherwise. Raises NotAskable if
    the messages of the two are of different sorts.
    """
    if name not in RELATIONS:
        raise NotAskable(f"there is no property {name!r} of two functions; {did_you_mean(name, RELATIONS)}")
    if definition.message != other.message:
        raise NotAskable(
            f"{definition.name} reads messages of the sort {definition.message.name}, {other.name} of the sort "
            f"{other.message.name}; compare functions of the same messages, by names and fields"
        )
    second = apart(definition, other, linked)
    listed = zip(other.parameters, second.parameters, strict=True)
    renamed = tuple((there.symbol, Owned(OTHER, own.symbol)) for own, there in listed if there.symbol is not own.symbol)
    return Question(name, (definition, second), replace(RELATIONS[name](definition, second), renamed=renamed))


@realises("HSV26 Definition 5.12")
def first_pair_consistent(definition: Definition) -> System:
    """Bad: the first pair was identical, and some pair of an accepted sequence differs."""
    one = _run(definition, ITSELF, definition.left, definition.right)
    same = _same(definition)
    started, first = _flag("some pair was read"), _flag("the first pair was identical")
    differs = _so_far(definition, "some pair differed", terms.negation(same))
    ghosts = (
        _watch(started, TRUE),
        _watch(first, terms.choice(started, first, same)),
        *differs.registers,
    )
    bad = terms.conjunction([one.accepts, started, first, differs.holds])
    return _system(definition, (*one.registers, *ghosts), one.alive, bad)


def prefix_closed(definition: Definition) -> System:
    """Bad: a sequence is accepted, and some prefix of it was rejected."""
    one = _run(definition, ITSELF, definition.left, definition.right)
    rejected = _flag("some prefix was rejected")
    update = terms.disjunction([rejected, terms.negation(one.accepts)])
    bad = terms.conjunction([one.accepts, rejected])
    return _system(definition, (*one.registers, _watch(rejected, update)), one.alive, bad)


def well_typed(definition: Definition) -> System:
    """Bad: the requirements that the author states accept a sequence with a message outside the query space."""
    one = run(definition, ITSELF, definition.left, definition.right)
    outside = _so_far(definition, "some message was outside the query space", terms.negation(definition.allowed))
    bad = terms.conjunction([one.accepts, outside.holds])
    return _system(definition, (*one.registers, *outside.registers), one.guard, bad)


def swap_invariant(definition: Definition) -> System:
    """Bad: the verdict changes when the sides of every pair are swapped."""
    left, right = definition.left, definition.right
    product = _product((definition, ITSELF, left, right), (definition, SWAPPED, right, left))
    return _system(definition, product.registers, product.some_alive, product.differ)


def reflexive(definition: Definition) -> System:
    """Bad: a sequence of identical pairs over the query space is rejected."""
    one = _run(definition, ITSELF, definition.left, definition.left)
    bad = terms.conjunction([definition.membership, terms.negation(one.accepts)])
    return System(definition.name, one.registers, (definition.left,), definition.parameters, one.alive, bad)


@realises("concomp Proposition 5")
def diagonal(definition: Definition) -> System:
    """Bad: a sequence is accepted with all its prefixes, and a diagonal run refuses its last pair."""
    first, *sides = (_run(*world) for world in _worlds(definition))
    both = terms.conjunction(side.accepts for side in sides)
    allowed = terms.conjunction([first.accepts, both])
    bad = terms.conjunction([first.accepts, terms.negation(both)])
    return _system(definition, _registers(first, *sides), allowed, bad)


@realises("concomp Proposition 5")
def public(definition: Definition) -> System:
    """Bad: an identical pair may not follow what is accepted with all its prefixes, and a diagonal run accepts it."""
    first, *sides = (_run(*world) for world in _worlds(definition))
    accepted = terms.disjunction(side.accepts for side in sides)
    bad = terms.conjunction([_same(definition), terms.negation(first.accepts), accepted])
    return _system(definition, _registers(first, *map(_restoring, sides)), first.accepts, bad)


def witness(definition: Definition) -> System:
    """Bad, and wanted: an accepted sequence with a pair that differs."""
    one = _run(definition, ITSELF, definition.left, definition.right)
    differs = _so_far(definition, "some pair differed", terms.negation(_same(definition)))
    bad = terms.conjunction([one.accepts, differs.holds])
    return _system(definition, (*one.registers, *differs.registers), one.alive, bad)


def accepting(definition: Definition) -> Question:
    """The question for a sequence that is accepted with all its prefixes: bad, and wanted."""
    closed = prefix_closure(definition)
    one = _run(closed, ITSELF, closed.left, closed.right)
    return Question(ACCEPTING, (closed,), _system(closed, one.registers, one.accepts, one.accepts))


def included(definition: Definition, other: Definition) -> System:
    """Bad: a sequence is accepted by the first function and not by the second."""
    product = _beside(definition, other)
    first, second = product.instances
    bad = terms.conjunction([first.accepts, terms.negation(second.accepts)])
    return _join(definition, other, product, product.first_alive, bad)


def equivalent(definition: Definition, other: Definition) -> System:
    """Bad: a sequence is accepted by one function and not by the other."""
    product = _beside(definition, other)
    return _join(definition, other, product, product.some_alive, product.differ)


def refused_together(definition: Definition, other: Definition) -> System:
    """Bad: after a sequence that the first function accepts with all its prefixes, it refuses an identical pair that
    the other accepts after what it has accepted of the sequence."""
    product = _beside(definition, other)
    first, second = product.instances
    bad = terms.conjunction([_same(definition), terms.negation(first.accepts), second.accepts])
    beside = replace(product, instances=(first, _restoring(second)))
    return _join(definition, other, beside, first.accepts, bad)


def pointwise_equivalent(definition: Definition, other: Definition, elsewhere: Term) -> System:
    """Bad: the first function accepts what the other does not, or the other way round at a step not `elsewhere`.

    The other speaks of an arbitrary point, the first of all of them: it is what the other says of each point if each
    step that it rejects is rejected by the other at the point where the step is.
    """
    product = _beside(definition, other)
    first, second = product.instances
    missed = terms.conjunction([terms.negation(first.accepts), second.accepts, terms.negation(elsewhere)])
    bad = terms.disjunction([terms.conjunction([first.accepts, terms.negation(second.accepts)]), missed])
    return _join(definition, other, product, product.some_alive, bad)


PROPERTIES: Mapping[str, Callable[[Definition], System]] = {
    "first-pair consistent": first_pair_consistent,
    "prefix closed": prefix_closed,
    "monotone": prefix_closed,
    "well typed": well_typed,
    "swap invariant": swap_invariant,
    "reflexive": reflexive,
    "diagonal": diagonal,
    "public": public,
    "witness": witness,
}
"""Properties of one function, by the names that a user types."""

RELATIONS: Mapping[str, Callable[[Definition, Definition], System]] = {"included": included, "equivalent": equivalent}
"""Properties of two functions."""


def _run(definition: Definition, party: Party, left: Term, right: Term) -> Instance:
    one = run(definition, party, left, right)
    inside = substitute(definition.allowed, {definition.left: left, definition.right: right})
    return Instance(one.registers, terms.conjunction([inside, one.guard]), terms.conjunction([inside, one.accepts]))


def _halting_run(definition: Definition, party: Party, left: Term, right: Term) -> Instance:
    """A run that goes on, rejecting, after a requirement has failed."""
    one = _run(definition, party, left, right)
    own = _flag("a requirement has failed")
    alive = terms.conjunction([terms.negation(of_party(own, party)), one.alive])
    registers = (*one.registers, owned_register(own, party, FALSE, terms.negation(alive)))
    return Instance(registers, alive, terms.conjunction([alive, one.accepts]))


def _product(*members: tuple[Definition, Party, Term, Term]) -> Product:
    lasting = all(_lasting(definition) for definition, *_ in members)
    begin = _run if lasting else _halting_run
    return Product(tuple(begin(*member) for member in members), lasting)


def _worlds(definition: Definition) -> tuple[tuple[Definition, Party, Term, Term], ...]:
    """The function, and its diagonal runs: in each, one side is paired with itself."""
    left, right = definition.left, definition.right
    alone = ((definition, LEFT_ALONE, left, left), (definition, RIGHT_ALONE, right, right))
    return (definition, ITSELF, left, right), *alone


def _restoring(instance: Instance) -> Instance:
    """The run, where what it refuses changes no register."""
    registers = (
        replace(each, update=terms.choice(instance.accepts, each.update, each.symbol)) for each in instance.registers
    )
    return replace(instance, registers=tuple(registers))


def _registers(*instances: Instance) -> tuple[RegisterDefinition, ...]:
    return tuple(register for instance in instances for register in instance.registers)


def _beside(definition: Definition, other: Definition) -> Product:
    left, right = definition.left, definition.right
    return _product((definition, ITSELF, left, right), (other, OTHER, left, right))


def _lasting(definition: Definition) -> bool:
    return definition.verdict is TRUE


def _same(definition: Definition) -> Term:
    return terms.equality(definition.left, definition.right)


def _so_far(definition: Definition, name: str, condition: Term) -> Watch:
    """The condition at this step or an earlier one, of which only the first counts where rejection is for good."""
    if _lasting(definition):
        return Watch((), condition)
    earlier = _flag(name)
    holds = terms.disjunction([earlier, condition])
    return Watch((_watch(earlier, holds),), holds)


def _flag(name: str) -> Term:
    return terms.leaf("register", BOOL, name)


def _watch(flag: Term, update: Term) -> RegisterDefinition:
    return ghost(terms.leaf_name(flag), BOOL, FALSE, update)


def _system(definition: Definition, registers: tuple[RegisterDefinition, ...], allowed: Term, bad: Term) -> System:
    return System(definition.name, registers, (definition.left, definition.right), definition.parameters, allowed, bad)


def _join(definition: Definition, other: Definition, product: Product, allowed: Term, bad: Term) -> System:
    known = {parameter.symbol for parameter in definition.parameters}
    own = tuple(_link(parameter, other) for parameter in definition.parameters)
    rest = tuple(parameter for parameter in other.parameters if parameter.symbol not in known)
    return System(
        f"{definition.name}, {other.name}",
        product.registers,
        (definition.left, definition.right),
        (*own, *rest),
        allowed,
        bad,
    )


def _link(parameter: ParameterDefinition, other: Definition) -> ParameterDefinition:
    constraints = [each.constraint for each in other.parameters if each.symbol is parameter.symbol]
    return replace(parameter, constraint=terms.conjunction([parameter.constraint, *constraints]))
