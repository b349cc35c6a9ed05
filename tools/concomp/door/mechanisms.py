"""What can be audited, and how it is written in Python."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice, product
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from concomp.impl.audit.bounds import bounds
from concomp.impl.audit.setting import SHORT, Setting, of_document, of_game, of_one_pair
from concomp.impl.audit.sides import NOTHING_KNOWN, Bounds
from concomp.model import files
from concomp.model.files import Document, FormatError
from concomp.model.files.functions import NAMED
from concomp.model.files.limits import HORIZON
from concomp.model.files.relaxations import hidden_sums, without_clamps
from concomp.model.laws.law import Law
from concomp.model.mechanisms.demands import MechanismError, demand_message
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message
from concomp.model.mechanisms.named.catalogue import NamedMechanism
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.verification import VerificationFunction, is_pair
from concomp.model.numbers import value_text

Mechanism = Game | tuple[Law[Any], Law[Any]] | Mapping[str, object] | str | PathLike[str]
"""What can be audited: a `game`; the two laws of a single output; the contents of a mechanism file, or its path."""


KINDS = ", ".join(f'"{kind}"' for kind in NAMED)
HIDDEN = f"sums that a clamp hides are taken as shown, from above, and as sent one pair {SHORT} times, from below"
"""Why bounds of hidden sums are apart."""
MESSAGES = 100_000
"""The most queries, or pairs of messages, that are listed; an answer about so many is out of reach."""


@dataclass(frozen=True, eq=False)
class Subject:
    """What is audited: the setting, the same as one game, and the document if there is one."""

    setting: Setting
    game: Game
    document: Document | None

    @property
    def horizon(self) -> int:
        """The largest number of queries."""
        return self.setting.interleaving.rounds if self.document is None else files.horizon(self.document)

    def bounds(self, steps: int) -> Bounds:
        """Certified bounds on both sides by so many steps; TooLarge if they are not enough for any."""
        sums = () if self.document is None else hidden_sums(self.document)
        if self.document is None or not sums:
            return bounds(self.setting, self.game, steps)
        less, more = of_one_pair(self.setting, sums), described(without_clamps(self.document))
        above = bounds(more.setting, more.game, steps)
        try:
            return bounds(less, self.game, steps).under(above, HIDDEN)
        except TooLarge:
            return NOTHING_KNOWN.under(above, HIDDEN)


def game(
    mechanism: InteractiveMechanism | NamedMechanism,
    *,
    rounds: int,
    function: VerificationFunction | str | None = None,
    pairs: Iterable[Message] | None = None,
) -> Game:
    """The two worlds that an adversary tries to tell apart.

    mechanism: has finitely many queries and two initial states, one for each world; or, if `function` is given, a
    single initial state. A named mechanism is one of those.
    rounds: the largest number of messages.
    function: the verification function of a continual mechanism (HSV26 Definition 3.7). The adversary sends pairs of
    messages as long as it accepts them, and the mechanism gets the left one in one world, the right one in the other.
    Some functions are known by names, as in files: "event level", "any".
    pairs: which pairs of the mechanism's queries the adversary chooses from; all of them unless given.
    Raises MechanismError if what is given does not fit together, TooLarge for more rounds or messages than an audit
    can take.

    >>> from fractions import Fraction
    >>> from concomp.model import InteractiveMechanism, Law
    >>> def respond(bit, query):
    ...     return Law({(bit, bit): Fraction(3, 4), (bit, 1 - bit): Fraction(1, 4)})
    >>> rr = InteractiveMechanism(respond, initial_states=(0, 1), queries=("ask",))
    >>> import concomp
    >>> concomp.audit(concomp.game(rr, rounds=2), e_eps=3)
    <δ = 3/8 (0.375) at E = 3: against every adaptive adversary, at most 2 queries>
    """
    demand_rounds(rounds)
    if function is not None and not _is_function(function):
        raise MechanismError(f"function is {value_text(function)}: give a verification function, or one of {KINDS}")
    if isinstance(mechanism, NamedMechanism):
        play = mechanism.play(function, rounds) if isinstance(function, str) and pairs is None else None
        if play is not None:
            return replace(play.game(), rounds=rounds)
        mechanism = mechanism.mechanism
    if isinstance(function, str):
        function = NAMED[function]
    if not isinstance(mechanism, InteractiveMechanism):
        raise MechanismError(f"the mechanism is {value_text(mechanism)}: give an InteractiveMechanism")
    worlds, wanted = len(mechanism.initial_states), 2 if function is None else 1
    if worlds != wanted:
        remedy = "give two, one for each world, or a verification function" if function is None else "give one"
        raise MechanismError(f"initial_states of {mechanism!r} has {worlds} states: {remedy}")
    if function is None and pairs is not None:
        raise MechanismError("pairs are given, and no function: give the verification function that reads them")
    if function is not None and pairs is not None:
        return continual_game(function, mechanism, _pairs(mechanism, pairs), rounds)
    queries = _listed(f"queries of {mechanism!r}", mechanism.queries)
    if function is not None:
        return continual_game(function, mechanism, _listed("pairs of queries", product(queries, queries)), rounds)
    first, second = mechanism.initial_states
    return Game(mechanism, (first, second), queries, rounds)


def _is_function(function: object) -> bool:
    """Whether it is a verification function, or the name of one."""
    if isinstance(function, str):
        return function in NAMED
    is_class = isinstance(function, type)
    return not is_class and hasattr(function, "initial") and callable(getattr(function, "advance", None))


def demand_rounds(rounds: object) -> None:
    """MechanismError unless it is a number of messages, TooLarge if it is one that no file may write."""
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
        remedy = "give the largest number of messages, a whole number from 1 on"
        raise MechanismError(f"rounds is {value_text(rounds)}: {remedy}")
    if rounds > HORIZON:
        raise TooLarge(f"rounds is {value_text(rounds)}: give at most {HORIZON}")


def _pairs(mechanism: InteractiveMechanism, pairs: object) -> tuple[Message, ...]:
    """The pairs to choose from; MechanismError if there are none, or one is none of the mechanism's queries."""
    listed: tuple[Any, ...] = _listed("pairs", pairs)
    if not listed:
        raise MechanismError(f"pairs is {value_text(pairs)}: give at least one, or leave pairs out for all there are")
    for index, pair in enumerate(listed):
        if not is_pair(pair):
            raise MechanismError(f"pairs[{index}] is {value_text(pair)}: give a tuple of two queries")
        for side, query in enumerate(pair):
            if query not in mechanism.queries:
                remedy = f"it is no query of {mechanism!r}: give pairs of {value_text(mechanism.queries)}"
                raise MechanismError(f"pairs[{index}][{side}] is {value_text(query)}: {remedy}")
    return listed


def _listed(what: str, messages: object) -> tuple[Message, ...]:
    """All of some messages; MechanismError if they cannot be listed, TooLarge if there are too many."""
    if not isinstance(messages, Iterable):
        raise MechanismError(f"{what} cannot be listed: give a tuple of them, or pairs")
    listed = tuple(islice(messages, MESSAGES + 1))
    if len(listed) > MESSAGES:
        raise TooLarge(f"{what} are more than {MESSAGES}: give fewer")
    for index, message in enumerate(listed):
        demand_message(f"{what} [{index}]", message)
    return listed


def subject(mechanism: Mechanism) -> Subject:
    """What is audited; MechanismError or FormatError if it is no mechanism, TooLarge if it is beyond reach."""
    if isinstance(mechanism, Game):
        demand_rounds(mechanism.rounds)
        _listed("queries of the game", mechanism.queries)
        return Subject(of_game(mechanism), mechanism, None)
    if isinstance(mechanism, tuple) and len(mechanism) == 2 and all(isinstance(law, Law) for law in mechanism):
        return subject(_drawn(*mechanism))
    if isinstance(mechanism, Mapping):
        return described(files.read(_json(mechanism)))
    if isinstance(mechanism, str | PathLike):
        return described(_read(fspath(mechanism)))
    raise MechanismError(
        f"the mechanism is {type(mechanism).__name__}: give a game (concomp.game makes one), two laws, "
        "or a mechanism file as its path or its contents"
    )


def _drawn(first: Law[Any], second: Law[Any]) -> Game:
    """The game in which one output is drawn, from one law or the other."""

    def draw(law: Any, query: Message) -> Law[Any]:
        return law.map(lambda output: (law, output))  # type: ignore[no-any-return]

    return Game(InteractiveMechanism(draw, (first, second), ("draw",)), (first, second), ("draw",), 1)


def described(document: Document) -> Subject:
    """The subject that a document describes."""
    return Subject(of_document(document), files.game(document), document)


def _read(file: str) -> Document:
    try:
        return files.read_file(Path(file))
    except FormatError as error:
        raise FormatError(f"{file}: {error.place}", error.value, error.remedy) from None


def _json(contents: Mapping[str, object]) -> bytes:
    try:
        return json.dumps(contents).encode()
    except (TypeError, ValueError) as error:
        raise FormatError("the contents", type(contents).__name__, f"write what JSON has; {error}") from None
