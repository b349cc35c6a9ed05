"""Statements.

What a verification function does with one pair of messages, as the body of a Python function: it rejects where a
requirement fails, and otherwise changes the variables and answers. A test on which much depends is made first, so
that each of its outcomes leaves only what it needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from concomp.impl.monitors.python_terms import Scope, Writer
from concomp.impl.monitors.register_layout import Write
from concomp.impl.monitors.simplification import facts, simplify
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, REAL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term

_MOST_TESTS = 16
_DEEPEST = 5


@dataclass(frozen=True)
class Body:
    """What is done with a pair of messages.

    requirements, verdict: what must hold, for ever after and for this sequence.
    updates: the new values of variables that change. writes: the changes of maps in place.
    """

    requirements: tuple[Term, ...]
    verdict: Term
    updates: Mapping[Term, Term]
    writes: Mapping[Term, tuple[Write, ...]]

    @property
    def outputs(self) -> list[Term]:
        """Every term that it needs."""
        written = [term for each in self.writes.values() for w in each for term in (w.condition, w.key, w.value)]
        return [*self.requirements, self.verdict, *self.updates.values(), *written]

    def where(self, known: Mapping[Term, Term]) -> Body:
        """The same, simplified by what is known."""
        image = iter(simplify(self.outputs, known))
        guard = terms.conjunction([next(image) for _ in self.requirements])
        verdict = next(image)
        updates = {symbol: next(image) for symbol in self.updates}
        changed = {symbol: update for symbol, update in updates.items() if update is not symbol}
        writes = {
            symbol: tuple([Write(next(image), next(image), next(image)) for _ in each])
            for symbol, each in self.writes.items()
        }
        kept = {symbol: tuple(w for w in each if w.condition is not FALSE) for symbol, each in writes.items()}
        return Body(conjuncts(guard), verdict, changed, {symbol: each for symbol, each in kept.items() if each})


@dataclass(frozen=True)
class Endings:
    """The lines with which a function ends: where it rejects for ever, and where it answers with a verdict."""

    reject: tuple[str, ...]
    answer: str


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The terms whose conjunction the term is."""
    if term is TRUE:
        return ()
    return term.arguments if term.operator == "and" else (term,)


def lines(body: Body, scope: Scope, endings: Endings) -> list[str]:
    """The function's lines for the body, not indented."""
    numbers = count()
    return list(_Statements(scope, endings, numbers).block(body, {}, _DEEPEST))


class _Statements:
    def __init__(self, scope: Scope, endings: Endings, numbers: Iterator[int]) -> None:
        self._scope = scope
        self._endings = endings
        self._numbers = numbers
        self._tests = _MOST_TESTS

    def block(self, body: Body, held: Mapping[Term, str], depth: int) -> Iterator[str]:
        if FALSE in body.requirements:
            yield from self._endings.reject
            return
        writer = Writer(self._scope, body.outputs, held, lambda: f"t{next(self._numbers)}")
        simple = [r for r in body.requirements if r.operator != "or"]
        for requirement in simple:
            yield from self._check(writer, writer.test(terms.negation(requirement)))
        rest = Body(tuple(r for r in body.requirements if r.operator == "or"), body.verdict, body.updates, body.writes)
        if simple:
            rest = rest.where({term: truth for r in simple for term, truth in facts(r, True).items()})
        test = _best_test(rest) if depth and self._tests else None
        if test is None:
            for requirement in rest.requirements:
                yield from self._check(writer, writer.condition(terms.negation(requirement)))
            yield from self._changes(writer, rest)
            return
        self._tests -= 1
        condition = writer.test(test)
        yield from _take_lines(writer)
        yield f"if {condition}:"
        yield from _indent(self.block(rest.where(facts(test, True)), writer.held, depth - 1))
        yield from self.block(rest.where(facts(test, False)), writer.held, depth - 1)

    def _check(self, writer: Writer, failed: str) -> Iterator[str]:
        yield from _take_lines(writer)
        yield f"if {failed}:"
        yield from _indent(self._endings.reject)

    def _changes(self, writer: Writer, body: Body) -> Iterator[str]:
        """Evaluate everything on the values from before this message, then change them, then answer."""
        verdict = writer.value(body.verdict)
        if body.verdict not in (TRUE, FALSE):
            verdict = self._local(writer, verdict)
        after = []
        for symbol, update in body.updates.items():
            value = writer.value(update)
            kept = terms.is_constant(update) or update in writer.held
            after.append(f"{self._scope.variables[symbol]} = {value if kept else self._local(writer, value)}")
        for symbol, changes in body.writes.items():
            for change in changes:
                after += self._change(writer, self._scope.variables[symbol], change)
        yield from _take_lines(writer)
        yield from after
        yield self._endings.answer.format(verdict)

    def _local(self, writer: Writer, value: str) -> str:
        local = f"t{next(self._numbers)}"
        writer.lines.append(f"{local} = {value}")
        return local

    def _change(self, writer: Writer, variable: str, change: Write) -> list[str]:
        """The lines that change an entry of a map, for which the writer evaluates all that is needed before."""
        key = self._local(writer, writer.value(change.key))
        value = writer.value(change.value)
        if not terms.is_constant(change.value):
            value = self._local(writer, value)
        same = "==" if change.value.sort in (INT, REAL) else "is"
        # An entry that holds the default takes no room.
        lines = [
            f"if {value} {same} {variable}_default:",
            f"    {variable}.pop({key}, None)",
            "else:",
            f"    {variable}[{key}] = {value}",
        ]
        if change.condition is TRUE:
            return lines
        return [f"if {self._local(writer, writer.condition(change.condition))}:", *_indent(lines)]


def _take_lines(writer: Writer) -> list[str]:
    taken, writer.lines = writer.lines, []
    return taken


def _indent(inner: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in inner)


def _best_test(body: Body) -> Term | None:
    """The condition that most requirements and changes turn on, if more than one does."""
    places = [
        *(_atoms(requirement) for requirement in body.requirements),
        *(_tested(update) for update in body.updates.values()),
        *(_atoms(write.condition) for each in body.writes.values() for write in each),
    ]
    counted = Counter(atom for place in places for atom in dict.fromkeys(place))
    [(best, times)] = counted.most_common(1) or [(TRUE, 0)]
    return best if times > 1 else None


def _tested(update: Term) -> Sequence[Term]:
    if update.operator == "choice":
        condition, then, otherwise = update.arguments
        return [*_atoms(condition), *_tested(then), *_tested(otherwise)]
    return _atoms(update) if update.sort == BOOL else ()


def _atoms(condition: Term) -> Sequence[Term]:
    if condition.operator in ("not", "and", "or"):
        return [atom for part in condition.arguments for atom in _atoms(part)]
    return [] if terms.is_constant(condition) else [condition]
