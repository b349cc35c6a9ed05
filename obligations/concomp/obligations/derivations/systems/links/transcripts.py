"""Transcripts of a composition, and the parts of them that its members see.

On fixed tapes a composition follows a transcript exactly if every member follows its part of it: a message to one
member is answered by that member from its own state. A member that does not follow is kept as a witness, so both
directions are proved at one arbitrary index, for any number of members.
"""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort, Sort
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.language import Proposition
from concomp.obligations.derivations.systems.descriptions.members import read, store
from concomp.obligations.derivations.systems.descriptions.messages import MESSAGE, apply, declare, opaque
from concomp.obligations.derivations.systems.links.stages import Stage

STATE = opaque("M.State")


def _register(name: str, sort: Sort) -> Term:
    return terms.leaf("register", sort, name)


WHOLE = _register("the composition follows", BOOL)
PARTS = _register("the member follows", MapSort(BOOL))
STATES = _register("state of the member", MapSort(STATE))
WITNESS = _register("a member that does not follow", INT)
ONE_INDEX, ASKED = (terms.leaf("parameter", INT, name) for name in ("j", "asked"))
MESSAGE_SENT, ANSWER_SHOWN = (terms.leaf("message", MESSAGE, name) for name in ("message", "answer"))


def _follows(whole: Term, parts: Term, witness: Term) -> Term:
    """If the composition follows, so does every member; if not, the witness does not."""
    each = terms.implication(whole, read(parts, ONE_INDEX))
    one = terms.implication(terms.negation(whole), terms.negation(read(parts, witness)))
    return terms.conjunction([each, one])


def _answers_so() -> Term:
    said = apply(declare("M result 1", (STATE, MESSAGE), MESSAGE), read(STATES, ASKED), MESSAGE_SENT)
    return terms.equality(said, ANSWER_SHOWN)


def start() -> Stage:
    """Before the first message everybody follows."""
    known = (WHOLE, read(PARTS, ONE_INDEX))
    says = Proposition(sentences.ALL_FOLLOW_AT_START)
    return Stage("transcripts at the start", says, known, _follows(WHOLE, PARTS, WITNESS), TRUE, terms.negation(WHOLE))


def step(only_one: bool = True) -> Stage:
    """One message asks one member; whether the composition follows on is whether that member does.

    only_one: false in a false variant in which the others may stop following.
    """
    still = terms.conjunction([read(PARTS, ASKED), _answers_so()])
    parts = store(PARTS, ASKED, still) if only_one else terms.leaf("message", MapSort(BOOL), "any members follow")
    whole = terms.conjunction([WHOLE, _answers_so()])
    witness = terms.choice(WHOLE, ASKED, WITNESS)
    known = (_follows(WHOLE, PARTS, WITNESS),)
    interesting = terms.conjunction([WHOLE, terms.negation(terms.equality(ONE_INDEX, ASKED))])
    says = Proposition(sentences.PARTS_FOLLOW)
    return Stage("one message changes one part", says, known, _follows(whole, parts, witness), interesting, whole)
