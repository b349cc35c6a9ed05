"""The product over created mechanisms.

An unbounded number of mechanisms is created on the way, each with the same verification function; a sequence is
accepted if what was sent to each of them is. What the function remembers of one mechanism becomes a map from their
indices.
"""

from __future__ import annotations

from typing import Any

from concomp.model.language.combinators import Combination, truth_of
from concomp.model.language.monitor import Monitor
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import union_of
from concomp.model.language.syntax.definition import RegisterDefinition
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.expressions import Truth, term_of
from concomp.model.language.syntax.ownership import of_the_language
from concomp.model.language.syntax.python.callables import on_terms
from concomp.model.language.syntax.records import Record, record_sort
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort, RecordSort, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.model.language.syntax.trace import Recorder, current_recorder
from concomp.model.language.syntax.values import TotalMap
from concomp.model.language.syntax.vectors.lengths import lengths_of


@of_the_language
class Product(Combination):
    """Accepts a sequence if, for each created mechanism, a monitor accepts what was sent to it.

    A creation message creates the next mechanism, counted from 1; both sides must send the same. A query names a
    mechanism that exists, the same on both sides. Each register of the monitor becomes a map from indices.
    """

    def __init__(
        self,
        monitor: Monitor,
        creation: type[Record],
        query: type[Record],
        index: str = "index",
        payload: str = "payload",
        **given: Any,
    ) -> None:
        """Take the monitor, the two records that messages are, and the fields of a query that it uses.

        Raises LanguageError if these fields are not an Int and a message of the monitor, or if the monitor keeps
        maps, or vectors whose length is a parameter, or is a Product of its own.
        """
        definition = monitor.definition
        self._creation, self._query, self._index, self._payload = (
            record_sort(creation),
            record_sort(query),
            index,
            payload,
        )
        _check_field(self._query, index, INT)
        _check_field(self._query, payload, definition.message)
        for register in definition.registers:
            sort = register.symbol.sort
            no_entry = isinstance(sort, MapSort) or lengths_of([sort])
            if no_entry or register.name in ("created", "failing", "fails"):
                raise LanguageError(
                    f"{monitor!r} keeps {register.name}, of the sort {sort.name}",
                    "a monitor in a product has no maps and no vectors whose length is a parameter, and registers "
                    "other than created, failing and fails",
                )
        super().__init__(union_of([self._creation, self._query]), [monitor], given)
        self._keep("created", INT, terms.constant(INT, 0))
        for register in definition.registers:
            self._keep_map(self._parts[0].registers[register.name], register.symbol.sort, self._first(register))
        if definition.verdict is not TRUE:
            self._keep_map("fails", BOOL, FALSE)
            self._keep("failing", INT, terms.constant(INT, 0))

    @property
    def title(self) -> str:
        return f"{self._parts[0].definition.name} for each created mechanism"

    @on_terms
    def allows(self, message: Any) -> Truth:
        asked, query = self._case(term_of(message), self._query)
        return truth_of(terms.implication(asked, self._parts[0].member(terms.field(query, self._payload))))

    @on_terms
    def step(self, left: Any, right: Any) -> None:
        recorder = current_recorder("a product")
        created = [self._case(term_of(side), self._creation) for side in (left, right)]
        asked = [self._case(term_of(side), self._query) for side in (left, right)]
        both_created = terms.conjunction(is_case for is_case, _ in created)
        both_asked = terms.conjunction(is_case for is_case, _ in asked)
        recorder.require(terms.disjunction([both_created, both_asked]), self._position)
        recorder.open(both_created)
        self._create(recorder, *(record for _, record in created))
        recorder.close()
        recorder.open(both_asked)
        self._ask(recorder, *(record for _, record in asked))
        recorder.close()
        if self._parts[0].definition.verdict is not TRUE:
            none = terms.equality(term_of(recorder.read("failing")), terms.constant(INT, 0))
            recorder.accept_if(none, self._parts[0].definition.verdicts[0].position)

    def _create(self, recorder: Recorder, left: Term, right: Term) -> None:
        recorder.require(terms.equality(left, right), self._position)
        count = terms.make("sum", (term_of(recorder.read("created")), terms.constant(INT, 1)))
        recorder.assign("created", count)
        part = self._parts[0]
        for register in part.definition.registers:
            # A map begins with a constant; what depends on parameters is stored where a mechanism begins.
            if not terms.is_constant(self._first(register)):
                self._store(recorder, part.registers[register.name], count, self._first(register))

    def _ask(self, recorder: Recorder, left: Term, right: Term) -> None:
        index, other = (terms.field(side, self._index) for side in (left, right))
        created, one = term_of(recorder.read("created")), terms.constant(INT, 1)
        exists = [terms.make("at most", pair) for pair in ((one, index), (index, created))]
        recorder.require(terms.conjunction([terms.equality(index, other), *exists]), self._position)
        part = self._parts[0]
        # A register that the monitor never changes is no map that nobody sets.
        recorder.assigned.update(part.registers[r.name] for r in part.definition.registers)
        held = {r.symbol: self._entry(recorder, part.registers[r.name], index) for r in part.definition.registers}
        payloads = [terms.field(side, self._payload) for side in (left, right)]
        verdict, after = part.step(recorder, payloads[0], payloads[1], held)
        for register, update in zip(part.definition.registers, after, strict=True):
            if update is not held[register.symbol]:
                self._store(recorder, part.registers[register.name], index, update)
        if part.definition.verdict is not TRUE:
            self._judge(recorder, index, verdict)

    def _judge(self, recorder: Recorder, index: Term, verdict: Term) -> None:
        """Count the mechanisms whose sequences so far are not accepted."""
        one, failing = terms.constant(INT, 1), term_of(recorder.read("failing"))
        failed, fails = self._entry(recorder, "fails", index), terms.negation(verdict)
        more, fewer = terms.make("sum", (failing, one)), terms.make("difference", (failing, one))
        begins, ends = terms.conjunction([fails, terms.negation(failed)]), terms.conjunction([failed, verdict])
        recorder.assign("failing", terms.choice(begins, more, terms.choice(ends, fewer, failing)))
        self._store(recorder, "fails", index, fails)

    def _first(self, register: RegisterDefinition) -> Term:
        return self._parts[0].constant(register.initial)

    def _keep_map(self, name: str, sort: Sort, first: Term) -> None:
        default = terms.constant_value(first) if terms.is_constant(first) else sort.default()
        self._keep(name, MapSort(sort), terms.constant(MapSort(sort), TotalMap(default)))

    def _case(self, message: Term, record: RecordSort) -> tuple[Term, Term]:
        return terms.make("is case", (message,), record), terms.make("as case", (message,), record)

    def _entry(self, recorder: Recorder, name: str, index: Term) -> Term:
        return terms.make("read", (term_of(recorder.read(name)), index))

    def _store(self, recorder: Recorder, name: str, index: Term, entry: Term) -> None:
        recorder.assign(name, terms.make("store", (term_of(recorder.read(name)), index, entry)))


def _check_field(record: RecordSort, name: str, sort: Sort) -> None:
    found = dict(record.fields).get(name)
    if found != sort:
        raise LanguageError(
            f"field {name!r} of {record.name} is {'missing' if found is None else f'of the sort {found.name}'}",
            f"name a field of the sort {sort.name}",
        )
