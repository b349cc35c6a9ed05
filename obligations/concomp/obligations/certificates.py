"""Simulation certificates as plain data.

The tables of a certificate share the beginnings of their histories, so they are written as a tree: query, answer, the
share that each response gives to the answer, and what follows. Messages are written by their repr.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any

from pydantic import JsonValue

from concomp.model.laws.indistinguishability import Privacy
from concomp.model.mechanisms.interactive import HALT, Message
from concomp.model.mechanisms.privacy import Game, possible_answers
from concomp.model.mechanisms.universality import RESPONSES
from concomp.model.reduction.certificate import Certificate, CertificateError
from concomp.model.reduction.laziness import History

NO_ROW = "-"
"""Stands for the share of a response that has no row there."""
Row = tuple[tuple[Any, History, Message], tuple[Message, Fraction]]


def written(certificate: Certificate) -> JsonValue:
    """The tables as a tree: {query: {answer: [shares, tree]}}; the tree is left out at the end."""
    root: dict[str, Any] = {}
    for (shown, past, query), law in certificate.table.items():
        node = root
        for sent, answer in past:
            node = _entry(node, sent, answer)[1]
        for answer, share in law.items():
            _entry(node, query, answer)[0][RESPONSES.index(shown)] = str(share)
    return _joined(root)


def _entry(node: dict[str, Any], query: Message, answer: Message) -> Any:
    """The shares of an answer, and the tree after it."""
    return node.setdefault(repr(query), {}).setdefault(repr(answer), ([NO_ROW] * len(RESPONSES), {}))


def _joined(node: Mapping[str, Any]) -> JsonValue:
    return {
        query: {
            answer: [" ".join(shares), _joined(deeper)] if deeper else [" ".join(shares)]
            for answer, (shares, deeper) in answers.items()
        }
        for query, answers in node.items()
    }


def read(tree: JsonValue, game: Game, privacy: Privacy) -> Certificate:
    """The certificate that a tree stands for, in the messages of a game.

    Raises CertificateError for a message that the game has not, and for what is no such tree.
    """
    queries = {repr(query): query for query in game.queries}
    answers = {repr(answer): answer for answer in (HALT, *possible_answers(game))}
    table: dict[Any, dict[Message, Fraction]] = {}
    try:
        for key, (answer, share) in _rows(tree, queries, answers, ()):
            table.setdefault(key, {})[answer] = share
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise CertificateError(f"the tree is none of a certificate for this mechanism: {error!r}") from None
    return Certificate(privacy, table)


def _rows(tree: Any, queries: Mapping[str, Message], answers: Mapping[str, Message], past: History) -> Iterator[Row]:
    for asked, heard in tree.items():
        for told, (shares, *deeper) in heard.items():
            query, answer = queries[asked], answers[told]
            for shown, share in zip(RESPONSES, _numbers(shares), strict=True):
                if share is not None:
                    yield (shown, past, query), (answer, share)
            for following in deeper:
                yield from _rows(following, queries, answers, (*past, (query, answer)))


def _numbers(shares: str) -> Sequence[Fraction | None]:
    return [None if share == NO_ROW else Fraction(share) for share in shares.split(" ")]


def digest(certificate: Certificate) -> str:
    """A hash of the tables."""
    text = json.dumps(written(certificate), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()
