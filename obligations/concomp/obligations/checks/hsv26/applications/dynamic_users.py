"""Local protocols with users who come and go, and parties that collude: they lose what users lose together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.applications.dynamic_users import (
    JOIN,
    Asks,
    DynamicProtocol,
    Leave,
    Seen,
    SparseUpdates,
    Update,
    mechanism_of_dynamic_protocol,
)
from concomp.model.applications.local_privacy import least_local_delta
from concomp.model.applications.local_protocol import AskUser
from concomp.model.composition.concurrent import concurrent_composition
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism
from concomp.model.mechanisms.privacy import Game, continual_game, least_delta
from concomp.model.mechanisms.randomised_response import composed_responses, noisy_bit
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.applications.local_compositions import most_exposing
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import chance_of_no_exposure, pure_profile
from concomp.obligations.families.compositions.small_games import SHORT
from concomp.obligations.families.small.functions import ANY
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.leaking import announcing_response, leaking_mechanism
from concomp.obligations.families.small.local_protocols import (
    QUESTIONS,
    QuestionTree,
    Users,
    at_most,
    pairs_of_users,
    protocol,
)

E_EPS = Fraction(3)
"""e^ε of the pure users."""
DELTA = Fraction(1, 4)
BETWEEN = Fraction(3, 2)
"""At this e^ε pure users are compared with their bound."""
BOTH_WAYS: tuple[Pair, ...] = ((0, 0), (0, 1), (1, 0))
PROBE_OR_REVEAL: tuple[Pair, ...] = ((0, 0), (0, 1))
ASK, NOTED, TOLD = "ask", "noted", "told"
USERS = 2


def waiting(user: InteractiveMechanism) -> DynamicProtocol:
    """A server that asks nothing: it sees what users answer to their updates."""
    return DynamicProtocol(user, lambda memory, seen: None, lambda memory: None, "a server that waits")


def asking(user: InteractiveMechanism) -> DynamicProtocol:
    """A server that asks each user after an update, and the next one where the answer is 1."""

    def next_one(_: object, seen: Seen) -> Asks | None:
        if seen.answer == NOTED:
            return Asks(seen.user, ASK)
        return Asks(seen.user + 1, ASK) if seen.answer == 1 else None

    return DynamicProtocol(user, next_one, lambda memory: memory, "a server that asks")


def keeping_user() -> InteractiveMechanism:
    """Keeps the last bit that it is sent, and tells it once, with noise: (ε,0)-DP, whichever bits differ."""

    def step(kept: Any, message: Any) -> Law[Any]:
        if kept == TOLD:
            return Law.point((HALT, HALT))
        if message == ASK:
            return noisy_bit(E_EPS, kept).map(lambda shown: (TOLD, shown))
        return Law.point((message, NOTED))

    return InteractiveMechanism(step, (0,), EVERYTHING, "a user who keeps a bit")


@dataclass(frozen=True)
class Dynamic:
    """A protocol, f of its users, for how many of them updates may differ, the users and the messages there are."""

    protocol: DynamicProtocol
    function: VerificationFunction
    differing: int
    pairs: tuple[Pair, ...]
    users: int
    rounds: int

    def delta(self, e_eps: Fraction) -> Fraction:
        """The least δ of M_P, over all who let users join, the first one leave, and send updates by the answers."""
        users = range(1, self.users + 1)
        menu = [
            (JOIN, JOIN),
            (Leave(1), Leave(1)),
            *((Update(user, left), Update(user, right)) for user in users for left, right in self.pairs),
        ]
        function = SparseUpdates(self.function, self.differing)
        return least_delta(
            continual_game(function, mechanism_of_dynamic_protocol(self.protocol), menu, self.rounds), e_eps
        )


def leaks(users: int) -> Dynamic:
    """Users that are (0,δ)-DP, one of which may be sent something else in world 1."""
    return Dynamic(waiting(leaking_mechanism(DELTA)), SHORT, 1, PROBE_OR_REVEAL, users, 2 * users + 1)


def exposure(users: int) -> Fraction:
    """1 − (1 − δ)^l, which l users with a leak need."""
    return 1 - chance_of_no_exposure([DELTA] * users)


def pure() -> Iterator[Dynamic]:
    """Users that are (ε,0)-DP, asked or not, with updates that differ for one or both."""
    responses = announcing_response(PrivacyParameters(E_EPS, ZERO))
    yield Dynamic(waiting(responses), ANY, 1, BOTH_WAYS, USERS, 4)
    for differing in (1, 2):
        yield Dynamic(asking(keeping_user()), ANY, differing, BOTH_WAYS, USERS, 4)


@check("HSV26 Remark 8.10")
def users_who_come_and_go_lose_what_their_composition_does() -> Outcome:
    """Approximate users show the attack of Theorem 5.2; pure ones keep the bound of Corollary 5.5."""
    reached = []
    for users in (1, 2, 3):
        reached.append(leaks(users).delta(ONE))
        expect(reached[-1] == exposure(users), f"{users} users with a leak need δ = {reached[-1]}")
    family = [(case, case.delta(BETWEEN)) for case in pure()]
    for case, delta in family:
        bound = pure_profile([E_EPS] * case.differing)(BETWEEN)
        expect(delta <= bound, f"{case} needs δ = {delta} > {bound} at e^ε = {BETWEEN}")
    tight = [delta for case, delta in family if 0 < delta == pure_profile([E_EPS] * case.differing)(BETWEEN)]
    witness = first_case(tight, "pure users do not reach their bound")
    alone = pure_profile([E_EPS])(BETWEEN)
    control = first_case((delta for _, delta in family if delta > alone), "two users cost no more than one")
    return Outcome(
        verdict="exact",
        scope="users (0,1/4)-DP: all who send up to 3, 5, 7 messages to 1, 2, 3 users; users (ln 3,0)-DP that answer "
        "their updates, or are asked by the server, which goes by the answers: all who send up to 4 messages to 2 "
        "users; joining, updates, the first user leaving; e^ε = 1, and 3/2 for pure ones",
        size=len(reached) + len(family),
        witness=f"with δ = 1/4 the distances are {', '.join(map(str, reached))}; pure users reach their bound "
        f"in {len(tight)} cases, as {witness} at e^ε = {BETWEEN}",
        control=f"updates that differ for two users need δ = {control}, where one pure user loses {alone}",
        notes=(
            "Theorem 5.14 does not apply: updates make users continual, whose first message need not differ where "
            "later ones do. For approximate users Theorem 5.4 (repaired) pays for all who ever join.",
        ),
    )


@dataclass(frozen=True)
class Coalition:
    """Target users, e^ε, the δ of an honest server, of any coalition, of their composition, and its bound."""

    targets: Users
    e_eps: Fraction
    honest: Fraction
    colluding: Fraction
    composed: Fraction
    bound: Fraction


def coalitions() -> Iterator[Coalition]:
    """k = 2 targets, whom a server and all other users ask together, and an honest server that asks each once."""
    for targets, e_eps in product(pairs_of_users(), ODDS[::2]):
        data = list(at_most(len(targets), targets))
        composition = concurrent_composition(targets)
        asked = tuple(product(range(2), range(1, len(targets) + 1)))
        composed = max(least_delta(Game(composition, pair, asked, QUESTIONS), e_eps) for pair in data)
        losses = [PrivacyParameters(e_eps, most_exposing_alone(targets, place, e_eps)) for place in range(len(targets))]
        yield Coalition(
            targets,
            e_eps,
            least_local_delta(protocol(targets, honest_plan()), data, e_eps),
            most_exposing(targets, len(targets), e_eps),
            composed,
            distance(*composed_responses(losses), e_eps),
        )


def most_exposing_alone(users: Users, place: int, e_eps: Fraction) -> Fraction:
    """The δ of one user, over all who put the questions to it alone."""
    user = users[place]
    pairs = [(one, other) for one in user.initial_states for other in user.initial_states]
    return max(least_delta(Game(user, pair, (0, 1), QUESTIONS), e_eps) for pair in pairs)


def honest_plan() -> QuestionTree:
    """Ask each of two users once, the same question."""
    first, second = (AskUser(index=index, question=0) for index in (1, 2))
    then = QuestionTree(second, (None, None))
    return QuestionTree(first, (then, then))


@check("HSV26 Remark 8.11")
def colluding_parties_learn_what_the_targets_lose_together() -> Outcome:
    """Any coalition against two targets is one adversary of their concurrent composition, and so keeps its bound."""
    cases = []
    for case in coalitions():
        cases.append(case)
        expect(case.colluding == case.composed, f"{case}: a coalition is no adversary of the composition")
        expect(case.composed <= case.bound, f"{case} exceeds the bound of responses")
    witness = first_case((case for case in cases if 0 < case.composed < 1), "nothing is learned")
    control = first_case((case for case in cases if case.honest < case.colluding), "honest servers learn as much")
    return Outcome(
        verdict="exact",
        scope="three pairs of target users, every coalition of the server with all others, which goes by the answers: "
        "64 plans of two questions; data that differ for both targets; e^ε in 1, 3; against backward induction",
        size=len(cases),
        witness=f"δ = {witness.composed} at e^ε = {witness.e_eps}, where responses with the users' δ bound it by "
        f"{witness.bound}",
        control=f"a server that asks each once needs δ = {control.honest}, and a coalition {control.colluding}",
        notes=("If the targets' data change, they are continual: Remark 8.10.",),
    )
