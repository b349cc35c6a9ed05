"""Checks that something is proved for every length.

What is claimed is that questions have no bad run. Finding it is the work of the pipeline, and what is kept are the
certificates: the invariant and the three texts. To recheck one the obligation is made again from the functions as they
are today; the texts must follow from it, both solvers must accept them, and the functions are replayed on it. Beside
the questions stands a witness, a run that shows that they are about something, and questions about wrong variants, each
of which must have a bad run. Both are looked for anew and replayed on the functions themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from concomp.model.language.syntax.terms import Term
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import Check
from concomp.obligations.expectation import Violation, expect
from concomp.obligations.solvers.answers import engines
from concomp.obligations.verify.agreement.agreement import Solvers, demand_agreement
from concomp.obligations.verify.certificates import certificate, recheck
from concomp.obligations.verify.certificates.certificate import Certificate, certify, heading
from concomp.obligations.verify.encoding.decode import decode
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.valuations import Valuation
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.replay import Replay
from concomp.obligations.verify.proving import unroll
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.lengths.subjects import compared, searched
from concomp.obligations.verify.proving.pipeline import DEPTH, settle, settle_witness
from concomp.obligations.verify.proving.rechecking import stated
from concomp.obligations.verify.proving.stages import new_worker

SECONDS = 240.0
"""Seconds for the pipeline, for each question."""
MILLISECONDS = 30_000
"""Limit for each solver and text, when a certificate is rechecked."""
CHOOSING = 2.0
"""Seconds in which a solver chooses steps that the running function is replayed on."""


@dataclass(frozen=True)
class Proposition:
    """What is claimed, and what shows that it could have failed.

    questions: none of them has a bad run. witness: a bad run of it is wanted.
    wrong: questions with a bad run, about wrong variants, by what is wrong with them.
    scope: for what it is claimed, in words.
    """

    questions: tuple[Question, ...]
    witness: Question
    wrong: Mapping[str, Question]
    scope: str


def mistake(variant: type) -> str:
    """What is wrong with a wrong variant, by the first line of its docstring, which says so after "Wrong: "."""
    said = (variant.__doc__ or "").partition("\n")[0]
    return said.removeprefix("Wrong: ").removesuffix(".")


def prove(proposition: Proposition) -> JsonValue:
    """The certificates of a proposition, as plain data; Violation if one of its questions is not proved."""
    with new_worker() as worker:
        witness = settle_witness(worker, _inquiry(proposition.witness), SECONDS)
        found: list[JsonValue] = []
        for question in proposition.questions:
            inquiry = _inquiry(question)
            verdict = settle(worker, inquiry, witness, SECONDS)
            said = verdict.reason or "; ".join(verdict.tried)
            expect(verdict.verdict == "proved", f"{_name(question)} is {verdict.verdict}: {said}")
            found += [_data(each) for each in verdict.certificates]
        return found


def establish(proposition: Proposition, findings: JsonValue, witness: str, notes: Sequence[str] = ()) -> Outcome:
    """The outcome, if the findings prove the proposition, its witness occurs and its wrong variants are refuted.

    witness: what a run of the witness shows, in words. Raises Violation, or what the solvers' failures raise.
    """
    expect(
        isinstance(findings, list) and len(findings) == len(proposition.questions),
        f"{len(proposition.questions)} certificates are due; find them again",
    )
    assert isinstance(findings, list)
    for question, finding in zip(proposition.questions, findings, strict=True):
        recheck_certificate(question, finding)
    shown = bad_run(proposition.witness)
    refuted = {words: bad_run(question) for words, question in proposition.wrong.items()}
    return Outcome(
        verdict="proved",
        scope=proposition.scope,
        size=len(proposition.questions),
        witness=f"{witness}: a run of {_messages(shown)}",
        control="refuted: " + "; ".join(f"“{words}”, by {_messages(run)}" for words, run in refuted.items()),
        notes=tuple(notes),
    )


@dataclass(frozen=True)
class Proved:
    """A statement of which a proposition is all there is to check.

    statement: its key. name, sentence: of the check. proposition: makes it. witness: what a run of the witness shows,
    in words. notes: what is said beside. part: of the statement, if the proposition is not all of it.
    """

    statement: str
    name: str
    sentence: str
    proposition: Callable[[], Proposition]
    witness: str
    notes: tuple[str, ...] = ()
    part: str | None = None

    def find(self) -> JsonValue:
        """The certificates of the proposition."""
        return prove(self.proposition())

    def recheck(self, findings: JsonValue) -> Outcome:
        """What is established; raises what `establish` raises."""
        outcome = establish(self.proposition(), findings, self.witness, self.notes)
        return outcome.model_copy(update={"part": self.part})


def checks_of_propositions(module: str, table: Iterable[Proved]) -> list[Check]:
    """The checks of a table of statements that stands in `module`, below the package of the checks."""
    place = module.removeprefix(f"{__package__}.")
    return [Check(row.statement, f"{place}.{row.name}", row.find, row.recheck, row.sentence, module) for row in table]


def recheck_certificate(question: Question, finding: JsonValue) -> None:
    """Have all solvers accept the certificate of a question; Violation if it is none, or about something else."""
    made = _remake(question, finding)
    if _data(made) != finding:
        raise Violation(f"{_name(question)}: the texts do not follow from the invariant; find them again")
    recheck.recheck(made, MILLISECONDS)
    meant = _meant(question, finding)
    demand_agreement(compared(question, meant, certificate.read_terms(meant, made.invariant)), HERE)


def bad_run(question: Question) -> Replay:
    """A shortest bad run, replayed on the functions; Violation if there is none of at most twelve messages."""
    run = shortest_bad_run(question, DEPTH)
    if run is None:
        raise Violation(f"{_name(question)}: there is no bad run of at most {DEPTH} messages, and one is due")
    return run


def shortest_bad_run(question: Question, depth: int) -> Replay | None:
    """A shortest bad run of at most `depth` messages, replayed on the functions; None if there is none."""
    for asked, lowered in searched(question):
        valuation = unroll.search(lowered.system, depth, lowered.tokens)
        if valuation is not None:
            return asked.replay(decode(lowered, valuation))
    return None


def _remake(question: Question, finding: JsonValue) -> Certificate:
    """The certificate with the invariant of the findings, about the function as it is today."""
    conjuncts = finding.get("invariant") if isinstance(finding, dict) else None
    if not isinstance(finding, dict) or not isinstance(conjuncts, list):
        raise Violation(f"{_name(question)}: {finding!r:.80} is no certificate; find it again")
    meant = _meant(question, finding)
    try:
        invariant = certificate.read_terms(meant, [str(each) for each in conjuncts])
    except ValueError as error:
        raise Violation(f"{_name(question)}: the invariant is none: {error}; find it again") from error
    return certify(_inquiry(question).subject, meant, invariant)


def _meant(question: Question, finding: JsonValue) -> Obligation:
    """The obligation that findings are about; Violation if they are about something else."""
    given = finding if isinstance(finding, dict) else {}
    summed = given.get("summed", [])
    texts = [str(each) for each in summed] if isinstance(summed, list) else []
    found = stated(lower(question.system).system, question.indices, str(given.get("statement")), texts)
    if found is None:
        raise Violation(f"{_name(question)}: the certificate is about something else; find it again")
    return found


def _search(system: System, depth: int, tokens: frozenset[Term]) -> Valuation | None:
    try:
        return unroll.search(system, depth, tokens, CHOOSING)
    except unroll.Undecided:
        return None


def _answers(text: str) -> Mapping[str, str]:
    return {name: answer_of(text, MILLISECONDS) for name, answer_of in engines().items()}


HERE = Solvers(_search, _answers)
"""The solvers of this process."""


def _data(one: Certificate) -> JsonValue:
    return {**heading(one), "texts": dict(one.texts)}


def _inquiry(question: Question) -> Inquiry:
    return Inquiry(question, question.property, question.property, {})


def _name(question: Question) -> str:
    return f"“{question.subject()}, {question.property}”"


def _messages(run: Replay) -> str:
    return f"{len(run.steps)} message{'' if len(run.steps) == 1 else 's'}"
