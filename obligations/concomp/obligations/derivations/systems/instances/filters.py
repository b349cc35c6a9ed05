"""The description of the link for filters and the model: the same system on finite instances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.composition.catalogue import response_creation
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.messages import Create, Query
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.continual import verified, worlds
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, EVERYTHING, InteractiveMechanism, Message
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side, chain
from concomp.model.mechanisms.verification import VerificationFunction, verifier
from concomp.obligations.derivations.systems.descriptions.execution import Execution, Kernel, kernel_of_mechanism
from concomp.obligations.derivations.systems.instances.instances import (
    BITS,
    Instance,
    blank,
    creation_kernel,
    creation_meanings,
    post_processing,
    start_of,
)
from concomp.obligations.derivations.systems.links import filtering

INFORMED = InteractiveMechanism(
    lambda state, message: Law.coin(Fraction(1, 3), (state, (state, message[1])), (1 - state, message[1])),
    (0,),
    EVERYTHING,
    "told",
)
"""What P does with a pair of queries, the creation query and the sample of their mechanism: it shows the last two,
sometimes with its own state."""


def _response_to(create: Any) -> Create:
    return response_creation(PrivacyParameters(create.e_eps, create.delta))


def acquisitions(
    functions: Iterable[tuple[VerificationFunction, VerificationFunction]],
    within_budget: Callable[[Any], bool],
    menu: Sequence[Message],
    rounds: int,
) -> Iterator[Instance]:
    """V[f^Filt] ∘* P ∘* V[f_RR^Filt] ∘* I(b) ∘* ExtConComp, for pairs of functions of one filter and both b.

    Both described systems are set beside the model's, so that the one in which samples are handed over is compared too.
    """
    kernels: dict[str, Kernel] = {"S": kernel_of_mechanism(INFORMED), "M_j of RR to C": creation_kernel}
    meanings: dict[str, Any] = {
        **creation_meanings("C"),
        **creation_meanings("RR to C"),
        **dict.fromkeys(["C: parameters", "RR to C: parameters"], lambda create: (create.e_eps, create.delta)),
        "C: response to": _response_to,
        "RR to C: is response": lambda create: (
            create == response_creation(PrivacyParameters(create.e_eps, create.delta))
        ),
        "launch": lambda launched, parameters: (*launched, parameters),
        "within budget": within_budget,
    }
    given = {"nothing launched": (), "M_j of RR to C: none yet": None, "S.start": 0, "0": 0, "1": 1}
    for (outer, inner), bit in product(functions, BITS):
        responses = verified(inner, extended_concurrent_composition())
        real = post_processing(chain(verifier(outer), acquirer()), (responses, worlds(responses)[bit]))
        for part in (filtering.ACQUIRED.left, filtering.ACQUIRED.right):
            yield (
                start_of(
                    Execution(part, kernels, {**blank("C"), **blank("RR to C"), **given, "bit": bool(bit)}, meanings)
                ),
                real,
                menu,
                rounds,
            )


def acquirer() -> InteractivePostProcessing:
    """P of the proof of Theorem 12.4, with INFORMED for what it does besides.

    States: (creation queries, is one being created?, samples, state of INFORMED).
    """

    def step(state: Any, origin: Side, message: Any) -> Law[Any]:
        made_by, creating, drawn, told = state
        if origin is RIGHT and creating:
            ask = (Query(payload=0, index=len(made_by)), Query(payload=1, index=len(made_by)))
            return Law.point(((made_by, False, drawn, told), RIGHT, ask))
        if origin is RIGHT:
            return Law.point(((made_by, False, (*drawn, message), told), LEFT, ACKNOWLEDGED))
        if isinstance(message[0], Create):
            create: Any = message[0]
            response = _response_to(create)
            return Law.point((((*made_by, create), True, drawn, told), RIGHT, (response, response)))
        place = message[0].index - 1
        heard = (message, (made_by[place], drawn[place]))
        return INFORMED.respond(told, heard).map(lambda reply: ((made_by, False, drawn, reply[0]), LEFT, reply[1]))

    return InteractivePostProcessing(step, (((), False, (), 0),), "P")
