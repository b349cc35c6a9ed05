"""Randomised responses under a filter.

For Theorem 12.4, P creates a randomised response for each mechanism that is created, and asks it at once for its
sample. V[f_RR^Filt] lets every such message pass, since the filter has accepted the same parameters from V[f^Filt];
I(b) turns ((0,i),(1,i)) into b; and so P holds a fresh sample of each response at b. On every tape it is the same as
if P were handed the samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import identifier, mechanism
from concomp.obligations.derivations.systems.descriptions.members import (
    Members,
    admits,
    begins,
    created_part,
    in_query_space,
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
    InARow,
    Register,
    Turn,
    branch,
    keep,
    send,
)
from concomp.obligations.derivations.systems.descriptions.verifiers import suitable
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    BESIDE,
    FILTERED,
    INFORMED,
    SIMULATORS,
    VERIFIER,
    C,
    responses_behind_player,
    responses_fit,
    responses_of_filter,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation

BIT = terms.leaf("parameter", BOOL, "bit")
ZERO, ONE = (terms.leaf("parameter", MESSAGE, name) for name in ("zero", "one"))
"""The messages 0 and 1."""
LAUNCHED, PARAMETERS = opaque("Launched"), opaque("Parameters")
NOTHING_LAUNCHED = terms.leaf("parameter", LAUNCHED, "nothing launched")


def parameters(creation: Term) -> Term:
    """The privacy parameters that a creation query declares."""
    return apply(declare("parameters", (MESSAGE,), PARAMETERS), creation)


def response_to(creation: Term) -> Term:
    """β: the creation query of the randomised response with the parameters of another creation query."""
    return apply(declare("response to", (MESSAGE,), MESSAGE), creation)


def is_response(creation: Term) -> Term:
    """Whether a creation query is that of a randomised response."""
    return apply(declare("is response", (MESSAGE,), BOOL), creation)


def launch(launched: Term, creation: Term) -> Term:
    """The parameters launched so far with those of a creation query."""
    return apply(declare("launch", (LAUNCHED, PARAMETERS), LAUNCHED), launched, parameters(creation))


def within_budget(launched: Term) -> Term:
    """The filter."""
    return apply(declare("within budget", (LAUNCHED,), BOOL), launched)


@dataclass(frozen=True)
class Filtered:
    """f^Filt, or f_RR^Filt: the filter accepts all parameters so far; in the second every creation is a response's."""

    name: str
    responses_only: bool

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(f"{self.name}.launched", LAUNCHED, NOTHING_LAUNCHED),)

    def admits(self, config: Config, message: Term) -> Term:
        creation = first(message)
        fits = [within_budget(launch(config[f"{self.name}.launched"], creation))]
        fits += [is_response(creation)] if self.responses_only else []
        return terms.implication(creates(creation), terms.conjunction(fits))

    def after(self, config: Config, message: Term) -> Config:
        launched = config[f"{self.name}.launched"]
        after = terms.choice(creates(first(message)), launch(launched, first(message)), launched)
        return {**config, f"{self.name}.launched": after}


@dataclass(frozen=True)
class Acquirer:
    """P of the proof: on a creation it creates a response and asks it, keeps the sample, and acknowledges.

    Whatever else it does is done by a mechanism that is told each pair of queries with the sample of its mechanism.
    handed: whether the sample is handed over by one message instead of two.
    """

    handed: bool
    inner: Halting

    @property
    def registers(self) -> tuple[Register, ...]:
        return (
            Register("P.number", INT, terms.constant(INT, 0)),
            Register("P.creating", BOOL, FALSE),
            Register("P.samples", MapSort(MESSAGE), nowhere(MESSAGE)),
            *self.inner.registers,
        )

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.inner.calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        creation = creates(first(message))
        sample = read(config["P.samples"], index_of(first(message)))
        begun = {**config, "P.number": successor(config["P.number"]), "P.creating": TRUE}
        acquire = send(begun, TRUE, self._request(message))
        work = self.inner.hear(config, FALSE, pair(message, sample))
        return branch(from_right, self._answered(config, message), branch(creation, acquire, work))

    def move(self, config: Config) -> Turn:
        return self.inner.move(config)

    def _request(self, message: Term) -> Term:
        return first(message) if self.handed else pair(response_to(first(message)), response_to(first(message)))

    def _answered(self, config: Config, message: Term) -> Turn:
        number, done = config["P.number"], {**config, "P.creating": FALSE}
        keep_sample = send({**done, "P.samples": store(config["P.samples"], number, message)}, FALSE, ACKNOWLEDGEMENT)
        ask = send(done, TRUE, pair(query(ZERO, number), query(ONE, number)))
        return keep_sample if self.handed else branch(config["P.creating"], ask, keep_sample)


@dataclass(frozen=True)
class Fresh:
    """For each creation query that it hears, a fresh sample of the response with its parameters, at the bit."""

    kernel: str = "RR"

    @property
    def registers(self) -> tuple[Register, ...]:
        inner = created_part(self.kernel).inner.registers
        zero = terms.constant(INT, 0)
        blank = terms.leaf("parameter", inner[1].sort, "no response")
        return (
            Register("D.number", INT, zero),
            Register(f"{self.kernel}.made by", MESSAGE, HALTING),
            Register(f"{self.kernel}.state", inner[1].sort, blank),
            Register(f"{self.kernel}.heard", MESSAGE, HALTING),
        )

    def calls(self, config: Config) -> tuple[Call, ...]:
        return created_part(self.kernel).calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        number = successor(config["D.number"])
        starts = declare(f"{self.kernel}.starts", (MESSAGE, INT), opaque(f"{self.kernel}.State"))
        begun = {
            "D.number": number,
            f"{self.kernel}.made by": response_to(message),
            f"{self.kernel}.state": apply(starts, response_to(message), number),
            f"{self.kernel}.heard": terms.choice(BIT, ONE, ZERO),
        }
        return keep({**config, **begun})

    def move(self, config: Config) -> Turn:
        _, said = created_part(self.kernel).calls(config)[0].results
        return send(config, FALSE, terms.choice(halts(said), CLOSING, said))


def _whole(acquirer: Acquirer, right: Halting) -> Halting:
    verified = Halting("guard", InARow("guards", suitable("V", Filtered("V", False)), Halting("P", acquirer)))
    return Halting("all", InARow("outer", verified, right))


def _responses(name: str = "V_RR") -> Halting:
    checked = InARow("checked", suitable(name, Filtered(name, True)), identifier("I", BIT))
    return Halting(
        "R", InARow("inner", Halting("two", checked), Halting("E", Members("composition", created_part("RR"))))
    )


ASKED = _whole(Acquirer(False, mechanism("T")), _responses())
"""V[f^Filt] ∘* P ∘* V[f_RR^Filt] ∘* I(b) ∘* ExtConComp."""
HANDED = _whole(Acquirer(True, mechanism("T")), Halting("D", Fresh()))
"""The same with P handed fresh samples of the responses at b."""


def _responses_are_what_they_are(left: Config, right: Config) -> Sequence[Term]:
    """A response's creation query has its parameters, and its function admits (0,1) as the first pair."""
    return [
        *_messages(),
        *_of_responses(first(HEARD)),
        terms.equality(parameters(response_to(first(HEARD))), parameters(first(HEARD))),
    ]


def _messages() -> Sequence[Term]:
    return [terms.negation(halts(bit)) for bit in (ZERO, ONE)]


def _of_responses(creation: Term) -> Sequence[Term]:
    response = response_to(creation)
    return [
        creates(response),
        is_response(response),
        in_query_space(response, ZERO),
        in_query_space(response, ONE),
        admits(response, begins(response), pair(ZERO, ONE)),
    ]


def _acquired_alike(left: Config, right: Config) -> Sequence[Term]:
    names = ["V.created", "V.made by", "V.read", "V.launched", "P.number", "P.samples", "T.state", "T.heard"]
    numbers = [left[name] for name in ("V_RR.created", "composition.created", "V.created")]
    overs = [left[f"{name}.over"] for name in ("guard", "V", "P", "T", "R", "two", "V_RR", "I", "E")]
    also = [right[f"{name}.over"] for name in ("guard", "V", "P", "T", "D")]
    return [
        *(terms.equality(left[name], right[name]) for name in names),
        *(terms.equality(left["P.number"], number) for number in [*numbers, right["D.number"]]),
        terms.make("at most", (terms.constant(INT, 0), left["P.number"])),
        terms.equality(left["V.launched"], left["V_RR.launched"]),
        *map(terms.negation, [*overs, *also, left["P.creating"]]),
    ]


def _asked_alike(left: Config, right: Config) -> Sequence[Term]:
    """The message is with T in both, or with the response in both."""
    with_t = left["outer.with left"]
    number = left["P.number"]
    asked = [
        terms.equality(left["composition.asked"], number),
        terms.negation(left["inner.with left"]),
        *(
            terms.equality(read(left[f"RR.{name}"], number), right[f"RR.{name}"])
            for name in ("made by", "state", "heard")
        ),
        terms.negation(read(left["RR.over"], number)),
    ]
    guards = [config["guards.with left"] for config in (left, right)]
    return [
        terms.equality(left["outer.with left"], right["outer.with left"]),
        terms.implication(with_t, terms.negation(terms.disjunction(guards))),
        terms.disjunction([with_t, terms.conjunction(asked)]),
    ]


ACQUIRED = Bisimulation(
    "each response is created and gives its sample",
    responses_behind_player(FILTERED(C), responses_of_filter(C)),
    BEHIND(VERIFIER(FILTERED(C)), BESIDE(INFORMED(SIMULATORS(C)))),
    ASKED,
    HANDED,
    _acquired_alike,
    working=_asked_alike,
    assumed=_responses_are_what_they_are,
    supposing=(responses_fit(C),),
)


def _other_parameters(left: Config, right: Config) -> Sequence[Term]:
    return [*_messages(), *_of_responses(first(HEARD))]


UNLIKE_PARAMETERS = Bisimulation(
    "responses with other parameters",
    ACQUIRED.one,
    ACQUIRED.other,
    ASKED,
    HANDED,
    _acquired_alike,
    working=_asked_alike,
    assumed=_other_parameters,
)
"""A false variant: the responses need not have the parameters of the mechanisms."""
