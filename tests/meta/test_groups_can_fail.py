"""The tests of groups notice what would charge copies otherwise, or run another router than was proved."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import Any

import pytest

from concomp.impl.accounting import sparse
from concomp.impl.accounting.sparse import Exposure
from concomp.impl.session.charge import Charge
from concomp.impl.session.conversations.conversation import Single
from concomp.impl.session.errors import SessionError
from concomp.impl.session.groups import partition
from concomp.impl.session.groups.group import Routed
from concomp.impl.session.session import Session
from tests.impl.session import groups
from tests.impl.session import test_group_charges as of_group_charges
from tests.impl.session import test_group_routers as of_group_routers

Patch = pytest.MonkeyPatch


def charged_per_copy(patch: Patch) -> None:
    """Each copy of a group is charged when it begins, besides what the group was charged."""
    begun, sessions_made = Routed._begin, list[Session]()
    partitioned = Session._partitioned

    def note(self: Session, *arguments: Any) -> Any:
        sessions_made.append(self)
        return partitioned(self, *arguments)

    def begin(self: Routed, member: Single) -> Any:
        sessions_made[-1]._charge(self._launch.charge, token_hex(16))
        return begun(self, member)

    patch.setattr(Session, "_partitioned", note)
    patch.setattr(Routed, "_begin", begin)


def charged_after_the_first_copy(patch: Patch) -> None:
    """A group is charged once its first copy has begun."""
    charge, waiting = Session._charge, list[Callable[[], object]]()
    begun = Routed._begin

    def later(self: Session, asked: Charge, nonce: str) -> int:
        waiting.append(lambda: charge(self, asked, nonce))
        return 1

    def begin(self: Routed, member: Single) -> Any:
        kind = begun(self, member)
        while waiting:
            waiting.pop()()
        return kind

    patch.setattr(Session, "_charge", later)
    patch.setattr(Routed, "_begin", begin)


def delta_of_those_that_differ(patch: Patch) -> None:
    """The δ of at most k copies is counted, not of all that are created."""
    more = Exposure.after_one_more

    def limited(self: Exposure) -> Exposure | None:
        return self if self.used >= self.each else more(self)

    patch.setattr(Exposure, "after_one_more", limited)


def any_router(patch: Patch) -> None:
    """The evidence for a router is not compared with what is to run."""
    patch.setattr(partition, "routing_hash", lambda router, inputs, outputs: KNOWN_ROUTER)


def half_of_two(patch: Patch) -> None:
    """Where sides cannot be swapped, a copy exposes with its δ only."""
    patch.setattr(sparse, "SWAP", "of any kind")
    patch.setattr(partition, "_properties", lambda *arguments: frozenset({"of any kind"}))


def five_copies_expose() -> None:
    of_group_charges.TestCharge().test_the_delta_of_all_that_are_created_is_paid(1, "781/1024", 5, "")


def two_copies_expose_twice() -> None:
    of_group_charges.TestCharge().test_the_delta_of_all_that_are_created_is_paid(2, "781/1024", 2, "")


KNOWN_ROUTER = groups.router().evidence[0].subject


BREAKAGES: list[tuple[Callable[[Patch], None], Callable[[], None]]] = [
    (charged_per_copy, of_group_charges.TestCharge().test_slots_are_charged_once_when_the_group_is_made),
    (charged_after_the_first_copy, of_group_charges.TestCharge().test_the_charge_is_kept_before_any_copy_begins),
    (delta_of_those_that_differ, five_copies_expose),
    (half_of_two, two_copies_expose_twice),
    (any_router, of_group_routers.TestRouter().test_one_that_was_edited_after_its_proof_is_refused),
]


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=lambda each: each.__name__)
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[], None], monkeypatch: Patch
) -> None:
    check()
    breakage(monkeypatch)
    with pytest.raises((AssertionError, SessionError, pytest.fail.Exception)):
        check()
