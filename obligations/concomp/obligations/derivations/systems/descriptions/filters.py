"""Filters, and what creates a randomised response for each mechanism that a filter accepts: HSV26 section 12."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.kernels import WORLD
from concomp.obligations.derivations.systems.descriptions.members import (
    Creations,
    created_part,
    nowhere,
    read,
    store,
    successor,
)
from concomp.obligations.derivations.systems.descriptions.messages import (
    ACKNOWLEDGEMENT,
    CLOSING,
    HALTING,
    MESSAGE,
    apply,
    creates,
    declare,
    first,
    halts,
    index_of,
    opaque,
    pair,
    query,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Call,
    Config,
    Halting,
    Register,
    Turn,
    branch,
    keep,
    send,
)

ZERO, ONE = (terms.leaf("parameter", MESSAGE, name) for name in ("0", "1"))
"""The messages 0 and 1."""
LAUNCHED, PARAMETERS = opaque("Launched"), opaque("Parameters")
NOTHING_LAUNCHED = terms.leaf("parameter", LAUNCHED, "nothing launched")


def parameters(composition: str, creation: Term) -> Term:
    """The privacy parameters that a creation query declares in a composition."""
    return apply(declare(f"{composition}: parameters", (MESSAGE,), PARAMETERS), creation)


def response_to(composition: str, creation: Term) -> Term:
    """β: the creation query of the randomised response with the parameters of a creation query of a composition."""
    return apply(declare(f"{composition}: response to", (MESSAGE,), MESSAGE), creation)


def is_response(composition: str, creation: Term) -> Term:
    """Whether a creation query of a composition is that of a randomised response."""
    return apply(declare(f"{composition}: is response", (MESSAGE,), BOOL), creation)


def launch(launched: Term, declared: Term) -> Term:
    """The parameters launched so far with those that a creation query declares."""
    return apply(declare("launch", (LAUNCHED, PARAMETERS), LAUNCHED), launched, declared)


def within_budget(launched: Term) -> Term:
    """The filter."""
    return apply(declare("within budget", (LAUNCHED,), BOOL), launched)


@dataclass(frozen=True, slots=True)
class Filtered:
    """f^Filt, or f_RR^Filt: the filter accepts all parameters so far; in the second every creation is a response's.

    composition: of which the function is.
    """

    name: str
    composition: str
    responses_only: bool

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(f"{self.name}.launched", LAUNCHED, NOTHING_LAUNCHED),)

    def admits(self, config: Config, message: Term) -> Term:
        creation = first(message)
        fits = [within_budget(self._with(config, creation))]
        fits += [is_response(self.composition, creation)] if self.responses_only else []
        return terms.implication(creates(creation), terms.conjunction(fits))

    def after(self, config: Config, message: Term) -> Config:
        launched = config[f"{self.name}.launched"]
        after = terms.choice(creates(first(message)), self._with(config, first(message)), launched)
        return {**config, f"{self.name}.launched": after}

    def _with(self, config: Config, creation: Term) -> Term:
        return launch(config[f"{self.name}.launched"], parameters(self.composition, creation))


@dataclass(frozen=True, slots=True)
class _Acquirer:
    """P of the proof: on a creation it creates a response and asks it, keeps the sample, and acknowledges.

    Whatever else it does is done by a mechanism that is told each pair of queries with the creation query of its
    mechanism and the sample: simulators side by side need to know both.
    responses: what asks for the response to a creation query; none, if samples are handed over by one message.
    """

    name: str
    responses: Callable[[Term], Term] | None
    inner: Halting

    @property
    def registers(self) -> tuple[Register, ...]:
        return (
            Register(f"{self.name}.number", INT, terms.constant(INT, 0)),
            Register(f"{self.name}.creating", BOOL, FALSE),
            Register(f"{self.name}.made by", MapSort(MESSAGE), nowhere(MESSAGE)),
            Register(f"{self.name}.samples", MapSort(MESSAGE), nowhere(MESSAGE)),
            *self.inner.registers,
        )

    @property
    def tapes(self) -> tuple[str, ...]:
        return self.inner.tapes

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.inner.calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        work = self.inner.hear(config, FALSE, pair(message, self._known_of(config, index_of(first(message)))))
        acquire = send(self._begun(config, first(message)), TRUE, self._request(message))
        return branch(from_right, self._answered(config, message), branch(creates(first(message)), acquire, work))

    def move(self, config: Config) -> Turn:
        return self.inner.move(config)

    def _known_of(self, config: Config, index: Term) -> Term:
        """The creation query of a mechanism, and its sample."""
        return pair(*(read(config[f"{self.name}.{what}"], index) for what in ("made by", "samples")))

    def _begun(self, config: Config, creation: Term) -> Config:
        number, made_by = successor(config[f"{self.name}.number"]), f"{self.name}.made by"
        begun = {f"{self.name}.number": number, f"{self.name}.creating": TRUE}
        return {**config, **begun, made_by: store(config[made_by], number, creation)}

    def _request(self, message: Term) -> Term:
        if self.responses is None:
            return first(message)
        return pair(self.responses(first(message)), self.responses(first(message)))

    def _answered(self, config: Config, message: Term) -> Turn:
        number, samples = config[f"{self.name}.number"], f"{self.name}.samples"
        done = {**config, f"{self.name}.creating": FALSE}
        kept = {**done, samples: store(config[samples], number, message)}
        keep_sample = send(kept, FALSE, ACKNOWLEDGEMENT)
        ask = send(done, TRUE, pair(query(ZERO, number), query(ONE, number)))
        return keep_sample if self.responses is None else branch(config[f"{self.name}.creating"], ask, keep_sample)


@dataclass(frozen=True, slots=True)
class _Fresh:
    """For each creation query that it hears, a fresh sample of the response with its parameters, at the bit."""

    name: str
    composition: str
    of: Creations

    @property
    def registers(self) -> tuple[Register, ...]:
        kernel, states = self.of.kernel, self.of.states
        return (
            Register(f"{self.name}.number", INT, terms.constant(INT, 0)),
            Register(f"{kernel}.made by", MESSAGE, HALTING),
            Register(f"{kernel}.state", states, terms.leaf("parameter", states, f"{kernel}: none yet")),
            Register(f"{kernel}.heard", MESSAGE, HALTING),
        )

    @property
    def tapes(self) -> tuple[str, ...]:
        return (self.of.kernel,)

    def calls(self, config: Config) -> tuple[Call, ...]:
        return created_part(self.of).calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        number, kernel = successor(config[f"{self.name}.number"]), self.of.kernel
        response = response_to(self.composition, message)
        begun = {
            f"{self.name}.number": number,
            f"{kernel}.made by": response,
            f"{kernel}.state": self.of.starts(response, number),
            f"{kernel}.heard": terms.choice(WORLD, ONE, ZERO),
        }
        return keep({**config, **begun})

    def move(self, config: Config) -> Turn:
        _, said = created_part(self.of).calls(config)[0].results
        return send(config, FALSE, terms.choice(halts(said), CLOSING, said))


def acquiring(name: str, composition: str, player: Halting) -> Halting:
    """P with a player, for the responses to a composition."""
    return Halting(name, _Acquirer(name, partial(response_to, composition), player))


def handed(name: str, player: Halting) -> Halting:
    """The same, which gets each sample by one message."""
    return Halting(name, _Acquirer(name, None, player))


def fresh(name: str, composition: str, of: Creations) -> Halting:
    """The samples of the responses to the creation queries of a composition."""
    return Halting(name, _Fresh(name, composition, of))
