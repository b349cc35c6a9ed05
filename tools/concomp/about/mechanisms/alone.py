"""Which statements speak about a mechanism that stands alone in a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice, product

from concomp.about.mechanisms.bounds import decided_by_file, exact_deltas, spoken_beside
from concomp.about.mechanisms.losses import Labelled, kept, with_least_label
from concomp.about.spoken import How, Met, Spoken
from concomp.advisor.advice import consider
from concomp.advisor.facts.functions import DATA_FIRST, SEQUENCES, Facts, facts_of_file
from concomp.advisor.guarantees.attack import Own
from concomp.advisor.guarantees.guarantee import OfSlots
from concomp.advisor.guarantees.theorems import Theorem
from concomp.advisor.hypotheses.conditions import DISCRETE, POSITIVE, Finding, Hypothesis
from concomp.advisor.hypotheses.situation import Kind, Situation
from concomp.impl.accounting.parameters import with_e_eps
from concomp.model.files.functions import verification_function
from concomp.model.files.parts import messages
from concomp.model.files.schema import Continual, MechanismFile
from concomp.model.mechanisms.verification import is_valid
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify import openings
from concomp.obligations.verify.openings import DOORS, Door
from concomp.obligations.verify.properties.properties import WITNESS
from concomp.obligations.verify.verdicts import Word

HOW: Mapping[Word, How] = {"proved": "holds", "refuted": "violated", "vacuous": "violated", "unknown": "undecided"}
LISTED = Finding("holds", "a file lists its answers, or names a law of discrete ones")
PRIVATE = Hypothesis("it is (ε, δ)-DP", lambda _: Finding("unknown", "it was not audited"), "loss")


def _response(situation: Situation) -> OfSlots:
    return OfSlots(situation.listed)


OF_WORLDS = Theorem(
    "Lyu22 Theorem 3 (repaired)",
    "",
    "A mechanism with two worlds is made of one randomised response, whatever it is asked.",
    (PRIVATE, DISCRETE),
    _response,
)
OF_ONE_ANSWER = Theorem(
    "HSV26 Theorem 2.5",
    "",
    "A mechanism that answers once is a post-processing of a randomised response.",
    (PRIVATE, DISCRETE),
    _response,
)
OF_CONTINUAL = Theorem(
    "HSV26 Lemma 4.7",
    "",
    "A continual mechanism is a post-processing of one randomised response, however many messages it gets.",
    (PRIVATE, DISCRETE, POSITIVE),
    _response,
)


def about_worlds(document: MechanismFile) -> Iterator[Spoken]:
    """The statements that speak about a mechanism with two worlds; TooLarge if its loss is out of reach."""
    mechanism = with_least_label("the mechanism", document)
    answers_once = document.horizon == 1 and len(document.queries) == 1
    yield from _beside(mechanism, [OF_WORLDS, *([OF_ONE_ANSWER] if answers_once else [])])


def about_continual(document: Continual, worker: Worker) -> Iterator[Spoken]:
    """The statements that speak about a continual mechanism; TooLarge if its loss is out of reach."""
    mechanism = with_least_label("the mechanism", document)
    yield from _beside(mechanism, [OF_CONTINUAL])
    words = _words(document, facts_of_file(document, worker))
    met = {**_met_by(mechanism), openings.STATIC: _met(openings.STATIC, *words[DATA_FIRST])}
    for door in DOORS:
        if all(name in words for name in door.needs):
            yield _beyond(door, words, met)


def _beside(mechanism: Labelled, theorems: Sequence[Theorem]) -> Iterator[Spoken]:
    """What theorems about the mechanism alone say."""
    document = mechanism.document
    label = with_e_eps(mechanism.label.e_eps, mechanism.label.delta)
    inside = None if isinstance(document, MechanismFile) else document
    kind = Kind(mechanism.name, label, 1, None, "audited", inside)
    situation = Situation("fixed", True, (kind,), None, None)
    exact = exact_deltas(Own(document), sorted({Fraction(1), mechanism.label.e_eps}))
    decided = {PRIVATE.text: kept([mechanism]), DISCRETE.text: LISTED}
    for each in theorems:
        yield spoken_beside(consider(decided_by_file(each, decided), situation), exact)


Words = Mapping[str, tuple[Word, Sequence[str]]]
"""Of each property of a function whether it has it, and the trace that breaks it."""


def _words(document: Continual, facts: Facts) -> Words:
    found: dict[str, tuple[Word, Sequence[str]]] = {
        name: (word, facts.traces.get(name, ())) for name, word in facts.words.items()
    }
    return {WITNESS: (_witness(document), ()), **found}


def _witness(document: Continual) -> Word:
    """Whether the function accepts a sequence in which a pair differs."""
    function, sequences = verification_function(document.verification), _sequences(document)
    for each in islice(sequences, SEQUENCES):
        begun = all(is_valid(function, each[:length]) for length in range(1, len(each) + 1))
        if begun and any(left != right for left, right in each):
            return "proved"
    return "vacuous" if next(sequences, None) is None else "unknown"


def _sequences(document: Continual) -> Iterator[tuple[tuple[str, str], ...]]:
    """Sequences of pairs of messages, the shortest first; of very many messages a pair alone."""
    known = messages(document)
    yield from ((pair,) for pair in product(known, known))
    longer = range(2, document.horizon + 1) if len(known) ** 2 <= SEQUENCES else ()
    yield from chain.from_iterable(product(product(known, known), repeat=rounds) for rounds in longer)


def _met_by(mechanism: Labelled) -> Mapping[str, Met]:
    """What the mechanism itself says of what theorems ask beside its function."""
    found = kept([mechanism])
    positive, pure = mechanism.label.e_eps > 1, mechanism.label.delta == 0
    return {
        openings.PRIVATE: Met(openings.PRIVATE, "holds", found.reason),
        openings.DISCRETE: Met(openings.DISCRETE, "holds", LISTED.reason),
        openings.POSITIVE: Met(openings.POSITIVE, "holds" if positive else "violated", found.reason),
        openings.PURE: Met(openings.PURE, "remains" if pure else "violated", found.reason),
    }


def _beyond(door: Door, words: Words, met: Mapping[str, Met]) -> Spoken:
    """What a theorem about compositions says of one mechanism that is to take part in one."""
    asked = [_met(name, *words[name]) for name in door.needs]
    others = [met.get(each, Met(each, "remains")) for each in door.hypotheses]
    hypotheses = [*asked, *others]
    is_open = all(each.how in ("holds", "remains") for each in hypotheses)
    return Spoken(door.theorem, "opened" if is_open else "not opened", hypotheses)


def _met(name: str, word: Word, trace: Sequence[str]) -> Met:
    return Met("it accepts a pair that differs" if name == WITNESS else name, HOW[word], "", trace)
