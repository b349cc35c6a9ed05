"""What is said of every one of several, such as “every M_j of C”.

A sentence with such plurals says for each member j of the composition what it says of the j-th ones, one j for all
places. There may be no member. An exceptional M_j is M_j in the runs in which the first pair that it receives differs,
where e is 1: what is said of every exceptional one is said of those runs. Each sentence says so by
itself: an implication from a sentence about every one supposes that it is so of all. So plurals of two compositions
have no place in one sentence, nor has one in another or in a quantity: an equation would be as many as there are
members.

From P(x) ⇒ Q(x) for all x follows that Q is so of every one, if P is so of every one; but not what does not depend on
x, since there may be none, nor what is said of others. A rule concludes of every one, in the same way, what it says of
each; but one about a composition as a whole is collective: it may conclude something of this.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import Index, plurals
from concomp.obligations.derivations.kernel.language import Formula, Implication, Proposition


def said_of_every_one(formula: Formula) -> frozenset[Index]:
    """The plurals that stand in the sentences of a formula."""
    if isinstance(formula, Implication):
        return said_of_every_one(formula.premise) | said_of_every_one(formula.conclusion)
    return frozenset(plurals(*formula.at)) if isinstance(formula, Proposition) else frozenset()


def beside_suppositions(*formulas: Formula) -> tuple[Formula, ...]:
    """What formulas say beside the suppositions that all of them begin with."""
    implications = [each for each in formulas if isinstance(each, Implication)]
    if len(implications) < len(formulas) or len({each.premise for each in implications}) > 1:
        return formulas
    return beside_suppositions(*(each.conclusion for each in implications))


def is_distributive(formula: Formula) -> bool:
    """Whether a formula holds, sentence by sentence, of every one if it holds of each.

    So it is if the plurals of each premise are also in what follows from it, and no premise is an implication.
    """
    if not isinstance(formula, Implication):
        return True
    supposed, concluded = map(said_of_every_one, (formula.premise, formula.conclusion))
    is_sentence = not isinstance(formula.premise, Implication)
    return is_sentence and supposed <= concluded and is_distributive(formula.conclusion)
