"""Local protocols: their verification functions and their server, proved for every length and every number of users."""

from __future__ import annotations

from functools import cache

from pydantic import JsonValue

from concomp.model.applications.local_protocol import (
    OneUser,
    Server,
    SparseData,
    SparseUsers,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.checks.propositions import (
    Proposition,
    Proved,
    establish,
    mistake,
    prove,
)
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.families.applications import composing_server, protocol_variants
from concomp.obligations.families.functions import any_length, pointwise
from concomp.obligations.verify.properties.copies import ask_copies, maps_validity
from concomp.obligations.verify.properties.properties import WITNESS, ask, compare
from concomp.obligations.verify.properties.specifications import equality_at_every_index

ACCEPTED = "a sequence with a pair that differs is accepted"
SENT = "a pair of data that differ is handed out"
SAMPLER = (
    "The auxiliary mechanism of a server with coins is one user more, whose data are the same on both sides: the one "
    "message that a sampler is sent (section 6.1)."
)


@cache
def functions_of_users() -> Proposition:
    """The functions of local protocols are Definition 8.5."""
    user, again = OneUser().definition, protocol_variants.OneUserAgain().definition
    users, at_place = any_length.AnyUsersOfProtocol().definition, pointwise.UsersAt().definition
    sparse, sparse_at = SparseUsers().definition, pointwise.SparseUsersAt().definition
    later, early = protocol_variants.NewDataLater, protocol_variants.EarlyQuestions
    return Proposition(
        (
            compare("equivalent", user, again),
            equality_at_every_index(users, at_place),
            equality_at_every_index(sparse, sparse_at),
        ),
        ask(WITNESS, users),
        {
            mistake(later): compare("equivalent", later().definition, again),
            mistake(early): equality_at_every_index(early().definition, at_place),
        },
        "all lengths; any number n of users with any mechanisms, any ~ and prop_i, ~_i being any reflexive and "
        "symmetric relation; for n users with one mechanism also any k and ~*",
    )


@check_of_findings("HSV26 Definition 8.5", find=lambda: prove(functions_of_users()))
def users_get_their_data_in_turn_and_then_equal_questions(findings: JsonValue) -> Outcome:
    """The functions accept exactly the sequences of the definition, of one user and of all users."""
    notes = (
        "Read off the text: the requirements on the single creations are the instances of one for the places 1, …, n.",
        SAMPLER,
    )
    return establish(functions_of_users(), findings, ACCEPTED, notes)


@cache
def sparse_data() -> Proposition:
    """SparseData is ~_{k,~*}."""
    function, again = SparseData().definition, protocol_variants.SparseDataAgain().definition
    wrong = protocol_variants.AnyDifference
    return Proposition(
        (compare("equivalent", function, again),),
        ask(WITNESS, function),
        {mistake(wrong): compare("equivalent", wrong().definition, again)},
        "any number of users, any k, any reflexive and symmetric ~*",
    )


@cache
def server_is_public() -> Proposition:
    """Claim 8.4, with that exactly one message is sent in each step."""
    servers = (Server(), composing_server.ComposingServer())
    names = ("total", "destination", "response")
    stops, shows = protocol_variants.StopsForData, protocol_variants.ShowsData
    return Proposition(
        tuple(ask_copies(name, server) for server in servers for name in names),
        composing_server.hands_out_a_difference(),
        {
            mistake(stops): ask_copies("destination", stops()),
            mistake(shows): ask_copies("response", shows()),
        },
        "all lengths; any number of users, any rules of the server; moreover exactly one message is sent in each step",
    )


@cache
def server_keeps_validity() -> Proposition:
    """Claim 8.6."""
    sparse, asks = protocol_variants.data_to_users(), protocol_variants.AsksForData
    anything, last = composing_server.AsksAnything, composing_server.LastGoesWithout
    return Proposition(
        (composing_server.maps_to_users(composing_server.ComposingServer()), maps_validity(Server(), sparse)),
        composing_server.hands_out_a_difference(),
        {
            mistake(asks): maps_validity(asks(), sparse),
            **{mistake(each): composing_server.maps_to_users(each()) for each in (anything, last)},
        },
        "all lengths; any number of users with any mechanisms, any rules of the server, any ~ and prop_i, suitability "
        "included; for ~_{k,~*} also with the data as they come, any k",
    )


@check_of_findings("HSV26 Claim 8.6", find=lambda: prove(server_keeps_validity()))
def the_server_keeps_to_the_phases_of_the_protocol(findings: JsonValue) -> Outcome:
    """What two copies of S_P send that are told x ~ x' and get the same answers is valid for f_{P,~}."""
    notes = (
        "The server puts a question only if prop_i allows it, whatever it is answered: the claim needs that (E34).",
        "Supposed of users: what a creation asserts is so, data and questions lie in query spaces, and x_i ~_i x'_i "
        "where x ~ x'.",
        SAMPLER,
        "Read off the text: the requirements on the single creations are the instances of one for the places 1, …, n.",
    )
    return establish(server_keeps_validity(), findings, SENT, notes)


@cache
def inclusion_in_the_proof() -> Proposition:
    """The inclusion in the proof of Corollary 8.8."""
    users, slots = any_length.ConsistentUsers().definition, any_length.EqualSlots().definition
    careless = protocol_variants.CarelessUsers
    return Proposition(
        (compare("included", users, slots),),
        ask(WITNESS, users),
        {mistake(careless): compare("included", careless().definition, slots)},
        "all lengths; any number n of users with one mechanism, any k: f_{P,~_{k,~*}} is included in f_{∞,FPC} with k "
        "slots for its parameters, as the proof of Corollary 8.8 uses the observation",
    )


TABLE = (
    Proved(
        "HSV26 Section 8: ~_{k,~*}",
        "data_differ_in_at_most_k_places",
        "The function accepts exactly the pairs of sequences that differ in at most k places, there as ~* allows.",
        sparse_data,
        ACCEPTED,
    ),
    Proved(
        "HSV26 Claim 8.4",
        "the_server_shows_what_it_was_answered",
        "Two copies of S_P that get the same answers send to the same sides, and show the same.",
        server_is_public,
        SENT,
        (SAMPLER,),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
