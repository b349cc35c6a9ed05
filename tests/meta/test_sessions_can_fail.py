"""The tests of sessions notice what would spend a budget twice, or tell what is secret."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import nullcontext
from contextvars import copy_context
from types import SimpleNamespace
from typing import Any
from unittest.mock import ANY

import pytest

from concomp.impl.accounting.guarantees import GaussianDP, PureDP
from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.monitors import exploration
from concomp.impl.monitors.stepper import compile_step
from concomp.impl.session import asynchronous, isolation, outcome
from concomp.impl.session import handle as handles
from concomp.impl.session import session as sessions
from concomp.impl.session.book import Decide, Entry, MemoryBook
from concomp.impl.session.conversations import conversation
from concomp.impl.session.conversations.conversation import Single
from concomp.impl.session.errors import NoEvidence, SessionError
from concomp.impl.session.events import Hook, Kind
from concomp.impl.session.functions import KnownFunction
from concomp.impl.session.groups import group as groups_of_sessions
from concomp.impl.session.handle import Handle
from concomp.impl.session.launches import launch as launches
from concomp.impl.session.launches import trust
from concomp.impl.session.launches.launch import read_launch
from concomp.impl.session.same import VerySame
from concomp.impl.session.session import Session
from concomp.model.mechanisms.interactive import START
from tests.impl.monitors import test_exploration as of_exploration
from tests.impl.session import test_asynchronous as of_asyncio
from tests.impl.session import test_books as of_books
from tests.impl.session import test_given as of_given
from tests.impl.session import test_groups as of_groups
from tests.impl.session import test_handle as of_handles
from tests.impl.session import test_interrupts as of_interrupts
from tests.impl.session import test_isolation as of_isolation
from tests.impl.session import test_order as of_order
from tests.impl.session import test_session as of_sessions
from tests.impl.session import test_threads as of_threads
from tests.impl.session import test_trust as of_trust
from tests.impl.session import test_waiting as of_waiting
from tests.impl.session.mechanisms import OneDifference, Plain, Rising, property_evidence

Patch = pytest.MonkeyPatch


def charge_after_run(patch: Patch) -> None:
    """The mechanism starts, then its loss is charged."""

    def launched(self: Session, mechanism: Any, trust: Any) -> Handle:
        launch = read_launch(mechanism, self._rule, trust == "declared")
        made = Handle(launch.charge, 1, Single(launch), self._status, self._hook)
        handles.start(made, self._randomness)
        self._charge(launch.charge, "a nonce")
        return made

    patch.setattr(Session, "_launched", launched)


def decide_outside_the_lock(patch: Patch) -> None:
    """The book decides on totals that another launch may have left behind."""

    def charge(self: MemoryBook, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
        decided = decide(self._totals)
        time.sleep(0)
        with self._turn.taken():
            self._totals = decided if isinstance(decided, Totals) else self._totals
        return decided

    patch.setattr(MemoryBook, "charge", charge)


def check_outside_the_lock(patch: Patch) -> None:
    """Neither the session nor the book keeps launches apart."""
    decide_outside_the_lock(patch)
    patch.setattr(sessions, "Turn", lambda: SimpleNamespace(taken=nullcontext))


def restart_on_start(patch: Patch) -> None:
    """The start signal begins the verification function and the mechanism anew."""
    admits = conversation._admits
    patch.setattr(conversation, "_admits", lambda guard, message: message is START or admits(guard, message))


def refund_on(patch: Patch, kind: Kind) -> None:
    books: list[MemoryBook] = []
    opened, announced = MemoryBook.__init__, handles.announce

    def note(self: MemoryBook) -> None:
        opened(self)
        books.append(self)

    def refund(hook: Hook, happened: Kind, *what: Any) -> None:
        announced(hook, happened, *what)
        for book in books if happened == kind else ():
            book._totals = None

    patch.setattr(MemoryBook, "__init__", note)
    patch.setattr(handles, "announce", refund)


def refund_on_failure(patch: Patch) -> None:
    """What failed is paid back."""
    refund_on(patch, "failure")


def refund_on_close(patch: Patch) -> None:
    """What is closed is paid back."""
    refund_on(patch, "close")


def diagonal_only(patch: Patch) -> None:
    """That a public message is refused in one world alone is not asked about."""
    patch.setattr(trust, "NEEDED", ("diagonal",))


def of_any_function(patch: Patch) -> None:
    """Evidence is not compared with the function that it is about."""
    hashes = trust._hashes
    patch.setattr(trust, "_hashes", lambda name, function: (ANY, hashes(name, function)[1]))


def lasting_refusals(patch: Patch) -> None:
    """What the verification function refuses counts as sent."""

    def guards(function: Any) -> Any:
        stepper = compile_step(function)

        def begin() -> Any:
            state = stepper.initial

            def accepts(message: object) -> bool:
                nonlocal state
                accepted, state = stepper.advance(state, message, message)
                return accepted

            return accepts

        return begin

    known = launches.known_function

    def with_guard(function: Any) -> Any:
        found = KnownFunction(known(function).function)
        found.__dict__["guard"] = guards(found.function)
        return found

    patch.setattr(launches, "known_function", with_guard)


def failures_forgotten(patch: Patch) -> None:
    """A mechanism that has failed is asked again."""
    patch.setattr(Single, "_fix", lambda self, answer: answer)


def raised_as_it_is(patch: Patch) -> None:
    """A refusal is raised where the message is looked at."""
    outcome = Handle.outcome

    def raising(self: Handle, message: object) -> Any:
        answer, error = outcome(self, message)
        if error is not None:
            raise error
        return answer, None

    patch.setattr(Handle, "outcome", raising)


def arguments_in_frames(patch: Patch) -> None:
    """Calls that are awaited pass through a function that holds what they are called with."""
    patch.setattr(asynchronous, "_in_thread", asyncio.to_thread)


def raised_in_a_thread(patch: Patch) -> None:
    """What a book raises goes through the future, which takes no StopIteration and is never done."""
    patch.setattr(Session, "_read", lambda self, read: read(self._totals()))
    patch.setattr(asynchronous, "outcome_of", lambda call: (call(), None))
    waited = asyncio.wait_for
    patch.setattr(asyncio, "wait_for", lambda awaited, seconds: waited(awaited, 0.1))


def interrupts_of_notes_dropped(patch: Patch) -> None:
    """What a note comes to is not looked at."""
    patch.setattr(handles, "answer_unless_interrupted", lambda outcome: None)


def turns_within_turns(patch: Patch) -> None:
    """Whoever has its turn may have another one in the midst of it."""
    patch.setattr(isolation.Turn, "taken", lambda self: self._lock)


def unguarded_descriptions(patch: Patch) -> None:
    """Whoever asks for a group's description may be in another process, or within the session."""
    patch.setattr(groups_of_sessions, "demand_usable", lambda process: None)


def a_book_if_it_is_true(patch: Patch) -> None:
    """Another book is used where the one that is given is false."""
    patch.setattr(sessions, "choose_book", lambda book: book or MemoryBook())


def waits_without_end(patch: Patch) -> None:
    """Who was once called by a session is refused ever after."""
    patch.setattr(isolation, "ref", lambda wait: lambda: isolation.Wait())


def raised_as_it_was(patch: Patch) -> None:
    """What somebody else raises is raised again."""
    patch.setattr(outcome, "_public", lambda raised: raised)


def any_account(patch: Patch) -> None:
    """A book is read for whatever account."""
    patch.setattr(MemoryBook, "_demand_account", lambda self, account: None)


def a_launch_in_the_midst_of_a_launch() -> None:
    with pytest.MonkeyPatch.context() as patch:
        of_interrupts.test_a_signal_handler_in_the_midst_of_a_launch_launches_nothing(patch)


def nothing_hangs_on_stop_iteration() -> None:
    of_waiting.test_under_asyncio_nothing_hangs_on_what_is_raised(StopIteration("secret"))


def what_is_raised_by_a_part_is_not_told() -> None:
    of_given.TestSecrets().test_what_is_raised_passes_no_frame_with_a_record(KeyboardInterrupt, "part")


def a_book_is_read_for_its_account() -> None:
    of_given.TestBooks().test_a_book_is_read_for_its_account_only(GaussianDP(3))


def a_public_message_is_refused_without_its_evidence() -> None:
    with pytest.raises(NoEvidence):
        Session(PureDP(1)).create(Plain(properties=property_evidence(OneDifference(), without="public")))


def evidence_of_another_function_is_refused() -> None:
    with pytest.raises(NoEvidence):
        Session(PureDP(1)).create(Plain(properties=property_evidence(Rising())))


def no_frame_holds_a_record() -> None:
    raised = of_isolation.raised_by(of_isolation.cases()["refused"])
    assert raised is not None
    assert of_isolation.CANARY not in of_isolation.told_by(raised)


def remembered_by_name(patch: Patch) -> None:
    """What was found out of a mechanism is taken for true of all that are called so."""
    patch.setattr(VerySame, "__eq__", lambda self, other: True)
    patch.setattr(VerySame, "__hash__", lambda self: 0)


def waits_as_long_as_frames(patch: Patch) -> None:
    """A call is waited for as long as its frame lives, even if that is in a traceback."""
    patch.setattr(isolation.Wait, "is_over", property(lambda self: False, lambda self, over: None))


def a_kept_interrupt() -> None:
    # In a context of its own, where it may leave somebody waited for.
    copy_context().run(of_interrupts.test_an_interrupt_that_is_kept_leaves_nobody_waited_for)


def interrupts_leave_it_open(patch: Patch) -> None:
    """Where an answer is lost, the handle goes on."""
    patch.setattr(handles, "INTERRUPTS", ())


ORDER, GUARD, FAILURE = of_order.TestOrder(), of_handles.TestGuard(), of_handles.TestFailure()


BREAKAGES: list[tuple[Callable[[Patch], None], Callable[[], None]]] = [
    (charge_after_run, ORDER.test_the_charge_is_kept_before_anything_runs),
    (charge_after_run, ORDER.test_what_the_rule_refuses_never_begins),
    (check_outside_the_lock, of_threads.test_half_of_the_launches_are_admitted),
    (decide_outside_the_lock, of_threads.test_sessions_that_share_a_book_share_its_budget),
    (restart_on_start, GUARD.test_a_refusal_changes_no_state),
    (lasting_refusals, GUARD.test_a_refusal_changes_no_state),
    (lasting_refusals, GUARD.test_a_verdict_on_exactly_the_sequence_so_far_restores_the_registers),
    (refund_on_failure, FAILURE.test_a_failure_does_not_refund),
    (refund_on_close, of_sessions.test_a_closed_handle_is_spent),
    (failures_forgotten, FAILURE.test_after_a_change_of_state_a_failure_is_still_for_ever),
    (diagonal_only, a_public_message_is_refused_without_its_evidence),
    (of_any_function, evidence_of_another_function_is_refused),
    (raised_as_it_is, no_frame_holds_a_record),
    (a_book_if_it_is_true, of_given.TestArguments().test_a_book_that_is_false_is_the_book),
    (waits_without_end, of_waiting.TestWaiting().test_a_task_that_a_hook_makes_is_refused_only_while_the_hook_runs),
    (raised_as_it_was, what_is_raised_by_a_part_is_not_told),
    (any_account, a_book_is_read_for_its_account),
    (raised_in_a_thread, nothing_hangs_on_stop_iteration),
    (interrupts_of_notes_dropped, of_books.test_whoever_interrupts_a_note_is_heard),
    (turns_within_turns, a_launch_in_the_midst_of_a_launch),
    (unguarded_descriptions, of_groups.TestTalk().test_it_is_described_in_its_process_and_by_nobody_it_waits_for),
    (remembered_by_name, of_trust.test_what_was_taken_once_is_looked_at_anew_where_anything_is_another),
    (waits_as_long_as_frames, a_kept_interrupt),
    (interrupts_leave_it_open, of_interrupts.test_whichever_line_it_comes_in_it_closes_the_handle),
    (arguments_in_frames, of_asyncio.test_what_is_cancelled_holds_no_message),
]


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=lambda each: each.__name__)
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[], None], monkeypatch: Patch
) -> None:
    check()
    breakage(monkeypatch)
    with pytest.raises((AssertionError, SessionError, TimeoutError, pytest.fail.Exception)):
        check()


def test_an_exploration_of_one_world_alone_is_noticed(monkeypatch: Patch) -> None:
    of_exploration.test_a_public_message_that_one_world_refuses_is_found()

    class OneWorld:
        """A stepper whose left diagonal run is the run itself."""

        def __init__(self, stepper: Any) -> None:
            self.initial, self._advance, self._calls = stepper.initial, stepper.advance, 0

        def advance(self, state: Any, left: Any, right: Any) -> Any:
            self._calls += 1
            if self._calls % 3 == 1:
                self._run = self._advance(state, left, right)
            return self._run if self._calls % 3 == 2 else self._advance(state, left, right)

    monkeypatch.setattr(exploration, "compile_step", lambda monitor: OneWorld(compile_step(monitor)))
    with pytest.raises(AssertionError):
        of_exploration.test_a_public_message_that_one_world_refuses_is_found()
