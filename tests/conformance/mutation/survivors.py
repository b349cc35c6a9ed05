"""Mutants that no vector fails, and none should: why, and how far they may reply otherwise than what is right."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.conformance.mutation.sweep import Fate


@dataclass(frozen=True)
class Reason:
    """Why mutants conform as well.

    places: which mutants, by their names. may: where they may reply otherwise: what is expected there, what is replied
    by what is right, and by them.
    """

    why: str
    places: tuple[str, ...]
    may: frozenset[str] = frozenset()


COPIED = frozenset(
    {
        "anything: nothing, refused",
        "anything: ok, errored",
        "anything: refused, errored",
        "anything: refused, nothing",
        "anything: refused, ok",
        "declined: nothing, refused",
        "declined: refused, errored",
        "declined: refused, nothing",
    }
)
"""What a copy may do: whatever is not granted where it must be declined; what quotes it is not sent."""
REASONS: tuple[Reason, ...] = (
    Reason(
        "An exact answer may be written as a rational or as a double above it.",
        (r"composition(\._written)?: ",),
        frozenset({"value: ok, ok"}),
    ),
    Reason(
        "A copied process need not be of use: no copy has to be granted, and nothing within it.",
        (
            r"forked",
            r"target\.Reference\.(launch|ask): .*held\.process",
            r"target\.Reference\.(duplicate|_call): ",
            r"target\._meter: without raise",
        ),
        COPIED,
    ),
    Reason(
        "By what names things go is for the target to say.",
        (r"target\.Reference\.__init__: 1 → ",),
    ),
    Reason(
        "Threads that come one after the other are threads as well; how many launches were granted is counted.",
        (r"target\.Reference\.storm\.launch: (without together|True → False)",),
    ),
    Reason(
        "It names a type, which nothing but annotations use.",
        (r"\w+: without (Call|Fields|OfNoise|Losses) = ",),
    ),
    Reason(
        "Where there is nothing that could be granted, an exception comes in place of a refusal.",
        (r"[\w.]+: without raise (Refused|Unsupported)\(",),
        frozenset({"declined: refused, errored", "declined: unsupported, errored"}),
    ),
    Reason(
        "The largest budget there is need not be so large: nothing that is read comes near it.",
        (r"meters: (700|10|6) → ",),
    ),
    Reason(
        "What a script answers after its last answer, or if it has none, is left open.",
        (r"scripted\.Scripted\.begin: (1 → 0|self\.script\[-1\])",),
    ),
    Reason(
        "A mechanism that is made anew, or is found by fields in another order, is the same mechanism.",
        (r"mechanisms\.own_mechanism: (True → False|mechanism\.model_extra or \{\} → mechanism\.model_extra$)",),
    ),
    Reason(
        "No mechanism answers by a truth value.",
        (r"mechanisms\.Running\.ask: isinstance\(answer, int\) and \(not isinstance\(answer, bool\)\) → ",),
    ),
    Reason(
        "Data other than 0 and 1 come in no message.",
        (r"mechanisms\.Running\.ask: isinstance\(query, list\) .* → isinstance\(query, list\) and len\(",),
    ),
    Reason(
        "Words of every length from which a tape can be followed give the same law.",
        (r"noise: 4 → ",),
    ),
    Reason(
        "Nothing is claimed of Rényi differential privacy.",
        (r"meters\.open_meter: (kind == 'odometer' |kind == 'odometer' and )", r"meters\.open_meter: without raise"),
    ),
    Reason(
        "No tape has a number at its bound, or above: each is followed by what was said to be needed.",
        (r"noise\._Tape\.below: number < bound → number <= bound",),
    ),
    Reason(
        "What an exception says to nobody need not be said.",
        (r"noise\._Ended\.__init__: without super",),
    ),
)


def reason(name: str, fate: Fate) -> Reason | None:
    """The reason for which a mutant conforms; None if there is none, or it goes further than that allows."""
    return next((each for each in REASONS if _is_about(each, name) and _is_allowed(each, fate)), None)


def _is_about(each: Reason, name: str) -> bool:
    return any(re.match(place, name) for place in each.places)


def _is_allowed(each: Reason, fate: Fate) -> bool:
    return not fate["kills"] and set(fate["differs"]) <= each.may
