"""What goes along a history and, after a query, from answer to answer: X at h·q·k by Z at k, and Z at k + 1 by X there.

Z(h, q, 0) may be X(h). So X is a fixpoint on the history, with one on the answer inside: the row of Z, for what X is
before. Both may be about a bit, and X at the bit 1 may use X at the bit 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import TopologicalSorter

from concomp.obligations.derivations.coq.equations import Equation
from concomp.obligations.derivations.coq.names import Unwritten
from concomp.obligations.derivations.coq.terms import Writer, applied
from concomp.obligations.derivations.kernel.definitions import Symbol, occurrences, symbol
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, NEXT, ZERO, Compound, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real


def rows(equations: Mapping[Symbol, Sequence[Equation]], writer: Writer) -> list[str]:
    """The definitions of such quantities; Unwritten if they go another way."""
    row = [each for each, listed in equations.items() if all(_is_of_row(one.head) for one in listed)]
    steps = [each for each in equations if each not in row]
    if len(row) != 1 or not all(_is_step(one.head) for each in steps for one in equations[each]):
        listed = " and ".join(name for name, _ in equations)
        raise Unwritten(f"{listed} use each other in a way of which Coq is told nothing")
    return _Rows(row[0], steps, equations, writer).texts()


def _is_of_row(head: Quantity) -> bool:
    last = head.at[-1] if head.at else None
    return isinstance(last, Compound) and (last == ZERO or last.constructor is NEXT)


def _is_step(head: Quantity) -> bool:
    last = head.at[-1] if head.at else None
    return isinstance(last, Compound) and (last == EMPTY or last.constructor is EXTENDED)


class _Rows:
    """The texts for a row and what is defined along it."""

    def __init__(
        self, row: Symbol, steps: Sequence[Symbol], equations: Mapping[Symbol, Sequence[Equation]], writer: Writer
    ) -> None:
        self.row, self.equations, self.writer = row, equations, writer
        self.names = writer.names
        self.steps = self._in_order(steps)
        self.bits = [index.sort for index in equations[row][0].head.at[:-3]]
        self.type = " -> ".join([*("bool" for _ in self.bits), "R"])
        self.z = self.names.of_symbol(row)
        self.along = self.names.free(f"{self.z}_row")
        self.step = {each: self.names.free(f"{self.names.of_symbol(each)}_step") for each in self.steps}
        self.before = [each for each in self.steps if self._hands_on(each)]

    def texts(self) -> list[str]:
        """What X is at an answer by the row; the row; X along the history; and both by their names."""
        return [*map(self._step, self.steps), self._row(), *map(self._along_history, self.steps), self._named()]

    def _in_order(self, steps: Sequence[Symbol]) -> list[Symbol]:
        """Steps, each behind those that it uses at the same answer."""
        graph = {each: self._used(each, steps) - {each} for each in steps}
        return list(TopologicalSorter(graph).static_order())

    def _used(self, each: Symbol, steps: Sequence[Symbol]) -> set[Symbol]:
        bodies = [one.body for one in self.equations[each] if one.head.at[-1] != EMPTY]
        return {symbol(used) for body in bodies for used in occurrences(body)} & {*steps}

    def _hands_on(self, each: Symbol) -> bool:
        """Whether the row begins with a quantity at the history before."""
        starts = [one.body for one in self.equations[self.row] if one.head.at[-1] == ZERO]
        return each in {symbol(used) for body in starts for used in occurrences(body)}

    def _step(self, each: Symbol) -> str:
        """What a quantity is at h·q·k, by the row at k, which is called Z here."""
        at_answer = [one for one in self.equations[each] if one.head.at[-1] != EMPTY]
        where = at_answer[0].head.at[-1]
        row = f"(row : {self.type})"

        def of_quantity(quantity: Quantity) -> str:
            if symbol(quantity) == self.row:
                return applied("row", map(self.writer.index, quantity.at[:-3]))
            if symbol(quantity) == each:
                return text.term(_body_at(at_answer, quantity))
            if symbol(quantity) in self.step and quantity.at[-1] == where:
                bits = map(self.writer.index, quantity.at[:-1])
                return applied(self.step[symbol(quantity)], ["row", *map(self.writer.index, _parts(where)), *bits])
            return self.writer.quantity(quantity)

        text = Writer(self.names, of_quantity)
        binders = " ".join(map(self.writer.binder, _variables(where)))
        cases = self._cases([(one.head.at[:-1], text.term(one.body)) for one in at_answer])
        return f"Definition {self.step[each]} {row} {binders} : {self.type} :=\n  {cases}."

    def _row(self) -> str:
        """The row, for what X is before."""
        *starts, after = sorted(self.equations[self.row], key=lambda one: one.head.at[-1] != ZERO)
        history, query, answer = _variables_of_row(after)
        given = "".join(f" ({self._before(each)} : {self.type})" for each in self.before)
        of_history = " ".join(map(self.writer.binder, (history, query)))
        names = [self.writer.index(each) for each in (history, query)]
        here = [self.along, *(self._before(each) for each in self.before), *names, self.writer.index(answer)]

        def at_start(quantity: Quantity) -> str:
            if symbol(quantity) in self.before:
                return applied(self._before(symbol(quantity)), map(self.writer.index, quantity.at[:-1]))
            return self.writer.quantity(quantity)

        def later(quantity: Quantity) -> str:
            if symbol(quantity) == self.row:
                return applied(here[0], [*here[1:], *map(self.writer.index, quantity.at[:-3])])
            if symbol(quantity) in self.step:
                parts = map(self.writer.index, _parts(quantity.at[-1]))
                bits = map(self.writer.index, quantity.at[:-1])
                return applied(self.step[symbol(quantity)], [applied(here[0], here[1:]), *parts, *bits])
            return self.writer.quantity(quantity)

        otherwise = ""
        if starts:
            first = self._cases([(one.head.at[:-3], Writer(self.names, at_start).term(one.body)) for one in starts])
        else:
            arbitrary = self.names.free(f"{self.z}_otherwise")
            otherwise = f"Variable {arbitrary} : history -> query -> {self.type}.\n"
            first = applied(arbitrary, names)
        then = self._cases([(after.head.at[:-3], Writer(self.names, later).term(after.body))])
        number = self.writer.index(answer)
        return (
            f"{otherwise}Fixpoint {self.along}{given} {of_history} {self.writer.binder(answer)} : {self.type} :=\n"
            f"  match {number} with\n  | O => {first}\n  | S {number} => {then}\n  end."
        )

    def _before(self, each: Symbol) -> str:
        return f"{self.step[each]}_before"

    def _along_history(self, each: Symbol) -> str:
        """A quantity along the history: what hands the row on is a fixpoint of its own."""
        at_start = [one for one in self.equations[each] if one.head.at[-1] == EMPTY]
        name = self._all(each)
        first = self._cases([(one.head.at[:-1], self.writer.term(one.body)) for one in at_start])
        otherwise = ""
        if not at_start:
            first = self.names.free(f"{self.names.of_symbol(each)}_otherwise")
            otherwise = f"Variable {first} : {self.type}.\n"
        keyword = "Fixpoint" if self._hands_on(each) else "Definition"
        row = applied(self.along, [*(f"({self._all(one)} h)" for one in self.before), "h", "q", "k"])
        return (
            f"{otherwise}{keyword} {name} (h : history) : {self.type} :=\n"
            f"  match h with\n  | Empty => {first}\n  | Ext h q k => {self.step[each]} {row} h q k\n  end."
        )

    def _all(self, each: Symbol) -> str:
        return f"{self.step[each]}s"

    def _named(self) -> str:
        """The row and the others by their names, with their indices in order."""
        bits = "".join(f" (b{place} : bool)" for place in range(1, len(self.bits) + 1))
        at_bits = "".join(f" b{place}" for place in range(1, len(self.bits) + 1))
        before = "".join(f" ({self._all(each)} h)" for each in self.before)
        row = (
            f"Definition {self.z}{bits} (h : history) (q : query) (k : nat) : R := {self.along}{before} h q k{at_bits}."
        )
        others = [
            f"Definition {self.names.of_symbol(each)}{bits} (h : history) : R := {self._all(each)} h{at_bits}."
            for each in self.steps
        ]
        return "\n".join([row, *others])

    def _cases(self, cases: Sequence[tuple[Sequence[Index], str]]) -> str:
        """A function of bits by cases."""
        if not self.bits:
            ((_, text),) = cases
            return text
        clauses = " ".join(f"| {', '.join(map(self.writer.index, bits))} => {text}" for bits, text in cases)
        names = [f"b{place}" for place in range(1, len(self.bits) + 1)]
        return f"(fun {' '.join(names)} => match {', '.join(names)} with {clauses} end)"


def _body_at(equations: Sequence[Equation], quantity: Quantity) -> Real:
    return next(one.body for one in equations if one.head == quantity)


def _parts(where: Index) -> tuple[Index, ...]:
    assert isinstance(where, Compound)
    return where.arguments


def _variables(where: Index) -> list[Var]:
    return [each for each in _parts(where) if isinstance(each, Var)]


def _variables_of_row(after: Equation) -> tuple[Var, Var, Var]:
    history, query, number = after.head.at[-3:]
    (answer,) = _parts(number)
    assert isinstance(history, Var)
    assert isinstance(query, Var)
    assert isinstance(answer, Var)
    return history, query, answer
