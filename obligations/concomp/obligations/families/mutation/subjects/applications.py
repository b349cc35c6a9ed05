"""The verification functions of the applications as subjects of mutation, with the sentences that they agree with.

The relations on streams are those of section 7; then come the messages that the histogram mechanism sends to its
parts, and the functions of local protocols. Data of users are numbers, neighbouring if they are at most 1 apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

from concomp.model.applications.histogram import Disturb, NewCounter, NewNoise, messages, parts_of_histogram
from concomp.model.applications.local_protocol import (
    AskUser,
    Assign,
    Hold,
    NewUser,
    OneRun,
    OneUser,
    Reply,
    Run,
    ServerMessages,
    SparseData,
    SparseUsers,
    UsersOfProtocol,
)
from concomp.model.applications.neighbours import (
    NeighbouringNumbers,
    NeighbouringValue,
    neighbouring_rows,
    neighbouring_sums,
    neighbouring_tests,
)
from concomp.model.composition.extended import query_pair
from concomp.model.language import Monitor
from concomp.model.mechanisms.verification import Predicate
from concomp.obligations.families.functions.agreement import Word
from concomp.obligations.families.functions.specifications import creations, is_creation, suitable
from concomp.obligations.families.mutation.subject import MutationSubject, Setting
from concomp.obligations.families.mutation.subjects.compositions import (
    as_asserted,
    build,
    everything,
    false_creations,
    silent,
)

BITS = (False, True)
ROWS = tuple(product(BITS, repeat=2))
MessagePair = tuple[Any, Any]
SUMS = ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2))


@cache
def subjects() -> tuple[MutationSubject, ...]:
    """The relations on streams, what HSS sends to its parts, and the functions of local protocols."""
    return (*_streams(), _parts(), *_users())


def _pairs(*sent: Any) -> tuple[MessagePair, ...]:
    return tuple(product(sent, repeat=2))


def _differing(words: Word) -> list[MessagePair]:
    return [pair for pair in words if pair[0] != pair[1]]


def _near(left: Sequence[Any], right: Sequence[Any]) -> bool:
    return all(abs(x - y) <= 1 for x, y in zip(left, right, strict=True))


def _once(related: Callable[[Any, Any], bool]) -> Callable[[Word], bool]:
    """At most one pair differs, and it is related."""
    return lambda words: len(_differing(words)) <= 1 and all(related(*pair) for pair in _differing(words))


def _streams() -> Iterator[MutationSubject]:
    test = neighbouring_tests(2)().definition.message.record  # type: ignore[attr-defined]
    tests = [test(row=row, threshold=0) for row in ROWS[:3]] + [test(row=ROWS[1], threshold=1)]
    numbers = tuple(map(Fraction, range(-1, 3)))
    rows, sums = neighbouring_rows(2)(), neighbouring_sums(2)()

    def thresholds_agree(words: Word) -> bool:
        return all(left.threshold == right.threshold for left, right in words) and len(_differing(words)) <= 1

    def one_value(words: Word) -> bool:
        return len(words) == 1 and abs(words[0][0] - words[0][1]) <= 1

    yield _subject("NeighbouringRows", rows, _once(lambda left, right: True), _pairs(*ROWS), 3)
    yield _subject("NeighbouringTests", neighbouring_tests(2)(), thresholds_agree, _pairs(*tests), 3)
    near = _once(lambda left, right: abs(left - right) <= 1)
    yield _subject("NeighbouringNumbers", NeighbouringNumbers(), near, _pairs(*numbers), 3)
    yield _subject("NeighbouringSums", sums, _once(_near), _pairs(*SUMS), 3)
    yield _subject("NeighbouringValue", NeighbouringValue(), one_value, _pairs(*numbers), 3)


def _subject(
    name: str, function: Monitor, holds: Callable[[Word], bool], alphabet: tuple[MessagePair, ...], length: int
) -> MutationSubject:
    return MutationSubject(name, (Setting(function, holds, alphabet, length),))


def _parts() -> MutationSubject:
    """The messages of HSS in dimension 2 to a counter, a Laplace mechanism and a test, and to others."""
    kinds = messages(2)
    test, count = kinds.test, kinds.count
    creations = (NewCounter(), NewNoise(), kinds.new_test(sums=(0, 0)))
    looks = [test(index=3, row=row, threshold=0) for row in ROWS[:2]]
    values = [Disturb(index=2, value=value) for value in (0, 1, 2)]
    counts = [count(index=1, sums=sums) for sums in SUMS]
    # Pairs of one kind with one index, in either order, and one of each kind that goes to other parts.
    alike = [*_pairs(*looks), *_pairs(*values), *((x, y) for x, y in _pairs(*counts) if x == counts[0] or x == y)]
    astray: list[Any] = [
        test(index=2, row=ROWS[0], threshold=0),
        Disturb(index=3, value=0),
        count(index=2, sums=(0, 0)),
    ]
    further: list[Any] = [
        Disturb(index=4, value=0),
        test(index=0, row=ROWS[0], threshold=0),
        count(index=4, sums=(0, 0)),
    ]
    unlike = [
        (looks[0], test(index=3, row=ROWS[0], threshold=1)),
        *((here, there) for here, there in zip((looks[0], values[0], counts[0]), astray, strict=True)),
        *((there, here) for here, there in zip((looks[0], values[0], counts[0]), astray, strict=True)),
        *((x, y) for x, y in pairwise((*creations, looks[0], values[0], counts[0], creations[0]))),
        *((y, x) for x, y in pairwise((*creations, looks[0], values[0], counts[0], creations[0]))),
        (creations[2], kinds.new_test(sums=(1, 0))),
    ]
    same = [(each, each) for each in (*creations, *astray, *further)]

    def holds(words: Word) -> bool:
        return _as_sent(words, test, count)

    everything_sent = (*alike, *unlike, *same)
    few = ((each, each) for each in creations)
    twice = [pair for pair in alike if pair[0] != pair[1]][:6]
    function = parts_of_histogram(2)()
    noises = tuple(
        (Disturb(index=index, value=0), Disturb(index=index, value=value)) for index in (1, 2) for value in (0, 1)
    )
    settings = (
        Setting(function, holds, everything_sent, 4),
        Setting(function, holds, (*few, *twice, *same[3:]), 6),
        Setting(function, holds, (same[1], *noises), 4),
    )
    return MutationSubject("PartsOfHistogram", settings)


def _as_sent(words: Word, test: Any, count: Any) -> bool:
    """Parts are created alike, queries go to parts of their kind, and of each kind one pair differs at most."""
    build: list[type] = []
    disturbed: list[Any] = []
    for left, right in words:
        if type(left) is not type(right):
            return False
        if not hasattr(left, "index"):
            if left != right:
                return False
            build.append(type(left))
            continue
        if left.index != right.index or not 1 <= left.index <= len(build):
            return False
        kind = build[left.index - 1]
        if isinstance(left, test) and (kind in (NewCounter, NewNoise) or left.threshold != right.threshold):
            return False
        if isinstance(left, count) and (kind is not NewCounter or not _near(left.sums, right.sums)):
            return False
        if isinstance(left, Disturb):
            if kind is not NewNoise or left.index in disturbed or abs(left.value - right.value) > 1:
                return False
            disturbed.append(left.index)
    differing = [type(left) for left, _ in _differing(words)]
    return len(differing) == len(set(differing))


def _users() -> Iterator[MutationSubject]:
    yield _one_user()
    yield _users_of_protocol()
    yield _sparse_users()
    yield _subject("OneRun", OneRun(), lambda words: len(words) == 1, ((Run(), Run()),), 3)
    yield MutationSubject("SparseData", tuple(_sparse_data(k) for k in (0, 1, 2)))
    yield _server_messages()


def _next_to(left: Any, right: Any) -> bool:
    return isinstance(left, int) and isinstance(right, int) and abs(left - right) <= 1


def _one_user() -> MutationSubject:
    sent: list[Any] = [*(Hold(data=value) for value in (0, 1, 2)), *(Reply(question=text) for text in ("who", "how"))]

    def permitted(questions: tuple[str, ...]) -> bool:
        return questions.count("how") <= 1

    def holds(words: Word) -> bool:
        (first, second), *rest = words
        begun = isinstance(first, Hold) and isinstance(second, Hold) and _next_to(first.data, second.data)
        asked = all(isinstance(left, Reply) and left == right for left, right in rest)
        return begun and asked and permitted(tuple(left.question for left, _ in rest))

    return _subject("OneUser", OneUser(neighbouring_data=_next_to, permitted=permitted), holds, _pairs(*sent), 4)


ASCENDING = Predicate(
    lambda sequence: (
        sequence[0][0] <= sequence[0][1]
        and all(pair == (sequence[0][place % 2],) * 2 for place, pair in enumerate(sequence[1:]))
    ),
    "first an ascending pair, then its left side and its right side in turn",
)
"""A function whose states and verdicts say which side of the first pair was which."""


def _users_of_protocol() -> MutationSubject:
    creates = first, second = silent(Fraction(2), Fraction(0), ASCENDING), silent(Fraction(1), Fraction(0))
    asserted = as_asserted(creates)
    false, *_ = false_creations()

    def one_larger(left: Sequence[Any], right: Sequence[Any]) -> bool:
        """Two data or fewer on either side, of which at most one is larger on the right, and none is smaller."""
        differing = [x < y for x, y in zip(left, right, strict=False) if x != y]
        return len(left) == len(right) <= 2 and differing in ([], [True])

    def setting(related: Callable[..., bool], *alphas: Any) -> Setting:
        function = build(UsersOfProtocol, creates, len(alphas), alphas=alphas, extend_to_neighbours=related)

        def holds(words: Word) -> bool:
            begun = words[:2] == tuple((alpha, alpha) for alpha in alphas)[: len(words)]
            if not begun or not _in_phases(words, 2, asserted):
                return False
            data = [(left.payload, right.payload) for left, right in words[2:4]]
            return all(related(*zip(*data[:length], strict=True)) for length in range(1, len(data) + 1))

        return Setting(function, holds, (*everything(creates, 3), query_pair(0, 2, 1), query_pair(2, 0, 1)), 6)

    settings = (
        setting(one_larger, first, second),
        setting(one_larger, second, second),
        setting(_any, first, second),
        setting(_any, second, first),
        setting(_any, false, second),
    )
    return MutationSubject("UsersOfProtocol", settings)


def _any(left: Any, right: Any) -> bool:
    return True


def _in_phases(words: Word, users: int, asserted: Callable[[Any], bool]) -> bool:
    """Suitable; the users are created, then get their data in turn, then identical questions."""
    return (
        suitable(words, asserted)
        and all(map(is_creation, words[:users]))
        and all(not is_creation(pair) for pair in words[users:])
        and all(left.index == place for place, (left, _) in enumerate(words[users : 2 * users], 1))
        and all(left == right for left, right in words[2 * users :])
    )


def _sparse_users() -> MutationSubject:
    creates = first, second = silent(Fraction(2), Fraction(0)), silent(Fraction(1), Fraction(0), ASCENDING)
    asserted = as_asserted(creates)
    false, *_ = false_creations()

    def setting(n: int, k: int, related: Callable[[Any, Any], bool], alpha: Any = first) -> Setting:
        function = build(SparseUsers, creates, n=n, k=k, alpha=alpha, neighbouring_payloads=related)

        def holds(words: Word) -> bool:
            if not _in_phases(words, n, asserted) or any(create != alpha for create in creations(words)):
                return False
            differing = [(left.payload, right.payload) for left, right in _differing(words[n:])]
            return len(differing) <= k and all(related(*pair) for pair in differing)

        return Setting(function, holds, (*everything(creates, 3), query_pair(0, 2, 1), query_pair(2, 0, 1)), 5)

    settings = (
        setting(2, 1, _next_to),
        setting(2, 2, _next_to),
        setting(1, 0, _next_to),
        setting(2, 2, _equal),
        setting(2, 2, _any),
        setting(2, 2, _any, second),
        setting(1, 1, _any, second),
        setting(1, 1, _any, false),
    )
    return MutationSubject("SparseUsers", settings)


def _equal(left: Any, right: Any) -> bool:
    return bool(left == right)


def _sparse_data(k: int) -> Setting:
    def holds(words: Word) -> bool:
        return len(_differing(words)) <= k and all(_next_to(*pair) for pair in _differing(words))

    return Setting(SparseData(k=k, neighbouring_data=_next_to), holds, _pairs(0, 1, 2), 4)


def _server_messages() -> MutationSubject:
    assigned = [Assign(index=index, data=data) for index in (1, 2) for data in (0, 1, 2)]
    asked = [AskUser(index=index, question=text) for index in (0, 1, 2, 3) for text in ("who", "how")]
    new, assign, ask = NewUser(), assigned[0], asked[2]
    unlike = [(new, assign), (assign, new), (assign, ask), (ask, assign), (ask, new), (new, ask)]
    alphabet = ((new, new), *_pairs(*assigned), *_pairs(*asked[:4]), *((each, each) for each in asked[4:]), *unlike)

    def setting(n: int, k: int) -> Setting:
        def holds(words: Word) -> bool:
            data = words[n : 2 * n]
            return (
                all(pair == (new, new) for pair in words[:n])
                and all(isinstance(side, Assign) and side.index == i for i, pair in enumerate(data, 1) for side in pair)
                and all(_next_to(left.data, right.data) for left, right in data)
                and len(_differing(data)) <= k
                and all(isinstance(x, AskUser) and x == y and 1 <= x.index <= n for x, y in words[2 * n :])
            )

        return Setting(ServerMessages(n=n, k=k, neighbouring_data=_next_to), holds, alphabet, 2 * n + 1)

    return MutationSubject("ServerMessages", (setting(2, 1), setting(1, 0), setting(2, 2)))
