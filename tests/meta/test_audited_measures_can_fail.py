"""The tests of moments, divergences and concentrated loss notice an engine that confuses, forgets or stops short."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb

from concomp.impl.audit.measures import divergences, moments
from concomp.impl.audit.places import Apart
from concomp.model.laws import concentrated as concentrated_laws
from concomp.model.mechanisms.positions import TooLarge
from tests.impl.audit.measured import examples_are_right, files_agree, responses_are_right

Patch = pytest.MonkeyPatch


def last_move_taken(patch: Patch) -> None:
    """Of several moves the last is taken for the best."""
    patch.setattr(divergences, "_larger", lambda one, other: other)


def moves_added(patch: Patch) -> None:
    """An adversary is said to gain by all its moves at once."""
    patch.setattr(divergences, "_larger", lambda one, other: one + other)


def exponent_lost(patch: Patch) -> None:
    """Every order is taken for 2."""
    share = divergences._Part._share
    patch.setattr(
        divergences._Part,
        "_share",
        lambda part, odds, weight, order: share(part, odds, weight, order if order == 1 else Fraction(2)),
    )


def worlds_confused(patch: Patch) -> None:
    """The loss is always that of world 0."""
    patch.setattr(divergences._Part, "_loss", lambda part, odds: arb(1 / part.arena.numbers.odds.values[odds]).log())


def outcomes_of_one_world_forgotten(patch: Patch) -> None:
    """What only the suspected world brings counts for nothing."""
    patch.setattr(moments, "_ends", lambda first_suspected: (None, moments.NEVER if first_suspected else 1))


def tied_components_apart(patch: Patch) -> None:
    """Components are taken apart, although a rule ties them together."""
    patch.setattr(Apart, "independent", True)


def orders_between_forgotten(patch: Patch) -> None:
    """Between two orders nothing is taken to be larger than at them."""
    between = concentrated_laws._between

    def at_ends(left: concentrated_laws._Point, right: concentrated_laws._Point) -> concentrated_laws._Piece:
        return concentrated_laws._Piece(max(left.ratio, right.ratio), between(left, right).left, right)

    patch.setattr(concentrated_laws, "_between", at_ends)


def late_orders_forgotten(patch: Patch) -> None:
    """Beyond the last order that is tried nothing is taken to be larger."""
    patch.setattr(concentrated_laws, "_beyond", lambda curve, left: concentrated_laws._Piece(left.ratio, left, None))


def kullback_leibler_without_what_follows(patch: Patch) -> None:
    """At order 1 the divergence of the first answer is taken for that of all."""
    patch.setattr(divergences._Part, "_sums", lambda part: part._products(Fraction(1)))


BREAKAGES: tuple[tuple[Callable[[Patch], None], Callable[[], bool]], ...] = (
    (last_move_taken, files_agree),
    (moves_added, files_agree),
    (exponent_lost, responses_are_right),
    (worlds_confused, files_agree),
    (outcomes_of_one_world_forgotten, files_agree),
    (tied_components_apart, examples_are_right),
    (orders_between_forgotten, examples_are_right),
    (late_orders_forgotten, examples_are_right),
    (kullback_leibler_without_what_follows, responses_are_right),
)


@pytest.mark.parametrize(("breakage", "judge"), BREAKAGES, ids=[breakage.__name__ for breakage, _ in BREAKAGES])
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], judge: Callable[[], bool], monkeypatch: Patch
) -> None:
    breakage(monkeypatch)
    assert not _survives(judge)


def _survives(judge: Callable[[], bool]) -> bool:
    """Whether everything still seems right; an engine that ends by an error does not."""
    try:
        return judge()
    except (AssertionError, ArithmeticError, ValueError, TooLarge):
        return False
