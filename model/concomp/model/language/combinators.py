"""Combinators.

Monitors made of monitors: several at once, one on a part of the message, one with a budget, one for each of many
created mechanisms. What comes out is a monitor like any other: it has a definition, and runs. Its requirements keep
the places where the authors of its parts wrote them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, count
from typing import Any

from concomp.model.language.monitor import Monitor
from concomp.model.language.readings.machine import demand_as_read, demand_functions
from concomp.model.language.readings.meanings import meanings_in_use, one_meaning_each
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.errors import LanguageError, Position
from concomp.model.language.syntax.expressions import Bool as BoolExpression
from concomp.model.language.syntax.expressions import Number, Real, Truth, lift, symbol, term_of, wrap
from concomp.model.language.syntax.ownership import of_the_language
from concomp.model.language.syntax.python.callables import on_terms
from concomp.model.language.syntax.python.reader import read_function
from concomp.model.language.syntax.registers import Parameter, Register
from concomp.model.language.syntax.sorts import REAL, RecordSort, Sort, VectorSort
from concomp.model.language.syntax.substitution import substitute, substitute_all
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.model.language.syntax.trace import Recorder, current_recorder
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.vectors.lengths import lengths_of


@dataclass(frozen=True)
class Part:
    """A monitor inside another one: what its registers are called there, and its parameters as terms."""

    definition: Definition
    registers: Mapping[str, str]
    parameters: Mapping[Term, Term]

    def constant(self, term: Term) -> Term:
        """A term over the part's parameters, over those of the whole."""
        return substitute(term, self.parameters)

    def member(self, message: Term) -> Term:
        """Whether the message belongs to the part's query space."""
        return substitute(self.definition.membership, {**self.parameters, self.definition.left: message})

    def step(
        self, recorder: Recorder, left: Term, right: Term, registers: Mapping[Term, Term]
    ) -> tuple[Term, list[Term]]:
        """Require what the part requires of the pair; its verdict, and the values of its registers afterwards."""
        definition = self.definition
        known = {**self.parameters, **registers, definition.left: left, definition.right: right}
        for requirement in definition.requirements:
            recorder.require(substitute(requirement.condition, known), requirement.position)
        updates = [register.update for register in definition.registers]
        verdict, *after = substitute_all([definition.verdict, *updates], known)
        return verdict, after


@of_the_language
class Combination(Monitor):
    """What combinators have in common: parts, whose parameters and meanings become the whole's."""

    def __init__(self, message: Sort, parts: Sequence[Runnable], given: Mapping[str, Any]) -> None:
        """Take the sort of the messages, the parts, and values of parameters and meanings besides the parts' own."""
        for part in parts:
            if isinstance(part, Monitor):
                demand_as_read(part)
        names = _names(parts)
        whole = {name: given[name] for part in parts for name in part.definition.declared if name in given}
        one_meaning_each([*(meanings_in_use(part.definition.declared, part.meanings) for part in parts), whole])
        super().__init__(**{**_values(parts, names), **given})
        self._message = message
        self._parts = tuple(self._take_part(part, own) for part, own in zip(parts, names, strict=True))

    @property
    @abstractmethod
    def title(self) -> str:
        """What the combination is called."""

    @classmethod
    def _read_signatures(cls, namespace: Mapping[str, Any]) -> None:
        # The sort of the messages is that of the parts, so each object has its own.
        demand_functions(cls, namespace, ["step"])
        if "step" in namespace:
            code = namespace["step"].__code__
            cls._position = Position(code.co_filename, code.co_firstlineno)

    def _define(self) -> Definition:
        return replace(super()._define(), name=self.title)

    def _take_part(self, part: Runnable, names: Mapping[str, str]) -> Part:
        """The part, after its parameters are declared here."""
        renamed: dict[Term, Term] = {}
        lengths = lengths_of(part.definition.sorts)
        for parameter in part.definition.parameters:
            if parameter.name in lengths and isinstance(self._declarations.get(parameter.name), Parameter):
                # Sorts name their lengths, so that one name is one length in all parts.
                continue
            declared = Parameter[Any, Any](parameter.symbol.sort, _constraint(parameter))
            self._add(names[parameter.name], declared)
            renamed[parameter.symbol] = declared.symbol
        return Part(part.definition, names, renamed)

    def _add(self, name: str, what: Parameter[Any, Any] | Register[Any, Any]) -> None:
        """Declare a parameter or a register under a name of its own."""
        if name in vars(self) or hasattr(type(self), name):
            raise LanguageError(f"{type(self).__name__} has two things called {name}", "rename the one of its part")
        setattr(self, name, what)

    def _keep(self, name: str, sort: Sort, initial: Term) -> None:
        """Declare a register."""
        self._add(name, Register[Any, Any](sort, wrap(sort, initial)))

    def _keep_all(self, part: Part) -> None:
        for register in part.definition.registers:
            self._keep(part.registers[register.name], register.symbol.sort, part.constant(register.initial))

    def _run(self, part: Part, left: Term, right: Term) -> None:
        """Let the part read a pair, its registers being those declared for it here."""
        recorder = current_recorder("a combination")
        held = {r.symbol: term_of(recorder.read(part.registers[r.name])) for r in part.definition.registers}
        verdict, after = part.step(recorder, left, right, held)
        for register, update in zip(part.definition.registers, after, strict=True):
            recorder.assign(part.registers[register.name], update)
        _accept(recorder, part.definition, verdict)


@of_the_language
class Conjunction(Combination):
    """Accepts a sequence if each of several monitors, on messages of one sort, does."""

    def __init__(self, first: Monitor, *others: Monitor, **given: Any) -> None:
        """Take the monitors; LanguageError if their messages are of several sorts."""
        parts = (first, *others)
        message = first.definition.message
        for part in others:
            if part.definition.message != message:
                raise LanguageError(
                    f"{first!r} and {part!r} read messages of two sorts, {message.name} and "
                    f"{part.definition.message.name}",
                    "project one to the part of the message that it reads: Projection(monitor, sort, component)",
                )
        super().__init__(message, parts, given)
        for taken in self._parts:
            self._keep_all(taken)

    @property
    def title(self) -> str:
        return " and ".join(part.definition.name for part in self._parts)

    @on_terms
    def allows(self, message: Any) -> Truth:
        return truth_of(terms.conjunction(part.member(term_of(message)) for part in self._parts))

    @on_terms
    def step(self, left: Any, right: Any) -> None:
        for part in self._parts:
            self._run(part, term_of(left), term_of(right))


@of_the_language
class Projection(Combination):
    """Accepts a sequence if a monitor accepts what one component of the messages says."""

    def __init__(self, monitor: Monitor, sort: object, component: str | int, **given: Any) -> None:
        """Take the monitor, the sort of the whole messages, and the field of a record or the index of a vector.

        Raises LanguageError if there is no such component, or the monitor reads another sort.
        """
        whole = sort_of(sort, "the messages of a projection")
        self._component = component
        shown = _component(terms.leaf("message", whole, "left"), component)
        if shown.sort != monitor.definition.message:
            raise LanguageError(
                f"component {component!r} of {whole.name} is of the sort {shown.sort.name}, and {monitor!r} reads "
                f"{monitor.definition.message.name}",
                "name a component of that sort",
            )
        super().__init__(whole, [monitor], given)
        self._keep_all(self._parts[0])

    @property
    def title(self) -> str:
        return f"{self._parts[0].definition.name} on {self._component}"

    @on_terms
    def allows(self, message: Any) -> Truth:
        return truth_of(self._parts[0].member(_component(term_of(message), self._component)))

    @on_terms
    def step(self, left: Any, right: Any) -> None:
        sides = [_component(term_of(side), self._component) for side in (left, right)]
        self._run(self._parts[0], *sides)


@of_the_language
class WithinBudget(Combination):
    """Accepts a sequence if a monitor does, and what is spent on it stays within the parameter `budget`.

    What is spent is public: both messages of a pair must spend the same.
    """

    def __init__(
        self,
        monitor: Monitor,
        spend: Callable[[Real, Any], Number],
        start: Fraction | int = 0,
        **given: Any,
    ) -> None:
        """Take the monitor, and what has been spent after a message as a function of what had been, and the message.

        `start` is what has been spent at first.
        """
        super().__init__(monitor.definition.message, [monitor], given)
        self._spend = spend
        taken = self._declarations
        for name in ("budget", "spent"):
            if name in taken or name in {r.name for r in monitor.definition.registers}:
                raise LanguageError(f"{monitor!r} has a {name} already", f"rename its {name}")
        self._keep_all(self._parts[0])
        self._keep("spent", REAL, terms.constant(REAL, start))
        self.budget = Parameter[Any, Any](Real, None)

    @property
    def title(self) -> str:
        return f"{self._parts[0].definition.name} within a budget"

    @on_terms
    def allows(self, message: Any) -> Truth:
        return truth_of(self._parts[0].member(term_of(message)))

    @on_terms
    def step(self, left: Any, right: Any) -> None:
        self._run(self._parts[0], term_of(left), term_of(right))
        recorder = current_recorder("a budget")
        spent, budget = recorder.read("spent"), self.read_declared("budget")
        after, other = (lift(read_function(self._spend, spent, side), REAL) for side in (left, right))
        recorder.require(terms.equality(after, other), self._position)
        recorder.require(terms.make("at most", (after, term_of(budget))), self._position)
        recorder.assign("spent", after)


def _constraint(parameter: ParameterDefinition) -> Callable[[Any], Truth]:
    return on_terms(lambda value: truth_of(substitute(parameter.constraint, {parameter.symbol: term_of(value)})))


def _accept(recorder: Recorder, definition: Definition, verdict: Term) -> None:
    if definition.verdict is not TRUE:
        recorder.accept_if(verdict, definition.verdicts[0].position)


def truth_of(term: Term) -> Truth:
    """The condition that the term stands for."""
    return symbol(BoolExpression, term)


def _component(message: Term, component: str | int) -> Term:
    sort = message.sort
    if isinstance(sort, RecordSort) and component in dict(sort.fields):
        return terms.field(message, str(component))
    if isinstance(sort, VectorSort) and component in range(sort.size):
        return terms.item(message, int(component))
    raise LanguageError(
        f"{sort.name} has no component {component!r}", "name a field of a Record, or an index of a Vector"
    )


def labels(titles: Iterable[str]) -> list[str]:
    """A name for each of several functions with these titles: its title, with a number where several have it."""
    names = ["".join(letter if letter.isalnum() else "_" for letter in title) for title in titles]
    total = Counter(names)
    seen: Counter[str] = Counter()
    listed = []
    for name in names:
        seen[name] += 1
        listed.append(f"{name}_{seen[name]}" if total[name] > 1 else name)
    return listed


def _own(part: Runnable) -> list[str]:
    definition = part.definition
    return [*(register.name for register in definition.registers), *(each.name for each in definition.parameters)]


def _names(parts: Sequence[Runnable]) -> list[dict[str, str]]:
    """What the registers and parameters of each part are called in the whole: as before, unless two parts use a name.

    No two of them have one name, whatever the parts and their registers are called, but for lengths of vectors.
    """
    lengths = frozenset[str]().union(*(lengths_of(part.definition.sorts) for part in parts))
    used = Counter(name for part in parts for name in _own(part) if name not in lengths)
    taken = set(used) | lengths
    named: list[dict[str, str]] = []
    for part, label in zip(parts, labels(part.definition.name for part in parts), strict=True):
        own = {name: _fresh(f"{label}_{name}", taken) if used[name] > 1 else name for name in _own(part)}
        taken |= set(own.values())
        named.append(own)
    return named


def _fresh(name: str, taken: Collection[str]) -> str:
    """The name, or the first one with a number that is not taken."""
    numbered = (f"{name}_{number}" for number in count(2))
    return next(each for each in chain((name,), numbered) if each not in taken)


def _values(parts: Sequence[Runnable], names: Sequence[Mapping[str, str]]) -> dict[str, Value]:
    """The values of parameters and the meanings that the parts were made with."""
    values: dict[str, Value] = {}
    for part, renamed in zip(parts, names, strict=True):
        values.update({renamed[name]: value for name, value in part.parameter_values.items()})
        values.update(part.meanings)
    return values
