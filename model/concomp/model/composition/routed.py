"""What may be handed to many mechanisms, of which only few get differing inputs.

A router hands every input to one of many mechanisms, and names it by an index. What the theorems about parallel
composition ask of it is a verification function on what it hands out: every mechanism gets what its own function
accepts, and those that ever got a differing pair fit into the slots. Here a mechanism begins with the first input that
is handed to it: which it is, is the same in both data sets, and so is that it begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from concomp.model.language.combinators import Combination, truth_of
from concomp.model.language.monitor import Monitor
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import union_of
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.expressions import term_of
from concomp.model.language.syntax.python.callables import on_terms
from concomp.model.language.syntax.records import Record, record_sort
from concomp.model.language.syntax.sorts import INT, MapSort, RecordSort, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.model.language.syntax.trace import Recorder, current_recorder
from concomp.model.language.syntax.values import TotalMap

INDEX, PAYLOAD = "index", "payload"
"""The fields of a record that hands an input to a mechanism: which one, and the input."""


@dataclass(frozen=True, repr=False)
class Route:
    """The way to one kind of mechanisms.

    record: what is sent to them. function: what each of them may be sent. group: of the slots that they take.
    count: how many of them there are, with indices from 1 on; None if unboundedly many.
    """

    record: RecordSort
    function: Runnable
    group: int = 0
    count: int | None = None

    def __repr__(self) -> str:
        return f"{self.record.name} to {self.function.definition.name}"


class RoutedInputs(Combination):
    """Accepts what is handed out if each mechanism gets what its function accepts, and few get differing inputs."""

    def __init__(self, routes: Sequence[Route], at_most: Sequence[int], **given: Any) -> None:
        """Take the ways to the kinds of mechanisms, and how many slots of each group there are.

        Raises LanguageError if a record has no index or no payload that the function reads, or if a function keeps
        maps or has verdicts that do not last.
        """
        for route in routes:
            _check(route)
        self._routes, self._at_most = tuple(routes), tuple(at_most)
        records = [route.record for route in routes]
        message: Sort = records[0] if len(records) == 1 else union_of(records)
        super().__init__(message, [route.function for route in routes], given)
        for number, part in enumerate(self._parts):
            for register in part.definition.registers:
                self._keep_map(part.registers[register.name], part.constant(register.initial))
            self._keep_map(self._touched_register(number), FALSE)
            self._keep(self._counter_register(number), INT, terms.constant(INT, 0))

    @property
    def title(self) -> str:
        names = " or ".join(part.definition.name for part in self._parts)
        return f"{names} for each mechanism, at most {' + '.join(map(str, self._at_most))} of them touched"

    @on_terms
    def allows(self, message: Any) -> Any:
        inside = []
        for number, part in enumerate(self._parts):
            is_case, record = self._case(term_of(message), number)
            inside.append(terms.implication(is_case, part.member(terms.field(record, PAYLOAD))))
        return truth_of(terms.conjunction(inside))

    @on_terms
    def step(self, left: Any, right: Any) -> None:
        recorder = current_recorder("handing out")
        cases = [[self._case(term_of(side), number) for side in (left, right)] for number in range(len(self._parts))]
        both = [terms.conjunction(is_case for is_case, _ in sides) for sides in cases]
        recorder.require(terms.disjunction(both), self._position)
        for number, (condition, sides) in enumerate(zip(both, cases, strict=True)):
            recorder.open(condition)
            self._hand(recorder, number, *(record for _, record in sides))
            recorder.close()

    def _hand(self, recorder: Recorder, number: int, left: Term, right: Term) -> None:
        index, other = (terms.field(side, INDEX) for side in (left, right))
        recorder.require(terms.equality(index, other), self._position)
        recorder.require(_exists(index, self._routes[number].count), self._position)
        payloads = [terms.field(side, PAYLOAD) for side in (left, right)]
        part = self._parts[number]
        recorder.assigned.update(part.registers[each.name] for each in part.definition.registers)
        held = {r.symbol: self._entry(recorder, part.registers[r.name], index) for r in part.definition.registers}
        _, after = part.step(recorder, payloads[0], payloads[1], held)
        for register, update in zip(part.definition.registers, after, strict=True):
            if update is not held[register.symbol]:
                self._store(recorder, part.registers[register.name], index, update)
        self._count(recorder, number, index, terms.negation(terms.equality(*payloads)))

    def _count(self, recorder: Recorder, number: int, index: Term, differs: Term) -> None:
        """Let a mechanism that gets its first differing pair take a slot.

        Each kind has a counter of its own, also where several share slots: what is true of one is proved of it alone.
        """
        touched, counter = self._touched_register(number), self._counter_register(number)
        recorder.open(terms.conjunction([differs, terms.negation(self._entry(recorder, touched, index))]))
        recorder.assign(counter, terms.make("sum", (term_of(recorder.read(counter)), terms.constant(INT, 1))))
        group = self._routes[number].group
        sharing = [
            term_of(recorder.read(self._counter_register(n))) for n, r in enumerate(self._routes) if r.group == group
        ]
        taken = reduce(lambda one, other: terms.make("sum", (one, other)), sharing)
        recorder.require(terms.make("at most", (taken, terms.constant(INT, self._at_most[group]))), self._position)
        self._store(recorder, touched, index, TRUE)
        recorder.close()

    def _counter_register(self, number: int) -> str:
        return "differing" if len(self._routes) == 1 else f"differing_{number + 1}"

    def _touched_register(self, number: int) -> str:
        return "touched" if len(self._routes) == 1 else f"touched_{number + 1}"

    def _keep_map(self, name: str, first: Term) -> None:
        default = TotalMap(terms.constant_value(first))
        self._keep(name, MapSort(first.sort), terms.constant(MapSort(first.sort), default))

    def _case(self, message: Term, number: int) -> tuple[Term, Term]:
        """Whether the message goes to this kind, and the message as what goes there."""
        record = self._routes[number].record
        if len(self._routes) == 1:
            return TRUE, message
        return terms.make("is case", (message,), record), terms.make("as case", (message,), record)

    def _entry(self, recorder: Recorder, name: str, index: Term) -> Term:
        return terms.make("read", (term_of(recorder.read(name)), index))

    def _store(self, recorder: Recorder, name: str, index: Term, entry: Term) -> None:
        recorder.assign(name, terms.make("store", (term_of(recorder.read(name)), index, entry)))


def sparse_inputs(record: type[Record], function: Monitor, at_most: int) -> RoutedInputs:
    """What a router may hand to mechanisms of one kind: f' of a group, at most so many of which get differing inputs.

    record: what is sent to them, with fields `index` and `payload`. function: what each of them may be sent.
    Raises LanguageError as RoutedInputs does.
    """
    return RoutedInputs([Route(record_sort(record), function)], [at_most])


def _exists(index: Term, count: int | None) -> Term:
    if count is None:
        return TRUE
    bounds = [(terms.constant(INT, 1), index), (index, terms.constant(INT, count))]
    return terms.conjunction([terms.make("at most", each) for each in bounds])


def _check(route: Route) -> None:
    """LanguageError unless the record hands an input of the function to a mechanism."""
    fields = dict(route.record.fields)
    definition = route.function.definition
    for name, sort in ((INDEX, INT), (PAYLOAD, definition.message)):
        if fields.get(name) != sort:
            found = "missing" if name not in fields else f"of the sort {fields[name].name}"
            raise LanguageError(
                f"field {name!r} of {route.record.name} is {found}", f"send records with a field {name!r}: {sort.name}"
            )
    for register in definition.registers:
        if isinstance(register.symbol.sort, MapSort) or not terms.is_constant(register.initial):
            raise LanguageError(
                f"{definition.name} keeps {register.name}, a map or of a start that depends on parameters",
                "give a function whose registers are no maps and start with constants",
            )
    if definition.verdict is not TRUE:
        raise LanguageError(f"{definition.name} has verdicts that do not last", "state requirements only")
