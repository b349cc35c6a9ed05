"""What came of a walk, in the words of a certificate.

What the certificate's system has besides registers, inputs and parameters of the functions, the values of declared
functions and the entries of maps at other indices, may be anything that lets it take the steps. Of vectors that it
knows at one arbitrary coordinate, a coordinate is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from concomp.model.language.readings.evaluation import Program
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.sorts import INT, MapSort
from concomp.model.language.syntax.substitution import substitute_all
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.model.language.syntax.values import TotalMap, Value
from concomp.obligations.verify.agreement.subject import Subject
from concomp.obligations.verify.agreement.walks import Step, Values, Walker
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.encoding.coordinates import ANY
from concomp.obligations.verify.encoding.scalars import leaves
from concomp.obligations.verify.encoding.tracked import ARBITRARY, INDEX, value_of


class Testimony:
    """A walk as a condition that can hold exactly if the certificate's system can take it."""

    def __init__(self, subject: Subject, walker: Walker, steps: Sequence[Step], number: int, draw: Random) -> None:
        """Take what is compared, the walk, and its number among several, which tells their names apart."""
        self._subject = subject
        self._system = subject.obligation.system
        self._steps = steps
        self._number = number
        self._rigid = self._scalars(walker.parameters)
        self._held = [self._scalars(each) for each in (walker.initial, *(step.after for step in steps))]
        self._inputs = [self._scalars(step.inputs) for step in steps]
        self._coordinate = "" if subject.length is None else f"[{draw.randrange(subject.length)}]"
        stored = [key for held in self._held for total in held.values() for key in _keys(total)]
        self._places = sorted({*stored, *(key for step in steps for key in walker.indices(step))})
        for symbol in [each.symbol for each in self._system.parameters if each.symbol not in self._rigid]:
            asked = [value for inputs in self._inputs for leaf, value in inputs.items() if leaf.sort == INT]
            found = (stored or [*asked, 0]) if symbol in ARBITRARY else self._entries(symbol)
            # What else a parameter may be is left to the solvers.
            self._rigid.update({symbol: draw.choice(found)} if found else {})

    @property
    def condition(self) -> Term:
        """The start and all steps together."""
        return terms.conjunction(condition for _, condition in self.parts)

    @property
    def parts(self) -> Iterator[tuple[str, Term]]:
        """The start and each step: in words for a reader, and as a condition."""
        yield f"the start of the running function at {dict(self._named(self._rigid))!r:.200}", self._start
        for place, step in enumerate(self._steps):
            words = f"step {place + 1} of the running function: {dict(self._named(step.inputs))!r:.300}"
            yield words, self._step(place)

    @property
    def _start(self) -> Term:
        """The constraints on parameters, and the initial registers."""
        system, registers = self._system, self._registers(0)
        stated = [each.constraint for each in system.parameters]
        stated += [terms.equality(each.initial, registers[each.symbol]) for each in system.registers]
        return terms.conjunction(substitute_all(stated, self._parameters()))

    def _step(self, place: int) -> Term:
        """The registers before and after a step; that it is allowed, or is not; and that it is not bad."""
        system, after = self._system, self._registers(place + 1)
        allowed = self._steps[place].allowed
        # Nothing is known of a sum after a step that is not allowed, and no step follows.
        followed = [each for each in system.registers if allowed or each.symbol not in self._sums]
        stated = [terms.equality(each.update, after[each.symbol]) for each in followed]
        stated.append(terms.negation(system.bad))
        stated.append(system.allowed if allowed else terms.negation(system.allowed))
        inputs = {leaf: self._known(leaf, self._inputs[place], f" @{place}") for leaf in system.inputs}
        return terms.conjunction(substitute_all(stated, {**self._parameters(), **inputs, **self._registers(place)}))

    def broken(self) -> str | None:
        """A state in which the certificate's invariant does not hold, in words; None if there is none."""
        known = {*self._rigid, *self._symbols}
        holds = Program([each for each in self._subject.invariant if _leaves(each) <= known])
        for place, step in enumerate(self._steps):
            reached = [place, place + 1] if step.allowed else [place]
            for each in reached:
                state = {symbol: self._value(symbol, self._held[each]) for symbol in self._symbols}
                if not all(holds({**self._rigid, **state})):
                    return (
                        f"the state after {each} steps of {[dict(self._named(i)) for i in self._inputs[:each]]!r:.300}"
                    )
        return None

    def _scalars(self, values: Values) -> dict[Term, Value]:
        """The scalar leaves of leaves, with their values; Rejected if the code of one value is that of another."""
        codes = self._subject.lowered.codes
        found: dict[Term, Value] = {}
        for leaf, value in values.items():
            code = codes.encode(leaf.sort, value)
            if not same(leaf.sort, codes.decode(leaf.sort, code), value):
                raise Rejected(f"{self._system.name}: {value!r:.100} and another value have one code; prove it again")
            found.update(zip(leaves(leaf), code, strict=True))
        return found

    def _parameters(self) -> dict[Term, Term]:
        return {each.symbol: self._known(each.symbol, self._rigid, "") for each in self._system.parameters}

    def _known(self, leaf: Term, values: Values, suffix: str) -> Term:
        """What stands for a leaf: its value, or where it has none a name of its own."""
        if (there := self._there(leaf)) in values:
            return terms.constant(leaf.sort, values[there])
        return terms.leaf("message", leaf.sort, f"{terms.leaf_name(leaf)}{suffix} of walk {self._number}")

    def _registers(self, place: int) -> dict[Term, Term]:
        """What stands for each register before this step."""
        held = self._held[place]
        return {symbol: terms.constant(symbol.sort, self._value(symbol, held)) for symbol in self._symbols}

    @property
    def _symbols(self) -> list[Term]:
        return [each.symbol for each in self._system.registers]

    @property
    def _sums(self) -> Mapping[Term, Term]:
        """What is summed up over all indices, by the register that holds the sum."""
        sums = self._subject.obligation.sums
        return {} if sums is None else dict(zip(sums.registers, sums.parts, strict=True))

    def _value(self, symbol: Term, held: Values) -> Value:
        """The value of a register of the certificate: one of the function, the entry of a map at an index, or a sum."""
        if symbol in self._sums:
            return self._sum(self._sums[symbol], held)
        there = self._there(symbol)
        return held[there] if there in held else self._entry(symbol, held, self._rigid)

    def _entry(self, symbol: Term, held: Values, rigid: Values) -> Value:
        """The entry of a map that a register of the certificate holds."""
        whole, _, index = terms.leaf_name(symbol).rpartition(" at ")
        total: Any = held[terms.leaf("register", MapSort(symbol.sort), whole)]
        indices = dict(self._named(rigid))
        return total[indices[index] if index in indices else int(index)]

    def _sum(self, part: Term, held: Values) -> Value:
        """The sum over all indices, of which those that no step looked at add nothing."""
        program, found = Program([part]), terms.constant_value(terms.constant(part.sort, 0))
        symbols = [each for each in self._symbols if each not in self._sums]
        for place in self._places:
            rigid = {**self._rigid, INDEX: place}
            known = {each: held[each] if each in held else self._entry(each, held, rigid) for each in symbols}
            [value] = program({**rigid, **known})
            found += value
        return found

    def _entries(self, symbol: Term) -> list[Value]:
        """What a map holds at some time at an index that is looked at, where a parameter is any such value."""
        maps = [(leaf, total) for held in self._held for leaf, total in held.items() if isinstance(total, TotalMap)]
        return [total[place] for leaf, total in maps if value_of(leaf) is symbol for place in (*self._places, 0)]

    def _there(self, leaf: Term) -> Term:
        """The leaf itself; of an entry at the arbitrary coordinate, that at the one that was drawn."""
        name = terms.leaf_name(leaf)
        return terms.leaf(leaf.operator, leaf.sort, name.replace(ANY, self._coordinate)) if ANY in name else leaf

    def _named(self, values: Mapping[Term, Value]) -> Iterator[tuple[str, Value]]:
        return ((terms.leaf_name(leaf), value) for leaf, value in values.items())


def _keys(value: Value) -> list[int]:
    return list(value.entries) if isinstance(value, TotalMap) else []


def _leaves(term: Term) -> set[Term]:
    return {each for each in terms.descendants([term]) if each.operator in LEAVES and not terms.is_constant(each)}
