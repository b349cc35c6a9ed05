"""What the server of a local protocol sees, and the mechanism that answers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from concomp.model.applications.local_privacy import (
    Data,
    Exchanges,
    LocalProtocol,
    Neighbours,
    View,
    is_locally_private,
    least_local_delta,
    server_view,
)
from concomp.model.applications.local_protocol import AskUser
from concomp.model.applications.protocol_mechanism import OneRunOnNeighbours, mechanism_of_protocol
from concomp.model.composition.concurrent import CLOSED
from concomp.model.laws.indistinguishability import PrivacyParameters, distance, indistinguishable_by_events
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.privacy import Game, continual_game, least_delta
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.local_protocols import all_data, at_most, small_protocols
from concomp.obligations.families.small.mechanisms import BITS

ANSWERS = (*BITS, CLOSED)
USERS = 2


def by_chances(protocol: LocalProtocol, data: Data) -> Law[View]:
    """The law of the view, transcript by transcript: the coins' chance times those of what each user answers."""
    return Law(
        {
            (coins, exchanges): chance * _chance_of(protocol, data, exchanges)
            for coins, chance in protocol.coins.items()
            for exchanges in _transcripts(protocol, coins, ())
        }
    )


def _transcripts(protocol: LocalProtocol, coins: Any, exchanges: Exchanges) -> Iterator[Exchanges]:
    """Every complete transcript with these coins, whatever the users answer."""
    asked = protocol.rule(coins, exchanges)
    if asked is None:
        yield exchanges
        return
    for answer in ANSWERS:
        yield from _transcripts(protocol, coins, (*exchanges, (asked, answer)))


def _chance_of(protocol: LocalProtocol, data: Data, exchanges: Exchanges) -> Fraction:
    """The product, over the users, of the chances that they give the answers of their own parts."""
    chance = ONE
    for index, (user, held) in enumerate(zip(protocol.users, data, strict=True), 1):
        own = [(asked.question, answer) for asked, answer in exchanges if asked.index == index]
        chance *= _chance_of_user(user, held, own)
    return chance


def _chance_of_user(user: InteractiveMechanism, state: State, own: Sequence[tuple[Any, Message]]) -> Fraction:
    if not own:
        return ONE
    (question, shown), *rest = own
    return sum(
        (
            chance * _chance_of_user(user, after, rest)
            for (after, answer), chance in user.respond(state, question).items()
            if shown is (CLOSED if answer is HALT else answer)
        ),
        ZERO,
    )


def _forgetful(protocol: LocalProtocol) -> LocalProtocol:
    """The protocol, its users going back to their data after every answer."""
    users = tuple(
        InteractiveMechanism(
            lambda state, question, user=user: user.respond(state, question).map(lambda sent: (state, sent[1])),  # type: ignore[misc]
            user.initial_states,
            user.queries,
        )
        for user in protocol.users
    )
    return LocalProtocol(users, protocol.coins, protocol.rule, f"forgetful {protocol!r}")


@check("HSV26 Definition 8.1")
def views_are_made_of_coins_and_of_what_each_user_answers() -> Outcome:
    """The law of the view is the product of the chances of its parts, and LDP is a matter of all events about it."""
    family = small_protocols()
    cases = [(protocol, data) for protocol in family for data in all_data(protocol.users)]
    for protocol, data in cases:
        expect(server_view(protocol, data) == by_chances(protocol, data), f"{protocol} on {data} shows something else")
    related = at_most(1, family.members[0].users)
    events = [protocol for protocol in family if max(len(server_view(protocol, x)) for x, _ in related) <= 4]
    tight = [each for each in events[::3] for e_eps in ODDS if _least_by_events(each, e_eps)]
    forgotten = first_case(
        (case for case in cases if server_view(_forgetful(case[0]), case[1]) != by_chances(*case)),
        "it does not matter whether users remember",
    )
    return Outcome(
        verdict="exact",
        scope=f"{family.name}; all data, e^ε in 1, 3/2, 3",
        size=len(cases),
        witness=f"{len(tight)} protocols are (ε,δ)-LDP for a δ > 0 and, by some event, for no smaller one",
        control=f"if users forget what they were asked, {forgotten[0]} shows something else",
        notes=("A user that has halted answers CLOSED, as it does in a concurrent composition.",),
    )


def _least_by_events(protocol: LocalProtocol, e_eps: Fraction) -> bool:
    """Expect that events and the definition agree at the least δ and below; whether that δ is positive."""
    related = at_most(1, protocol.users)
    least = least_local_delta(protocol, related, e_eps)
    for delta in {least, least / 2}:
        privacy = PrivacyParameters(e_eps, delta)
        by_events = all(
            indistinguishable_by_events(by_chances(protocol, x), by_chances(protocol, other), privacy)
            for x, other in related
        )
        expect(is_locally_private(protocol, related, privacy) == by_events, f"{protocol}: an event says otherwise")
    return least > 0


@cache
def _mechanism(protocol: LocalProtocol) -> InteractiveMechanism:
    return mechanism_of_protocol(protocol)


def _said(mechanism: InteractiveMechanism, data: Data) -> Law[Message]:
    return mechanism.respond(mechanism.initial_state, data).map(lambda sent: sent[1])


def _says_no_more(mechanism: InteractiveMechanism, data: Data) -> bool:
    """Whether the mechanism halts on a second message."""
    states = [state for state, _ in mechanism.respond(mechanism.initial_state, data)]
    return all(mechanism.respond(state, data) == Law.point((HALT, HALT)) for state in states)


@check("HSV26 Section 8: M_P and S_P")
def the_mechanism_answers_what_the_server_sees() -> Outcome:
    """M_P answers the data with the law of the server's view, and then halts."""
    family = small_protocols()
    cases = [(protocol, data) for protocol in family for data in all_data(protocol.users)]
    for protocol, data in cases:
        mechanism = _mechanism(protocol)
        expect(_said(mechanism, data) == by_chances(protocol, data), f"M_P of {protocol} answers something else")
        expect(_says_no_more(mechanism, data), f"M_P of {protocol} answers twice")
    closed = [case for case in cases if any(a is CLOSED for _, seen in by_chances(*case).support for _, a in seen)]
    witness = first_case(closed, "no user is ever closed")
    control = first_case(
        (case for case in cases if _said(_mechanism(case[0]), case[1]) != by_chances(case[0], case[1][::-1])),
        "it does not matter who holds what",
    )
    return Outcome(
        verdict="exact",
        scope=f"{family.name}; all data",
        size=len(cases),
        witness=f"in {len(closed)} cases a user is closed and its last answer says so, as on {witness[1]}",
        control=f"if the users hold the data of each other, {control[0]} shows something else",
    )


@check("HSV26 Claim 8.2")
def a_protocol_is_as_private_as_its_mechanism() -> Outcome:
    """The least δ of M_P for f_~, by backward induction, is that of the protocol, whose views are compared."""
    family = small_protocols()
    games = [(each, related, _game(each, related)) for each in family for related in _relations(each)]
    cases = [(*game, e_eps) for game in games for e_eps in ODDS]
    positive: list[tuple[LocalProtocol, Fraction]] = []
    fewer: list[LocalProtocol] = []
    for protocol, related, game, e_eps in cases:
        least = least_delta(game, e_eps)
        expect(least == least_local_delta(protocol, related, e_eps), f"M_P of {protocol} needs δ = {least}")
        positive += [(protocol, least)] if 0 < least < 1 else []
        fewer += [protocol] if not fewer and _of_answers(protocol, related, e_eps) < least else []
    witness = first_case(positive, "no protocol has a δ strictly between 0 and 1")
    control = first_case(fewer, "it does not matter whom the server asked")
    return Outcome(
        verdict="exact",
        scope=f"{family.name}; ~ relates data that differ for one user, or for both; e^ε in 1, 3/2, 3; M_P is sent "
        "one message",
        size=len(cases),
        witness=f"in {len(positive)} cases 0 < δ < 1, as δ = {witness[1]} of {witness[0]}",
        control=f"if whom the server asked what is no part of the view, {control} needs less than M_P",
    )


def _relations(protocol: LocalProtocol) -> tuple[Neighbours, ...]:
    return tuple(at_most(differing, protocol.users) for differing in (1, USERS))


def _game(protocol: LocalProtocol, related: Neighbours) -> Game:
    """V[f_~] ∘* I(b) ∘* M_P, sent one pair of data, related or not."""
    function = OneRunOnNeighbours(neighbouring_users=lambda x, other: (x, other) in related)
    return continual_game(function, _mechanism(protocol), combinations_with_replacement(all_data(protocol.users), 2), 1)


def _of_answers(protocol: LocalProtocol, related: Neighbours, e_eps: Fraction) -> Fraction:
    """The least δ if only the answers were seen."""

    views = {
        data: server_view(protocol, data).map(lambda view: tuple(answer for _, answer in view[1]))
        for data in all_data(protocol.users)
    }
    return max(distance(views[x], views[other], e_eps) for x, other in related)


TOSS = "toss"
Tosses = tuple[Law[Any], Law[Any]]
"""What the mechanism that samples for the server draws from, where its data are 0 and where they are 1."""


def _sampler(tosses: Tosses) -> InteractiveMechanism:
    return InteractiveMechanism(lambda bit, _: tosses[bit].map(lambda coin: (bit, coin)), BITS, (TOSS,), "sampler")


def _leak(tosses: Tosses) -> Fraction:
    """The least δ of the sampler with ε = 0."""
    return least_delta(Game(_sampler(tosses), BITS, (TOSS,), 1), ONE)


def _with_sampler(protocol: LocalProtocol, tosses: Tosses) -> LocalProtocol:
    """The protocol without coins, whose server asks one user more for a sample first and goes on as with that coin."""
    first = AskUser(index=len(protocol.users) + 1, question=TOSS)

    def rule(_: Any, exchanges: Exchanges) -> AskUser | None:
        return protocol.rule(exchanges[0][1], exchanges[1:]) if exchanges else first

    return LocalProtocol((*protocol.users, _sampler(tosses)), Law.point(None), rule, f"{protocol!r} with a sampler")


def _read_as_coins(view: Any) -> View:
    """What was seen, the sample taken for the coins."""
    _, ((_, coins), *exchanges) = view
    return coins, tuple(exchanges)


@check("HSV26 Remark 8.3")
def coins_may_be_asked_for() -> Outcome:
    """With a (0,0)-DP sampler among the users and no coins, M_P answers with the law of the view with coins."""
    family = [protocol for protocol in small_protocols() if len(protocol.coins) > 1]
    cases = [(protocol, data, bit) for protocol in family for data in all_data(protocol.users) for bit in BITS]
    for protocol, data, bit in cases:
        sampled = mechanism_of_protocol(_with_sampler(protocol, (protocol.coins, protocol.coins)))
        expect(_leak((protocol.coins, protocol.coins)) == 0, f"the sampler of {protocol} is not (0,0)-DP")
        seen = _said(sampled, (*data, bit)).map(_read_as_coins)
        expect(seen == server_view(protocol, data), f"{protocol} with a sampler shows something else on {data}")
    leaning = {protocol: (protocol.coins, Law.point(0)) for protocol in family}
    told = first_case(
        (
            (protocol, data)
            for protocol, data, _ in cases
            if len({server_view(_with_sampler(protocol, leaning[protocol]), (*data, bit)) for bit in BITS}) > 1
        ),
        "a sampler whose law depends on its data tells nothing",
    )
    return Outcome(
        verdict="exact",
        scope="the servers that toss a coin, for three pairs of users; all data, those of the sampler included",
        size=len(cases),
        witness=f"{len(family)} protocols toss a coin, which the sampler does for them, whatever its data are",
        control=f"a sampler whose law depends on its data needs δ = {_leak(leaning[told[0]])} at ε = 0, and "
        f"what {told[0]} shows on {told[1]} tells them",
    )
