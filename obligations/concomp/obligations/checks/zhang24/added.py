"""The best mechanism to add, as a linear program, and what it adds to the loss."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from pydantic import BaseModel, JsonValue

from concomp.model.confounding.inverse import (
    LOSS,
    Problem,
    Seen,
    added_by,
    expected_cost,
    extended,
    limits_of_privacy,
    program,
    reading_the_data,
    reading_the_secret,
    wrong_guess,
)
from concomp.model.confounding.kernels import side_by_side
from concomp.model.confounding.loss import loss
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import System, refutes
from concomp.model.laws.optimum import Minimum, is_minimum
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.named import OPEN_PARITY, SKEWED
from concomp.obligations.families.confounding.small import kernels

BITS = (0, 1)
PRIOR, PAIRS = SKEWED.setting.prior, SKEWED.setting.pairs
SECRET, DATA = "reading the secret", "reading the data"
TARGETS = ((Fraction(3), ZERO), (Fraction(3), Fraction(1, 64)), (Fraction(2), Fraction(1, 32)))
BEST = {
    (SECRET, TARGETS[0]): Fraction(55, 96),
    (SECRET, TARGETS[1]): Fraction(11, 18),
    (DATA, TARGETS[0]): Fraction(11, 20),
    (DATA, TARGETS[1]): Fraction(23, 40),
}
"""The largest chance to tell the secret."""


# The linear program.


@cache
def _seen(how: str) -> Seen[int]:
    if how == SECRET:
        return reading_the_secret(SKEWED.joint)
    return reading_the_data(SKEWED.setting, side_by_side(*SKEWED.mechanisms))


def _system(how: str, e_eps: Fraction, delta: Fraction) -> System:
    limits = limits_of_privacy(PAIRS, PrivacyParameters(e_eps, delta))
    return program(Problem(PRIOR, _seen(how), BITS, limits, wrong_guess))


class _Found(BaseModel):
    """Solutions, in the order of the unknowns, and multipliers that show they are best; or that there is none."""

    best: list[tuple[list[str], list[str]]]
    none: list[list[str]]


CASES = [(how, target) for how in (SECRET, DATA) for target in TARGETS]


def _solutions() -> JsonValue:
    from concomp.obligations.solvers.linear import Infeasible, settle
    from concomp.obligations.solvers.optimum import minimise

    best, none = [], []
    for how, target in CASES:
        system = _system(how, *target)
        found = minimise(system, LOSS)
        best.append(([str(found.point[u]) for u in system.unknowns], [str(y) for y in found.multipliers]))
    for how in (SECRET, DATA):
        settled = settle(_system(how, Fraction(2), ZERO))
        assert isinstance(settled, Infeasible)
        none.append([str(y) for y in settled.multipliers])
    return _Found(best=best, none=none).model_dump(mode="json")


@check_of_findings(
    "Zhang24 Repair R9", "Zhang24 Section IV: goal of Task-1", "Zhang24 Section IV: goal of Task-2", find=_solutions
)
def the_best_mechanism_to_add_solves_a_linear_program(findings: JsonValue) -> Outcome:
    """The kernel of least cost that keeps the extension private, with multipliers that show there is none better."""
    found = _Found.model_validate(findings)
    for (how, (e_eps, delta)), (point, multipliers) in zip(CASES, found.best, strict=True):
        system = _system(how, e_eps, delta)
        solved = dict(zip(system.unknowns, map(Fraction, point), strict=True))
        best = Minimum(solved, tuple(map(Fraction, multipliers)))
        expect(is_minimum(system, LOSS, best), f"{how}, target ({e_eps}, {delta}): not the best")
        added = added_by(solved, _seen(how), BITS)
        told = extended(_seen(how), added)
        expect(least_delta(told, PAIRS, e_eps) <= delta, f"{how}: the extension is not ({e_eps}, {delta})-private")
        expect(optimum(told, PAIRS, delta).e_eps == e_eps, f"{how}: the extension needs another E than {e_eps}")
        expect(expected_cost(PRIOR, _seen(how), added, wrong_guess) == solved[LOSS], f"{how}: the cost is another")
        claimed = BEST.get((how, (e_eps, delta)))
        expect(claimed is None or 1 - solved[LOSS] == claimed, f"{how}: the best chance is {1 - solved[LOSS]}")
    for how, shown in zip((SECRET, DATA), found.none, strict=True):
        expect(refutes(_system(how, Fraction(2), ZERO), tuple(map(Fraction, shown))), f"{how}: (2, 0) is feasible")
    needed = optimum(SKEWED.joint, PAIRS, ZERO).e_eps
    expect(needed == Fraction(5, 2), f"what is there needs {needed}")
    better = Law.coin(Fraction(6, 11), 0, 1), Law.coin(Fraction(6, 11), 1, 0)
    looser = optimum(extended(_seen(SECRET), dict(enumerate(better))), PAIRS, ZERO).e_eps
    return Outcome(
        verdict="exact",
        scope=f"two equally likely secrets, and {SKEWED}; an added mechanism of two outputs that reads the secret or "
        "the data; targets (3, 0), (3, 1/64), (2, 1/32), and (2, 0), which has none; the chance to tell the secret",
        size=len(CASES) + 2,
        witness="the best chances are 55/96 and 11/18 reading the secret, 11/20 and 23/40 reading the data; "
        "each extension has the target as its e^OPT",
        control=f"(2, 0) is infeasible, as what is there needs 5/2; to show the secret with 6/11 needs {looser}",
        notes=("A target is feasible if and only if what is deployed already keeps it: a constant can be added.",),
    )


# The loss of what is added.


@check("Zhang24 Equation (7)")
def what_is_added_through_the_data_is_not_added_to_the_loss() -> Outcome:
    """If the added mechanism reads the data, the loss of the extension is not the sum of the two losses."""
    told = OPEN_PARITY.joint
    alone = [{s: law.map(lambda y, i=i: y[i]) for s, law in told.items()} for i in BITS]  # type: ignore[misc]
    expect(all(set(loss(each[0], each[1])) == {ONE} for each in alone), "a part of a parity tells something")
    expect(set(loss(told[0], told[1])) == {None}, "both parts do not tell all")
    return Outcome(
        verdict="refuted",
        scope="two bits whose sum is the secret, one told, the other one added",
        size=1,
        witness="each of the two has the loss 0 surely",
        control="if what is added reads the secret alone, the losses do add up: Equation (7) (repaired)",
        counterexample={
            "model": repr(OPEN_PARITY),
            "e^L of each part": "1",
            "e^L of both": "infinite: together they tell the secret",
            "claimed": "the loss of the extension is the sum of the two",
        },
    )


@check("Zhang24 Equation (7) (repaired)")
def what_is_added_to_the_secret_is_added_to_the_loss() -> Outcome:
    """If the added mechanism reads the secret alone, the odds of the extension are the products of the two odds."""
    size, proper = 0, 0
    for told, added in product(kernels(2, 2, 4), repeat=2):
        both = extended(reading_the_secret(told), added)
        for before, y in both[0].support | both[1].support:
            # Cross-multiplied, so that infinite odds are compared too.
            left = both[0][(before, y)] * told[1][before] * added[1][y]
            right = both[1][(before, y)] * told[0][before] * added[0][y]
            expect(left == right, f"{told} and {added} at {y}")
            size, proper = size + 1, proper + (told[0] != told[1] and added[0] != added[1])
    wrong = first_case(
        (y for y in ((0, 0),) if OPEN_PARITY.joint[0][y] and not OPEN_PARITY.joint[1][y]), "a parity is not told"
    )
    return Outcome(
        verdict="exact",
        scope="all pairs of kernels from a bit to two outputs with weights k/4, every output that some secret may tell",
        size=size,
        witness=f"in {proper} of these cases both mechanisms tell something",
        control=f"through the data they are not: at {wrong} of a parity the odds are infinite, of its parts 1",
    )
