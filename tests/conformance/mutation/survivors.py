"""Mutants that no vector fails, and none should: why, and how far they may reply otherwise than what is right."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.conformance.kills import DETERMINISTIC
from tests.conformance.mutation.subjects import SUBJECTS
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
        "It names a type, which nothing but annotations use.",
        (r"\w+: without (Call|Fields|OfNoise|Losses) = ",),
    ),
    Reason(
        "An exact answer may be written as a rational or as a double above it.",
        (r"composition(\._written)?: ",),
        frozenset({"value: ok, ok"}),
    ),
    Reason(
        "What counts a little more than was spent keeps every budget; the suite asks for what fits with room to spare.",
        (r"sums\.SpendsAHundredMillionthMore\.total: (sum.* → .* / |1 - .* → 1 \+ )",),
        frozenset({"covers: ok, ok"}),
    ),
    Reason(
        "A copied process that is not ended one way is ended another: with its connection, or with the runner.",
        (
            r"forked\.Forked\.__init__: (finalize|without (self\._connection\.close|theirs\.close|self\._end))",
            r"forked\._serve: (without os\._exit|0 → )",
            r"forked\._end: ",
        ),
    ),
    Reason(
        "A copied process need not be of use: no copy has to be granted, and nothing within it.",
        (
            r"forked",
            r"target\.Reference\.(launch|ask): .*held\.process",
            r"target\.Reference\.(duplicate|_call): ",
            r"target\._meter: without raise",
            r"mechanisms\.RepeatsAfterFork\.(duplicate: without self\._child|launch: CHILD )",
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
        "Where there is nothing that could be granted, an exception comes in place of a refusal.",
        (
            r"mechanisms\.own_mechanism: without raise",
            r"scripted\.scripted: without raise",
            r"meters\.open_meter: without raise Unsupported\(f'measure",
            r"meters\._guarantee: without raise",
            r"noise\.(_Tape\.below|_read): without raise",
            r"target\.Reference\.(close|_find): without raise",
            r"target\.Reference\.ask: without raise Refused\(f'\{on\} is no mechanism",
            r"plain\.Plain\.read: without raise Refused\('give e_eps",
            r"sums\._Sums\.launch: without raise Refused\('no loss, or no filter",
            r"sums\._Sums\.epsilon: without raise Refused\('no doubles",
        ),
        frozenset({"declined: refused, errored", "declined: unsupported, errored"}),
    ),
    Reason(
        "Losses of another measure have no ε, and are refused for that.",
        (r"target\.Reference\.compose: without raise",),
    ),
    Reason(
        "No script ends by itself: a session that halts would end it, and these do not.",
        (r"target\.Reference\.ask: without raise Refused\(f'\{on\} has ended",),
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
        "A mechanism that is found by fields in another order is the same mechanism.",
        (r"mechanisms\.own_mechanism: True → False",),
    ),
    Reason(
        "Where a message has no more fields, that is an empty mapping already.",
        (r"mechanisms\.own_mechanism: mechanism\.model_extra or \{\} → mechanism\.model_extra$",),
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
        (r"meters\.open_meter: (kind == 'odometer' |without raise Unsupported\('an odometer)",),
    ),
    Reason(
        "No tape has a number at its bound, or above: each is followed by what was said to be needed.",
        (r"noise\._Tape\.below: number < bound → number <= bound",),
    ),
    Reason(
        "It is there for others to change: what is right does nothing by it.",
        (
            r"plain\.Book: 0 → 1",
            r"plain\.Plain\.__init__: without super",
            r"plain\.Plain\.launch: without self\.refuse",
            r"plain\.Plain\.ask: without (script\.book\.answers\.append|self\.hear)",
        ),
    ),
    Reason(
        "No loss without a number is granted, by an exception if not by a refusal.",
        (r"plain\.Plain\.read: loss is None or ", r"sums\._Sums\.launch: on not in self\._sums or "),
        frozenset({"declined: refused, errored"}),
    ),
    Reason(
        "What is no loss, or no budget, is refused twice.",
        (r"sums\._Sums\.open: without super\(\)\.open", r"sums\._Sums\.epsilon: without raise Refused\('no loss"),
        frozenset({"declined: refused, errored"}),
    ),
    Reason(
        "Sums are made larger by more than doubles are apart: within either double nothing is spent beyond the budget.",
        (r"sums\._Sums\.open: 0 → 1",),
    ),
    Reason(
        "Where exact arithmetic is not claimed, what just fills a budget may be refused.",
        (r"sums\._Sums\.launch: self\.total\(after, on\) > ",),
    ),
    Reason(
        "More may be said to be spent, by as little as doubles are apart.",
        (r"sums\._Sums\.total: ",),
        frozenset({"covers: ok, ok"}),
    ),
    Reason(
        "It claims upper bounds, and says that more is lost than is.",
        (
            r"composition\.CountOffByOne\.read: each\.count - 1 → ",
            r"composition\.LogarithmBaseTwo\.changed: (float|2 → 3)",
            r"composition\.RoundedDown\.changed: (float|1 - |1 → 2)",
        ),
        frozenset({"value: ok, ok"}),
    ),
    Reason(
        "It admits nothing but what basic composition does.",
        (r"filters\.AdvancedRateOfTheMean\.accepts: (0 → 1|exp\(mean\) \+ 1 → exp\(mean\) - 1)",),
    ),
    Reason(
        "Of several losses it admits beyond basic composition only those whose ε come to less than 1/3, where more "
        "than 9/10 of δ is left: that covers them.",
        (r"filters\.AdvancedRateOfTheMean\.accepts: sum\(",),
    ),
    Reason(
        "The parameter is what it should be: the factor is 1, or goes to a field that nobody reads.",
        (
            r"noise\.scaled: 1 → 2 \(2\)",
            r"noise\.HalvedScale\.values: 1 → ",
            r"noise\.(HundredthMoreByTapes\.draw|TenthMore\.values): 100? → ",
            r"mechanisms\.No(Query|Threshold)Noise\.changed: '\w+' in fields → ",
            r"mechanisms\.ResponseFourFifths\.changed: 3 → 4",
        ),
        frozenset({"declined: refused, errored"}),
    ),
    Reason(
        "What would be answered wrongly is not noted, and so answered rightly.",
        (r"mechanisms\.ComparesWithNothing\.launch: without self\._comparing",),
    ),
    Reason(
        "What an exception says to nobody need not be said.",
        (r"noise\._Ended\.__init__: without super",),
    ),
)


REPAIRED = Reason(
    "The mistake takes the error back, or leaves nothing of it: to every vector it replies as what is right does.",
    (r".*",),
)
"""Of mutants of wrong targets to which no experiment is put alone."""
LISTED = (*REASONS, REPAIRED)
"""All reasons there are."""


def reason(subject: str, name: str, fate: Fate) -> Reason | None:
    """The reason for which a mutant conforms; None if there is none, or it goes further than that allows."""
    listed = REASONS if SUBJECTS[subject].is_right or _is_sampled(subject) else LISTED
    return next((each for each in listed if _is_about(each, name) and _is_allowed(each, fate)), None)


def _is_sampled(subject: str) -> bool:
    """Whether what is replied says nothing: it is drawn."""
    return not set(SUBJECTS[subject].families) <= set(DETERMINISTIC)


def _is_about(each: Reason, name: str) -> bool:
    return any(re.match(place, name) for place in each.places)


def _is_allowed(each: Reason, fate: Fate) -> bool:
    return not fate["kills"] and set(fate["differs"]) <= each.may
