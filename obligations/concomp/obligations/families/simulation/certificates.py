"""Simulation certificates as plain data.

The tables of a certificate are written as one line, history after history, each before those that continue it:
how long it is, its last query and answer, and the share that each response gives to this answer. Messages are written
by their repr.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import HALT, Message
from concomp.model.mechanisms.privacy import Game, possible_answers
from concomp.model.mechanisms.randomised_response import Response
from concomp.model.mechanisms.universality import RESPONSES
from concomp.model.reduction.certificate import Certificate, CertificateError
from concomp.model.reduction.laziness import History

NO_ROW = "-"
"""Stands for the share of a response that has no row there."""


def write(certificate: Certificate) -> str:
    """The tables as "length|query|answer|share share share share;…", the shares in the order of RESPONSES."""
    shares: dict[History, list[str]] = {}
    for (shown, past, query), law in certificate.table.items():
        for answer, share in law.items():
            extended = (*past, (query, answer))
            shares.setdefault(extended, [NO_ROW] * len(RESPONSES))[RESPONSES.index(shown)] = str(share)
    return ";".join(_line(history, shares[history]) for history in sorted(shares, key=_words))


def _words(history: History) -> list[tuple[str, str]]:
    return [(repr(query), repr(answer)) for query, answer in history]


def _line(history: History, shares: Sequence[str]) -> str:
    query, answer = _words(history)[-1]
    return f"{len(history)}|{query}|{answer}|{' '.join(shares)}"


def read(text: str, game: Game, privacy: PrivacyParameters) -> Certificate:
    """The certificate that a line stands for, in the messages of a game.

    Raises CertificateError for a message that the game has not, and for what is no such line.
    """
    queries = {repr(query): query for query in game.queries}
    answers = {repr(answer): answer for answer in (HALT, *possible_answers(game))}
    table: dict[tuple[Response, History, Message], dict[Message, Fraction]] = {}
    past: History = ()
    try:
        for part in text.split(";"):
            length, asked, told, shares = part.split("|")
            if not 1 <= int(length) <= len(past) + 1:
                raise ValueError(f"a history of length {length} after one of length {len(past)}")
            past, query, answer = past[: int(length) - 1], queries[asked], answers[told]
            for shown, share in zip(RESPONSES, shares.split(" "), strict=True):
                if share != NO_ROW:
                    table.setdefault((shown, past, query), {})[answer] = Fraction(share)
            past = (*past, (query, answer))
    except (ArithmeticError, AttributeError, LookupError, ValueError) as error:
        raise CertificateError(f"the line is none of a certificate for this mechanism: {error!r}") from None
    return Certificate(privacy, table)


def digest(certificate: Certificate) -> str:
    """A hash of the tables."""
    return sha256(write(certificate).encode()).hexdigest()
