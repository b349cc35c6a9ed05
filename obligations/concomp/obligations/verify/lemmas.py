"""Lemmas: what is proved of one function, or of the same one, by which something else may be proved.

Who asks names a function and a property of it. It is settled as any other, and without lemmas, so that no proof rests
on itself. What is proved may be rested on; of what is not it is said why, and then the question is asked without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from reprlib import repr as short_text
from typing import Any

from concomp.model.language.readings.meanings import one_meaning_each
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.values import Value
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import Case, demand_seconds, report, verdict_on, witness_of
from concomp.obligations.verify.links import Links
from concomp.obligations.verify.properties.properties import WITNESS, NotAskable
from concomp.obligations.verify.proving.inquiry import Lemma, NoLemma, Proposition
from concomp.obligations.verify.scopes import assignments, value_text
from concomp.obligations.verify.verdicts import Report, Verdict
from concomp.obligations.verify.verification import (
    FunctionCase,
    Verifiable,
    beside,
    case_of,
    meanings_of,
    read_whole,
)

Named = str | tuple[Verifiable, str]
"""A property of the function that is verified; or another function, and a property of that."""


@dataclass(frozen=True)
class Proposed:
    """A property that others may be proved by, if it is proved itself.

    function: what its function is called: its name, and what tells it apart from others of that name.
    """

    case: Case
    name: str
    function: str

    @property
    def words(self) -> str:
        """What it is called."""
        return f"{self.function}: {self.case.about(self.name)}"

    @property
    def proposition(self) -> Proposition:
        """What certificates of it prove."""
        return Proposition(self.function, self.case.about(self.name), self.case.inquiries(self.name))


@dataclass(frozen=True)
class Settled:
    """What became of a property that others may be proved by: the lemma that it is, or why it is none."""

    verdict: Verdict
    lemma: Lemma | None
    refusal: str = ""


def report_by(
    worker: Worker,
    case: Case,
    proposed: Sequence[Proposed],
    properties: Sequence[str],
    seconds: float,
    progress: Callable[[str], None] = lambda name: None,
) -> Report:
    """The report on these properties, which may be proved by those that are proposed; why one is not is a warning.

    Raises ParameterError for seconds that are no time.
    """
    demand_seconds(seconds)
    settled = []
    for each in proposed:
        progress(each.words)
        settled.append(settle_lemma(worker, each, seconds))
    lemmas = [each.lemma for each in settled if each.lemma is not None]
    found = report(worker, case, properties, seconds, progress, lemmas)
    return replace(found, warnings=(*(each.refusal for each in settled if each.refusal), *found.warnings))


def settle_lemma(worker: Worker, proposed: Proposed, seconds: float) -> Settled:
    """Settle a property, as any other, to rest on it."""
    from concomp.obligations.verify.certificates.directories import digest

    witness = witness_of(worker, proposed.case, seconds)
    verdict = verdict_on(worker, proposed.case, proposed.name, witness, seconds)
    if not verdict.is_certified:
        reason = verdict.reason or verdict.obstacle or "; ".join(verdict.tried[-1:])
        return Settled(verdict, None, _refusal(proposed, f"it is {verdict.verdict}{f' ({reason})' * bool(reason)}"))
    try:
        return Settled(verdict, proposed.proposition.lemma([digest(each) for each in verdict.certificates]))
    except NoLemma as error:
        return Settled(verdict, None, _refusal(proposed, str(error)))


def _refusal(proposed: Proposed, reason: str) -> str:
    return f"the lemma {proposed.words} is not used: {reason}"


def propose(case: Case, assuming: Iterable[Named] | str = (), links: Links | None = None) -> tuple[Proposed, ...]:
    """What the properties of a case may be proved by, in the words and sorts of the case.

    assuming: properties of the case itself by name, or of others; or text, the name of one.
    Raises NotAskable for a property that cannot be asked, a function of other messages or parameters, two of one name.
    """
    named = (assuming,) if isinstance(assuming, str) else assuming
    if not isinstance(named, Iterable):
        raise NotAskable(f"assuming is {short_text(named)}: give a list of properties, or of functions with one")
    listed = [_proposed(case, each, links or {}) for each in named]
    cases = [case, *(owner for owner, _ in listed)]
    found = tuple(Proposed(owner, name, _called(owner, cases)) for owner, name in listed)
    for words, times in Counter(each.words for each in found).items():
        if times > 1:
            raise NotAskable(f"two lemmas are called {words!r}; name it once, or rename one of the functions")
    return found


def _called(owner: Case, cases: Sequence[Case]) -> str:
    """What a function is called among others: the first of these by its name, each further one of that name with its
    file, or its values, where these are others."""
    if owner is cases[0]:
        return owner.name
    namesakes = [each for each in cases if each.name == owner.name]
    file, files = owner.position.file, {each.position.file for each in namesakes}
    where = [_end_of_path(file, files - {file})] if file and files != {file} else []
    values = assignments(owner.values) if any(each.values != owner.values for each in namesakes) else []
    told = ", ".join([*where, *values])
    return f"{owner.name} ({told})" if told else owner.name


def _end_of_path(file: str, others: Iterable[str]) -> str:
    """As much of the end of a path as tells it apart from others."""
    parts = Path(file).parts
    ends = (parts[-length:] for length in range(1, len(parts) + 1))
    taken = [Path(each).parts for each in others]
    return str(Path(*next((end for end in ends if all(each[-len(end) :] != end for each in taken)), parts)))


def _proposed(case: Case, named: Any, links: Links) -> tuple[Case, str]:
    owner: Case
    match named:
        case str():
            owner, name = case, named
        case (function, str() as name):
            owner = _beside(case, function, links)
        case _:
            raise NotAskable(
                f"a lemma is {short_text(named)}: give the name of a property, or a function and the name of one"
            )
    if name == WITNESS:
        raise NotAskable(f"the lemma {owner.name}: {name} says that something can happen; name one that excludes it")
    try:
        owner.inquiries(name)
    except NotAskable as error:
        raise NotAskable(f"the lemma {owner.name}: {error}") from error
    return owner, name


def _beside(case: Case, function: Verifiable, links: Links) -> FunctionCase:
    """The case of another function, in the sorts of the one that is verified and at the values that it is verified at.

    Raises NotAskable if it reads other messages, or has a parameter that the other has not, or only at a value.
    """
    if not isinstance(case, FunctionCase):
        raise NotAskable(
            f"{case.name} is a {case.kind}, which is proved by properties of its own only; name one without a function"
        )
    alone, known = case_of(function), case.function
    one_meaning_each([known.meanings, meanings_of(function)])
    _demand_open(alone.name, read_whole(function).values, case, links)
    values = known.parameter_values
    others = [] if case.within is None else [case.within]
    definition = beside(function, values, links, [known.definition, *others])
    if definition.message != case.definition.message:
        raise NotAskable(
            f"the lemma {alone.name}: it reads messages of the sort {definition.message.name}, {case.name} of the sort "
            f"{case.definition.message.name}; name a function of the same messages"
        )
    _demand_known(definition, case)
    handed_on = {each: values[each] for each in _common_names(alone.definition.parameters, links) if each in values}
    return replace(
        alone, definition=definition, within=case.within, values={**alone.values, **handed_on}, others=case.others
    )


def _common_names(parameters: Iterable[ParameterDefinition], links: Links) -> list[str]:
    """What parameters are called in the function that is verified."""
    names = {other: name for name, other in links.items()}
    return [names.get(each.name, each.name) for each in parameters]


def _demand_open(name: str, values: Mapping[str, Value], case: FunctionCase, links: Links) -> None:
    """Raise NotAskable if a lemma is about one value of a parameter that may have others."""
    names = {other: own for own, other in links.items()}
    still_open = {each.name for each in case.definition.parameters}
    for each, value in values.items():
        if names.get(each, each) in still_open:
            raise NotAskable(
                f"the lemma {name}: {each} is {value_text(value)} there, and open in {case.name}; fix it in both, as "
                f"by --param {each}={value_text(value)}, or in none"
            )


def _demand_known(definition: Definition, case: FunctionCase) -> None:
    """Raise NotAskable if a lemma is about a parameter that the function which is verified has not."""
    own = {known.name: known.symbol for known in case.definition.parameters}
    for each in definition.parameters:
        if each.symbol is not own.get(each.name):
            sorts = [symbol.sort.name for name, symbol in own.items() if name == each.name]
            has = f"a parameter {each.name!r} of the sort {sorts[0]}" if sorts else f"no parameter {each.name!r}"
            raise NotAskable(
                f"the lemma {definition.name}: {case.name} has {has}; fix that of {definition.name}, as by "
                f"--param {each.name}=3"
            )
