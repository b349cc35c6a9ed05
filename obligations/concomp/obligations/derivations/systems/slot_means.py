"""The mean of a product over slots, summed out slot after slot.

A slot that is summed out leaves the mean of what its holder makes of its sample. So one mechanism more that holds a
slot brings its own mean share, and one that holds none leaves the means as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, NEXT, ZERO, Values
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Quantity,
    Real,
    Summable,
    eq,
    formula_at,
    le,
    term_at,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    ANSWER,
    QUERY,
    assume,
    define,
    hypothesis,
    induction,
    instance,
    solve,
)
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.systems.drawn_slots import (
    COUNT,
    FIRST,
    MORE,
    SAMPLES,
    SLOT,
    SLOT_AT,
    DrawnSlots,
)
from concomp.obligations.derivations.systems.samples_of_mechanisms import mean_converges, sampled, share_is_a_chance
from concomp.obligations.derivations.systems.shares import B, H, J, R, of_composition

_RESPONSE = "HSV26 Definition 2.3"
NEXT_SAMPLE = {FIRST: NEXT(FIRST), SAMPLES: EXTENDED(SAMPLES, SLOT_AT(FIRST), R)}


def _at(formula: Comparison, values: Values) -> Comparison:
    moved = formula_at(formula, values)
    assert isinstance(moved, Comparison)
    return moved


@dataclass(frozen=True)
class SlotMeans:
    """The means over slots.

    drawn: the quantities. known: that who holds a slot is a number, that its law is the holder's, that slots have one
    holder at most, and that nobody holds two.
    """

    drawn: DrawnSlots
    known: Fact

    @property
    def _holder(self) -> tuple[Comparison, ...]:
        """An interesting case: the mechanism holds the slot."""
        return (eq(self.drawn.holds, 1),)

    @property
    def _first_holder(self) -> tuple[Comparison, ...]:
        return (_at(self._holder[0], {SLOT: SLOT_AT(FIRST)}),)

    @cached_property
    def informed(self) -> tuple[Fact, Fact]:
        """A share is a chance."""
        return share_is_a_chance(self.drawn.simulators)

    @cached_property
    def samples(self) -> tuple[Fact, Fact, Fact]:
        """The sample of a slot has a law."""
        law = self.drawn.law
        return (
            hypothesis("chances of a sample", _RESPONSE, le(0, law)),
            hypothesis("chances of a sample", _RESPONSE, Summable(R, law)),
            hypothesis("chances of a sample", _RESPONSE, eq(total(R, law), 1)),
        )

    @cached_property
    def factor(self) -> tuple[Fact, Fact]:
        """0 ≤ G ≤ 1."""
        at, (none, more) = self.drawn.factor, self.drawn.factors
        low, high, later = le(0, at), le(at, 1), {J: NEXT(J)}
        positive = induction(
            low,
            J,
            solve("no mechanism", _at(low, {J: ZERO}), none),
            solve("one more", _at(low, later), assume(low, J), more, self.known, *self.informed, witness=self._holder),
        )
        known = (assume(high, J), positive, more, self.known, *self.informed)
        below = induction(
            high,
            J,
            solve("no mechanism", _at(high, {J: ZERO}), none),
            solve("one more", _at(high, later), *known, witness=self._holder),
        )
        return positive, below

    @cached_property
    def unheld(self) -> Fact:
        """Who takes a slot takes one of which nothing is made so far."""
        drawn = self.drawn
        free = eq((1 - drawn.held) * drawn.factor, 1 - drawn.held)
        none, nothing = drawn.factors[0], drawn.no_holder[0]
        zero = (eq(term_at(drawn.held, {J: ZERO}), 0),)
        nobody = solve("nobody", _at(free, {J: ZERO}), none, nothing, witness=zero)
        known = (assume(free, J), drawn.factors[1], drawn.no_holder[1], self.known)
        more = solve("one more", _at(free, {J: NEXT(J)}), *known, witness=self._holder)
        always = induction(free, J, nobody, more)
        same = eq(drawn.holds * drawn.factor, drawn.holds)
        return solve("a free slot", same, always, self.known, witness=self._holder)

    @property
    def mean_in_slot(self) -> Real:
        """What is left of a slot that is summed out."""
        return total(R, self.drawn.law * self.drawn.factor)

    @cached_property
    def converges(self) -> Fact:
        """What is summed converges."""
        positive, below = self._between
        return comparison(R, positive, below, self.samples[1])

    @cached_property
    def _between(self) -> tuple[Fact, Fact]:
        body, law = self.drawn.law * self.drawn.factor, self.drawn.law
        return (
            solve("not negative", le(0, body), self.samples[0], *self.factor),
            solve("at most the law", le(body, law), self.samples[0], *self.factor),
        )

    @cached_property
    def in_slot(self) -> tuple[Fact, Fact, Fact]:
        """What is left is a number from 0 to 1, and 1 if nobody holds the slot."""
        body, law, holds = self.drawn.law * self.drawn.factor, self.drawn.law, self.drawn.holds
        positive, below = self._between
        low = summation(R, positive, (self.converges,))
        high = summation(R, below, (self.converges, self.samples[1]))
        taken = summation(
            R, solve("a free slot", eq(holds * body, holds * law), self.unheld), (self.converges, self.samples[1])
        )
        mean = self.mean_in_slot
        return (
            low,
            solve("at most 1", le(mean, 1), high, self.samples[2]),
            solve("a free slot", eq(holds * mean, holds), taken, self.samples[2]),
        )

    @cached_property
    def one_more_in_slot(self) -> Fact:
        """One mechanism more changes what is left of its own slot only: that is then its mean share."""
        drawn, later = self.drawn, {J: NEXT(J)}
        holds, body, own = drawn.holds, drawn.law * drawn.factor, sampled(drawn.composition, drawn.simulators)
        same = eq(term_at(body, later), (1 - holds) * body + holds * own)
        fact = solve("one more", same, drawn.factors[1], self.unheld, self.known, witness=self._holder)
        of_share = mean_converges(drawn.composition, drawn.simulators)
        return summation(R, fact, (instance(self.converges, later), self.converges, of_share))

    @property
    def product(self) -> Real:
        """The product of what is left of the m slots from i on."""
        return Quantity("∏ of slots", (*of_composition(self.drawn.function), MORE, FIRST, B, J, H))

    @cached_property
    def products(self) -> tuple[Fact, Fact]:
        """Its definition."""
        first = term_at(self.mean_in_slot, {SLOT: SLOT_AT(FIRST)})
        more = first * term_at(self.product, {FIRST: NEXT(FIRST)})
        origin = "HSV26 Definition 4.11"
        return (
            define("no slot", origin, eq(term_at(self.product, {MORE: ZERO}), 1)),
            define("one slot more", origin, eq(term_at(self.product, {MORE: NEXT(MORE)}), more)),
        )

    @cached_property
    def bounds(self) -> tuple[Fact, Fact, Fact, Fact]:
        """The product of what is left, and that of what is made of given samples, are numbers from 0 to 1."""
        first = [instance(each, {SLOT: SLOT_AT(FIRST)}) for each in self.in_slot[:2]]
        none, more = self.products
        found: list[Fact] = []
        for formula in (le(0, self.product), le(self.product, 1)):
            earlier = [instance(each, {FIRST: NEXT(FIRST)}) for each in (*found, assume(formula, MORE))]
            step = solve("one slot more", _at(formula, {MORE: NEXT(MORE)}), *earlier, *first, more)
            found.append(induction(formula, MORE, solve("no slot", _at(formula, {MORE: ZERO}), none), step))
        empty, longer = self.drawn.products[0], instance(self.drawn.products[1], {SLOT: QUERY, R: ANSWER})
        factor = [instance(each, {SLOT: QUERY, R: ANSWER}) for each in self.factor]
        given: list[Fact] = []
        for formula in (le(0, self.drawn.given), le(self.drawn.given, 1)):
            after = _at(formula, {SAMPLES: EXTENDED(SAMPLES, QUERY, ANSWER)})
            step = solve("one sample more", after, *given, assume(formula, SAMPLES), *factor, longer)
            base = solve("no sample", _at(formula, {SAMPLES: EMPTY}), empty)
            given.append(induction(formula, SAMPLES, base, step))
        return found[0], found[1], given[0], given[1]

    @cached_property
    def summed_out(self) -> Fact:
        """Finite distributivity: the mean over the samples that are not given is a product of means."""
        drawn = self.drawn
        same = eq(drawn.mean, drawn.given * self.product)
        begin = solve("no slot is left", _at(same, {MORE: ZERO}), drawn.means[0], self.products[0])
        known = instance(assume(same, MORE), NEXT_SAMPLE)
        law, later = term_at(drawn.law, {SLOT: SLOT_AT(FIRST)}), term_at(drawn.mean, NEXT_SAMPLE)
        bounds = tuple(instance(each, NEXT_SAMPLE) for each in self.bounds)
        low = solve("not negative", le(0, later), known, *bounds)
        high = solve("at most 1", le(later, 1), known, *bounds)
        chances = instance(self.samples[0], {SLOT: SLOT_AT(FIRST)})
        of_law = instance(self.samples[1], {SLOT: SLOT_AT(FIRST)})
        body = law * later
        converges = comparison(
            R,
            solve("not negative", le(0, body), chances, low),
            solve("at most the law", le(body, law), chances, low, high),
            of_law,
        )
        rest = term_at(self.product, {FIRST: NEXT(FIRST)})
        in_slot = law * term_at(drawn.factor, {SLOT: SLOT_AT(FIRST)})
        split = solve(
            "the factor of the slot",
            eq(body, (drawn.given * rest) * in_slot),
            known,
            instance(drawn.products[1], {SLOT: SLOT_AT(FIRST)}),
        )
        sums = summation(R, split, (converges, instance(self.converges, {SLOT: SLOT_AT(FIRST)})))
        step = solve("one slot more", _at(same, {MORE: NEXT(MORE)}), drawn.means[1], sums, self.products[1])
        return induction(same, MORE, begin, step)

    @cached_property
    def one_mechanism_more(self) -> Fact:
        """One mechanism more brings its mean share, if it holds a slot."""
        drawn, later = self.drawn, {J: NEXT(J)}
        brings = (1 - drawn.slots_of) + drawn.slots_of * drawn.mean_share
        same = eq(term_at(self.product, later), self.product * brings)
        begin = solve(
            "no slot",
            _at(same, {MORE: ZERO}),
            self.products[0],
            instance(self.products[0], later),
            drawn.no_slot[0],
            witness=(eq(drawn.mean_share, 1),),
        )
        at_first = {SLOT: SLOT_AT(FIRST)}
        after = {FIRST: NEXT(FIRST)}
        mean = term_at(self.mean_in_slot, at_first)
        rest = term_at(brings, after)
        one = solve(
            "one slot",
            eq(term_at(mean, later) * rest, mean * term_at(brings, {MORE: NEXT(MORE)})),
            instance(self.one_more_in_slot, at_first),
            instance(self.in_slot[2], at_first),
            instance(self.known, at_first),
            drawn.no_slot[1],
            witness=self._first_holder,
        )
        step = solve(
            "one slot more",
            _at(same, {MORE: NEXT(MORE)}),
            one,
            self.products[1],
            instance(self.products[1], later),
            instance(assume(same, MORE), after),
        )
        return induction(same, MORE, begin, step)

    @cached_property
    def one_slot_only(self) -> Fact:
        """Nobody holds two slots."""
        count = self.drawn.slots_of
        one = eq(count * count, count)
        none, more = self.drawn.no_slot
        known = (instance(assume(one, MORE), {FIRST: NEXT(FIRST)}), more, instance(self.known, {SLOT: SLOT_AT(FIRST)}))
        step = solve("one slot more", _at(one, {MORE: NEXT(MORE)}), *known, witness=self._first_holder)
        begin = solve("no slot", _at(one, {MORE: ZERO}), none, witness=(eq(term_at(count, {MORE: ZERO}), 0),))
        return induction(one, MORE, begin, step)

    @cached_property
    def of_all(self) -> Fact:
        """The mean over all samples is the product of what is left of all slots."""
        return solve(
            "no sample is given",
            eq(self._of_all(self.drawn.mean), self._of_all(self.product)),
            instance(self.summed_out, {MORE: COUNT(self.drawn.composition), FIRST: ZERO, SAMPLES: EMPTY}),
            self.drawn.products[0],
        )

    def _of_all(self, term: Real) -> Real:
        return term_at(term, {MORE: COUNT(self.drawn.composition), FIRST: ZERO, SAMPLES: EMPTY})

    @cached_property
    def of_none(self) -> Fact:
        """The mean of a product of no share is 1."""
        nobody = {J: ZERO}
        mean, law = term_at(self.mean_in_slot, nobody), self.drawn.law
        body = term_at(law * self.drawn.factor, nobody)
        sums = summation(
            R,
            solve("nobody holds it", eq(body, law), self.drawn.factors[0]),
            (instance(self.converges, nobody), self.samples[1]),
        )
        first = instance(solve("the law", eq(mean, 1), sums, self.samples[2]), {SLOT: SLOT_AT(FIRST)})
        one = eq(term_at(self.product, nobody), 1)
        none, more = (instance(each, nobody) for each in self.products)
        known = instance(assume(one, MORE), {FIRST: NEXT(FIRST)})
        step = solve("one slot more", _at(one, {MORE: NEXT(MORE)}), known, first, more)
        always = induction(one, MORE, solve("no slot", _at(one, {MORE: ZERO}), none), step)
        all_slots = instance(always, {MORE: COUNT(self.drawn.composition), FIRST: ZERO})
        product = eq(term_at(self.drawn.mean_product, nobody), 1)
        return solve("no mechanism", product, instance(self.of_all, nobody), all_slots, self.drawn.others[0])

    def of_one_more(self, factor: Real, *who: Fact) -> Fact:
        """The mean of the product of one share more, the share being as it is with or without a slot.

        It is said of the transcripts that the function admits, as it is of these that who holds a slot is known.
        who: who holds a slot, if there are mechanisms that hold none.
        """
        product, later = self.drawn.admitted * self.drawn.mean_product, {J: NEXT(J)}
        all_slots = {MORE: COUNT(self.drawn.composition), FIRST: ZERO}
        return solve(
            "one mechanism more",
            eq(term_at(product, later), product * factor),
            self.of_all,
            instance(self.of_all, later),
            instance(self.one_mechanism_more, all_slots),
            instance(self.one_slot_only, all_slots),
            self.drawn.others[1],
            *who,
        )
