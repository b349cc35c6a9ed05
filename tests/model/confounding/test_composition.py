"""Composition of mechanisms that read the same data, against the sums as they are printed."""

from fractions import Fraction as F
from itertools import product
from math import prod

import pytest
from hypothesis import given

from concomp.model.confounding.composition import composition, effective, product_of_effective
from concomp.model.confounding.kernels import Kernel, after, identity, side_by_side
from concomp.model.confounding.setting import Setting, all_pairs, equally_likely, is_invertible, within_radius
from concomp.model.laws.law import Law
from tests.model.confounding.strategies import mechanisms, settings_of_two

FAIR = Law({0: F(1, 2), 1: F(1, 2)})


@given(settings_of_two(), mechanisms(), mechanisms())
def test_joint_laws_are_the_printed_sums(
    setting: Setting[int, int], first: Kernel[int, int], second: Kernel[int, int]
) -> None:
    both = first, second
    joint, apart = composition(setting, *both), product_of_effective(setting, *both)
    for s, y in product(setting.data, product((0, 1), repeat=2)):
        rows = setting.data[s].items()
        assert joint[s][y] == sum(p * prod(each[x][out] for each, out in zip(both, y, strict=True)) for x, p in rows)
        assert apart[s][y] == prod(sum(p * each[x][out] for x, p in rows) for each, out in zip(both, y, strict=True))


@given(settings_of_two(), mechanisms())
def test_one_mechanism_is_composed_of_itself(setting: Setting[int, int], mechanism: Kernel[int, int]) -> None:
    alone = {s: law.map(lambda y: (y,)) for s, law in effective(setting, mechanism).items()}
    assert composition(setting, mechanism) == product_of_effective(setting, mechanism) == alone


@given(settings_of_two())
def test_what_is_handed_out_is_the_data(setting: Setting[int, int]) -> None:
    assert effective(setting, identity(dict.fromkeys(range(3)))) == dict(setting.data)


def test_data_that_the_secret_determines_are_composed_as_their_product() -> None:
    setting = equally_likely({0: Law.point(1), 1: Law.point(0)})
    assert is_invertible(setting)
    noise = {0: FAIR, 1: Law.point(0)}
    assert composition(setting, noise, noise) == product_of_effective(setting, noise, noise)
    assert not is_invertible(equally_likely({0: FAIR, 1: Law.point(0)}))


def test_flags_say_how_data_depend_on_secrets() -> None:
    apart, same = {0: Law.point(0), 1: Law.point(1)}, {0: FAIR, 1: FAIR}
    assert equally_likely(apart).is_singular
    assert not equally_likely(same).is_singular
    assert equally_likely(same).is_useless
    assert not equally_likely(apart).is_useless
    assert equally_likely(apart).rarest == F(1, 2)


def test_secrets_within_a_radius_are_adjacent() -> None:
    prior = Law.uniform(range(4))
    assert within_radius(prior, lambda s, t: F(abs(s - t)), F(1)) == {
        (s, t) for s, t in all_pairs(range(4)) if abs(s - t) == 1
    }


def test_pairs_are_adjacent_in_both_orders() -> None:
    assert Setting(FAIR, {0: FAIR, 1: FAIR}, frozenset({(0, 1)})).pairs == {(0, 1), (1, 0)}


@pytest.mark.parametrize(
    ("prior", "data", "pairs", "message"),
    [
        (FAIR, {0: FAIR, 1: FAIR, 2: FAIR}, {(0, 1)}, "the secret 2 has probability 0: leave it out"),
        (FAIR, {0: FAIR}, {(0, 1)}, "the secret 1 has no law of data"),
        (FAIR, {0: FAIR, 1: FAIR}, set(), "no two secrets are adjacent: name a pair"),
        (FAIR, {0: FAIR, 1: FAIR}, {(0, 0)}, r"the pair \(0, 0\) names one secret twice"),
        (FAIR, {0: FAIR, 1: FAIR}, {(0, 2)}, r"the pair \(0, 2\): 2 has probability 0, or is no secret"),
    ],
)
def test_what_is_no_setting_is_refused(
    prior: Law[int], data: dict[int, Law[int]], pairs: set[tuple[int, int]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Setting(prior, data, frozenset(pairs))


def test_kernels_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="the kernel has no row for 1"):
        after({0: FAIR}, {0: FAIR})
    with pytest.raises(ValueError, match="only some of the kernels have a row for 1"):
        side_by_side({0: FAIR}, {0: FAIR, 1: FAIR})
    with pytest.raises(ValueError, match="no kernel to put side by side"):
        side_by_side()
