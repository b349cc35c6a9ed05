"""Guess-and-check as a post-processing of its two parts (Lyu22, proof of Theorem 5).

Each guess goes to the check. If that says WRONG, the value goes to the answers, and what comes back is shown. What is
kept private is the value; guesses are public.
"""

from __future__ import annotations

from typing import Any

from concomp.model.applications.guess_and_check import PASS, WRONG, Guesses, answers, check, read_guess
from concomp.model.composition.concurrent import CLOSED
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.single import OnePair
from concomp.model.language import (
    Abs,
    Bool,
    Enumeration,
    Int,
    Monitor,
    PostProcessing,
    Record,
    both,
    elsewhen,
    otherwise,
    register,
    require,
    same_case,
    when,
)
from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import LEFT, InteractivePostProcessing, Side, post_process
from concomp.model.registry.tags import realises


class Phase(Enumeration):
    """What guess-and-check waits for: a guess, or the answer to its last message."""

    NOT_BEGUN = "not begun"
    CHECK_CREATED = "check created"
    ANSWERS_CREATED = "answers created"
    CHECKED = "checked"
    ANSWERED = "answered"
    GUESS = "guess"


class Verdict(Enumeration):
    """What is said of a guess, or that the mechanism has halted."""

    PASS = "pass"
    WRONG = "wrong"
    HALTED = "halted"


class Guess(Record):
    """A value, and a guess of it."""

    value: Int
    guess: Int


class NewCheck(Record):
    """Creates the check."""


class NewAnswers(Record):
    """Creates the answers."""


class Check(Record):
    """A guess for the check."""

    index: Int
    value: Int
    guess: Int


class Show(Record):
    """A value for the answers."""

    index: Int
    value: Int


class Answer(Record):
    """What a part answers, or guess-and-check shows: a verdict, and a value with noise where that is one."""

    verdict: Verdict
    shown: Int


@realises("Lyu22 Theorem 5")
class GuessAndCheck(PostProcessing):
    """Puts each guess to the check, and shows the value with noise if it is wrong.

    value, guess: the last ones.
    """

    phase = register(Phase, Phase.NOT_BEGUN)
    value = register(Int, 0)
    guess = register(Int, 0)

    def on_left(self, message: Guess) -> None:
        self.value = message.value
        self.guess = message.guess
        with when(self.phase == Phase.NOT_BEGUN):
            self.phase = Phase.CHECK_CREATED
            self.send_right(NewCheck())
        with otherwise():
            self.ask()

    def on_right(self, answer: Answer) -> None:
        with when(self.phase == Phase.CHECK_CREATED):
            self.phase = Phase.ANSWERS_CREATED
            self.send_right(NewAnswers())
        with elsewhen(self.phase == Phase.ANSWERS_CREATED):
            self.ask()
        with elsewhen((self.phase == Phase.CHECKED) & self.is_wrong(answer)):
            self.phase = Phase.ANSWERED
            self.send_right(Show(index=2, value=self.noiseless()))
        with otherwise():
            self.show(answer)

    def ask(self) -> None:
        """Put the guess to the check."""
        self.phase = Phase.CHECKED
        self.send_right(Check(index=1, value=self.value, guess=self.guess))

    def show(self, answer: Answer) -> None:
        """Show what was answered last: that the guess passes, or that it is wrong, with the value."""
        with when(self.phase == Phase.ANSWERED):
            self.send_left(Answer(verdict=Verdict.WRONG, shown=self.shown(answer)))
        with otherwise():
            self.send_left(Answer(verdict=answer.verdict, shown=0))
        self.phase = Phase.GUESS

    def is_wrong(self, answer: Answer) -> Bool:
        """Whether the value is asked for."""
        return answer.verdict == Verdict.WRONG

    def noiseless(self) -> Int:
        """What is shown with noise."""
        return self.value

    def shown(self, answer: Answer) -> Int:
        """What is shown of a wrong guess."""
        return answer.shown


@realises("Lyu22 Theorem 5")
class NeighbouringGuesses(Monitor):
    """f: the same guesses of values that are at most 1 apart."""

    def step(self, left: Guess, right: Guess) -> None:
        require((left.guess == right.guess) & (Abs(left.value - right.value) <= 1))


@realises("Lyu22 Theorem 5")
class PartsOfGuessAndCheck(Monitor):
    """f': a check and then answers are created; each gets values at most 1 apart, and the check the same guesses."""

    created = register(Int, 0)

    def step(self, left: NewCheck | NewAnswers | Check | Show, right: NewCheck | NewAnswers | Check | Show) -> None:
        require(same_case(left, right))
        for number, record in enumerate((NewCheck, NewAnswers)):
            with both(left, right, record):
                require(self.created == number)
                self.created = number + 1
        with both(left, right, Check) as (one, other):
            require((one.index == 1) & (other.index == 1) & (self.created >= 1))
            require((one.guess == other.guess) & (Abs(one.value - other.value) <= 1))
        with both(left, right, Show) as (one, other):
            require((one.index == 2) & (other.index == 2) & (self.created >= 2))
            require(Abs(one.value - other.value) <= 1)


@realises("Lyu22 Theorem 5")
def guess_and_check_of_parts(guesses: Guesses) -> InteractiveMechanism:
    """P ∘* ExtConComp, for the check and the answers; messages and answers are those of guess-and-check."""
    return post_process(processing(guesses), extended_concurrent_composition())


def processing(guesses: Guesses, described: type[PostProcessing] = GuessAndCheck) -> InteractivePostProcessing:
    """The post-processing before a composition. described: what it does with a guess and with an answer."""
    machine = described()
    created: dict[type, Any] = {NewCheck: _creation(check(guesses)), NewAnswers: _creation(answers(guesses))}

    def step(registers: Any, origin: Side, message: Any) -> Law[Any]:
        read: Any = _read(*read_guess(message)) if origin is LEFT else _answered(message)
        after, side, sent = machine.respond(registers, origin, read)
        return Law.point((after, side, _shown(sent) if side is LEFT else _sent(created, sent)))

    return InteractivePostProcessing(step, (machine.initial,), "simulation")


def _creation(part: InteractiveMechanism) -> Any:
    """The query that creates a part; nothing is asserted of it, which ExtConComp does not look at."""
    return Create(mechanism=part, initial=part.initial_state, e_eps=ONE, delta=ONE, function=OnePair())


def _read(value: int, guess: int) -> Any:
    return Guess(value=value, guess=guess)


def _answered(message: Any) -> Any:
    """What a part says, in the words of the description."""
    verdicts = {PASS: Verdict.PASS, WRONG: Verdict.WRONG, CLOSED: Verdict.HALTED}
    if isinstance(message, str):
        return Answer(verdict=verdicts[message], shown=0)
    return Answer(verdict=Verdict.PASS, shown=message if isinstance(message, int) else 0)


def _sent(created: dict[type, Any], sent: Any) -> Any:
    if isinstance(sent, Check):
        return Query(payload=(sent.value, sent.guess), index=sent.index)
    if isinstance(sent, Show):
        return Query(payload=sent.value, index=sent.index)
    return created[type(sent)]


def _shown(answer: Any) -> Any:
    said = {Verdict.PASS: PASS, Verdict.WRONG: (WRONG, answer.shown), Verdict.HALTED: HALT}
    return said[answer.verdict]
