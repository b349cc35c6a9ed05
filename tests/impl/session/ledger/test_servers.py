"""A budget on many servers, played: partitions, lost and repeated messages, replicas that lag. Nothing is exceeded.

Regions launch mechanisms. A region charges the server of its book, which decides by what it has stored, finds a request
that was sent again by its nonce, and is copied to a replica now and then. The network loses requests, loses answers,
delivers late and twice. A region answers a launch when it has heard that the charge is kept, and at no other time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.pure import pure
from concomp.impl.accounting.rules.rule import Refusal, charge
from concomp.impl.accounting.rules.totals import Totals

BUDGET, TENTH = PureDP(1), PureDP("1/10")
LAUNCHES, STEPS = 10, 300


@dataclass
class Server:
    """The server of one book: it decides a request once, whatever it hears how often."""

    budget: PureDP
    decided: dict[str, bool] = field(default_factory=dict)
    totals: Totals | None = None

    def hear(self, nonce: str) -> bool:
        """Whether the request is charged, now or before."""
        if not self.decided.get(nonce):
            rule = pure(self.budget)
            after = charge(rule, self.totals or rule.start, TENTH)
            self.decided[nonce] = not isinstance(after, Refusal)
            self.totals = self.totals if isinstance(after, Refusal) else after
        return self.decided[nonce]


class Forgetful(Server):
    """A server that does not look for a nonce. It answers no more than it charges, and charges what was charged."""

    def hear(self, nonce: str) -> bool:
        self.decided.pop(nonce, None)
        return super().hear(nonce)


class Replica(Server):
    """A copy that lags, asked to decide: what it must never do."""

    def __init__(self, budget: PureDP, primary: Server) -> None:
        super().__init__(budget)
        self.primary = primary

    def copy(self) -> None:
        """Catch up."""
        self.totals = self.primary.totals


@dataclass
class Region:
    """Launches, one after the other, and sends a request until it is answered."""

    name: str
    server: Server
    answered: int = 0
    sent: int = 0
    waits_for: str | None = None

    def step(self, chance: random.Random, network: list[tuple[Region, str]]) -> None:
        """Send the request that is waited for, again, or the next one."""
        if self.waits_for is None:
            self.sent += 1
            self.waits_for = f"{self.name} {self.sent}"
        if chance.random() < 0.7:
            network.extend([(self, self.waits_for)] * chance.choice((1, 1, 2)))

    def hear(self, nonce: str, is_charged: bool) -> None:
        """Answer the launch that is waited for, if it is charged; anything else is late."""
        if nonce == self.waits_for:
            self.answered += is_charged
            self.waits_for = None


def play(seed: int, regions: list[Region]) -> int:
    """How many launches are answered in a schedule."""
    chance, network = random.Random(seed), list[tuple[Region, str]]()
    cut_off: set[str] = set()
    for _ in range(STEPS):
        region = chance.choice(regions)
        if chance.random() < 0.05:
            cut_off ^= {region.name}
        region.step(chance, network)
        if isinstance(region.server, Replica) and chance.random() < 0.1:
            region.server.copy()
        if network and chance.random() < 0.8:
            sender, nonce = network.pop(chance.randrange(len(network)))
            if sender.name in cut_off:
                continue
            is_charged = sender.server.hear(nonce)
            if chance.random() < 0.7:
                sender.hear(nonce, is_charged)
    return sum(region.answered for region in regions)


SEEDS = range(60)


@pytest.mark.parametrize("regions", [1, 3])
def test_regions_on_one_book_answer_no_more_than_the_budget(regions: int) -> None:
    found = set()
    for seed in SEEDS:
        server = Server(BUDGET)
        found.add(play(seed, [Region(str(number), server) for number in range(regions)]))
    assert max(found) == LAUNCHES


def test_regions_with_shares_of_their_own_answer_no_more_than_the_budget() -> None:
    shares = [PureDP("3/10"), PureDP("3/10"), PureDP("4/10")]
    totals = {play(seed, [Region(str(place), Server(share)) for place, share in enumerate(shares)]) for seed in SEEDS}
    assert max(totals) == LAUNCHES


def test_a_replica_that_decides_exceeds_the_budget() -> None:
    def regions() -> list[Region]:
        primary = Server(BUDGET)
        return [Region("home", primary), Region("far", Replica(BUDGET, primary))]

    assert max(play(seed, regions()) for seed in SEEDS) > LAUNCHES


def test_without_a_nonce_repeated_requests_use_the_budget_up() -> None:
    def answered(kind: type[Server]) -> int:
        return sum(play(seed, [Region("home", kind(BUDGET))]) for seed in SEEDS)

    assert answered(Forgetful) < answered(Server)
