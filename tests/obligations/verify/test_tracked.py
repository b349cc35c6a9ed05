"""Maps in proofs: their values at one arbitrary index."""

from __future__ import annotations

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.model.language.syntax.values import TotalMap
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import INDEX, focus, has_maps, keys, track
from concomp.obligations.verify.proving.induction import equalities, from_nothing, proves
from concomp.obligations.verify.proving.quotients import quotient
from tests.obligations.verify.small import (
    AGAIN,
    CHECKED,
    KEY,
    LAST,
    SEEN,
    at_most,
    differ,
    fixed,
    given,
    marks,
    number,
    parameter,
    read,
    register,
)

LIMIT = 5_000


def proof(obligation: Obligation) -> Invariant | None:
    """A proof by equalities, if there is one."""
    equal = equalities(obligation, LIMIT)
    if from_nothing(quotient(obligation, equal), LIMIT) is None:
        return None
    assert proves(obligation, equal, LIMIT)
    return equal


def about(system: System, key: Term = CHECKED) -> Obligation:
    """The obligation at an arbitrary index, a bad step being one at the key."""
    return track(focus(system, key), (INDEX,))


def test_systems_without_maps_stay_what_they_are() -> None:
    system = System("none", (register(LAST, False, TRUE),), (), (), TRUE, LAST)
    assert not has_maps(system)
    assert track(system) == Obligation(system)


def test_equal_maps_are_equal_at_every_index() -> None:
    system = marks(differ(read(SEEN, CHECKED), read(AGAIN, CHECKED)))
    assert has_maps(system)
    assert keys(system) == (CHECKED,)
    assert proof(about(system)) is not None


def test_maps_that_forget_are_not_proved_equal() -> None:
    assert proof(about(marks(differ(read(SEEN, CHECKED), read(AGAIN, CHECKED)), forget=True))) is None


def test_a_bad_step_at_any_integer_counts() -> None:
    for key in (-1, 0, 1):
        there = terms.equality(CHECKED, number(key))
        assert proof(about(marks(terms.conjunction([there, read(SEEN, CHECKED)])))) is None


def test_what_was_stored_in_this_step_is_read_in_it() -> None:
    stored = terms.make("store", (SEEN, KEY, TRUE))
    bad = terms.conjunction([terms.equality(KEY, CHECKED), terms.negation(read(stored, CHECKED))])
    assert from_nothing(about(marks(bad)), LIMIT) == ()


def test_equal_keys_read_equal_values_even_where_no_index_is_tracked() -> None:
    bad = terms.conjunction([terms.equality(KEY, CHECKED), differ(read(SEEN, KEY), read(SEEN, CHECKED))])
    assert from_nothing(track(marks(bad)), LIMIT) == ()
    assert from_nothing(track(marks(differ(read(SEEN, KEY), read(SEEN, CHECKED)))), LIMIT) is None


ANY = fixed(INT, "any")
GHOST = terms.leaf("register", BOOL, "marked")


def last_entries(allowed: Term) -> System:
    """Two registers that each hold an entry read in the last step, from either map; an index from 1 on."""
    twin = terms.leaf("register", BOOL, "twin")
    held = (register(LAST, False, read(SEEN, KEY)), register(twin, False, read(AGAIN, KEY)))
    registers = (*marks(FALSE).registers, *held)
    return System("last", registers, (KEY,), (parameter(ANY, at_most(number(1), ANY)),), allowed, differ(LAST, twin))


def test_the_invariant_may_be_assumed_of_other_indices_that_a_step_reads() -> None:
    obligation = track(last_entries(at_most(number(1), KEY)), (ANY,))
    assert [instance.guard for instance in obligation.instances] == [at_most(number(1), KEY)]
    assert proof(obligation) is not None
    assert proof(obligation.alone()) is None


def test_where_there_is_no_index_the_invariant_is_not_assumed() -> None:
    assert proof(track(last_entries(TRUE), (ANY,))) is None


def ghosted(allowed: Term, bad: Term) -> System:
    """A ghost register that remembers whether the arbitrary index was marked, besides the map that does."""
    registers = (
        register(SEEN, TotalMap(False), terms.make("store", (SEEN, KEY, TRUE))),
        register(GHOST, False, terms.disjunction([GHOST, terms.equality(KEY, ANY)])),
    )
    return System("ghosted", registers, (KEY, CHECKED), (parameter(ANY),), allowed, bad)


def test_a_ghost_of_the_index_is_proved_to_be_the_entry_there() -> None:
    bad = terms.conjunction([terms.equality(CHECKED, ANY), differ(read(SEEN, CHECKED), GHOST)])
    assert proof(track(ghosted(TRUE, bad), (ANY,))) is not None


def test_a_step_forbidden_at_the_index_alone_must_be_bad_if_other_indices_are_assumed() -> None:
    wrong = differ(read(SEEN, CHECKED), GHOST)
    bad = terms.conjunction([terms.equality(CHECKED, ANY), wrong])
    once = terms.negation(terms.conjunction([GHOST, terms.equality(KEY, ANY)]))
    uncovered = track(ghosted(once, bad), (ANY,))
    assert uncovered.instances
    assert proof(uncovered) is None
    assert proof(uncovered.alone()) is not None
    remembered = terms.equality(read(SEEN, ANY), GHOST)
    covered = track(ghosted(remembered, terms.disjunction([bad, terms.negation(remembered)])), (ANY,))
    assert covered.instances
    assert proof(covered) is not None


def test_a_map_that_is_no_register_is_refused() -> None:
    foreign = given(MapSort(BOOL), "foreign")
    with pytest.raises(Unsupported, match="not a register"):
        track(System("foreign", (), (foreign, KEY), (), TRUE, read(foreign, KEY)))


def test_equal_maps_have_equal_entries_and_no_more_is_known() -> None:
    unequal = terms.conjunction([terms.equality(SEEN, AGAIN), differ(read(SEEN, CHECKED), read(AGAIN, CHECKED))])
    assert from_nothing(about(marks(unequal)), LIMIT) == ()
    assert from_nothing(about(marks(terms.negation(terms.equality(SEEN, AGAIN)))), LIMIT) is None


def test_entries_that_a_constant_map_lists_are_known() -> None:
    listed = terms.constant(MapSort(BOOL), TotalMap(False, {3: True}))
    entry = read(listed, CHECKED)
    assert from_nothing(track(marks(terms.conjunction([entry, differ(CHECKED, number(3))]))), LIMIT) == ()
    assert from_nothing(track(marks(entry)), LIMIT) is None
