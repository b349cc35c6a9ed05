"""Post-processing and doubling, for all mechanisms: the systems are described once, run, and related by solvers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.derivations.systems import postprocessing
from concomp.obligations.derivations.systems.instances import instances
from concomp.obligations.derivations.systems.instances.instances import Instance
from concomp.obligations.derivations.systems.links import doubling, insertion
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.continual import random_continual_trees
from concomp.obligations.families.small.functions import ANY, RISING
from concomp.obligations.families.small.mechanisms import random_machines
from concomp.obligations.families.small.processings import (
    ASK_TWICE,
    BLUR,
    FLIP_ANSWERS,
    FORWARD,
    IGNORE,
    STOP_AFTER_ONE,
)
from concomp.obligations.solvers.algebra import ENGINES

SCOPE = "all mechanisms, post-processings and verification functions, with any messages, in conversations of any length"
DETERMINISTIC = (FORWARD, FLIP_ANSWERS, IGNORE, STOP_AFTER_ONE)


def count_agreeing(made: Iterable[Instance]) -> int:
    """How many described systems were run beside the model's; Violation if one answers otherwise."""
    count = 0
    for note_on_descriptions, real, messages, rounds in made:
        expect(equivalent(note_on_descriptions, real, messages, rounds), f"the described system is not {real[0]!r}")
        count += 1
    return count


def refuted_by_solvers(*stages: Stage) -> str:
    """Say which of the stages of a false variant both solvers refute; Violation if none."""
    both = [stage.name for stage in stages if all(answer(stage.asked.negation) == "sat" for answer in ENGINES.values())]
    expect(bool(both), f"no solver refutes {stages[0].name}")
    return both[0]


def note_on_descriptions(count: int) -> str:
    """The note on the tie between descriptions and the model."""
    return f"The descriptions are the model's systems: {count} finite instances answer with the same laws, exactly."


def _proved(count: int, *notes: str, control: str | None = None) -> Outcome:
    return Outcome(verdict="proved", scope=SCOPE, control=control, notes=(note_on_descriptions(count), *notes))


@cache
def _chains() -> int:
    return count_agreeing(instances.associations((ASK_TWICE, BLUR), random_machines(2, 2, 1, seed=217)))


@check_of_derivation("HSV26 Definition 2.17", postprocessing.CHAINS)
def chains_associate_on_every_tape() -> Outcome:
    """(P ∘* Q) ∘* M and P ∘* (Q ∘* M), and chains of three, related move by move for unknown P, Q, R and M."""
    return _proved(_chains())


@check_of_derivation("HSV26 Lemma 2.16", postprocessing.POST_PROCESSING)
def post_processing_keeps_privacy() -> Outcome:
    """An adversary against P ∘* M is, with P inside, an adversary against M, whose view says more."""
    return _proved(_chains())


@cache
def _doubled() -> int:
    return count_agreeing(instances.doublings(DETERMINISTIC, random_continual_trees(2, 3, 2, 5)))


@cache
def _inserted() -> int:
    functions = [(RISING, RISING), (ANY, RISING)]
    return count_agreeing(instances.insertions(functions, (FORWARD, FLIP_ANSWERS), random_continual_trees(2, 3, 1, 5)))


PROPERTIES = (
    "The properties of section 6.1 enter as relations between the states of the two copies of P that hold at the start "
    "and are kept by every step they allow; being reached by histories of one pattern is such a relation."
)


@check_of_derivation("HSV26 Claim 6.3", postprocessing.SWAPPED)
def identifier_and_processing_change_places() -> Outcome:
    """P before the identifier on both sides is P behind it on one, for every P with the first two properties."""
    refuted = refuted_by_solvers(*doubling.WITHOUT_RESPONSE.stages)
    return _proved(_doubled(), PROPERTIES, control=f"without the response property solvers refute it ({refuted})")


@check_of_derivation("HSV26 Claim 6.4", postprocessing.INSERTED)
def the_inserted_verifier_lets_everything_pass() -> Outcome:
    """V[f'] behind P² never halts, by the f → f' property."""
    refuted = refuted_by_solvers(*insertion.UNPROVED_INSERTION.stages)
    return _proved(_inserted(), PROPERTIES, control=f"without the f → f' property solvers refute it ({refuted})")


@check_of_derivation("HSV26 Theorem 6.1", postprocessing.PRIVATE_PROCESSING)
def private_sub_mechanisms_make_a_private_mechanism() -> Outcome:
    """By Claims 6.3, behind V[f], and 6.4, and the post-processing lemma."""
    return _proved(_doubled() + _inserted(), PROPERTIES)


@check("HSV26 Definition 6.2")
def a_doubled_processing_is_two() -> Outcome:
    """P² with the identifier behind it answers as P behind the identifier; a P that hands on a secret bit does not."""
    count = _doubled()
    trees = random_continual_trees(2, 3, 2, 5)
    leaking = first_case(
        (real for given, real, messages, rounds in _pairs(trees) if not equivalent(given, real, messages, rounds)),
        "a P whose answers depend on the left messages may be doubled as well",
    )
    return Outcome(
        verdict="exact",
        scope=f"{len(DETERMINISTIC)} named deterministic post-processings on bits, {trees.name}, both bits, two rounds",
        size=count,
        witness=f"{FLIP_ANSWERS!r} is doubled; pairs reach the identifier behind it",
        control=f"{instances.ECHOING!r} lacks the response property: {leaking[0]!r} differs",
    )


def _pairs(trees: Iterable[InteractiveMechanism]) -> Iterable[Instance]:
    """Both sides of Claim 6.3 for a post-processing without the response property, beside each other."""
    made = list(instances.doublings([instances.ECHOING], trees))
    for (_, first, messages, rounds), (_, second, _, _) in zip(made[::2], made[1::2], strict=True):
        yield first, second, messages, rounds
