"""The properties of post-processings that the composition theorem for modular mechanisms asks for, proved.

They are proved of the two post-processings that the paper applies the theorem to: the histogram mechanism HSS, of
which tainted are the inputs and the sums of the current interval, and the server S_P of a local protocol. Two copies
are told different messages from the left and the same ones from the right; what is asked of them is that they send to
the same side, show the same, and send to the right what is valid for f'.
"""

from __future__ import annotations

from functools import cache

from concomp.model.applications.histogram import histogram_mechanism
from concomp.model.applications.neighbours import neighbouring_rows
from concomp.obligations.checks.propositions import (
    Proposition,
    Proved,
    mistake,
)
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.families.applications import composing_server, histogram_variants, protocol_variants
from concomp.obligations.families.applications.histogram_variants import rows_to_parts, sensitive
from concomp.obligations.verify.properties.copies import ask_copies, maps_validity, sends_a_difference
from concomp.obligations.verify.properties.properties import WITNESS, Question, ask, compare

D = "d"
"""The dimension, which is a parameter: what is proved is proved of all of them at once."""
HISTOGRAMS = "it holds of HSS in every dimension, any 1-sensitive query, any thresholds, all lengths"
EITHER = "it holds of S_P for any number of users, rules and ~, and of HSS in every dimension, any query; all lengths"
SENT = "a pair that differs is sent to the right"


def _of_histograms(name: str) -> Question:
    return ask_copies(name, histogram_mechanism(D), sensitive(D))


def _maps_of_histograms() -> Question:
    return maps_validity(histogram_mechanism(D), rows_to_parts(D), sensitive(D))


def _witness() -> Question:
    return sends_a_difference(histogram_mechanism(D), rows_to_parts(D), sensitive(D))


@cache
def destination_of_histograms() -> Proposition:
    """HSS has the destination property."""
    skips = histogram_variants.SkipsNoise
    return Proposition(
        (_of_histograms("total"), _of_histograms("destination")),
        _witness(),
        {mistake(skips): ask_copies("destination", histogram_variants.wrong(skips), sensitive(1))},
        f"{HISTOGRAMS}; moreover exactly one message is sent in each step",
    )


@cache
def response_of_histograms() -> Proposition:
    """HSS has the response property."""
    shows = histogram_variants.ShowsSums
    return Proposition(
        (_of_histograms("response"),),
        _witness(),
        {mistake(shows): ask_copies("response", histogram_variants.wrong(shows), sensitive(1))},
        HISTOGRAMS,
    )


@cache
def validity_of_histograms() -> Proposition:
    """HSS has the f → f' property."""
    twice, kept = histogram_variants.CountsTwice, histogram_variants.NeverCleared
    return Proposition(
        (_maps_of_histograms(),),
        _witness(),
        {
            mistake(each): maps_validity(histogram_mechanism(D, each), rows_to_parts(D), sensitive(D))
            for each in (twice, kept)
        },
        f"{HISTOGRAMS}; from f_{{~_H}} to that one test, one Laplace mechanism and the counter get neighbouring inputs",
    )


@cache
def destination() -> Proposition:
    """Both have the destination property."""
    stops = protocol_variants.StopsForData
    return Proposition(
        (ask_copies("destination", composing_server.ComposingServer()), _of_histograms("destination")),
        _witness(),
        {mistake(stops): ask_copies("destination", stops())},
        EITHER,
    )


@cache
def response() -> Proposition:
    """Both have the response property."""
    shows = protocol_variants.ShowsData
    return Proposition(
        (ask_copies("response", composing_server.ComposingServer()), _of_histograms("response")),
        _witness(),
        {mistake(shows): ask_copies("response", shows())},
        EITHER,
    )


@cache
def validity() -> Proposition:
    """Both have their f → f' properties."""
    anything = composing_server.AsksAnything
    return Proposition(
        (composing_server.maps_to_users(composing_server.ComposingServer()), _maps_of_histograms()),
        _witness(),
        {mistake(anything): composing_server.maps_to_users(anything())},
        f"{EITHER}; from f_~ to f_{{P,~}}, and from f_{{~_H}} to what the parts of HSS may be sent",
    )


@cache
def rows() -> Proposition:
    """~_H is Definition 7.2's, as a verification function by Remark 7.1."""
    wrong = compare(
        "equivalent",
        histogram_variants.rows_by_coordinate(2)().definition,
        histogram_variants.rows_again(2)().definition,
    )
    return Proposition(
        (compare("equivalent", neighbouring_rows(D)().definition, histogram_variants.rows_again(D)().definition),),
        ask(WITNESS, neighbouring_rows(D)().definition),
        {"each coordinate differs in one step at most": wrong},
        "all lengths; vectors of bits in every dimension",
    )


TABLE = (
    Proved(
        "HSV26 Definition 6.5(1)",
        "what_a_histogram_does_next_is_public",
        "HSS sends to the same side in two copies that get the same answers, one message in each step.",
        destination_of_histograms,
        SENT,
        part="of HSS, for the side that it sends to",
    ),
    Proved(
        "HSV26 Definition 6.5(2)",
        "what_a_histogram_shows_is_public",
        "What HSS shows is the same in two copies.",
        response_of_histograms,
        SENT,
        part="of HSS",
    ),
    Proved(
        "HSV26 Definition 6.5(3)",
        "neighbouring_rows_become_neighbouring_inputs_of_parts",
        "What two copies of HSS send to their parts on neighbouring rows is valid for f'.",
        validity_of_histograms,
        SENT,
        part="of HSS",
    ),
    Proved(
        "HSV26 Section 6.1: Destination Property",
        "where_the_next_message_goes_is_public",
        "Two copies that get the same messages from the right send to the same side.",
        destination,
        SENT,
        part="of S_P and of HSS",
    ),
    Proved(
        "HSV26 Section 6.1: Response Property",
        "what_is_sent_to_the_left_is_public",
        "Two copies that get the same messages from the right send the same to the left.",
        response,
        SENT,
        part="of S_P and of HSS",
    ),
    Proved(
        "HSV26 Section 6.1: f->f' Property",
        "valid_pairs_become_valid_pairs",
        "What two copies send to the right is valid for f' if what they got from the left is for f.",
        validity,
        SENT,
        part="of S_P and of HSS",
    ),
    Proved(
        "HSV26 Remark 7.1",
        "neighbouring_streams_differ_in_one_step",
        "f_{~_H} accepts exactly the pairs of streams that differ in at most one step.",
        rows,
        "a sequence with a pair that differs is accepted",
        part="for ~_H",
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
