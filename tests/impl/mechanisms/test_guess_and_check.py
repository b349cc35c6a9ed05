"""Guess-and-check as it runs: its code has the law of the model, it is as accurate as it says, and it halts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from math import sqrt

import pytest

import concomp
from concomp.impl.mechanisms.guess_and_check import ENDS
from concomp.impl.noise.sources import SeededRandomness
from concomp.model.applications.guess_and_check import PASS, WRONG, Guesses, guess_and_check
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.obligations.alignments import of_guesses
from concomp.obligations.alignments.bound import bound

CUT = F(1, 1 << 5)
SMALL = concomp.GuessAndCheck(4, wrongs=2, tolerance=1)


def guess(value: int, guessed: int = 0) -> concomp.Guess:
    return concomp.Guess(value=value, guess=guessed)


def test_its_code_has_the_law_of_the_model_within_what_is_cut() -> None:
    model = guess_and_check(Guesses(F(1, 4), F(1, 2), 2, 1, ENDS))
    found = SMALL.instance(2).law([guess(1), guess(0)], CUT)
    chances = {
        (first, second): before * chance
        for (state, first), before in model.respond(model.initial_state, (1, 0)).items()
        for (_, second), chance in model.respond(state, (0, 0)).items()
    }
    assert 0 < found.cut <= CUT
    assert sum(chances.values()) == 1
    assert set(found.masses) <= set(chances)
    assert all(found.mass(each) <= chance <= found.mass(each) + found.cut for each, chance in chances.items())


@pytest.mark.parametrize("rounds", [2, pytest.param(5, marks=pytest.mark.full)])
def test_an_audit_finds_more_than_the_check_alone_loses(rounds: int) -> None:
    """With one wrong guess, e^ε = 2: the check loses 8, all of it 16; from five rounds on more than 8 is lost."""
    file = concomp.GuessAndCheck(2, wrongs=1, tolerance=1).to_audit(rounds)
    assert concomp.audit(file, e_eps=16, delta=0)
    assert not concomp.audit(file, e_eps=8 if rounds > 2 else 4, delta=0)


def test_it_halts_after_the_last_wrong_guess() -> None:
    respond = SMALL.begin(SeededRandomness(3))
    answers = [respond(guess(10**30)) for _ in range(4)]
    assert [each[0] for each in answers[:2]] == [WRONG, WRONG]
    assert abs(answers[0][1] - 10**30) < 100
    assert answers[2:] == [HALT, HALT]


def test_of_all_guesses_alpha_is_what_both_noises_are_at_most() -> None:
    mechanism, beta, count = concomp.GuessAndCheck(4, wrongs=2, tolerance=1), F(1, 20), 50
    alpha = mechanism.accuracy(beta, count)
    rho, gamma = TwoSidedGeometric(F(1, 4)), TwoSidedGeometric(F(1, 2))
    least = min(
        x + y
        for x in range(30)
        for y in range(30)
        if 2 * rho.at_least(x + 1) <= beta / 2 and 2 * gamma.at_least(y + 1) <= beta / (2 * count)
    )
    assert least <= alpha <= least + 2
    assert mechanism.accuracy(1, 1) <= mechanism.accuracy(beta, 1) < alpha


@pytest.mark.full
def test_guesses_are_judged_as_accurately_as_is_said() -> None:
    """sampled: 3000 runs of up to 100 guesses, at the very ends of what is said, which a smaller α would not be."""
    mechanism, beta, count, runs = concomp.GuessAndCheck("3/2", wrongs=2, tolerance=60), F(1, 10), 100, 3000
    alpha, randomness = mechanism.accuracy(beta, count), SeededRandomness(19)
    assert alpha < mechanism.tolerance
    failures = sum(_misjudged(mechanism.begin(randomness), mechanism.tolerance, alpha, count) for _ in range(runs))
    tight = sum(_misjudged(mechanism.begin(randomness), mechanism.tolerance, alpha // 3, count) for _ in range(runs))
    spread = 4 * sqrt(runs * float(beta))
    assert failures <= runs * float(beta) + spread
    assert tight > runs * float(beta) + spread


def _misjudged(respond: Callable[[object], object], tolerance: int, alpha: int, count: int) -> bool:
    """Whether one of so many guesses that are off by just more, or just less, than is said is judged wrongly."""
    for each in range(count):
        far = each % 20 == 19
        answer = respond(guess(tolerance + alpha + 1 if far else tolerance - alpha - 1))
        if answer is HALT:
            return False
        if (answer == PASS) is far:
            return True
    return False


def test_it_loses_what_the_alignment_bounds_and_its_error_is_that_of_its_noise() -> None:
    noise = {"a": F(1, 4), "b": SMALL.ratio, "c": SMALL.ratio}
    assert SMALL.loss == concomp.PureDP(e_eps=bound(of_guesses.guess_and_check(), noise, {"N": 2, "tolerance": 1}))
    rho, gamma = TwoSidedGeometric(F(1, 4)), TwoSidedGeometric(F(1, 2))
    far, beta = SMALL.error("1/20"), F(1, 20)
    judged = sum((rho.mass(r) * gamma.at_least(far + r) for r in range(-60, 60)), F(0))
    assert judged + 2 * gamma.at_least(far + 1) <= beta


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "no loss": (lambda: concomp.GuessAndCheck(1, wrongs=1, tolerance=0), r"^e_eps is 1: E = e\^eps must be above 1"),
    "noise that is not drawn": (
        lambda: concomp.GuessAndCheck(10**9 + 1, wrongs=2, tolerance=0),
        r"^e_eps is 1000000001: give a smaller one: noise of the ratio 1e-09 is not drawn",
    ),
    "a float": (lambda: concomp.GuessAndCheck(1.5, wrongs=1, tolerance=0), r"^e_eps is 1\.5: a float has been rounded"),
    "no c": (lambda: concomp.GuessAndCheck(2, wrongs=0, tolerance=0), r"^wrongs is 0: give an integer from 1 to 1000$"),
    "a negative tolerance": (
        lambda: concomp.GuessAndCheck(2, wrongs=1, tolerance=-1),
        r"^tolerance is -1: give an integer from 0 to 1000000000$",
    ),
    "no chance": (lambda: SMALL.accuracy(0, 3), r"^beta is 0: write a chance above 0 and at most 1, like \"1/20\"$"),
    "more than certain": (lambda: SMALL.accuracy("3/2", 3), r"^beta is '3/2': write a chance above 0 and at most 1"),
    "no guesses": (lambda: SMALL.accuracy("1/2", 0), r"^count is 0: give an integer from 1 to 1000000000$"),
    "too many rounds": (lambda: SMALL.to_audit(17), r"^rounds is 17: give an integer from 1 to 16$"),
}


@pytest.mark.parametrize(("make", "said"), BAD.values(), ids=BAD)
def test_what_is_out_of_range_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises(concomp.ParameterError, match=said):
        make()


def test_answers_outside_its_space_are_known() -> None:
    space = SMALL.answers
    assert all(each in space for each in (PASS, (WRONG, -3)))
    assert all(each not in space for each in (WRONG, (WRONG, 0.5), (WRONG,), (PASS, 1), None))
