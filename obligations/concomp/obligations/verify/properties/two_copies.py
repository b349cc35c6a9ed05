"""Two copies of a post-processing, side by side.

They receive messages of their own from the left and the same ones from the right. What one step of each does is said
in the terms of one system, whose registers are those of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from concomp.model.language import Handler, PostProcessingDefinition, RegisterDefinition
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, Term
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side
from concomp.obligations.verify.encoding.parties import COPIES, Owned, Party, of_party, owned_register
from concomp.obligations.verify.encoding.systems import System, ghost
from concomp.obligations.verify.encoding.variants import substitute_handler

FROM_LEFT, FROM_RIGHT = "from the left", "from the right"
AWAITING = terms.leaf("register", BOOL, "an answer is awaited")
"""An answer from the right is awaited; else the next message comes from the left."""


@dataclass(frozen=True)
class Copy:
    """One step of one copy, in the words of the system.

    exactly_one: it sends exactly one message. to_right: one is sent to the right.
    messages: what is sent to each side, where something is; nothing for a side that it never sends to.
    """

    registers: tuple[RegisterDefinition, ...]
    exactly_one: Term
    to_right: Term
    messages: Mapping[Side, Term]


class Copies:
    """Two copies of a post-processing, which have the answers from the right in common."""

    def __init__(self, definition: PostProcessingDefinition) -> None:
        self.definition = definition
        self.first, self.second = map(self._copy, COPIES)

    @cached_property
    def total(self) -> Term:
        """Both copies send exactly one message."""
        return terms.conjunction([self.first.exactly_one, self.second.exactly_one])

    @cached_property
    def together(self) -> Term:
        """Both copies send one message, and to the same side."""
        return terms.conjunction([self.total, terms.equality(self.first.to_right, self.second.to_right)])

    @cached_property
    def alike(self) -> Term:
        """Moreover what they send to the left is the same."""
        if LEFT not in self.first.messages:
            return self.together
        same = terms.equality(self.first.messages[LEFT], self.second.messages[LEFT])
        return terms.conjunction([self.together, terms.disjunction([self.first.to_right, same])])

    @property
    def pair_from_left(self) -> tuple[Term, Term]:
        """The messages that the copies receive from the left."""
        first, second = (of_party(self._received(LEFT), party) for party in COPIES)
        return first, second

    def drawn(self, name: str) -> tuple[Term, Term]:
        """This step's values of the name, one for each copy."""
        leaf = next(each for each in self.definition.per_copy if terms.leaf_name(each) == name)
        first, second = (of_party(leaf, party) for party in COPIES)
        return first, second

    def system(
        self,
        allowed: Term,
        bad: Term,
        more: Iterable[RegisterDefinition] = (),
        parameters: Iterable[ParameterDefinition] = (),
    ) -> System:
        """The system of both copies, with further registers and parameters."""
        awaited = ghost(terms.leaf_name(AWAITING), BOOL, FALSE, self.first.to_right)
        registers = (awaited, *self.first.registers, *self.second.registers, *more)
        own = [self._received(LEFT), *self.definition.per_copy]
        renamed = {of_party(leaf, party): Owned(party, leaf) for party in COPIES for leaf in own}
        per_copy = [of_party(leaf, party) for party in COPIES for leaf in self.definition.per_copy]
        inputs = (*self.pair_from_left, self._received(RIGHT), *per_copy, *self.definition.common)
        named = tuple(renamed.items())
        return System(self.definition.name, registers, inputs, tuple(parameters), allowed, bad, named)

    def _received(self, origin: Side) -> Term:
        """What a copy receives from a side; from the right, what both do."""
        sort = self.definition.handler(origin).received.sort
        return terms.leaf("message", sort, FROM_LEFT if origin is LEFT else FROM_RIGHT)

    def _copy(self, party: Party) -> Copy:
        definition = self.definition
        leaves = [*(each.symbol for each in definition.registers), *definition.per_copy]
        own = {leaf: of_party(leaf, party) for leaf in leaves}
        on_left, on_right = (
            substitute_handler(definition.handler(origin), {**own, definition.handler(origin).received: received})
            for origin, received in (
                (LEFT, of_party(self._received(LEFT), party)),
                (RIGHT, self._received(RIGHT)),
            )
        )
        registers = tuple(
            owned_register(each.symbol, party, each.initial, terms.choice(AWAITING, later, first))
            for each, first, later in zip(definition.registers, on_left.updates, on_right.updates, strict=True)
        )
        return Copy(
            registers,
            terms.choice(AWAITING, on_right.exactly_one, on_left.exactly_one),
            terms.choice(AWAITING, on_right.sent(RIGHT), on_left.sent(RIGHT)),
            {side: message for side in (LEFT, RIGHT) if (message := self._sent(side, on_left, on_right)) is not None},
        )

    def _sent(self, side: Side, on_left: Handler, on_right: Handler) -> Term | None:
        first, later = on_left.message(side), on_right.message(side)
        if first is None or later is None:
            return later if first is None else first
        return terms.choice(AWAITING, later, first)
