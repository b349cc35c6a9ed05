"""Whether two copies of a post-processing, which behave alike so far, can differ in some of their registers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from concomp.model.language import Definition, DefinitionFunction, LanguageError, PostProcessing
from concomp.model.language.syntax import terms
from concomp.model.mechanisms.postprocessing import LEFT
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.encoding.parties import COPIES, of_party
from concomp.obligations.verify.properties.copies import CopiesQuestion, ask_copies, maps_validity
from concomp.obligations.verify.properties.copies_replay import run_copies
from concomp.obligations.verify.properties.exchanges import Exchange
from concomp.obligations.verify.properties.replay import Replay, ReplayedStep, Unconfirmed
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import Validity

ALIKE = "untainted"


@dataclass(frozen=True)
class DifferenceQuestion(CopiesQuestion):
    """The question whether two copies can come to differ in one of these registers."""

    names: tuple[str, ...] = field(kw_only=True)

    def replay(self, trace: Trace) -> Replay:
        """Run two copies on a trace; Unconfirmed if they do not differ in a register before its last step, or if what
        they are told until then is not valid.
        """
        try:
            exchanges, registers = run_copies(self.machine, self.sensitive, trace)
        except LanguageError as error:
            raise Unconfirmed(f"the trace does not run: {error}") from error
        before = registers[-2] if len(registers) > 1 else {}
        first, second = (party.prefix for party in COPIES)
        differing = [name for name in self.names if before.get(f"{first}{name}") != before.get(f"{second}{name}")]
        if not differing:
            raise Unconfirmed(f"two copies of {self.subject()} do not differ in {', '.join(self.names)}")
        if self.validity is not None and not _is_valid(self.validity.left, trace, exchanges[:-1]):
            left = self.validity.left.name
            raise Unconfirmed(f"what two copies of {self.subject()} are told is not valid for {left}")
        pairs = zip(exchanges, registers, strict=True)
        steps = tuple(ReplayedStep(left, right, True, held) for (left, right), held in pairs)
        return Replay(trace.parameters, steps, f"the copies differ in {', '.join(differing)}", None)


def differ(
    machine: PostProcessing,
    names: Iterable[str],
    known: tuple[Sensitivity, ...] = (),
    validity: Validity | None = None,
) -> DifferenceQuestion:
    """The question whether two copies, which behave alike so far, can differ in one of these registers.

    What comes next is no part of it: they may be told what is not valid, or behave differently because of the register.

    validity: f, for which what they are told is valid, and f', for which what they send is; without it they may be told
    anything.
    """
    alike = ask_copies("response", machine, known) if validity is None else maps_validity(machine, validity, known)
    wanted = tuple(names)
    symbols = {each.name: each.symbol for each in machine.definition.registers}
    pairs = [[of_party(symbols[name], party) for party in COPIES] for name in wanted]
    unlike = terms.disjunction(terms.negation(terms.equality(*pair)) for pair in pairs)
    return DifferenceQuestion(
        ALIKE,
        (),
        alike.system.with_question(ALIKE, unlike),
        given=alike.given,
        machine=machine,
        validity=validity,
        sensitive=known,
        names=wanted,
    )


def _is_valid(function: Definition, trace: Trace, exchanges: Sequence[tuple[Exchange, Exchange]]) -> bool:
    """Whether what two copies received from the left is valid for a function."""
    run = DefinitionFunction(function, trace.parameters_of(function), trace.meanings_of(function))
    received = [(one.received, other.received) for one, other in exchanges if one.origin is LEFT]
    return run.explain(received) is None
