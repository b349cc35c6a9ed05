"""Randomised responses under a filter.

For Theorem 12.4, P creates a randomised response for each mechanism that is created, and asks it at once for its
sample. V[f_RR^Filt] lets every such message pass, since the filter has accepted the same parameters from V[f^Filt];
I(b) turns ((0,i),(1,i)) into b; and so P holds a fresh sample of each response at b. On every tape it is the same as
if P were handed the samples.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.members import Creations, read
from concomp.obligations.derivations.systems.descriptions.messages import first
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import with_left
from concomp.obligations.derivations.systems.language import (
    ACQUIRING,
    BEHIND,
    CHAIN,
    EXTENDED_CONCURRENT,
    FRESH,
    HANDED,
    OF_FILTERED_RESPONSES,
    RESPONSES_TO,
    SUITABLE,
    VERIFIER,
    C,
    S,
    filtered,
    responses_of_filter,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.suppositions import Instance, Supposition, responses_exist, responses_fit

PLAYER_ASKS = CHAIN(VERIFIER(filtered(C)), ACQUIRING(C, S))
PLAYER_IS_HANDED = CHAIN(VERIFIER(filtered(C)), HANDED(S))
ASKED, WITH_SAMPLES = BEHIND(PLAYER_ASKS, responses_of_filter(C)), BEHIND(PLAYER_IS_HANDED, FRESH(C))
"""V[f^Filt] ∘* P ∘* V[f_RR^Filt] ∘* I(b) ∘* ExtConComp; the same with P handed fresh samples of the responses at b."""


def _acquired(name: str, supposed: Supposition) -> Bisimulation:
    guard, inner = VERIFIER(filtered(C)), VERIFIER(SUITABLE(RESPONSES_TO(C), OF_FILTERED_RESPONSES))
    extended, kernel = EXTENDED_CONCURRENT(RESPONSES_TO(C)), Creations(str(RESPONSES_TO(C))).kernel
    asks, handed = ACQUIRING(C, S), HANDED(S)

    def alike(left: Config, right: Config) -> Sequence[Term]:
        of_guard = [f"{guard}.{what}" for what in ("created", "made by", "read", "launched")]
        number = left[f"{asks}.number"]
        numbers = [left[f"{system}.created"] for system in (inner, extended, guard)]
        numbers += [right[f"{handed}.number"], right[f"{FRESH(C)}.number"]]
        return [
            *same([*of_guard, "S.state", "S.heard"])(left, right),
            *(terms.equality(left[f"{asks}.{what}"], right[f"{handed}.{what}"]) for what in ("made by", "samples")),
            *(terms.equality(number, other) for other in numbers),
            terms.make("at most", (terms.constant(INT, 0), number)),
            terms.equality(left[f"{guard}.launched"], left[f"{inner}.launched"]),
            *all_running(left, right),
            terms.negation(left[f"{asks}.creating"]),
        ]

    def asked_alike(left: Config, right: Config) -> Sequence[Term]:
        """The message is with S in both, or with the response in both."""
        number, with_player = left[f"{asks}.number"], left[with_left(ASKED)]
        inside = responses_of_filter(C)
        identified = inside.arguments[1]  # type: ignore[union-attr]
        asked = [
            terms.equality(left[f"{extended}.asked"], number),
            terms.negation(left[with_left(inside)]),
            terms.negation(left[with_left(identified)]),
            *(
                terms.equality(read(left[f"{kernel}.{what}"], number), right[f"{kernel}.{what}"])
                for what in ("made by", "state", "heard")
            ),
            terms.negation(read(left[f"{kernel}.over"], number)),
        ]
        guards = [left[with_left(PLAYER_ASKS)], right[with_left(PLAYER_IS_HANDED)]]
        return [
            terms.equality(with_player, right[with_left(WITH_SAMPLES)]),
            terms.implication(with_player, terms.negation(terms.disjunction(guards))),
            terms.disjunction([with_player, terms.conjunction(asked)]),
        ]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        return [supposed.law(0), supposed.law(1), supposed.law(2, first(HEARD))]

    return Bisimulation(name, ASKED, WITH_SAMPLES, alike, working=asked_alike, supposed=(supposed,), known=known)


ACQUIRED = _acquired("each response is created and gives its sample", responses_fit(C))
UNLIKE_PARAMETERS = _acquired("responses with other parameters", responses_exist(C))
"""What is false: the responses need not have the parameters of the mechanisms."""
