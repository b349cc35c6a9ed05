"""The setting: secrets, the data that depend on them, and the pairs of secrets that are not to be told apart."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, TypeVar

from concomp.model.confounding.kernels import Kernel
from concomp.model.laws.law import Law
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound=Hashable)
Pair = tuple[S, S]


@realises("Zhang24 Section II: (theta,G)")
@dataclass(frozen=True)
class Setting(Generic[S, X]):
    """θ, the joint law of a secret and of data, and Q, the adjacent secrets.

    prior: the law of the secret, P(s).
    data: secret ↦ the law of the data, P(x|s).
    pairs: the ordered pairs (s, s') that are not to be told apart, each with its reverse.
    Raises ValueError if a secret has no chance or no law of data, a pair names no secret or one twice, or there is no
    pair.
    """

    prior: Law[S]
    data: Kernel[S, X]
    pairs: frozenset[Pair[S]]

    def __post_init__(self) -> None:
        for secret in self.data:
            if self.prior[secret] == 0:
                raise ValueError(f"the secret {secret!r} has probability 0: leave it out, or give it a chance")
        for secret in self.prior:
            if secret not in self.data:
                raise ValueError(f"the secret {secret!r} has no law of data: give P(x|s)")
        if not self.pairs:
            raise ValueError("no two secrets are adjacent: name a pair")
        for pair in self.pairs:
            _demand_pair(self.prior, pair)
        object.__setattr__(self, "data", MappingProxyType(dict(self.data)))
        object.__setattr__(self, "pairs", self.pairs | {(other, secret) for secret, other in self.pairs})

    def __reduce__(self) -> tuple[object, ...]:
        return Setting, (self.prior, dict(self.data), self.pairs)

    def __hash__(self) -> int:
        return hash((self.prior, frozenset(self.data.items()), self.pairs))

    @property
    def equal_rows(self) -> list[Pair[S]]:
        """The adjacent secrets with the same law of data, of which nothing can be learnt, each pair once."""
        return [(s, t) for s, t in self._unordered() if self.data[s] == self.data[t]]

    @property
    def singular_rows(self) -> list[Pair[S]]:
        """The adjacent secrets with no data in common, which the data tell apart, each pair once."""
        return [(s, t) for s, t in self._unordered() if self.data[s].support.isdisjoint(self.data[t])]

    @property
    def is_useless(self) -> bool:
        """Whether adjacent secrets have the same law of data, so that nothing can be learnt of which it is."""
        return all(self.data[secret] == self.data[other] for secret, other in self.pairs)

    @property
    def is_singular(self) -> bool:
        """Whether some adjacent secrets have no data in common, so that the data tell which it is."""
        return bool(self.singular_rows)

    def _unordered(self) -> list[Pair[S]]:
        places = {secret: place for place, secret in enumerate(self.data)}
        return sorted(
            (p for p in self.pairs if places[p[0]] < places[p[1]]), key=lambda p: (places[p[0]], places[p[1]])
        )

    @property
    def rarest(self) -> Fraction:
        """P*, the smallest chance of a secret."""
        return min(chance for _, chance in self.prior.items())


@realises("Zhang24 Definition 2")
def is_invertible(setting: Setting[S, X]) -> bool:
    """Whether G is invertible: for every s some x has P(x|s) = 1."""
    return all(any(chance == 1 for _, chance in law.items()) for law in setting.data.values())


@realises("Zhang24 Section II: Q adjacency")
def within_radius(prior: Law[S], distance: Callable[[S, S], Fraction], radius: Fraction) -> frozenset[Pair[S]]:
    """Q of a metric and a radius: the pairs of different secrets of positive chance at distance at most `radius`."""
    return frozenset((s, t) for s in prior for t in prior if s != t and distance(s, t) <= radius)


def all_pairs(secrets: Iterable[S]) -> frozenset[Pair[S]]:
    """Every ordered pair of two different secrets."""
    listed = list(secrets)
    return frozenset((s, t) for s in listed for t in listed if s != t)


def equally_likely(data: Mapping[S, Law[X]]) -> Setting[S, X]:
    """The setting with secrets that are equally likely, every two adjacent."""
    return Setting(Law.uniform(data), data, all_pairs(data))


def _demand_pair(prior: Law[S], pair: Pair[S]) -> None:
    secret, other = pair
    if secret == other:
        raise ValueError(f"the pair ({secret!r}, {other!r}) names one secret twice: name two that differ")
    for each in pair:
        if prior[each] == 0:
            raise ValueError(f"the pair ({secret!r}, {other!r}): {each!r} has probability 0, or is no secret")
