"""What came of a walk, in the words of a certificate.

What the certificate's system has besides registers, inputs and parameters of the functions, the values of declared
functions and the entries of maps at other indices, may be anything that lets it take the steps. Of vectors that it
knows at one arbitrary coordinate, a coordinate is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.sorts import INT, MapSort
from concomp.model.language.syntax.substitution import substitute_all
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import TotalMap, Value
from concomp.obligations.verify.agreement.subject import Subject
from concomp.obligations.verify.agreement.walks import Step, Values, Walker
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.encoding.coordinates import ANY
from concomp.obligations.verify.encoding.scalars import leaves
from concomp.obligations.verify.encoding.tracked import ARBITRARY


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
        for symbol in (each for each in ARBITRARY if each in {known.symbol for known in self._system.parameters}):
            asked = [value for inputs in self._inputs for leaf, value in inputs.items() if leaf.sort == INT]
            stored = [key for held in self._held for total in held.values() for key in _keys(total)]
            self._rigid[symbol] = draw.choice(stored or [*asked, 0])

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
        stated = [terms.equality(each.update, after[each.symbol]) for each in system.registers]
        stated.append(terms.negation(system.bad))
        stated.append(system.allowed if self._steps[place].allowed else terms.negation(system.allowed))
        inputs = {leaf: self._known(leaf, self._inputs[place], f" @{place}") for leaf in system.inputs}
        return terms.conjunction(substitute_all(stated, {**self._parameters(), **inputs, **self._registers(place)}))

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
        symbols = [each.symbol for each in self._system.registers]
        return {symbol: terms.constant(symbol.sort, self._value(symbol, self._held[place])) for symbol in symbols}

    def _value(self, symbol: Term, held: Values) -> Value:
        """The value of a register of the certificate: one of the function, or the entry of a map at an index."""
        if (there := self._there(symbol)) in held:
            return held[there]
        whole, _, index = terms.leaf_name(symbol).rpartition(" at ")
        total: Any = held[terms.leaf("register", MapSort(symbol.sort), whole)]
        indices = dict(self._named(self._rigid))
        return total[indices[index] if index in indices else int(index)]

    def _there(self, leaf: Term) -> Term:
        """The leaf itself; of an entry at the arbitrary coordinate, that at the one that was drawn."""
        name = terms.leaf_name(leaf)
        return terms.leaf(leaf.operator, leaf.sort, name.replace(ANY, self._coordinate)) if ANY in name else leaf

    def _named(self, values: Mapping[Term, Value]) -> Iterator[tuple[str, Value]]:
        return ((terms.leaf_name(leaf), value) for leaf, value in values.items())


def _keys(value: Value) -> list[int]:
    return list(value.entries) if isinstance(value, TotalMap) else []
